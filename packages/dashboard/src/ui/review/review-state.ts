import type { AttentionReason, ReviewOutcome, ReviewStanding, ReviewState } from '@debrief/contract';
import type { Tone } from '../Chip.tsx';
import { count } from '../format.ts';

export const stateNames: Record<ReviewState, string> = {
  unreviewed: 'Unreviewed',
  in_review: 'In review',
  follow_up: 'Follow-up',
  accepted: 'Accepted',
  outgrown: 'Outgrown',
  not_needed: 'Settled by policy',
};

export const stateTones: Record<ReviewState, Tone> = {
  unreviewed: 'plain',
  in_review: 'accent',
  follow_up: 'warn',
  accepted: 'good',
  outgrown: 'warn',
  not_needed: 'plain',
};

export const stateMeanings: Record<ReviewState, string> = {
  unreviewed: 'Nobody has looked at it yet',
  in_review: 'Somebody is reading, is asked to, or has an open question',
  follow_up: 'A reviewer wants something done about it',
  accepted: 'Enough members have accepted it to its end',
  outgrown: 'It was accepted and has gone on since',
  not_needed: 'Not read by a person: the team’s policy asks for no review of it',
};

/** Where a review stands, in words: “Accepted to #412, 38 since”. */
export function stateWords({
  state,
  acceptedTo,
  since,
}: Pick<ReviewStanding, 'state' | 'acceptedTo' | 'since'>): string {
  if (state === 'outgrown' && acceptedTo !== undefined)
    return `Accepted to #${acceptedTo}${since ? `, ${count(since)} since` : ''}`;
  return stateNames[state];
}

export const outcomes: readonly { value: ReviewOutcome; name: string; meaning: string }[] = [
  { value: 'accepted', name: 'Accept', meaning: 'Nothing is left to do.' },
  { value: 'follow_up', name: 'Follow-up', meaning: 'Something has to be done about it.' },
  { value: 'noted', name: 'Note', meaning: 'Seen, without a judgement.' },
];

export const outcomeDone: Record<ReviewOutcome, string> = {
  accepted: 'accepted',
  follow_up: 'asked for a follow-up',
  noted: 'took note',
};

/** Why it is somebody's turn. */
export const reasonWords: Record<AttentionReason, string> = {
  assigned: 'You are asked to review',
  answer: 'A question waits for you',
  follow_up: 'A follow-up is asked of you',
  answered: 'Your follow-up was answered',
  outgrown: 'It has grown since you accepted',
  mentioned: 'You were mentioned',
};
