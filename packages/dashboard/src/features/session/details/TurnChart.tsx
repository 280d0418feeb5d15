import type { Turn } from '@debrief/contract';
import { useEffect, useMemo, useState } from 'react';
import { costText, plural } from '../../../ui/format.ts';
import { turnPageSize } from '../transcript/transcript-model.ts';
import type { SessionReading } from '../transcript/use-reading.ts';
import styles from './TurnChart.module.css';
import { type Bar, barsOf } from './turn-bars.ts';

const width = 264;
const height = 64;
const steps = 44;
const maxTurns = 10 * turnPageSize;

/** What each turn cost, or how many steps it took where no price is known. A click goes to the turn. */
export function TurnChart({ reading, onGo }: { reading: SessionReading; onGo(sequence: number): void }) {
  const { model, version } = reading;
  const total = Math.min(model.totalTurns, maxTurns);
  useEffect(() => {
    for (let turn = 0; turn < total; turn += turnPageSize) void model.loadTurns(turn);
  }, [model, total]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is live; `version` says that it moved
  const { bars, unit } = useMemo(() => {
    const turns: Turn[] = [];
    for (let turn = 0; turn < total; turn++) {
      const known = model.turns.get(turn);
      if (known) turns.push(known);
    }
    return barsOf(turns, steps);
  }, [model, version, total]);
  const [over, setOver] = useState<number>();
  const max = Math.max(...bars.map(({ value }) => value), 0);
  if (bars.length < 2 || max === 0) return null;
  const step = width / bars.length;
  const shown = over === undefined ? undefined : bars[over];
  return (
    <figure className={styles.chart}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: every turn is also reachable in the outline */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={unit === 'cost' ? 'Cost of each turn' : 'Steps of each turn'}
        onMouseLeave={() => setOver(undefined)}
        onMouseMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
          setOver(Math.min(bars.length - 1, Math.max(0, at)));
        }}
        onClick={() => shown && shown.sequence > 0 && onGo(shown.sequence)}
      >
        {bars.map((bar, at) => (
          <rect
            key={bar.first}
            x={at * step + 0.5}
            y={height - (bar.value / max) * (height - 4)}
            width={Math.max(1, step - 1)}
            height={(bar.value / max) * (height - 4)}
            className={at === over ? styles.over : styles.bar}
          />
        ))}
      </svg>
      <figcaption>
        {shown ? captionOf(shown, unit) : unit === 'cost' ? 'Cost by turn' : 'Steps by turn'}
      </figcaption>
    </figure>
  );
}

function captionOf({ first, last, value, isPartial }: Bar, unit: 'cost' | 'steps'): string {
  const which = first === last ? `Turn ${first + 1}` : `Turns ${first + 1}–${last + 1}`;
  return `${which} · ${unit === 'cost' ? costText(value, isPartial) : plural(value, 'step')}`;
}
