import type { SessionStatistics } from '@debrief/contract';
import { hasRole, type MemberActor } from './actor.ts';

/** What the fold of a session comes to; kept as JSON text. */
export type Brief = Omit<SessionStatistics, 'foldedTo'>;

export interface StatisticsRecord {
  sessionId: string;
  foldedTo: number;
  /** JSON text of a Brief. */
  brief: string;
}

/** To a member a flag would only say where in a colleague's session a secret is to be found (docs/decisions.md, Extensions). */
export function presentStatistics(
  { foldedTo, brief }: StatisticsRecord,
  viewer: MemberActor,
): SessionStatistics {
  const { leaks, ...rest } = JSON.parse(brief) as Brief;
  return { foldedTo, ...rest, ...(leaks && hasRole(viewer.role, 'admin') && { leaks }) };
}
