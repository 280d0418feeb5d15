import type { LessonSource } from '@debrief/contract';
import type { LessonContent, LessonRecord, LessonStore } from '../../domain/lesson/ports.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { slices } from '../review/slices.ts';

type Reading = Pick<LessonStore, 'list' | 'find' | 'versions'>;
type Row = Database['lessons'] & { content: string };

const order = { adopted: 0, proposed: 1, retired: 2 };

export const lessonReading = ({ db }: OpenDatabase): Reading => {
  const rowsOf = (organizationId: string) =>
    db
      .selectFrom('lessons')
      .innerJoin('lessonVersions', (join) =>
        join
          .onRef('lessonVersions.lessonId', '=', 'lessons.lessonId')
          .onRef('lessonVersions.version', '=', 'lessons.version'),
      )
      .selectAll('lessons')
      .select('lessonVersions.content')
      .where('lessons.organizationId', '=', organizationId);

  async function withSteps(found: readonly Row[]): Promise<LessonRecord[]> {
    const steps: Database['lessonSteps'][] = [];
    for (const some of slices(found)) {
      const ids = some.map(({ lessonId }) => lessonId);
      steps.push(...(await db.selectFrom('lessonSteps').selectAll().where('lessonId', 'in', ids).execute()));
    }
    const byLesson = Map.groupBy(steps, ({ lessonId }) => lessonId);
    return found.map(({ content, sources, repository, ...row }) => ({
      ...row,
      ...(JSON.parse(content) as LessonContent),
      // What a folder turned out to be of is not in the words of a version.
      repository: repository || null,
      sources: JSON.parse(sources) as LessonSource[],
      steps: (byLesson.get(row.lessonId) ?? [])
        .sort((a, b) => b.step - a.step)
        .map(({ deed, version, doneBy, doneAt, reason }) => ({ deed, version, doneBy, doneAt, reason })),
    }));
  }

  return {
    async list(organizationId, { repository, state }, most) {
      const found = await rowsOf(organizationId)
        .$if(repository !== undefined, (query) =>
          query.where('lessons.repository', 'in', ['', repository ?? '']),
        )
        .$if(state !== undefined, (query) => query.where('lessons.state', '=', state ?? 'adopted'))
        .orderBy('lessons.changedAt', 'desc')
        .orderBy('lessons.lessonId')
        .limit(most)
        .execute();
      return withSteps(found.sort((a, b) => order[a.state] - order[b.state]));
    },

    async find(organizationId, lessonId) {
      const found = await rowsOf(organizationId).where('lessons.lessonId', '=', lessonId).execute();
      return (await withSteps(found))[0];
    },

    async versions(organizationId, lessonId) {
      const found = await db
        .selectFrom('lessonVersions')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('lessonId', '=', lessonId)
        .orderBy('version', 'desc')
        .execute();
      return found.map(({ content, version, changedBy, changedAt, reason }) => ({
        ...(JSON.parse(content) as LessonContent),
        version,
        changedBy,
        changedAt,
        reason,
      }));
    },
  };
};
