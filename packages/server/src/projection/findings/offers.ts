import { createFindingsFold } from '@debrief/findings';
import type { OfferedCheck, OfferedRule } from '../../domain/findings/ports.ts';
import { unpackState } from '../fold.ts';
import type { TriedSession } from './backtest.ts';

export interface OffersQuestion {
  task: 'offers';
  /** Rules of the team, or checks of a lesson. */
  of: 'rules' | 'checks';
  sessions: readonly Pick<TriedSession, 'sessionId' | 'state'>[];
}

/** What files of instructions that these sessions show could be as rules. Only what is kept of each is looked at. */
export function offers({ of, sessions }: OffersQuestion): (OfferedRule | OfferedCheck)[] {
  return sessions.flatMap(({ sessionId, state }): (OfferedRule | OfferedCheck)[] => {
    if (!state) return [];
    const { findings } = unpackState(state);
    const fold = createFindingsFold({ facts: () => ({ cwd: undefined, branch: undefined }) }, findings);
    return of === 'rules'
      ? fold.offers().map((offer) => ({ sessionId, ...offer }))
      : fold.offeredChecks().map((offer) => ({ sessionId, ...offer }));
  });
}
