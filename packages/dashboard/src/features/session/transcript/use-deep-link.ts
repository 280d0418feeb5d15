import { useEffect, useRef, useState } from 'react';
import type { Progress, Transcript } from './transcript.ts';

const sequenceIn = (hash: string): number | undefined => {
  const found = /^#(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : undefined;
};

/** Writes where the reader is into the address, past the router: nothing else depends on it. */
export function writeSequence(sequence: number | undefined): void {
  const path = location.pathname + location.search + (sequence ? `#${sequence}` : '');
  History.prototype.replaceState.call(history, history.state, '', path);
}

export interface DeepLink {
  /** The event that is still to be read before the reader can be taken to it. */
  awaited: number | undefined;
  giveUp(): void;
}

/** `#412` in the address leads to event 412, as soon as it has been read. */
export function useDeepLink(
  transcript: Transcript,
  progress: Progress,
  total: number,
  go: (sequence: number) => void,
): DeepLink {
  const [awaited, setAwaited] = useState(() => sequenceIn(location.hash));
  const act = useRef(go);
  act.current = go;
  useEffect(() => {
    const onHash = () => setAwaited(sequenceIn(location.hash));
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);
  useEffect(() => transcript.hurryTo(awaited), [transcript, awaited]);
  // A number past the end leads to the end; while a session is live its end moves.
  const isThere =
    awaited !== undefined && progress.loadedTo >= Math.min(awaited, progress.caughtUp ? total : awaited);
  useEffect(() => {
    if (!isThere || awaited === undefined) return;
    act.current(awaited);
    setAwaited(undefined);
  }, [isThere, awaited]);
  return { awaited, giveUp: () => setAwaited(undefined) };
}
