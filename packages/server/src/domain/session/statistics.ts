import type { SessionStatistics } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import type { StatisticsRecord } from '../records.ts';
import { KeptJson } from './kept-json.ts';

/** What the fold of a session comes to; kept as JSON text. */
export type Figures = Omit<SessionStatistics, 'foldedTo'>;

type Known = Pick<StatisticsRecord, 'foldedTo' | 'figures'>;

/** To a member a flag would only say where in a colleague's session a secret is to be found (docs/api.md, Extensions). */
export function presentStatistics({ foldedTo, figures }: Known, viewer: MemberActor): SessionStatistics {
  const { leaks, ...rest } = JSON.parse(figures) as Figures;
  return { foldedTo, ...rest, ...(leaks && hasRole(viewer.role, 'admin') && { leaks }) };
}

/** The same as it is kept, where all of it may be shown: a list has many, and parsing them would take half its time. */
export const listedStatistics = (known: Known, viewer: MemberActor): SessionStatistics | KeptJson =>
  known.figures.includes('"leaks":')
    ? presentStatistics(known, viewer)
    : new KeptJson(known.figures, { foldedTo: known.foldedTo });
