import type { BriefStrip } from '@debrief/contract';
import { roughTime } from '../brief/words.ts';
import { callWords, withoutFolder } from '../entry/call-words.ts';
import type { TimeAxis } from './axis.ts';
import { timeOf } from './places.ts';

type SlowCall = BriefStrip['slowest'][number];

export const slowCallName = ({ text }: SlowCall): string => callWords(withoutFolder(text));

/** How long it took. Where nobody was at work for most of that, it waited for somebody, or the machine slept. */
export function slowCallTime({ sequence, ms }: SlowCall, strip: BriefStrip, axis: TimeAxis): string {
  const from = timeOf(strip.places, sequence);
  const to = from + ms;
  const idle = axis.pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)),
    0,
  );
  return `${roughTime(ms)}${idle > ms / 2 ? ', mostly idle' : ''}`;
}
