import type { FoundMatch } from '@debrief/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { findInSession } from '../../../api/reading/transcript.ts';
import { toastError } from '../../../ui/toast/toast.ts';
import { targetInAddress } from '../transcript/address.ts';
import { type Found, MatchSearch } from './match-search.ts';
import { nearestMatch, nextMatch } from './nearest.ts';

export interface FindState {
  text: string;
  setText(text: string): void;
  /** Matches that are known so far; the server counts all of them. */
  matches: readonly FoundMatch[];
  total: number;
  isComplete: boolean;
  at: number;
  /** There is an answer to what was typed, though more may be found. */
  isDone: boolean;
  isSearching: boolean;
  /** The server did not answer; the next step asks it again. */
  isFailed: boolean;
  go(step: 1 | -1): void;
}

/** Where a link leads. After a reload somebody is shown again what was on screen, and not the match. */
function linkOf(): { sequence: number | undefined } | undefined {
  const { sequence, isSelected } = targetInAddress();
  return sequence === undefined || isSelected ? { sequence } : undefined;
}

/** Asks the server for what was typed, anywhere in the session, and steps through what it found. */
export function useFind({
  sessionId,
  initial,
  isReady,
  onText,
  onGo,
}: {
  sessionId: string;
  /** What the address asks for: the match is gone to as soon as the transcript is there. */
  initial: string;
  isReady: boolean;
  onText(text: string): void;
  onGo(match: FoundMatch, text: string): void;
}): FindState {
  const [text, setText] = useState(initial);
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const [at, setAt] = useState(-1);
  const tell = useRef(onText);
  tell.current = onText;
  useEffect(() => {
    setAt(-1);
    tell.current(wanted);
  }, [wanted]);

  const { found, isSearching, hasFailed, more, again } = useSearch(sessionId, wanted);
  const isAnswered = found?.q === wanted && (found.matches.length > 0 || !isSearching);
  // With some matches there is something to step through, and the step after the last one asks again by itself.
  const isFailed = hasFailed && !(isAnswered && found.matches.length > 0);
  const matches = isFailed ? [] : (found?.matches ?? []);
  const link = useRef(initial === '' ? undefined : linkOf());
  const show = useRef(onGo);
  show.current = onGo;
  useEffect(() => {
    if (!isReady || !found || !link.current) return;
    const { sequence = 0 } = link.current;
    // The match that the link means may be in the part that is still being searched.
    if (isSearching && !found.matches.some((match) => match.sequence >= sequence)) return;
    const next = nearestMatch(found.matches, link.current.sequence);
    const target = found.matches[next];
    link.current = undefined;
    if (!target) return;
    setAt(next);
    show.current(target, found.q);
  }, [isReady, found, isSearching]);
  const go = async (step: 1 | -1) => {
    if (isFailed) return again();
    if (matches.length === 0 || !found) return;
    const isPastEnd = at + step >= matches.length;
    const known = (isPastEnd ? await more() : found)?.matches;
    if (!known) return;
    const next = nextMatch(at, step, known.length);
    const target = known[next];
    setAt(next);
    if (target) onGo(target, found.q);
  };
  const isDone = wanted === text.trim() && (wanted === '' || isAnswered || isFailed);
  const goOnceDone = useOnceDone(isDone, (step) => void go(step).catch(toastError));
  return {
    text,
    setText,
    matches,
    total: found?.total ?? 0,
    isComplete: found?.isComplete ?? true,
    at,
    isDone,
    isSearching,
    isFailed,
    go: goOnceDone,
  };
}

/** The search for `wanted`, begun anew when that changes or somebody says so. */
function useSearch(sessionId: string, wanted: string) {
  const [found, setFound] = useState<Found>();
  const [isSearching, setSearching] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const search = useRef<MatchSearch>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    setFailed(false);
    if (wanted === '') {
      setFound(undefined);
      return;
    }
    const control = new AbortController();
    const { signal } = control;
    search.current = new MatchSearch({
      q: wanted,
      ask: (part) => findInSession({ sessionId, ...part }, signal),
      onFound: setFound,
      signal,
    });
    setSearching(true);
    search.current
      .run()
      .catch((error) => {
        if (signal.aborted) return;
        setFailed(true);
        toastError(error);
      })
      .finally(() => !signal.aborted && setSearching(false));
    return () => {
      control.abort();
      setSearching(false);
    };
  }, [sessionId, wanted, attempt]);
  return {
    found,
    isSearching,
    hasFailed,
    more: async () => search.current?.more(),
    again: () => setAttempt(attempt + 1),
  };
}

/** Somebody who types and steps on at once means what they typed, and not what was found before: the step waits. */
function useOnceDone(isDone: boolean, go: (step: 1 | -1) => void): (step: 1 | -1) => void {
  const waiting = useRef<1 | -1>(undefined);
  useEffect(() => {
    const step = waiting.current;
    if (!isDone || step === undefined) return;
    waiting.current = undefined;
    go(step);
  });
  return (step) => {
    if (isDone) go(step);
    else waiting.current = step;
  };
}
