import type { OutcomeKind } from '@debrief/contract';
import type { Tone } from '../Chip.tsx';

/** How a session ended, in words and colour. Green is for what is proven: that a session came to its end proves nothing. */

export const outcomeNames: Record<OutcomeKind, string> = {
  running: 'Running',
  finished: 'Finished',
  'handed over': 'Handed over',
  abandoned: 'Abandoned',
  failed: 'Failed',
  'cannot be told': 'Cannot be told',
};

export const outcomeTones: Record<OutcomeKind, Tone> = {
  running: 'accent',
  finished: 'plain',
  'handed over': 'warn',
  abandoned: 'plain',
  failed: 'bad',
  'cannot be told': 'plain',
};
