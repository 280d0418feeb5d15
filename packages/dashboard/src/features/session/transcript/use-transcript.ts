import type { SessionReview } from '@debrief/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { followSession, pageLoader } from '../../../api/event.ts';
import { keys } from '../../../api/keys.ts';
import { type Progress, Transcript } from './transcript.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'retrying';

export interface Reading {
  transcript: Transcript;
  progress: Progress;
  live: LiveState;
  /** The server is busy or away; the reading goes on by itself. */
  waiting: boolean;
  retry(): void;
}

/** The transcript of a session: read from the start, then followed while the session is open. */
export function useTranscript(sessionId: string, agentId: string, status: string, total: number): Reading {
  const queries = useQueryClient();
  const transcript = useMemo(() => new Transcript(agentId), [agentId]);
  const progress = useSyncExternalStore(transcript.subscribe, transcript.getProgress);
  const [live, setLive] = useState<LiveState>('off');
  const [waiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOpen = status === 'active';
  // The number moves while a session is open and must not start the reading anew.
  const known = useRef(total);
  known.current = total;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is how a person asks to try again
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    void (async () => {
      const loader = pageLoader(sessionId, setWaiting);
      await transcript.load(loader, Math.max(known.current, transcript.lastSequence), signal);
      if (signal.aborted || transcript.progress.error) return;
      if (!isOpen) {
        transcript.finish();
        return;
      }
      await followSession(
        sessionId,
        {
          after: () => transcript.lastSequence,
          async onEvents(events) {
            await transcript.feed(events, signal);
            transcript.settle();
          },
          onSession: (session) =>
            queries.setQueryData<SessionReview>(keys.session(sessionId), (old) => old && { ...old, session }),
          onState: setLive,
        },
        signal,
      );
    })();
    return () => {
      control.abort();
      setLive('off');
    };
  }, [transcript, sessionId, isOpen, attempt, queries]);

  return { transcript, progress, live, waiting, retry: () => setAttempt(attempt + 1) };
}
