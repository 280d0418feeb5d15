import type { FindingsSummary as Summary } from '@debrief/contract';
import type { FindingsSummary } from './ports.ts';

type Counts = Omit<FindingsSummary, 'sessionId'>;

export const summaryText = ({ high, medium, low, top }: Counts): string =>
  `{"high":${high},"medium":${medium},"low":${low},"top":${top}}`;

export const presentSummary = (counts: Counts): Summary => JSON.parse(summaryText(counts)) as Summary;
