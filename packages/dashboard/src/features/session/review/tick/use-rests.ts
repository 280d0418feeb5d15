import type { CheckedClaim } from '@debrief/contract';
import type { Rests } from '../../../../ui/review/rests.ts';
import { useChangedFiles } from '../../changes/use-changes.ts';
import type { Reviewing } from '../use-reviewing.ts';
import { claimTick, countTicked, fileTick } from './ticked.ts';

/** What a judgement of the reader would rest on now. */
export function useRests(
  given: {
    sessionId: string;
    reviewing: Reviewing;
    foldedTo: number;
    claims: readonly CheckedClaim[] | undefined;
  },
  readTo: number,
): Rests {
  const { detail, me, end } = given.reviewing;
  const changed = useChangedFiles(given.sessionId, given.foldedTo);
  const ticks = detail?.ticks ?? [];
  const files = countTicked(ticks, me, (changed.data?.files ?? []).map(fileTick));
  const claims = countTicked(ticks, me, (given.claims ?? []).map(claimTick));
  return { readTo: Math.min(readTo, end), of: end, ...(files && { files }), ...(claims && { claims }) };
}
