// biome-ignore-all lint/suspicious/noArrayIndexKey: an item is its place in the list
import type { Brief, Turn } from '@debrief/contract';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { clock, plural } from '../../../ui/format.ts';
import { plainMarkdown } from '../../../ui/text/plain-markdown.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { turnFacts } from '../entry/fold/TurnLine.tsx';
import { TurnDot } from '../findings/Margin.tsx';
import type { EntryPlace } from '../transcript/transcript-model.ts';
import type { SessionReading } from '../transcript/use-reading.ts';
import { promptBefore } from '../transcript/use-review.ts';
import styles from './Outline.module.css';
import { phasesOf, type WorkRun } from './phases.ts';

const itemHeight = 76;
/** Items above and below those on screen. */
const overscan = 4;

/** The turns of a session with what happened in each: its map. Without prompts, the phases of its work. */
export function Outline(props: {
  reading: SessionReading;
  /** The number in the main conversation of what is on screen. */
  seen: number | undefined;
  /** What the first prompt asks for; its first line is often a lead-in (“Implement the following plan:”). */
  asked: Brief['asked']['first'] | undefined;
  onGo(place: EntryPlace): void;
}) {
  const { model, shape, version } = props.reading;
  const current = currentTurn(props.reading, props.seen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is live; `shape` says that it moved
  const phases = useMemo(() => {
    const main = model.lane(0);
    const hasPrompts = main !== undefined && promptBefore(main.kinds, main.length - 1) >= 0;
    return main && !hasPrompts ? phasesOf(main) : undefined;
  }, [model, shape]);
  if (phases) return <Phases phases={phases} {...props} />;
  return (
    <FixedList count={model.totalTurns} current={current} label="Turns" version={version}>
      {(turn) => {
        const known = model.turn(turn);
        if (!known) void model.loadTurns(turn);
        const isLast = turn + 1 === model.totalTurns;
        const before = isLast ? Number.POSITIVE_INFINITY : model.turn(turn + 1)?.prompt?.sequence;
        return (
          known && (
            <TurnItem
              turn={known}
              title={turnTitle(known, props.asked)}
              before={before}
              isCurrent={turn === current}
              onGo={props.onGo}
            />
          )
        );
      }}
    </FixedList>
  );
}

/** The prompt in one plain line. */
function turnTitle({ prompt }: Turn, asked: Brief['asked']['first'] | undefined): string {
  if (!prompt) return 'Before the first prompt';
  if (prompt.sequence === asked?.sequence && asked.text !== '') return asked.text;
  return plainMarkdown(prompt.text).trim() || '(no text)';
}

function TurnItem(props: {
  turn: Turn;
  title: string;
  /** The event that the next turn begins with; undefined while that is not known. */
  before: number | undefined;
  isCurrent: boolean;
  onGo(place: EntryPlace): void;
}) {
  const { turn, before, isCurrent, onGo } = props;
  const { prompt } = turn;
  const facts = turnFacts({ ...turn, errors: 0, denials: 0 });
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isCurrent || undefined}
      onClick={() => onGo({ lane: 0, index: prompt?.index ?? 0 })}
    >
      <span className={styles.text}>
        {before !== undefined && <TurnDot from={prompt?.sequence ?? 0} before={before} />}
        <Visible text={props.title} />
      </span>
      <span className={styles.meta}>
        {turn.startedAt && <span>{clock(turn.startedAt).slice(0, 5)}</span>}
        {turn.errors > 0 && <span className={styles.errors}>{plural(turn.errors, 'error')}</span>}
        {turn.denials > 0 && <span className={styles.denied}>{turn.denials} denied</span>}
        <span>{facts.slice(0, 3).join(' · ')}</span>
      </span>
      {turn.answer && (
        <span className={styles.answer}>
          <Visible text={plainMarkdown(turn.answer)} />
        </span>
      )}
    </button>
  );
}

function Phases(props: { phases: WorkRun[]; seen: number | undefined; onGo(place: EntryPlace): void }) {
  const { phases, seen } = props;
  const current = seen === undefined ? 0 : phases.findLastIndex(({ index }) => index <= seen);
  if (phases.length === 0) return <p className={styles.none}>Nothing yet</p>;
  return (
    <FixedList count={phases.length} current={current} label="Phases">
      {(at) => {
        const phase = phases[at];
        return (
          phase && (
            <button
              type="button"
              className={styles.item}
              aria-current={at === current || undefined}
              onClick={() => props.onGo({ lane: 0, index: phase.index })}
            >
              <span className={styles.text}>{phase.name}</span>
              <span className={styles.meta}>
                <span>{plural(phase.entries, 'entry', 'entries')}</span>
                {phase.errors > 0 && <span className={styles.errors}>{plural(phase.errors, 'error')}</span>}
              </span>
            </button>
          )
        );
      }}
    </FixedList>
  );
}

/** The turn of what is on screen. */
function currentTurn({ model }: SessionReading, seen: number | undefined): number {
  if (seen === undefined) return 0;
  const at = promptBefore(model.lane(0)?.kinds, seen);
  return model.turnOfPrompt(at)?.turn ?? 0;
}

/** A list of items of one height, of which only those on screen exist. */
function FixedList(props: {
  count: number;
  current: number;
  label: string;
  version?: number;
  children(index: number): ReactNode;
}) {
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const { current } = props;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const from = current * itemHeight;
    const isSeen = from >= element.scrollTop && from + itemHeight <= element.scrollTop + element.clientHeight;
    if (!isSeen) element.scrollTop = Math.max(0, from - element.clientHeight / 3);
  }, [current]);
  const first = Math.max(0, Math.floor(top / itemHeight) - overscan);
  // The window may be made as high as the screen without this being drawn anew.
  const last = Math.min(
    props.count,
    first + Math.ceil(Math.max(innerHeight, screen.height) / itemHeight) + 2 * overscan,
  );
  return (
    <nav
      className={styles.outline}
      ref={scroller}
      aria-label={props.label}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <ol style={{ height: props.count * itemHeight }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => (
          <li
            key={first + at}
            style={{ transform: `translateY(${(first + at) * itemHeight}px)`, height: itemHeight }}
          >
            {props.children(first + at)}
          </li>
        ))}
      </ol>
    </nav>
  );
}
