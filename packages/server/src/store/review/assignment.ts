import type { ReviewStore } from '../../domain/review/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { deed, type Step, undo } from './deed.ts';

/** Who was asked to review, and who said no. */
export const assignmentStore = (
  database: OpenDatabase,
): Pick<ReviewStore, 'assign' | 'unassign' | 'decline'> => ({
  assign: (about, assignment, limits) =>
    deed(database, about, async (step) => {
      const { transaction, sessionId } = step;
      const found = await find(step, assignment.userId);
      if (found && found.declinedAt === null) {
        return undo({ assignment: found, isNew: false, told: [] });
      }
      const { count } = await transaction
        .selectFrom('assignments')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('sessionId', '=', sessionId)
        .where('declinedAt', 'is', null)
        .executeTakeFirstOrThrow();
      if (count >= limits.assignees) undo('limit');
      await save(step, assignment);
      return { assignment, isNew: true };
    }),

  unassign: (about, userId) =>
    deed(database, about, async (step) => {
      const found = await find(step, userId);
      if (!found || found.declinedAt !== null) return undo(undefined);
      await step.transaction
        .deleteFrom('assignments')
        .where('sessionId', '=', step.sessionId)
        .where('userId', '=', userId)
        .execute();
      return { assignment: found };
    }),

  decline: (about, assignment) =>
    deed(database, about, async (step) => {
      const found = await find(step, assignment.userId);
      const kept = {
        ...assignment,
        ...(found && { assignedBy: found.assignedBy, createdAt: found.createdAt, why: found.why }),
      };
      await save(step, kept);
      await step.transaction
        .updateTable('reviewStandings')
        .set({ reservedBy: null, reservedUntil: null })
        .where('sessionId', '=', step.sessionId)
        .where('reservedBy', '=', assignment.userId)
        .execute();
      return { assignment: kept };
    }),
});

const find = ({ transaction, sessionId }: Step, userId: string) =>
  transaction
    .selectFrom('assignments')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();

async function save({ transaction }: Step, assignment: Parameters<ReviewStore['assign']>[1]): Promise<void> {
  await transaction
    .insertInto('assignments')
    .values(assignment)
    .onConflict((conflict) => conflict.columns(['sessionId', 'userId']).doUpdateSet(assignment))
    .execute();
}
