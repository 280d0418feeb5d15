import { DebriefError } from '@debrief/contract';
import { record } from '../audit.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';

/** What somebody is told who wants to delete or change what is kept; the audit log has it, too. */
export async function refuseKept(
  context: Context,
  until: number,
  {
    what,
    ...about
  }: { what: string; organizationId: string; targetId: string; actorId?: string | undefined },
): Promise<never> {
  const { actorId, ...deed } = about;
  await record(context, {
    ...{ action: 'legal_hold_refused', outcome: 'refused' },
    ...deed,
    ...(actorId !== undefined && { actorId }),
  });
  throw new DebriefError('legal_hold', `A legal hold keeps ${what} until ${iso(until).slice(0, 10)}.`);
}
