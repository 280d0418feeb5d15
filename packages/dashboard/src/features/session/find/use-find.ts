import type { FoundMatch } from '@debrief/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { findInSession } from '../../../api/reading/transcript.ts';
import { pause } from '../../../api/retry.ts';
import { toastError } from '../../../ui/toast/toast.ts';
import { targetInAddress } from '../transcript/address.ts';
import { nearestMatch, nextMatch } from './nearest.ts';

export interface Finding {
  text: string;
  setText(text: string): void;
  /** Matches that are known so far; the server counts all of them. */
  matches: readonly FoundMatch[];
  total: number;
  isComplete: boolean;
  at: number;
  isDone: boolean;
  go(step: 1 | -1): void;
}

/** What the server answered to `q`. */
interface Found {
  q: string;
  matches: FoundMatch[];
  total: number;
  isComplete: boolean;
}

const pageSize = 100;
const behindMs = 1_000;

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
}): Finding {
  const [text, setText] = useState(initial);
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const [found, setFound] = useState<Found>();
  const [at, setAt] = useState(-1);
  const cursor = useRef<string | null>(null);
  const tell = useRef(onText);
  tell.current = onText;

  useEffect(() => {
    setAt(-1);
    cursor.current = null;
    tell.current(wanted);
    if (wanted === '') {
      setFound(undefined);
      return;
    }
    const control = new AbortController();
    const { signal } = control;
    const ask = async (): Promise<void> => {
      const answer = await findInSession({ sessionId, q: wanted, limit: pageSize }, signal);
      cursor.current = answer.nextCursor;
      setFound({ q: wanted, ...answer });
      // What the server has not read yet it cannot find: it is asked again until it has.
      if (answer.state !== 'behind') return;
      await pause(behindMs, signal);
      if (!signal.aborted) await ask();
    };
    ask().catch((error) => !signal.aborted && toastError(error));
    return () => control.abort();
  }, [sessionId, wanted]);

  const matches = found?.matches ?? [];
  const link = useRef(initial === '' ? undefined : linkOf());
  const show = useRef(onGo);
  show.current = onGo;
  useEffect(() => {
    if (!isReady || !found || !link.current) return;
    const next = nearestMatch(found.matches, link.current.sequence);
    const target = found.matches[next];
    link.current = undefined;
    if (!target) return;
    setAt(next);
    show.current(target, found.q);
  }, [isReady, found]);
  const go = async (step: 1 | -1) => {
    if (matches.length === 0 || !found) return;
    let known = matches;
    const isPastEnd = at + step >= matches.length;
    if (isPastEnd && cursor.current) {
      const more = await findInSession(
        { sessionId, q: found.q, limit: pageSize, after: cursor.current },
        new AbortController().signal,
      );
      cursor.current = more.nextCursor;
      known = [...matches, ...more.matches];
      setFound({ ...found, matches: known, total: Math.max(found.total, more.total) });
    }
    const next = nextMatch(at, step, known.length);
    const target = known[next];
    setAt(next);
    if (target) onGo(target, found.q);
  };
  const isDone = wanted === text.trim() && (wanted === '' || found?.q === wanted);
  const goOnceDone = useOnceDone(isDone, (step) => void go(step).catch(toastError));
  return {
    text,
    setText,
    matches,
    total: found?.total ?? 0,
    isComplete: found?.isComplete ?? true,
    at,
    isDone,
    go: goOnceDone,
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
