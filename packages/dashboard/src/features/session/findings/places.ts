import type { SessionFindings, Severity } from '@debrief/contract';
import type { FoundAt } from './context.ts';

const order: readonly Severity[] = ['high', 'medium', 'low'];

const isOpen = ({ disposition }: SessionFindings['findings'][number]): boolean =>
  disposition === undefined || disposition.verdict === 'confirmed';

/** Findings and claims by the event they stand at, for the margin of the transcript. */
export function placesOf(found: SessionFindings | undefined): Map<number, FoundAt> {
  const places = new Map<number, FoundAt>();
  const at = (sequence: number): FoundAt => {
    const known = places.get(sequence) ?? { titles: [], claims: [] };
    places.set(sequence, known);
    return known;
  };
  for (const finding of found?.findings ?? []) {
    if (!isOpen(finding)) continue;
    for (const sequence of finding.sequences) {
      const place = at(sequence);
      place.titles.push(finding.title);
      if (!place.severity || order.indexOf(finding.severity) < order.indexOf(place.severity))
        place.severity = finding.severity;
    }
  }
  for (const claim of found?.claims ?? []) at(claim.sequence).claims.push(claim);
  return places;
}

/** What was found from one event to before another: the worst severity, and how many places. */
export function foundBetween(
  places: ReadonlyMap<number, FoundAt>,
  from: number,
  before: number,
): { severity: Severity; places: number } | undefined {
  const found = [...places].flatMap(([sequence, { severity }]) =>
    severity && sequence >= from && sequence < before ? [severity] : [],
  );
  const severity = order.find((one) => found.includes(one));
  return severity && { severity, places: found.length };
}

/** The place of the next (1) or previous (-1) finding; low ones are skipped while there are others. */
export function nextFinding(
  places: ReadonlyMap<number, FoundAt>,
  from: number,
  step: 1 | -1,
): number | undefined {
  const found = [...places].filter(([, { severity }]) => severity !== undefined);
  const loud = found.filter(([, { severity }]) => severity !== 'low');
  const sequences = (loud.length > 0 ? loud : found).map(([sequence]) => sequence).sort((a, b) => a - b);
  return step > 0
    ? sequences.find((sequence) => sequence > from)
    : sequences.findLast((sequence) => sequence < from);
}
