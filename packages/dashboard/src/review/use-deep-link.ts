import { useEffect, useRef, useState } from 'react';
import type { Progress } from './transcript.ts';

const sequenceIn = (hash: string): number | undefined => {
  const found = /^#(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : undefined;
};

/** Writes where the reader is into the address, past the router: nothing else depends on it. */
export function writeSequence(sequence: number | undefined): void {
  const path = location.pathname + location.search + (sequence ? `#${sequence}` : '');
  History.prototype.replaceState.call(history, history.state, '', path);
}

/** `#412` in the address leads to event 412, as soon as it has been read. Answers what is still awaited. */
export function useDeepLink(progress: Progress, go: (sequence: number) => void): number | undefined {
  const [wanted, setWanted] = useState(() => sequenceIn(location.hash));
  const act = useRef(go);
  act.current = go;
  useEffect(() => {
    const onHash = () => setWanted(sequenceIn(location.hash));
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);
  const isThere = wanted !== undefined && (progress.loadedTo >= wanted || progress.caughtUp);
  useEffect(() => {
    if (!isThere || wanted === undefined) return;
    act.current(wanted);
    setWanted(undefined);
  }, [isThere, wanted]);
  return wanted;
}
