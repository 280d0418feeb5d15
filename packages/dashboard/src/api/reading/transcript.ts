import type {
  Changes,
  EntryAnswer,
  FindInSession,
  FoundMatches,
  Outline,
  Skeleton,
  TranscriptWindow,
} from '@debrief/contract';
import { client } from '../client.ts';
import { withRetries } from '../retry.ts';
import {
  askedOr,
  type FirstScreen,
  firstEntries,
  firstTurns,
  takeFirstScreen,
  windowName,
} from './first-screen.ts';

/** What a reader asks of the server; a test may answer instead. */
export interface TranscriptSource {
  window(query: { lane?: number; at?: number; from?: number; limit: number }): Promise<TranscriptWindow>;
  skeleton(lane: number, from: number): Promise<Skeleton>;
  outline(from: number, limit: number): Promise<Outline>;
  entry(entryId: string): Promise<EntryAnswer>;
  /** The first screen, if it was asked for early and came. */
  firstScreen?(at: number | undefined, needsSkeleton: boolean): FirstScreen | undefined;
}

export function transcriptSource(
  sessionId: string,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void = () => {},
): TranscriptSource {
  const ask = <T>(act: () => Promise<T>) => withRetries(act, signal, onWaiting);
  return {
    window(query) {
      const load = () => ask(() => client.getTranscript({ sessionId, ...query }, { signal }));
      return query.limit === firstEntries ? askedOr(sessionId, windowName(query), load) : load();
    },
    skeleton(lane, from) {
      const load = () => ask(() => client.getSkeleton({ sessionId, lane, from }, { signal }));
      return lane === 0 && from === 0 ? askedOr(sessionId, 'skeleton', load) : load();
    },
    outline(from, limit) {
      const load = () => ask(() => client.getOutline({ sessionId, from, limit }, { signal }));
      return from === 0 && limit === firstTurns ? askedOr(sessionId, 'outline', load) : load();
    },
    entry: (entryId) => ask(() => client.getEntry({ sessionId, entryId }, { signal })),
    firstScreen: (at, needsSkeleton) => takeFirstScreen(sessionId, at, needsSkeleton),
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
