import type { Brief } from '@debrief/contract';
import { briefText } from '@debrief/findings/brief-text';
import { compact, costText } from '../../../ui/format.ts';

/** The brief as lines of plain text, each with its name: what every document about a session begins with. */
export function briefLines(brief: Brief): string[] {
  const { activeMs, waitingMs = 0, usd, isPartial, tokens } = brief.cost;
  const time = activeMs === undefined ? undefined : { activeMs, waitingMs };
  const lines = briefText({ ...brief, ...(time && { time }) });
  const cost = [usd !== undefined && costText(usd, isPartial), tokens > 0 && `${compact(tokens)} tokens`];
  const known = cost.filter((part) => part !== false);
  return known.length > 0 ? [...lines, `Cost: ${known.join(', ')}`] : lines;
}
