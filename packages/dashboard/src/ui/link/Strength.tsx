import type { LinkStrength } from '@debrief/contract';
import { Chip, type Tone } from '../Chip.tsx';
import { strengthHints } from './strength.ts';

const tones: Record<LinkStrength, Tone> = { stated: 'good', seen: 'good', matched: 'accent', likely: 'warn' };

/** How sure a link is: always the word. */
export const Strength = ({ strength, byHand }: { strength: LinkStrength; byHand: boolean }) => (
  <Chip tone={tones[strength]} title={byHand ? 'A person linked them.' : strengthHints[strength]}>
    {byHand ? 'by hand' : strength}
  </Chip>
);
