import type { SessionStatistics } from '@debrief/contract';

/** What the fold of a session comes to; kept as JSON text. */
export type Brief = Omit<SessionStatistics, 'foldedTo'>;

export interface StatisticsRecord {
  sessionId: string;
  foldedTo: number;
  /** JSON text of a Brief. */
  brief: string;
}

export const presentStatistics = ({ foldedTo, brief }: StatisticsRecord): SessionStatistics => ({
  foldedTo,
  ...(JSON.parse(brief) as Brief),
});
