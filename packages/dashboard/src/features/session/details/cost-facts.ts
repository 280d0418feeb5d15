import type { SessionStatistics } from '@debrief/contract';
import { compact, count, dollars, plural } from '../../../ui/format.ts';

/** Amounts that the formats of the list would round to nothing. */
const exactDollars = (value: number): string =>
  value >= 1 || value === 0 ? dollars(value) : `$${Number(value.toPrecision(3))}`;

const amount = (value: number): string => (value < 100 ? `${Number(value.toPrecision(3))}` : count(value));

/** Below it two amounts are the same, but for how they were rounded. */
const sameWithin = 0.01;

/** What was billed beside the list price of the same requests, and how far the two are apart. */
export function billedText({
  recordedUsd,
  recordedAtListUsd,
  credits,
}: SessionStatistics): string | undefined {
  const own = credits && `${amount(credits.amount)} ${credits.unit}`;
  if (recordedUsd === undefined) return own && `${own}, which is no amount of money`;
  const billed = `${exactDollars(recordedUsd)}${own ? ` (${own})` : ''}`;
  if (recordedAtListUsd === undefined) return `${billed}; some of it has no list price`;
  const apart = (recordedUsd - recordedAtListUsd) / Math.max(recordedAtListUsd, 1e-9);
  if (Math.abs(apart) < sameWithin) return `${billed}, as at list price`;
  const percent = `${count(Math.round(Math.abs(apart) * 100))} %`;
  return `${billed}; ${exactDollars(recordedAtListUsd)} at list price, so ${percent} ${apart > 0 ? 'more' : 'less'}`;
}

/** What is in these records and counts in other sessions. */
export function elsewhereText({ elsewhere }: SessionStatistics): string | undefined {
  if (!elsewhere) return undefined;
  const { requests, tokens, costUsd } = elsewhere;
  return `${plural(requests, 'request')}, ${compact(tokens)} tokens, ${exactDollars(costUsd)}`;
}
