import type { Entry } from '@debrief/transcript';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { hiddenAtFirst, isEditEntry, isErrorEntry, type Lens, lensOf } from './entries.ts';
import { hiddenCodes, placeKey, type Rows, rowsOf, type SequenceRange, type View } from './rows.ts';
import { runStart } from './runs.ts';
import { kindCode, kindName } from './skeleton.ts';
import type { EntryPlace, TranscriptModel } from './transcript-model.ts';
import type { SessionReading } from './use-reading.ts';

/** What is unfolded before anybody asked: changes, plans, decisions of people and what went wrong. */
const opensItself = (entry: Entry): boolean =>
  isEditEntry(entry) ||
  entry.kind === 'plan' ||
  entry.kind === 'decision' ||
  (isErrorEntry(entry) && entry.kind !== 'subagent');

export interface ReadingView {
  rows: Rows;
  /** A new object when everything is opened or folded. */
  choice: object;
  hidden: ReadonlySet<Lens>;
  isFocused: boolean;
  selected: EntryPlace | undefined;
  toggleLens(lens: Lens): void;
  setFocused(on: boolean): void;
  isOpen(entry: Entry, place: EntryPlace): boolean;
  toggle(entry: Entry, place: EntryPlace): void;
  /** All open, all folded, or each as it is by itself. */
  toggleAll(): void;
  isTurnFolded(place: EntryPlace): boolean;
  toggleTurn(place: EntryPlace): void;
  /** Every turn as one line, or all of them open. */
  toggleTurns(): void;
  areTurnsFolded: boolean;
  /** A run of one kind of call, by its first entry: one line or all of them. */
  toggleRun(place: EntryPlace): void;
  select(place: EntryPlace | undefined): void;
  /** The events that the transcript is narrowed to. */
  range: SequenceRange | undefined;
  narrow(range: SequenceRange | undefined): void;
  /** Makes an entry visible whatever is folded or switched off. */
  reveal(place: EntryPlace): Promise<void>;
  /** The prompt of the turn that an entry of the main conversation belongs to. */
  promptOf(index: number): number;
  /** Opens an entry that is folded. */
  open(entry: Entry): void;
}

const withToggled = <T>(set: ReadonlySet<T>, one: T): Set<T> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

/** The state of one reader's view: filters, folding, selection. */
// Long because filters, folding and selection are one state: each of the small functions changes several of them.
export function useReview({ model, shape, start }: SessionReading, root?: number): ReadingView {
  const [hidden, setHidden] = useState<ReadonlySet<Lens>>(() =>
    withShown(new Set(hiddenAtFirst), lensesOf(model, start?.place)),
  );
  const [isFocused, setFocused] = useState(false);
  const [openLanes, setOpenLanes] = useState<ReadonlyMap<string, number>>(new Map());
  const [foldedTurns, setFoldedTurns] = useState<View['foldedTurns']>(new Set<number>());
  const [openRuns, setOpenRuns] = useState<ReadonlySet<string>>(() =>
    withRun(new Set(), model, hidden, start?.place),
  );
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<boolean>();
  const [range, narrow] = useState<SequenceRange>();
  const [selected, select] = useState(start?.isSelected ? start.place : undefined);
  // While entries arrive, drawing may lag behind them but never behind the person. The first ones are waited for.
  const drawnShape = useDeferredValue(shape);
  const current = drawnShape === 0 ? shape : drawnShape;

  const view = useMemo(
    (): View => ({
      hidden,
      isFocused,
      openLanes,
      foldedTurns,
      openRuns: all ? 'all' : openRuns,
      range,
      root,
    }),
    [hidden, isFocused, openLanes, foldedTurns, openRuns, all, range, root],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is live; `current` says that it moved
  const rows = useMemo(() => rowsOf(model.lane, view), [model, current, view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that is new with each choice
  const choice = useMemo(() => ({}), [all]);

  const isOpen = useCallback(
    (entry: Entry, { lane, index }: EntryPlace) => {
      if (entry.kind === 'subagent') return openLanes.has(placeKey(lane, index));
      return (all ?? opensItself(entry)) !== flipped.has(entry.id);
    },
    [openLanes, all, flipped],
  );
  const toggle = useCallback(
    (entry: Entry, { lane, index }: EntryPlace) => {
      if (entry.kind !== 'subagent') {
        setFlipped((now) => withToggled(now, entry.id));
        return;
      }
      const key = placeKey(lane, index);
      const inner = model.laneOf(entry.id)?.lane ?? -1;
      if (inner > 0 && !model.lane(inner)?.length) void model.loadSkeleton(inner).catch(() => {});
      setOpenLanes((now) => {
        const next = new Map(now);
        if (!next.delete(key)) next.set(key, inner);
        return next;
      });
    },
    [model],
  );
  // Read when it is needed: going somewhere must not happen again because a filter was switched.
  const hiddenNow = useRef(hidden);
  hiddenNow.current = hidden;
  const reveal = useCallback(
    async (place: EntryPlace) => {
      const around = await model.around(place.lane);
      setFocused(false);
      if (around.length > 0)
        setOpenLanes((now) => {
          const next = new Map(now);
          around.forEach(({ lane, index }, at) => {
            next.set(placeKey(lane, index), around[at + 1]?.lane ?? place.lane);
          });
          return next;
        });
      const wanted = lensesOf(model, place);
      if (around.length > 0) wanted.push('subagents');
      const shown = withShown(hiddenNow.current, wanted);
      setHidden(shown);
      setOpenRuns((open) => withRun(open, model, shown, place));
      const outer = around[0]?.index ?? place.index;
      const sequence = model.lane(0)?.sequences[outer] ?? 0;
      narrow((now) => (now && (sequence < now.from || sequence > now.to) ? undefined : now));
      setFoldedTurns((now) => unfolded(now, model.lane(0)?.kinds, outer));
    },
    [model],
  );

  return {
    rows,
    choice,
    hidden,
    isFocused,
    selected,
    toggleLens: (lens) => setHidden(withToggled(hidden, lens)),
    setFocused,
    isOpen,
    toggle,
    toggleAll() {
      setFlipped(new Set());
      setAll(all === undefined ? true : all ? false : undefined);
    },
    isTurnFolded: ({ lane, index }) => lane === 0 && (foldedTurns === 'all' || foldedTurns.has(index)),
    toggleTurn({ index }) {
      setFoldedTurns((now) =>
        now === 'all' ? without(new Set(promptsOf(model.lane(0)?.kinds)), [index]) : withToggled(now, index),
      );
    },
    areTurnsFolded: foldedTurns === 'all',
    toggleTurns: () => setFoldedTurns(foldedTurns === 'all' ? new Set() : 'all'),
    toggleRun: ({ lane, index }) => setOpenRuns(withToggled(openRuns, placeKey(lane, index))),
    select,
    range,
    narrow,
    reveal,
    promptOf: (index) => promptBefore(model.lane(0)?.kinds, index),
    open: (entry) =>
      setFlipped((now) =>
        (all ?? opensItself(entry)) !== now.has(entry.id) ? now : withToggled(now, entry.id),
      ),
  };
}

/** What has to be switched on for an entry to be seen. */
function lensesOf(model: TranscriptModel, place: EntryPlace | undefined): Lens[] {
  const name = place && kindName(model.lane(place.lane)?.kinds[place.index] ?? 0);
  return name ? [lensOf(name)] : [];
}

const withShown = (hidden: ReadonlySet<Lens>, wanted: readonly Lens[]): ReadonlySet<Lens> =>
  wanted.some((lens) => hidden.has(lens)) ? without(hidden, wanted) : hidden;

/** Open runs and the one that an entry belongs to. */
function withRun(
  open: ReadonlySet<string>,
  model: TranscriptModel,
  hidden: ReadonlySet<Lens>,
  place: EntryPlace | undefined,
): ReadonlySet<string> {
  const lane = place && model.lane(place.lane);
  if (!lane) return open;
  return new Set(open).add(placeKey(place.lane, runStart(lane, hiddenCodes(hidden), place.index)));
}

const promptCode = kindCode('prompt');

function promptsOf(kinds: Uint8Array | undefined): number[] {
  const found: number[] = [];
  kinds?.forEach((kind, index) => {
    if (kind === promptCode) found.push(index);
  });
  return found;
}

/** The prompt that the turn of an entry begins with; -1 before the first one. */
export function promptBefore(kinds: Uint8Array | undefined, index: number): number {
  for (let at = Math.min(index, (kinds?.length ?? 0) - 1); at >= 0; at--)
    if (kinds?.[at] === promptCode) return at;
  return -1;
}

function unfolded(
  folded: View['foldedTurns'],
  kinds: Uint8Array | undefined,
  index: number,
): View['foldedTurns'] {
  const at = promptBefore(kinds, index);
  if (at < 0 || (folded !== 'all' && !folded.has(at))) return folded;
  return without(folded === 'all' ? new Set(promptsOf(kinds)) : folded, [at]);
}

const without = <T>(set: ReadonlySet<T>, out: readonly T[]): Set<T> => {
  const next = new Set(set);
  for (const one of out) next.delete(one);
  return next;
};
