import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Transcript } from '../transcript/transcript.ts';
import { type Found, findIn } from './find.ts';

export interface Finding {
  text: string;
  setText(text: string): void;
  found: Found[];
  at: number;
  done: boolean;
  go(step: 1 | -1): void;
}

/** Looks for what was typed, in the background, and steps through what was found. */
export function useFind(transcript: Transcript, onGo: (found: Found) => void): Finding {
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const [found, setFound] = useState<Found[]>([]);
  const [done, setDone] = useState(true);
  const [at, setAt] = useState(-1);

  useEffect(() => {
    setFound([]);
    setAt(-1);
    if (wanted === '') {
      setDone(true);
      return;
    }
    setDone(false);
    const control = new AbortController();
    void findIn(
      transcript.entries,
      wanted,
      (so, isAll) => {
        setFound(so);
        setDone(isAll);
      },
      control.signal,
    );
    return () => control.abort();
  }, [transcript, wanted]);

  const go = (step: 1 | -1) => {
    if (found.length === 0) return;
    const next = (at + step + found.length) % found.length;
    const target = found[next];
    setAt(next);
    if (target) onGo(target);
  };

  return { text, setText, found, at, done: done && wanted === text.trim(), go };
}
