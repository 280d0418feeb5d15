import type {
  Changes,
  EntryAnswer,
  FindInSession,
  FoundMatches,
  Outline,
  Skeleton,
  TranscriptWindow,
} from '@debrief/contract';
import { client } from './client.ts';
import { withRetries } from './retry.ts';

/** What a reader asks of the server; a test may answer instead. */
export interface TranscriptSource {
  window(query: { lane?: number; at?: number; from?: number; limit: number }): Promise<TranscriptWindow>;
  skeleton(lane: number, from: number): Promise<Skeleton>;
  outline(from: number, limit: number): Promise<Outline>;
  entry(entryId: string): Promise<EntryAnswer>;
}

const early = new Map<string, Promise<unknown>>();

/** Asks for the first screen of a session, from its beginning or around an event, while the page is still on its way. */
export function loadEarly(sessionId: string, at: number | undefined): void {
  const begin = (name: string, answer: Promise<unknown>) => {
    answer.catch(() => {});
    const key = `${sessionId} ${name}`;
    early.set(key, answer);
    setTimeout(() => early.delete(key), 10_000);
  };
  const window = at === undefined ? { lane: 0, from: 0 } : { at };
  begin(windowName(window), client.getTranscript({ sessionId, ...window, limit: firstEntries }));
  begin('skeleton', client.getSkeleton({ sessionId, lane: 0, from: 0 }));
  begin('outline', client.getOutline({ sessionId, from: 0, limit: firstTurns }));
}

const windowName = ({ lane, at, from }: { lane?: number; at?: number; from?: number }): string =>
  `window ${lane} ${at} ${from}`;

/** What was asked for early, once. */
async function taken<T>(sessionId: string, name: string, ask: () => Promise<T>): Promise<T> {
  const key = `${sessionId} ${name}`;
  const begun = early.get(key) as Promise<T> | undefined;
  early.delete(key);
  return (await begun?.catch(() => undefined)) ?? ask();
}

/** Entries and turns of the first screen. */
const firstEntries = 50;
const firstTurns = 200;

export function transcriptSource(
  sessionId: string,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void = () => {},
): TranscriptSource {
  const ask = <T>(act: () => Promise<T>) => withRetries(act, signal, onWaiting);
  return {
    window(query) {
      const load = () => ask(() => client.getTranscript({ sessionId, ...query }, { signal }));
      return query.limit === firstEntries ? taken(sessionId, windowName(query), load) : load();
    },
    skeleton(lane, from) {
      const load = () => ask(() => client.getSkeleton({ sessionId, lane, from }, { signal }));
      return lane === 0 && from === 0 ? taken(sessionId, 'skeleton', load) : load();
    },
    outline(from, limit) {
      const load = () => ask(() => client.getOutline({ sessionId, from, limit }, { signal }));
      return from === 0 && limit === firstTurns ? taken(sessionId, 'outline', load) : load();
    },
    entry: (entryId) => ask(() => client.getEntry({ sessionId, entryId }, { signal })),
  };
}

export const findInSession = (
  input: FindInSession & { sessionId: string },
  signal: AbortSignal,
): Promise<FoundMatches> => client.findInSession(input, { signal });

export const loadChanges = (
  input: { sessionId: string; path?: string; cursor?: string },
  signal?: AbortSignal,
): Promise<Changes> => client.getChanges(input, signal && { signal });
