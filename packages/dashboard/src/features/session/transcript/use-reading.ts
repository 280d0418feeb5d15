import type { Session, SessionReview } from '@debrief/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type ChangedEntries, followSession } from '../../../api/event.ts';
import { keys } from '../../../api/keys.ts';
import { transcriptSource } from '../../../api/reading/transcript.ts';
import { pause } from '../../../api/retry.ts';
import { noteReview } from '../../../api/review/review.ts';
import { noteThread, threadsQuery } from '../../../api/review/thread.ts';
import { forgetSession } from '../../../api/session.ts';
import { pageVisible } from '../../../ui/page-visible.ts';
import { useObservable } from '../../../use-observable.ts';
import { targetInAddress } from './address.ts';
import { type EntryPlace, TranscriptModel } from './transcript-model.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'retrying';

export interface SessionReading {
  model: TranscriptModel;
  /** Moves with every change of the model. */
  version: number;
  /** Moves when rows come or go. */
  shape: number;
  live: LiveState;
  /** The server is busy or away; the reading goes on by itself. */
  isWaiting: boolean;
  /** Where the address led to, once it is known; `awaited` is an event it names that is not folded yet. */
  start: { place: EntryPlace | undefined; isSelected: boolean; awaited?: number } | undefined;
  error: unknown;
  retry(): void;
}

const behindMs = 1_000;

/** The transcript of a session as it is needed, followed while the session is open. */
// Long because loading, following and catching up work on the same model.
export function useReading(session: Session): SessionReading {
  const { sessionId, status } = session;
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const [live, setLive] = useState<LiveState>('off');
  const [error, setError] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is how a person asks to try again, the number of events moves
  const { model, control, came } = useMemo(() => {
    const made = new AbortController();
    const begun = new TranscriptModel(transcriptSource(sessionId, made.signal, setWaiting));
    const { sequence, isSelected } = targetInAddress();
    const first = begun.startAtOnce(sequence, session.eventCount);
    return { control: made, model: begun, came: first && startOf(begun, first.place, sequence, isSelected) };
  }, [sessionId, attempt]);
  const [start, setStart] = useState(came);
  const version = useSyncExternalStore(model.subscribe, model.getVersion);
  const isOpen = status === 'active';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of events moves and must not start anew
  useEffect(() => {
    const { signal } = control;
    const { sequence, isSelected } = targetInAddress();
    setError(undefined);
    if (!came) {
      model
        .start(sequence, session.eventCount)
        .then((place) => setStart(startOf(model, place, sequence, isSelected)))
        .catch((reason) => !signal.aborted && setError(reason));
    }
    return () => control.abort();
  }, [model, control, came]);

  const isReady = model.isReady;
  const isVisible = useObservable(pageVisible);
  useEffect(() => {
    // What is said about a closed session comes live, too, while somebody looks.
    if (!isReady || (!isOpen && !isVisible)) return;
    const stop = new AbortController();
    const turns = atMostEvery(turnsMs, () => model.refreshTurns(), stop.signal);
    void followSession(
      sessionId,
      {
        after: () => model.reading?.foldedTo ?? 0,
        onEntries: (message) => {
          showChanged(model, message);
          turns();
        },
        onSession: (fresh) =>
          queries.setQueryData<SessionReview>(
            keys.session(sessionId),
            (old) => old && { ...old, session: fresh },
          ),
        reviewAfter: () => queries.getQueryData(threadsQuery(sessionId).queryKey)?.version,
        onThread: ({ thread, version }) => noteThread(queries, thread, version),
        onReview: (fresh) => noteReview(queries, fresh),
        onGone: () => forgetSession(queries, sessionId),
        onState: (state) => setLive(isOpen ? state : 'off'),
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      setLive('off');
    };
  }, [model, sessionId, isOpen, isVisible, isReady, queries]);

  // What the server has not folded yet comes a little later; a closed session has no stream that would say so.
  const isBehind = isReady && model.reading?.state === 'behind';
  useEffect(() => {
    if (!isBehind) return;
    const stop = new AbortController();
    void refreshUntil(stop.signal, model);
    return () => stop.abort();
  }, [isBehind, model]);

  return {
    model,
    version,
    shape: model.shape,
    live,
    isWaiting,
    start,
    error,
    retry: () => setAttempt(attempt + 1),
  };
}

function startOf(
  { reading }: TranscriptModel,
  place: EntryPlace | undefined,
  sequence: number | undefined,
  isSelected: boolean,
): SessionReading['start'] {
  const { state, foldedTo = 0 } = reading ?? {};
  const isAwaited = isSelected && sequence !== undefined && state === 'behind' && sequence > foldedTo;
  return isAwaited ? { place, isSelected: false, awaited: sequence } : { place, isSelected };
}

function showChanged(model: TranscriptModel, { entries, foldedTo, isWhole }: ChangedEntries): void {
  model.apply(entries, foldedTo);
  if (!isWhole) void model.reload().catch(() => {});
}

/** Asks again and again, also after an answer that failed. */
async function refreshUntil(signal: AbortSignal, model: TranscriptModel): Promise<void> {
  for (;;) {
    await pause(behindMs, signal);
    if (signal.aborted) return;
    await model.refresh().catch(() => {});
  }
}

/** A running session changes its last turn all the time; the outline need not follow every step. */
const turnsMs = 500;

/** Runs what is asked for at most so often, once more after the last time it was asked for. */
function atMostEvery(ms: number, work: () => Promise<void>, signal: AbortSignal): () => void {
  let isWanted = false;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await work().catch(() => {});
      await pause(ms, signal);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
