import type { BriefStrip } from '@debrief/contract';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { remembered } from '../../../ui/remembered.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { useObservable } from '../../../use-observable.ts';
import { Go } from '../brief/Go.tsx';
import type { SequenceRange } from '../transcript/rows.ts';
import { TimeAxis } from './axis.ts';
import { Field } from './Field.tsx';
import { clockOf, type Label, labelsOf } from './labels.ts';
import { sequencesBetween, timeOf } from './places.ts';
import { StripTable } from './StripTable.tsx';
import { slowCallName, slowCallTime } from './slow-call.ts';
import styles from './TimeStrip.module.css';

const isOpen = remembered('time', window.innerWidth > 860);
const shownSlow = 3;

interface TimeStripProps {
  strip: BriefStrip;
  /** The event at the top of the screen. */
  seen: number | undefined;
  /** Events that open threads are about. */
  threads: readonly number[];
  /** What the transcript is narrowed to. */
  range: SequenceRange | undefined;
  onGo(sequence: number): void;
  onRange(range: SequenceRange | undefined): void;
}

/** The session over time, above its transcript: a click goes there, a stretch that is drawn over narrows to it. */
export const TimeStrip = memo(function TimeStrip(props: TimeStripProps) {
  const { strip, range, onGo, onRange } = props;
  const isTall = useObservable(isOpen);
  const [isTable, setTable] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 860px)', false, { getInitialValueInEffect: false });
  const axis = useMemo(() => new TimeAxis(strip.active, momentsOf(strip)), [strip]);
  const labels = useMemo(() => labelsOf(strip, axis, isNarrow ? 0.25 : 0.08), [strip, axis, isNarrow]);
  const { places } = strip;
  const narrowed = range && {
    from: Math.max(axis.from, timeOf(places, range.from)),
    to: Math.min(axis.to, timeOf(places, range.to)),
  };
  return (
    <section className={styles.strip} aria-label="Time" data-testid="strip" data-tall={isTall || undefined}>
      <div className={styles.head}>
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-expanded={isTall}
          aria-label="Time, lane by lane"
          title={isTall ? 'Fold the lanes of time' : 'Show the lanes of time'}
          onClick={() => isOpen.set(!isTall)}
        >
          {isTall ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        </ActionIcon>
      </div>
      <Field
        {...{ strip, axis, isTall, onGo, narrowed }}
        threads={props.threads}
        seenAt={props.seen === undefined ? undefined : timeOf(places, props.seen)}
        onNarrow={(from, to) => onRange(sequencesBetween(places, from, to))}
      />
      {isTall && <Labels labels={labels} />}
      <div className={styles.foot}>
        {narrowed && (
          <span className={styles.range} data-testid="time-range">
            Only {clockOf(narrowed.from)}–{clockOf(narrowed.to)}
            <button type="button" onClick={() => onRange(undefined)}>
              Show all
            </button>
          </span>
        )}
        {isTall && strip.slowest.length > 0 && <SlowCalls {...{ strip, axis, onGo }} />}
        {(isTall || isTable) && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Close the table' : 'As a table'}
          </button>
        )}
      </div>
      {isTable && (
        <StripTable
          {...{ strip, axis, onGo }}
          onNarrow={(from, to) => onRange(sequencesBetween(places, from, to))}
        />
      )}
    </section>
  );
});

/** What happened while nobody seemed to be at work has its place, too. */
const momentsOf = ({ lanes, subagents }: BriefStrip): number[] => [
  ...[lanes.prompts, lanes.edits, lanes.commands, lanes.failures].flatMap((lane) =>
    lane.flatMap(([from = 0, to = from]) => [from, to]),
  ),
  ...subagents.flatMap(({ from, to }) => [from, to]),
];

const Labels = ({ labels }: { labels: readonly Label[] }) => (
  <div className={styles.labels} aria-hidden>
    {labels.map(({ at, text, isPause }) => (
      <span
        key={at}
        data-end={at === 0 ? 'first' : at === 1 ? 'last' : undefined}
        data-pause={isPause || undefined}
        style={{ left: `${at * 100}%` }}
      >
        {text}
      </span>
    ))}
  </div>
);

const SlowCalls = (props: { strip: BriefStrip; axis: TimeAxis; onGo(sequence: number): void }) => (
  <span className={styles.slow}>
    Slowest:{' '}
    {props.strip.slowest.slice(0, shownSlow).map((call, at) => (
      <span key={`${call.sequence} ${call.text}`}>
        {at > 0 && ' · '}
        <Go sequence={call.sequence} onGo={props.onGo}>
          <Visible text={slowCallName(call)} />
        </Go>{' '}
        {slowCallTime(call, props.strip, props.axis)}
      </span>
    ))}
  </span>
);
