import type { FindingsSummary as Summary } from '@debrief/contract';
import { KeptJson, type PartlyKept } from '../session/kept-json.ts';
import type { FindingsSummary } from './ports.ts';

type Counts = Omit<FindingsSummary, 'sessionId'>;

export const presentSummary = ({ high, medium, low, top }: Counts): Summary => ({
  high,
  medium,
  low,
  top: JSON.parse(top) as Summary['top'],
});

/** The same for a list, as it is kept. */
export const listedSummary = ({ high, medium, low, top }: Counts): PartlyKept<Summary> => ({
  high,
  medium,
  low,
  top: new KeptJson(top),
});
