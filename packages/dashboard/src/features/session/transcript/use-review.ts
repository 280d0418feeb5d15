import type { Entry } from '@debrief/transcript';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { hiddenAtFirst, isEdit, isError, type Lens, lensOf } from './entries.ts';
import { type OutlineItem, outlineOf, placeOf, type Row, rowsOf } from './rows.ts';
import type { Reading } from './use-transcript.ts';

/** What is unfolded before anybody asked: changes, plans and what went wrong. */
export const opensItself = (entry: Entry): boolean =>
  isEdit(entry) || entry.kind === 'plan' || (isError(entry) && entry.kind !== 'subagent');

export interface Review {
  rows: Row[];
  outline: OutlineItem[];
  /** A new object when the filters or the open sub-agents change. */
  choice: object;
  hidden: ReadonlySet<Lens>;
  focused: boolean;
  selected: string | undefined;
  toggleLens(lens: Lens): void;
  setFocused(on: boolean): void;
  isOpen(entry: Entry): boolean;
  toggle(entry: Entry): void;
  /** All open, all folded, or each as it is by itself. */
  toggleAll(): void;
  select(id: string | undefined): void;
  /** Makes an event visible whatever is folded or switched off, and answers the entry to scroll to. */
  reveal(sequence: number): Entry | undefined;
  /** The same for an entry that is known, with the sub-agents around it. */
  uncover(entry: Entry | undefined, around: readonly string[]): void;
}

const withToggled = <T>(set: ReadonlySet<T>, one: T): Set<T> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

/** The state of one reader's view: filters, folding, selection. */
export function useReview({ transcript, progress }: Reading): Review {
  const [hidden, setHidden] = useState<ReadonlySet<Lens>>(new Set(hiddenAtFirst));
  const [focused, setFocused] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<boolean>();
  const [selected, select] = useState<string>();
  // While the background reading goes on, drawing may lag behind it but never behind the person.
  const version = useDeferredValue(progress.version);

  const choice = useMemo(() => ({ hidden, focused, open }), [hidden, focused, open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are a live list; `version` says it moved
  const rows = useMemo(() => rowsOf(transcript.entries, choice), [transcript, version, choice]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const outline = useMemo(() => outlineOf(transcript.entries), [transcript, version]);

  const isOpen = useCallback(
    (entry: Entry) => {
      if (entry.kind === 'subagent') return open.has(entry.id);
      return (all ?? opensItself(entry)) !== flipped.has(entry.id);
    },
    [open, all, flipped],
  );
  const toggle = useCallback((entry: Entry) => {
    if (entry.kind === 'subagent') setOpen((now) => withToggled(now, entry.id));
    else setFlipped((now) => withToggled(now, entry.id));
  }, []);
  const uncover = useCallback((entry: Entry | undefined, around: readonly string[]) => {
    if (around.length > 0)
      setOpen((now) => (around.every((id) => now.has(id)) ? now : new Set([...now, ...around])));
    setFocused(false);
    if (!entry) return;
    const wanted: Lens[] = [lensOf(entry), ...(around.length > 0 ? (['subagents'] as const) : [])];
    setHidden((now) => (wanted.some((lens) => now.has(lens)) ? without(now, wanted) : now));
  }, []);

  return {
    rows,
    outline,
    choice,
    hidden,
    focused,
    selected,
    toggleLens: (lens) => setHidden(withToggled(hidden, lens)),
    setFocused,
    isOpen,
    toggle,
    toggleAll() {
      setFlipped(new Set());
      setAll(all === undefined ? true : all ? false : undefined);
    },
    select,
    uncover,
    reveal(sequence) {
      const place = placeOf(transcript.entries, sequence);
      if (place) uncover(place.entry, place.around);
      return place?.entry;
    },
  };
}

const without = <T>(set: ReadonlySet<T>, out: readonly T[]): Set<T> => {
  const next = new Set(set);
  for (const one of out) next.delete(one);
  return next;
};
