import type { BriefStrip } from '@debrief/contract';
import { roughTime } from '../brief/words.ts';
import type { AxisStretch, TimeAxis } from './axis.ts';

export interface Label {
  /** Share of the width where its middle is; at the ends it begins or ends there. */
  at: number;
  text: string;
  isPause: boolean;
}

/** As the entries of the transcript have it. */
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

export const clockOf = (time: number): string => hours.format(time);

/** With the day where it is another one. */
export const clockWithDay = (time: number, before: number): string =>
  days.format(time) === days.format(before) ? clockOf(time) : `${days.format(time)} ${clockOf(time)}`;

/** “waited 37 m” for a person, else “idle 2 h”. */
export function pauseText(
  { from, to }: Pick<AxisStretch, 'from' | 'to'>,
  waiting: readonly number[][],
): string {
  const isWaited = waiting.some(([begin = 0, end = 0]) => begin < to && end > from);
  return `${isWaited ? 'waited' : 'idle'} ${roughTime(to - from)}`;
}

/** What stands below the strip: its ends, then the longest pauses and the beginnings of stretches that have the room. */
export function labelsOf(strip: BriefStrip, axis: TimeAxis, room: number): Label[] {
  const { from, to, pauses, stretches } = axis;
  const placed: Label[] = [
    { at: 0, text: clockOf(from), isPause: false },
    { at: 1, text: clockWithDay(to, from), isPause: false },
  ];
  const isFree = (at: number, isEnd: boolean) =>
    placed.every((one) => Math.abs(one.at - at) >= (isEnd || one.at === 0 || one.at === 1 ? 1.2 : 1) * room);
  const longest = pauses.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  for (const pause of longest) {
    const at = pause.left + pause.width / 2;
    if (isFree(at, false)) placed.push({ at, text: pauseText(pause, strip.lanes.waiting), isPause: true });
  }
  for (const { from: begin, left, isPause } of stretches) {
    if (!isPause && isFree(left, false))
      placed.push({ at: left, text: clockWithDay(begin, from), isPause: false });
  }
  return placed.sort((a, b) => a.at - b.at);
}
