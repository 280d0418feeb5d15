import type { Turn } from '@debrief/contract';
import { useEffect, useMemo, useState } from 'react';
import { compact, costText, plural } from '../../../ui/format.ts';
import { turnPageSize } from '../outline/known-outline.ts';
import type { SessionReading } from '../transcript/use-reading.ts';
import styles from './TurnChart.module.css';
import { type Bar, type BarUnit, barsOf, unitsOf } from './turn-bars.ts';

const width = 264;
const height = 64;
const steps = 44;
const maxTurns = 10 * turnPageSize;

/** What each turn cost and used, or how many steps it took where neither is known. A click goes to the turn. */
export function TurnChart({ reading, onGo }: { reading: SessionReading; onGo(sequence: number): void }) {
  const { model, version } = reading;
  const total = Math.min(model.totalTurns, maxTurns);
  useEffect(() => {
    for (let turn = 0; turn < total; turn += turnPageSize) void model.loadTurns(turn);
  }, [model, total]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is live; `version` says that it moved
  const { turns, units } = useMemo(() => {
    const turns: Turn[] = [];
    for (let turn = 0; turn < total; turn++) {
      const known = model.turn(turn);
      if (known) turns.push(known);
    }
    return { turns, units: unitsOf(turns) };
  }, [model, version, total]);
  const [chosen, choose] = useState<BarUnit>();
  const unit = chosen && units.includes(chosen) ? chosen : (units[0] ?? 'steps');
  const bars = useMemo(() => barsOf(turns, steps, unit), [turns, unit]);
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
        aria-label={`${titles[unit]} by turn`}
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
        <span>{shown ? captionOf(shown, unit) : `${titles[unit]} by turn`}</span>
        {units.length > 1 && (
          <span className={styles.units}>
            {units.map((one) => (
              <button key={one} type="button" aria-pressed={one === unit} onClick={() => choose(one)}>
                {titles[one]}
              </button>
            ))}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const titles: Record<BarUnit, string> = { cost: 'Cost', tokens: 'Tokens', steps: 'Steps' };

function captionOf({ first, last, value, isPartial }: Bar, unit: BarUnit): string {
  const which = first === last ? `Turn ${first + 1}` : `Turns ${first + 1}–${last + 1}`;
  const amount = {
    cost: () => costText(value, isPartial),
    tokens: () => `${compact(value)} tokens`,
    steps: () => plural(value, 'step'),
  }[unit]();
  return `${which} · ${amount}`;
}
