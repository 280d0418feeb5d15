import type { BriefStrip } from '@debrief/contract';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import { plural } from '../../../ui/format.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import type { TimeAxis } from './axis.ts';
import { clockOf, pauseText } from './labels.ts';
import { sequenceAt, timeOf } from './places.ts';
import { tracksOf } from './stretch-rows.ts';
import styles from './TimeStrip.module.css';

interface FieldProps {
  strip: BriefStrip;
  axis: TimeAxis;
  isTall: boolean;
  /** When what is at the top of the screen was written. */
  seenAt: number | undefined;
  threads: readonly number[];
  narrowed: { from: number; to: number } | undefined;
  onGo(sequence: number): void;
  onNarrow(from: number, to: number): void;
}

/** Less is a click by a hand that is not quite still. */
const drawnPixels = 6;

/** The lanes. With keys: arrows go from mark to mark, Home and End to the ends. */
export function Field(props: FieldProps) {
  const { strip, axis, seenAt, onGo, onNarrow } = props;
  const start = useRef<number>(undefined);
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();
  const shareOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const stops = useMemo(() => stopsOf(strip), [strip]);
  const now = seenAt ?? axis.from;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, stops, now);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onGo(to[1]);
  };
  const shown =
    drawn ?? (props.narrowed && { from: axis.at(props.narrowed.from), to: axis.at(props.narrowed.to) });
  return (
    <div
      className={styles.field}
      role="slider"
      tabIndex={0}
      aria-label="Time in the session"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(axis.at(now) * 100)}
      aria-valuetext={`${clockOf(now)}, event ${sequenceAt(strip.places, now)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = shareOf(event);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (from === undefined) return;
        const to = shareOf(event);
        const isDrawn = Math.abs(to - from) * event.currentTarget.clientWidth >= drawnPixels;
        setDrawn(isDrawn ? { from: Math.min(from, to), to: Math.max(from, to) } : undefined);
      }}
      onPointerUp={(event) => {
        const from = start.current;
        start.current = undefined;
        setDrawn(undefined);
        if (from === undefined) return;
        if (drawn) onNarrow(axis.timeAt(drawn.from), axis.timeAt(drawn.to));
        else onGo(sequenceAt(strip.places, axis.timeAt(shareOf(event))));
      }}
      onPointerCancel={() => {
        start.current = undefined;
        setDrawn(undefined);
      }}
    >
      <Lanes strip={strip} axis={axis} isTall={props.isTall} threads={props.threads} />
      {axis.pauses.map((pause) => (
        <span
          key={pause.from}
          className={styles.pause}
          title={pauseText(pause, strip.lanes.waiting)}
          style={{ left: `${pause.left * 100}%`, width: `${pause.width * 100}%` }}
        />
      ))}
      {shown && (
        <>
          <span className={styles.dim} style={{ left: 0, width: `${shown.from * 100}%` }} />
          <span className={styles.dim} style={{ left: `${shown.to * 100}%`, right: 0 }} />
        </>
      )}
      {seenAt !== undefined && <span className={styles.now} style={{ left: `${axis.at(seenAt) * 100}%` }} />}
    </div>
  );
}

const lanes = [
  { name: 'prompts', one: 'prompt' },
  { name: 'edits', one: 'edit' },
  { name: 'commands', one: 'command' },
  { name: 'failures', one: 'failure' },
] as const;
const mostTracks = 3;

/** Drawn anew when something happened, not when somebody scrolls. */
const Lanes = memo(function Lanes(props: Pick<FieldProps, 'strip' | 'axis' | 'isTall' | 'threads'>) {
  const { strip, axis, isTall, threads } = props;
  const bars = strip.subagents.map((bar) => ({ ...bar, to: Math.max(bar.to, bar.from) }));
  // Hundreds of marks: the lanes have their room at once, and what happened comes a moment later.
  const isMarked = useDeferredValue(true, false);
  const marked = <T,>(marks: readonly T[]): readonly T[] => (isMarked ? marks : []);
  const used = lanes.filter(({ name }) => strip.lanes[name].length > 0 || name === 'prompts');
  return (
    <div className={styles.lanes} data-tall={isTall || undefined}>
      {used.map(({ name, one }) => (
        <div key={name} className={styles.lane} data-lane={name}>
          {isTall && <span className={styles.name}>{name}</span>}
          {marked(strip.lanes[name]).map(([from = 0, to = from, sequence = 0, count = 1]) => (
            <Mark
              key={`${from} ${sequence}`}
              {...{ axis, from, to }}
              title={`${clockOf(from)}: ${plural(count, one)}`}
            />
          ))}
        </div>
      ))}
      {isTall && bars.length > 0 && (
        <div className={styles.lane} data-lane="sub-agents">
          <span className={styles.name}>sub-agents</span>
          {tracksOf(marked(bars), mostTracks).map((track, at, all) =>
            track.map(({ from, to, sequence, title }) => (
              <Mark
                key={`${from} ${sequence}`}
                {...{ axis, from, to }}
                track={{ at, of: all.length }}
                title={visibleText(title)}
              />
            )),
          )}
        </div>
      )}
      {isTall && threads.length > 0 && (
        <div className={styles.lane} data-lane="threads">
          <span className={styles.name}>threads</span>
          {threads.map((sequence) => {
            const at = timeOf(strip.places, sequence);
            return (
              <Mark key={sequence} {...{ axis, from: at, to: at }} title={`Open thread, #${sequence}`} />
            );
          })}
        </div>
      )}
    </div>
  );
});

function Mark(props: {
  axis: TimeAxis;
  from: number;
  to: number;
  title: string;
  track?: { at: number; of: number };
}) {
  const { axis, from, to, title, track } = props;
  const left = axis.at(from);
  const width = axis.at(to) - left;
  const row = track &&
    track.of > 1 && { top: `${(track.at / track.of) * 100}%`, height: `${100 / track.of}%` };
  return (
    <span
      className={styles.mark}
      title={title}
      style={{ left: `${left * 100}%`, width: `max(3px, ${width * 100}%)`, ...row }}
    />
  );
}

/** Where the arrows stop: every mark, in the order of time. */
function stopsOf({ lanes: drawn, subagents }: BriefStrip): [time: number, sequence: number][] {
  const spans = [drawn.prompts, drawn.edits, drawn.commands, drawn.failures].flat();
  const stops = [
    ...spans.map(([from = 0, , sequence = 0]): [number, number] => [from, sequence]),
    ...subagents.map(({ from, sequence }): [number, number] => [from, sequence]),
  ];
  return stops.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function keyTarget(
  key: string,
  stops: readonly [number, number][],
  now: number,
): [number, number] | undefined {
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return stops.find(([time]) => time > now + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return stops.findLast(([time]) => time < now - 1);
  return undefined;
}
