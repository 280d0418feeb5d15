import type { ReviewStanding } from '@debrief/contract';
import { Chip } from '../Chip.tsx';
import { stateMeanings, stateTones, stateWords } from './review-state.ts';

/** Where the review of a session stands. */
export const ReviewChip = ({
  standing,
}: {
  standing: Pick<ReviewStanding, 'state' | 'acceptedTo' | 'since'>;
}) => (
  <Chip tone={stateTones[standing.state]} title={stateMeanings[standing.state]}>
    {stateWords(standing)}
  </Chip>
);
