import type { FoundMatch, Session } from '@debrief/contract';
import { useClipboard } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sessionState } from '../../ui/session/session-state.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { entryElement, matchIn, scrollSideways } from './find/paint-finds.ts';
import { termsOf } from './find/terms.ts';
import { targetInAddress, writeSeen, writeSelected } from './transcript/address.ts';
import { firstSequence, type Jump, jumps } from './transcript/entries.ts';
import type { ReadEntry } from './transcript/kept-entries.ts';
import { nextRow } from './transcript/rows.ts';
import { bringIntoView } from './transcript/scroll/bring-into-view.ts';
import type { ListHandle } from './transcript/TranscriptList.tsx';
import type { EntryPlace } from './transcript/transcript-model.ts';
import { useAwaitedEvent } from './transcript/use-awaited-event.ts';
import { type SessionReading, useReading } from './transcript/use-reading.ts';
import { type ReadingView, useReview } from './transcript/use-review.ts';

export interface ReaderState {
  reading: SessionReading;
  review: ReadingView;
  list: React.RefObject<ListHandle | null>;
  /** Where the list begins, once that is known: nothing is drawn before, only to be left again. */
  opening: { place: EntryPlace | undefined } | undefined;
  /** What is at the top of the screen. */
  seen: EntryPlace | undefined;
  onSeen(place: EntryPlace): void;
  isFollowing: boolean;
  setFollowing(on: boolean): void;
  /** Entries that came since the end was left. */
  fresh: number;
  /** Somebody took over: following lets go. */
  onInteract(): void;
  choose(entry: ReadEntry, place: EntryPlace): void;
  /** Selects an entry and holds it in view, also where the rows that show it come later. */
  goTo(place: EntryPlace): Promise<void>;
  /** Says whether there is such an event. */
  goToSequence(sequence: number): Promise<boolean>;
  goToMatch(match: FoundMatch, text: string): Promise<void>;
  /** Brings something inside a row onto the screen once it is drawn, unless the reader goes elsewhere. */
  show(find: () => Range | Element | undefined): Promise<void>;
  move(step: 1 | -1): void;
  jump(to: Jump, step: 1 | -1): void;
  selectedEntry: ReadEntry | undefined;
  copyLink(entry: ReadEntry): void;
}

const nothingMore: Record<Jump, string> = {
  prompt: 'No more prompts.',
  error: 'No more errors.',
  edit: 'No more edits.',
  decision: 'No more decisions.',
};

/** Where the reader of a session is, and the ways to go somewhere else in it. `agent` is the entry of a sub-agent that is read by itself. */
// Long because every way to move (key, link, find, outline, follow) works on the same few states.
export function useReader(session: Session, agent?: string): ReaderState {
  const reading = useReading(session);
  const root = useRoot(reading, agent);
  const review = useReview(reading, root);
  const { model } = reading;
  const { rows, select, reveal } = review;
  const clipboard = useClipboard();
  const list = useRef<ListHandle>(null);
  const [seen, setSeen] = useState<EntryPlace>();
  const [isFollowing, setFollowing] = useState(
    () => isAtWork(session) && targetInAddress().sequence === undefined,
  );
  const { start } = reading;
  const [leftAt, setLeftAt] = useState(start?.isSelected ? model.lane(0)?.length : undefined);
  const [pending, setPending] = useState<EntryPlace>();
  const [opening, setOpening] = useState<ReaderState['opening']>(start);
  const total = model.lane(0)?.length ?? 0;

  const follow = useCallback(
    (on: boolean) => {
      setFollowing(on);
      setLeftAt(on ? undefined : (model.lane(0)?.length ?? 0));
    },
    [model],
  );
  // Rows that show what was asked for may come later than the wish to see it.
  useEffect(() => {
    if (!pending) return;
    const row = rows.find(pending.lane, pending.index);
    if (row < 0) return;
    list.current?.show(row, 'start');
    if (rows.isAt(row, pending.lane, pending.index)) setPending(undefined);
  }, [pending, rows]);

  // Each way takes a moment, and two may be under way: the one that was asked for last is the one to arrive.
  const lastWay = useRef(0);
  const hasMoved = useRef(start?.isSelected === true);
  const goTo = useCallback(
    async (place: EntryPlace) => {
      const way = ++lastWay.current;
      hasMoved.current = true;
      follow(false);
      await reveal(place);
      if (way !== lastWay.current) return;
      select(place);
      const sequence = model.lane(place.lane)?.sequences[place.index];
      if (sequence) writeSelected(sequence);
      setPending({ ...place });
    },
    [follow, reveal, select, model],
  );
  const goToSequence = useCallback(
    async (sequence: number) => {
      const way = ++lastWay.current;
      try {
        const place = await model.locate(sequence);
        if (place && way === lastWay.current) await goTo(place);
        return place !== undefined;
      } catch (error) {
        toastError(error);
        return false;
      }
    },
    [model, goTo],
  );

  useAwaitedEvent(reading, hasMoved, goToSequence);
  const interactions = useRef(0);
  const onInteract = useCallback(() => {
    hasMoved.current = true;
    interactions.current++;
    if (isFollowing) follow(false);
  }, [isFollowing, follow]);

  /** Asks later whether the reader has gone elsewhere since. */
  const leaving = () => {
    const before = interactions.current;
    const way = lastWay.current;
    return () => interactions.current !== before || way !== lastWay.current;
  };
  const show = (find: () => Range | Element | undefined, isLeft = leaving()) =>
    bringIntoView({ find, show: (part) => list.current?.showInside(part) ?? false, isLeft });

  // What was there when the page was first drawn has been drawn where it leads.
  const drawnAtOnce = useRef(start);
  useEffect(() => {
    if (!start || start === drawnAtOnce.current) return;
    const { place, isSelected } = start;
    const go = async () => {
      if (place && isSelected) await goTo(place);
      else if (place) await reveal(place).then(() => setPending(place));
    };
    go()
      .catch(toastError)
      .finally(() => setOpening({ place }));
  }, [start, goTo, reveal]);
  // Before the page is seen: whoever sees it may follow a link in it at once.
  useLayoutEffect(() => {
    const onHash = () => {
      const { sequence, isSelected } = targetInAddress();
      if (sequence !== undefined && isSelected) goToSequence(sequence);
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [goToSequence]);

  const onSeen = useCallback(
    (place: EntryPlace) => {
      setSeen(place);
      const sequence = model.lane(place.lane)?.sequences[place.index];
      if (sequence) writeSeen(sequence);
    },
    [model],
  );

  const selectedRow = review.selected ? rows.find(review.selected.lane, review.selected.index) : -1;
  const chooseRow = (row: number, align: 'start' | 'auto') => {
    hasMoved.current = true;
    lastWay.current++;
    const place = { lane: rows.lanes[row] as number, index: rows.indexes[row] as number };
    follow(false);
    select(place);
    const sequence = model.lane(place.lane)?.sequences[place.index];
    if (sequence) writeSelected(sequence);
    list.current?.show(row, align);
  };
  const from = (): number => {
    if (selectedRow >= 0) return selectedRow;
    const top = list.current?.top();
    return (top ? rows.find(top.lane, top.index) : 0) - 1;
  };

  return {
    reading,
    review,
    list,
    opening,
    seen,
    onSeen,
    isFollowing,
    setFollowing: follow,
    fresh: leftAt === undefined || reading.live === 'off' ? 0 : Math.max(0, total - leftAt),
    onInteract,
    choose(entry, place) {
      select(place);
      writeSelected(firstSequence(entry));
    },
    goTo,
    goToSequence,
    async goToMatch(match, text) {
      const place = { lane: match.lane, index: match.index };
      const going = goTo(place);
      const isLeft = leaving();
      await going;
      if (match.isClipped) await model.loadWhole(match.entry).catch(toastError);
      const entry = await entryOf(model, place);
      if (entry) review.open(entry);
      const terms = termsOf(text);
      await show(() => openedMatch(match.sequence, terms), isLeft);
    },
    show: (find) => show(find),
    move(step) {
      if (rows.count > 0) chooseRow(Math.max(0, Math.min(rows.count - 1, from() + step)), 'auto');
    },
    jump(to, step) {
      const row = nextRow(rows, model.lane, from(), step, jumps[to]);
      if (row < 0) toast(nothingMore[to]);
      else chooseRow(row, 'start');
    },
    selectedEntry: review.selected && model.entry(review.selected.lane, review.selected.index),
    copyLink(entry) {
      clipboard.copy(`${location.origin}${location.pathname}#${firstSequence(entry)}`);
      toast('Link copied.');
    },
  };
}

const dayMs = 24 * 60 * 60_000;

/**
 * What is open and not at work now is read from its beginning. Before anything of it was folded, its start has to do:
 * that of history which is being imported is old.
 */
const isAtWork = (session: Session): boolean =>
  sessionState(session, undefined, Date.now()) === 'running' &&
  (session.statistics !== undefined || Date.now() - Date.parse(session.startedAt) < dayMs);

/** The lane of a sub-agent, with what is known of it; none of its own where it recorded nothing. */
function useRoot({ model }: SessionReading, agent?: string): number | undefined {
  const root = agent === undefined ? undefined : (model.laneOf(agent)?.lane ?? -1);
  useEffect(() => {
    if (root !== undefined && root > 0 && !model.lane(root)?.length)
      void model.loadSkeleton(root).catch(toastError);
  }, [model, root]);
  return root;
}

const waitMs = 50;

/** An entry that is on its way. */
async function entryOf(model: SessionReading['model'], place: EntryPlace): Promise<ReadEntry | undefined> {
  for (let waited = 0; waited < 3_000; waited += waitMs) {
    const entry = model.entry(place.lane, place.index);
    if (entry) return entry;
    model.want([place]);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return undefined;
}

/** The match, once it is drawn. It may be behind "show more": everything of its entry is opened until then. */
function openedMatch(sequence: number, terms: readonly string[]): Range | undefined {
  const element = entryElement(document, sequence);
  const match = element && matchIn(element, terms);
  if (match) scrollSideways(match);
  else
    for (const button of element?.querySelectorAll<HTMLButtonElement>('button[data-more="closed"]') ?? [])
      button.click();
  return match ?? undefined;
}
