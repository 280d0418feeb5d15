import {
  buildRequest,
  type Reading,
  type Session,
  type SessionEvent,
  type SessionReviewDetail,
  type Thread,
  type TranscriptEntry,
} from '@debrief/contract';
import { leave } from './auth.ts';
import { client } from './client.ts';
import { withRetries } from './retry.ts';
import { type Connection, followServerEvents } from './stream/server-events.ts';

/** What the server gives at most. */
const eventPageSize = 200;

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

/** A thread with those of its comments that are new or changed. */
export interface ThreadMessage {
  version: number;
  thread: Thread;
}

export interface Tail {
  /** How far the transcript is known; the stream goes on after it. */
  after(): number;
  /** Entries that are new or changed. */
  onEntries(message: ChangedEntries): void;
  onSession(session: Session): void;
  /** What is known of the threads and the review; undefined while nothing is. */
  reviewAfter(): number | undefined;
  onThread(message: ThreadMessage): void;
  onReview(review: SessionReviewDetail): void;
  /** It was deleted, or may not be read any more. */
  onGone(): void;
  onState(state: Connection): void;
}

/** Follows a session until aborted, without losing a change. */
export const followSession = (sessionId: string, tail: Tail, signal: AbortSignal): Promise<void> =>
  followServerEvents(
    () => {
      const reviewAfter = tail.reviewAfter();
      return buildRequest('streamEvents', {
        sessionId,
        content: 'entries',
        entriesAfter: tail.after(),
        ...(reviewAfter !== undefined && { reviewAfter }),
      }).path;
    },
    ({ event, data }) => {
      if (event === 'entries') tail.onEntries(JSON.parse(data));
      else if (event === 'session') tail.onSession(JSON.parse(data));
      else if (event === 'thread') tail.onThread(JSON.parse(data));
      else if (event === 'review') tail.onReview(JSON.parse(data));
      // Its page asks anew, and is told what it may show.
      else if (event === 'gone' || event === 'unshared') tail.onGone();
      else if (event === 'left') leave();
    },
    signal,
    tail.onState,
  );
