import { createFindingsFold } from '@debrief/findings';
import type { OfferedRule } from '../../domain/findings/ports.ts';
import { unpackState } from '../fold.ts';
import type { TriedSession } from './backtest.ts';

export interface OffersQuestion {
  task: 'offers';
  sessions: readonly Pick<TriedSession, 'sessionId' | 'state'>[];
}

/** What files of instructions that these sessions show could be as rules. Only what is kept of each is looked at. */
export function offers({ sessions }: OffersQuestion): OfferedRule[] {
  return sessions.flatMap(({ sessionId, state }) => {
    if (!state) return [];
    const { findings } = unpackState(state);
    const fold = createFindingsFold({ facts: () => ({ cwd: undefined, branch: undefined }) }, findings);
    return fold.offers().map((offer) => ({ sessionId, ...offer }));
  });
}
