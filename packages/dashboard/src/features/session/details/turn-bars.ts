import type { Turn } from '@debrief/contract';

export interface Bar {
  /** The first and the last turn it stands for. */
  first: number;
  last: number;
  /** Where the first one begins. */
  sequence: number;
  value: number;
  isPartial: boolean;
}

/** One bar per turn, or one for several where there are more turns than bars. */
export function barsOf(turns: readonly Turn[], most: number): { bars: Bar[]; unit: 'cost' | 'steps' } {
  const unit = turns.some(({ costUsd }) => costUsd !== undefined && costUsd > 0) ? 'cost' : 'steps';
  const each = Math.max(1, Math.ceil(turns.length / most));
  const bars: Bar[] = [];
  turns.forEach((turn, at) => {
    const value = unit === 'cost' ? (turn.costUsd ?? 0) : turn.steps;
    const bar = at % each === 0 ? undefined : bars.at(-1);
    if (bar) {
      bar.last = turn.turn;
      bar.value += value;
      bar.isPartial ||= turn.costIsPartial;
    } else
      bars.push({
        first: turn.turn,
        last: turn.turn,
        sequence: turn.prompt?.sequence ?? 0,
        value,
        isPartial: turn.costIsPartial,
      });
  });
  return { bars, unit };
}
