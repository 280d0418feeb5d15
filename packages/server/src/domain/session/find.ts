import { type FindInSession, type FoundMatch, type FoundMatches, limits } from '@debrief/contract';
import { type Caller, callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { SessionRecord } from '../records.ts';
import { readableSession, readingOf, toRead } from './reading.ts';
import type { FindRequest } from './transcript-ports.ts';

/** How long one request looks; a longer search goes on with the next. */
const patience = 1500;
/** What a look through some pages has at least, however long it waited for its turn. */
const leastPatience = 200;

interface Place {
  lane: number;
  index: number;
}

export async function findInSession(
  context: Context,
  actor: MemberActor,
  input: FindInSession & { sessionId: string },
): Promise<FoundMatches> {
  const position =
    input.after === undefined
      ? undefined
      : decodeCursor(input.after, ['number', 'number', 'number', 'number']);
  const session = await readableSession(context, actor, input.sessionId, 'find');
  const reading = await readingOf(context, session);
  const [lane, index, before, isTotal] = (position ?? [input.lane ?? 0, 0, 0, 0]) as number[];
  const asked = { q: input.q, kinds: input.kinds ?? [] };
  const search = new Search(context, callerOf(actor), session, asked, input.lane);
  const limit = Math.min(input.limit ?? limits.findMatches.default, limits.findMatches.max);
  const found = await search.run({ lane: lane as number, index: index as number }, limit, isTotal === 1);
  const total = isTotal === 1 ? (before as number) : (before as number) + found.count;
  const isComplete = isTotal === 1 || found.end === undefined;
  const next = found.next ?? found.end;
  // Up to where the next page begins, only what was shown has been counted.
  const counted = found.next && !isComplete ? (before as number) + found.matches.length : total;
  return {
    ...reading,
    matches: found.matches,
    total,
    isComplete,
    nextCursor: next ? encodeCursor([next.lane, next.index, counted, isComplete ? 1 : 0]) : null,
  };
}

interface Result {
  matches: FoundMatch[];
  /** Matching entries that were seen, also those past the limit. */
  count: number;
  /** Where the entries after the last shown match begin, when there may be more. */
  next: Place | undefined;
  /** Where the search ran out of time. */
  end: Place | undefined;
}

/** One request's walk through a session, lane by lane. */
class Search {
  readonly #context: Context;
  readonly #caller: Caller;
  readonly #session: SessionRecord;
  readonly #asked: FindRequest;
  readonly #only: number | undefined;

  constructor(
    context: Context,
    caller: Caller,
    session: SessionRecord,
    asked: FindRequest,
    only: number | undefined,
  ) {
    this.#context = context;
    this.#caller = caller;
    this.#session = session;
    this.#asked = asked;
    this.#only = only;
  }

  async run(from: Place, limit: number, stopsAtLimit: boolean): Promise<Result> {
    const { transcript } = this.#context.store;
    const { sessionId } = this.#session;
    const until = Date.now() + patience;
    let left = patience;
    const lanes = this.#only === undefined ? (await transcript.lanes(sessionId, 0)).total : this.#only;
    const result: Result = { matches: [], count: 0, next: undefined, end: undefined };
    for (let lane = from.lane; lane <= lanes; lane++) {
      const start = lane === from.lane ? from.index : 0;
      for await (const pages of transcript.bodies(sessionId, lane, start)) {
        const asked = { ...this.#asked, start, milliseconds: Math.max(leastPatience, left) };
        const found = await transcript.find(this.#caller, toRead(this.#session), asked, pages);
        for (const match of found.matches) {
          result.count++;
          if (result.matches.length < limit) result.matches.push(match);
          else result.next ??= { lane, index: match.index };
          if (result.next && stopsAtLimit) return result;
        }
        const last = pages.at(-1);
        left = until - Date.now();
        const isLate = left < 0 && last !== undefined;
        const end = found.stoppedAt ?? (isLate ? transcript.firstIndex(last.page + 1) : undefined);
        if (end !== undefined) {
          result.end = { lane, index: end };
          return result;
        }
      }
    }
    return result;
  }
}
