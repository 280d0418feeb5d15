import { buildRequest, DebriefError, type Session, type SessionEvent } from '@debrief/contract';
import { authorizedFetch, client, hasCode, isTemporary } from './client.ts';
import { firstPageSize } from './page-size.ts';
import { createParser } from './sse.ts';

export type PageLoader = (after: number, limit: number, signal: AbortSignal) => Promise<SessionEvent[]>;

const loadPage = async (sessionId: string, after: number, limit: number, signal?: AbortSignal) =>
  (await client.listEvents({ sessionId, after, limit }, signal && { signal })).events;

const early = new Map<string, Promise<SessionEvent[]>>();

/** Asks for the beginning of a session while the page that shows it is still on its way. */
export function loadEarly(sessionId: string): void {
  const page = loadPage(sessionId, 0, firstPageSize);
  page.catch(() => {});
  early.set(sessionId, page);
  setTimeout(() => early.delete(sessionId), 10_000);
}

/**
 * The pages of a session, withRetries: a long one takes hundreds of requests, and a server that restarts, is busy or
 * counts requests by the minute must not end the reading. `onWaiting` says when that happens and when it is over.
 */
export const pageLoader =
  (sessionId: string, onWaiting: (waiting: boolean) => void = () => {}): PageLoader =>
  async (after, limit, signal) => {
    const begun = after === 0 ? early.get(sessionId) : undefined;
    early.delete(sessionId);
    const first = await begun?.catch(() => undefined);
    return first ?? withRetries(() => loadPage(sessionId, after, limit, signal), signal, onWaiting);
  };

const maxAttempts = 8;

async function withRetries<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onWaiting: (waiting: boolean) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask();
      if (attempt > 1) onWaiting(false);
      return answer;
    } catch (error) {
      if (signal.aborted || attempt === maxAttempts || !isTemporary(error)) {
        onWaiting(false);
        throw error;
      }
      onWaiting(true);
      await pause(waitBefore(attempt, error), signal);
    }
  }
}

/** As long as the server says, else twice as long each time. */
const waitBefore = (attempt: number, error: unknown): number =>
  error instanceof DebriefError && error.retryAfter
    ? error.retryAfter * 1000
    : Math.min(maxRetryMs, 250 * 2 ** attempt);

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

export interface Tail {
  /** The last sequence that is known; the stream goes on after it. */
  after(): number;
  onEvents(events: SessionEvent[]): Promise<void> | void;
  onSession(session: Session): void;
  onState(state: 'connecting' | 'live' | 'retrying'): void;
}

const silentMs = 45_000;
const maxRetryMs = 10_000;

/** Follows a session until aborted, over drops, restarts and sleeping laptops, without losing an event. */
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
  const { path } = buildRequest('streamEvents', { sessionId, after: tail.after() });
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
    let events: SessionEvent[] = [];
    const parse = createParser(({ event, data }) => {
      if (event === 'event') events.push(JSON.parse(data));
      else if (event === 'session') tail.onSession(JSON.parse(data));
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(stop, silentMs);
      parse(value);
      if (events.length === 0) continue;
      const arrived = events;
      events = [];
      await tail.onEvents(arrived);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    control.abort();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
