import {
  buildRequest,
  type Reading,
  type Session,
  type SessionEvent,
  type TranscriptEntry,
} from '@debrief/contract';
import { authorizedFetch, client, hasCode } from './client.ts';
import { maxRetryMs, pause, withRetries } from './retry.ts';
import { createParser } from './sse.ts';

/** What the server gives at most. */
export const eventPageSize = 200;

/** Events after a sequence, as they were stored. */
export const loadEvents = (
  sessionId: string,
  after: number,
  limit: number,
  signal: AbortSignal,
): Promise<SessionEvent[]> =>
  withRetries(async () => (await client.listEvents({ sessionId, after, limit }, { signal })).events, signal);

/** Every event of a session in order, page by page. */
export async function* allEvents(sessionId: string, signal: AbortSignal): AsyncGenerator<SessionEvent[]> {
  for (let after = 0; ; ) {
    const page = await loadEvents(sessionId, after, eventPageSize, signal);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.sequence;
  }
}

/** The stored records of an entry, verbatim. */
export async function loadRecords(sessionId: string, sequences: readonly number[]): Promise<SessionEvent[]> {
  const wanted = sequences.slice(0, 50);
  return Promise.all(
    wanted.map(async (sequence) => {
      const { events } = await client.listEvents({ sessionId, after: sequence - 1, limit: 1 });
      const [found] = events;
      if (!found) throw new Error(`Event ${sequence} is gone.`);
      return found;
    }),
  );
}

/** What the stream says of the transcript. */
export interface ChangedEntries extends Pick<Reading, 'foldedTo'> {
  entries: { lane: number; index: number; entry: TranscriptEntry }[];
  /** False when there were too many to be sent: what is known has to be read anew. */
  isWhole: boolean;
}

export interface Tail {
  /** How far the transcript is known; the stream goes on after it. */
  after(): number;
  /** Entries that are new or changed. */
  onEntries(message: ChangedEntries): void;
  onSession(session: Session): void;
  onState(state: 'connecting' | 'live' | 'retrying'): void;
}

const silentMs = 45_000;

/** Follows a session until aborted, over drops, restarts and sleeping laptops, without losing a change. */
export async function followSession(sessionId: string, tail: Tail, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    tail.onState(failures === 0 ? 'connecting' : 'retrying');
    try {
      await readStream(sessionId, tail, signal, () => {
        failures = 0;
        tail.onState('live');
      });
      failures++;
    } catch (error) {
      if (signal.aborted || hasCode(error, 'session_not_found', 'insufficient_role')) return;
      failures++;
    }
    await pause(Math.min(maxRetryMs, 250 * 2 ** Math.min(failures, 6)), signal);
  }
}

async function readStream(
  sessionId: string,
  tail: Tail,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const { path } = buildRequest('streamEvents', {
    sessionId,
    content: 'entries',
    entriesAfter: tail.after(),
  });
  const control = new AbortController();
  const stop = () => control.abort();
  signal.addEventListener('abort', stop);
  // The server beats every fifteen seconds; longer silence is a dead connection.
  let timer = setTimeout(stop, silentMs);
  try {
    const response = await authorizedFetch(path, {
      headers: { Accept: 'text/event-stream' },
      signal: control.signal,
      cache: 'no-store',
    });
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
    onOpen();
    const parse = createParser(({ event, data }) => {
      if (event === 'entries') tail.onEntries(JSON.parse(data));
      else if (event === 'session') tail.onSession(JSON.parse(data));
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(stop, silentMs);
      parse(value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    control.abort();
  }
}
