import { useMemo, useState } from 'react';
import { clock, compact, count } from '../../../ui/format.ts';
import styles from './TokenChart.module.css';
import { type Bar, barsOf, type Sample } from './usage-series.ts';

const width = 264;
const height = 72;
const steps = 44;

const parts = [
  { key: 'cacheRead', name: 'From cache' },
  { key: 'cacheWrite', name: 'To cache' },
  { key: 'input', name: 'Input' },
  { key: 'output', name: 'Output' },
] as const;

const totalOf = (bar: Bar): number => bar.input + bar.output + bar.cacheRead + bar.cacheWrite;

/** Tokens over time; a click goes to the moment. */
export function TokenChart(props: {
  samples: readonly Sample[];
  version: number;
  onGo(sequence: number): void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples are a live list; `version` says it moved
  const { bars, axis } = useMemo(() => barsOf(props.samples, steps), [props.samples, props.version]);
  const [over, setOver] = useState<number>();
  const most = Math.max(1, ...bars.map(totalOf));
  if (bars.every((bar) => totalOf(bar) === 0)) return null;
  const step = width / steps;
  const shown = over === undefined ? undefined : bars[over];
  const label = (value: number) =>
    axis === 'time' ? clock(new Date(value).toISOString()).slice(0, 5) : `#${count(Math.round(value))}`;
  return (
    <figure className={styles.chart}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: every moment is also reachable in the transcript */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Tokens over ${axis}, at most ${compact(most)} in one step`}
        onMouseLeave={() => setOver(undefined)}
        onMouseMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setOver(
            Math.min(steps - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * steps))),
          );
        }}
        onClick={() => shown && shown.sequence > 0 && props.onGo(shown.sequence)}
      >
        {bars.map((bar, index) => {
          let top = height;
          return (
            <g key={bar.from}>
              {over === index && (
                <rect x={index * step} y={0} width={step} height={height} className={styles.over} />
              )}
              {parts.map(({ key }) => {
                const size = (bar[key] / most) * (height - 4);
                top -= size;
                return size > 0 ? (
                  <rect
                    key={key}
                    x={index * step + 0.5}
                    y={top}
                    width={step - 1}
                    height={size}
                    className={styles[key]}
                  />
                ) : null;
              })}
            </g>
          );
        })}
      </svg>
      <figcaption>
        {shown ? (
          <span>
            {label(shown.from)} · {compact(totalOf(shown))} tokens, {compact(shown.output)} of them output
          </span>
        ) : (
          <>
            <span>{label(bars[0]?.from ?? 0)}</span>
            <span className={styles.legend}>
              {parts.map(({ key, name }) => (
                <span key={key}>
                  <i className={styles[`${key}Key`]} /> {name}
                </span>
              ))}
            </span>
            <span>{label(bars.at(-1)?.to ?? 0)}</span>
          </>
        )}
      </figcaption>
    </figure>
  );
}
