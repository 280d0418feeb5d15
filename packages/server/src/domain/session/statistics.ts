import type { SessionStatistics } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import type { StatisticsRecord } from '../records.ts';

/** What the fold of a session comes to; kept as JSON text. */
export type Figures = Omit<SessionStatistics, 'foldedTo'>;

/** To a member a flag would only say where in a colleague's session a secret is to be found (docs/decisions.md, Extensions). */
export function statisticsText(
  { foldedTo, figures }: Pick<StatisticsRecord, 'foldedTo' | 'figures'>,
  viewer: MemberActor,
): string {
  const isForAll = !figures.includes('"leaks":') || hasRole(viewer.role, 'admin');
  const shown = isForAll
    ? figures
    : JSON.stringify({ ...(JSON.parse(figures) as Figures), leaks: undefined });
  return `{"foldedTo":${foldedTo},${shown.slice(1)}`;
}

export const presentStatistics = (record: StatisticsRecord, viewer: MemberActor) =>
  JSON.parse(statisticsText(record, viewer)) as SessionStatistics;
