import type { LessonState } from '@debrief/contract';
import type { Transaction } from 'kysely';
import type { Done, LessonContent, LessonStore } from '../../domain/lesson/ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { lessonPolicies } from './policy.ts';
import { lessonReading } from './reading.ts';

type Step = Pick<Database['lessonSteps'], 'lessonId' | 'organizationId' | 'deed' | 'version'>;

/** Takes the organization's row, so that two requests do not both make the last one. */
async function lockOrganization(transaction: Transaction<Database>, organizationId: string): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set((row) => ({ updatedAt: row.ref('updatedAt') }))
    .where('organizationId', '=', organizationId)
    .execute();
}

async function countOf(
  transaction: Transaction<Database>,
  organizationId: string,
  scope?: { repository: string; state: LessonState; besides?: string },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('lessons')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('organizationId', '=', organizationId)
    .$if(scope !== undefined, (query) =>
      query
        .where('repository', '=', scope?.repository ?? '')
        .where('state', '=', scope?.state ?? 'adopted')
        .where('lessonId', '<>', scope?.besides ?? ''),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function addStep(transaction: Transaction<Database>, step: Step, { by, at, reason }: Done) {
  const { last } = await transaction
    .selectFrom('lessonSteps')
    .select(({ fn }) => fn.max('step').as('last'))
    .where('lessonId', '=', step.lessonId)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('lessonSteps')
    .values({ ...step, step: Number(last ?? 0) + 1, doneBy: by, doneAt: at, reason })
    .execute();
}

const addVersion = (
  transaction: Transaction<Database>,
  {
    content,
    ...which
  }: { lessonId: string; organizationId: string; version: number; content: LessonContent },
  { by, at, reason }: Done,
) =>
  transaction
    .insertInto('lessonVersions')
    .values({ ...which, content: JSON.stringify(content), changedBy: by, changedAt: at, reason })
    .execute();

export const lessonStore = (database: OpenDatabase): LessonStore => {
  const { db } = database;
  return {
    ...lessonReading(database),
    ...lessonPolicies(database),

    propose: ({ content, sources, ...which }, done, bounds) =>
      undoable(db, async (transaction) => {
        const { organizationId } = which;
        const repository = content.repository ?? '';
        await lockOrganization(transaction, organizationId);
        const inScope = await countOf(transaction, organizationId, { repository, state: 'proposed' });
        if (inScope >= bounds.scope || (await countOf(transaction, organizationId)) >= bounds.all)
          throw new Undo('full' as const);
        const row = {
          ...which,
          repository,
          state: 'proposed' as const,
          version: 1,
          ownerId: done.by,
          sources: JSON.stringify(sources),
          proposedBy: done.by,
          proposedAt: done.at,
          decidedBy: null,
          changedAt: done.at,
        };
        await transaction.insertInto('lessons').values(row).execute();
        await addVersion(transaction, { ...which, version: 1, content }, done);
        await addStep(transaction, { ...which, version: 1, deed: 'proposed' }, done);
        return 'proposed' as const;
      }),

    edit: ({ organizationId, lessonId, version, state }, { content, ownerId }, done, most) =>
      undoable(db, async (transaction) => {
        const repository = content.repository ?? '';
        await lockOrganization(transaction, organizationId);
        const scope = { repository, state, besides: lessonId };
        if (version >= most.versions || (await countOf(transaction, organizationId, scope)) >= most.scope)
          throw new Undo('full' as const);
        const changed = await transaction
          .updateTable('lessons')
          .set({ version: version + 1, repository, ownerId, changedAt: done.at })
          .where('organizationId', '=', organizationId)
          .where('lessonId', '=', lessonId)
          .where('version', '=', version)
          .where('state', '=', state)
          .returning('lessonId')
          .executeTakeFirst();
        if (!changed) throw new Undo('changed' as const);
        const which = { lessonId, organizationId, version: version + 1 };
        await addVersion(transaction, { ...which, content }, done);
        await addStep(transaction, { ...which, deed: 'edited' }, done);
        return 'edited' as const;
      }),

    decide: ({ organizationId, lessonId, version, state }, to, done, most) =>
      undoable(db, async (transaction) => {
        await lockOrganization(transaction, organizationId);
        const changed = await transaction
          .updateTable('lessons')
          .set({ state: to, decidedBy: done.by, changedAt: done.at })
          .where('organizationId', '=', organizationId)
          .where('lessonId', '=', lessonId)
          .where('version', '=', version)
          .where('state', '=', state)
          .returning('repository')
          .executeTakeFirst();
        if (!changed) throw new Undo('changed' as const);
        const scope = { repository: changed.repository, state: to };
        if (most !== undefined && (await countOf(transaction, organizationId, scope)) > most)
          throw new Undo('full' as const);
        await addStep(transaction, { lessonId, organizationId, version, deed: to }, done);
        return 'decided' as const;
      }),
  };
};

/** Lessons of a folder are told wherever its remote is checked out, once that is known. */
export async function adoptLessons(
  transaction: Transaction<Database>,
  organizationId: string,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('lessons')
    .set({ repository: to })
    .where('organizationId', '=', organizationId)
    .where('repository', '=', from)
    .execute();
}
