import type { Turn } from '@debrief/contract';

export type BarUnit = 'cost' | 'tokens' | 'steps';

export interface Bar {
  /** The first and the last turn it stands for. */
  first: number;
  last: number;
  /** Where the first one begins. */
  sequence: number;
  value: number;
  isPartial: boolean;
}

const amountOf: Record<BarUnit, (turn: Turn) => number> = {
  cost: ({ costUsd = 0 }) => costUsd,
  tokens: ({ tokens }) => tokens.input + tokens.output + tokens.cache,
  steps: ({ steps }) => steps,
};

/** What is known of the turns: cost and tokens where any of them has some, steps where none has either. */
export function unitsOf(turns: readonly Turn[]): BarUnit[] {
  const known = (['cost', 'tokens'] as const).filter((unit) =>
    turns.some((turn) => amountOf[unit](turn) > 0),
  );
  return known.length > 0 ? known : ['steps'];
}

/** One bar per turn, or one for several where there are more turns than bars. */
export function barsOf(turns: readonly Turn[], most: number, unit: BarUnit): Bar[] {
  const each = Math.max(1, Math.ceil(turns.length / most));
  const bars: Bar[] = [];
  turns.forEach((turn, at) => {
    const value = amountOf[unit](turn);
    const isPartial = unit === 'cost' && turn.costIsPartial;
    const bar = at % each === 0 ? undefined : bars.at(-1);
    if (bar) {
      bar.last = turn.turn;
      bar.value += value;
      bar.isPartial ||= isPartial;
    } else
      bars.push({
        first: turn.turn,
        last: turn.turn,
        sequence: turn.prompt?.sequence ?? 0,
        value,
        isPartial,
      });
  });
  return bars;
}
