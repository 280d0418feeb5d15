import { sql } from 'kysely';
import type { SessionLessonRow, SessionLessonStore } from '../../domain/lesson/session-lesson-store.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { OpenDatabase } from '../database.ts';
import { slices } from '../review/slices.ts';

export const sessionLessonStore = ({ db }: OpenDatabase): SessionLessonStore => ({
  note: ({ organizationId, sessionId }, given) =>
    undoable(db, async (transaction) => {
      // Taken until the end, so that a deletion of the session waits and then removes what this adds.
      const session = await transaction
        .updateTable('sessions')
        .set((row) => ({ repository: row.ref('repository') }))
        .where('sessionId', '=', sessionId)
        .returning('sessionId')
        .executeTakeFirst();
      if (!session) throw new Undo('session_gone' as const);
      const known = new Set<string>();
      for (const some of slices([...new Set(given.map(({ lessonId }) => lessonId))])) {
        const found = await transaction
          .selectFrom('lessons')
          .select('lessonId')
          .where('organizationId', '=', organizationId)
          .where('lessonId', 'in', some)
          .execute();
        for (const { lessonId } of found) known.add(lessonId);
      }
      const own = given.filter(({ lessonId }) => known.has(lessonId));
      for (const one of own) {
        await transaction
          .insertInto('sessionLessons')
          .values({ organizationId, sessionId, ...one })
          .onConflict((conflict) =>
            conflict.columns(['sessionId', 'lessonId', 'way']).doUpdateSet({
              version: sql<number>`case when excluded.version > session_lessons.version
                then excluded.version else session_lessons.version end`,
              loaded: sql<SessionLessonRow['loaded']>`case when session_lessons.loaded = 'yes'
                or excluded.loaded = 'unknown' then session_lessons.loaded else excluded.loaded end`,
            }),
          )
          .execute();
      }
      return own.length;
    }),

  ofSession: (sessionId) =>
    db
      .selectFrom('sessionLessons')
      .select(['lessonId', 'version', 'way', 'loaded', 'notedAt'])
      .where('sessionId', '=', sessionId)
      .orderBy('notedAt')
      .orderBy('lessonId')
      .orderBy('way')
      .execute(),

  async given(organizationId, lessonIds) {
    const found: SessionLessonRow[] = [];
    for (const some of slices(lessonIds)) {
      found.push(
        ...(await db
          .selectFrom('sessionLessons')
          .selectAll()
          .where('organizationId', '=', organizationId)
          .where('lessonId', 'in', some)
          .where('loaded', '<>', 'no')
          .execute()),
      );
    }
    return found;
  },
});
