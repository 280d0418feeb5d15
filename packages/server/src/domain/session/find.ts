import { type FindInSession, type FoundMatch, type FoundMatches, limits } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { SessionRecord } from '../records.ts';
import { readableSession, readingOf, withEvents } from './reading.ts';
import type { FindRequest, FoundHit } from './transcript-ports.ts';

/** How long one request looks; a longer search goes on with the next. */
const patience = 1500;
/** Entries whose cut fields are looked at together. */
const wholeAtOnce = 40;

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
  const search = new Search(context, session, { q: input.q, kinds: input.kinds ?? [] }, input.lane);
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
  readonly #session: SessionRecord;
  readonly #asked: FindRequest;
  readonly #only: number | undefined;

  constructor(context: Context, session: SessionRecord, asked: FindRequest, only: number | undefined) {
    this.#context = context;
    this.#session = session;
    this.#asked = asked;
    this.#only = only;
  }

  async run(from: Place, limit: number, stopsAtLimit: boolean): Promise<Result> {
    const { transcript } = this.#context.store;
    const { sessionId } = this.#session;
    const until = Date.now() + patience;
    const lanes = this.#only === undefined ? (await transcript.lanes(sessionId, 0)).total : this.#only;
    const result: Result = { matches: [], count: 0, next: undefined, end: undefined };
    for (let lane = from.lane; lane <= lanes; lane++) {
      const start = lane === from.lane ? from.index : 0;
      for await (const pages of transcript.bodies(sessionId, lane, start)) {
        for (const match of await this.#matches(pages, start)) {
          result.count++;
          if (result.matches.length < limit) result.matches.push(match);
          else result.next ??= { lane, index: match.index };
          if (result.next && stopsAtLimit) return result;
        }
        const last = pages.at(-1);
        if (last && Date.now() > until) {
          result.end = { lane, index: transcript.firstIndex(last.page + 1) };
          return result;
        }
      }
    }
    return result;
  }

  async #matches(pages: Parameters<Context['store']['transcript']['find']>[1], start: number) {
    const hits = await this.#context.store.transcript.find(this.#asked, pages);
    const wanted = hits.filter(({ index }) => index >= start);
    const found = new Map(wanted.map((hit) => [hit, hit.match]));
    const cut = wanted.filter(({ match }) => !match);
    for (let at = 0; at < cut.length; at += wholeAtOnce) {
      const some = cut.slice(at, at + wholeAtOnce);
      const again = await Promise.all(some.map((hit) => this.#whole(hit)));
      const readable = again.filter((one) => one !== undefined);
      const matches = await this.#context.store.transcript.findWhole(this.#asked, readable);
      for (const [place, one] of readable.entries()) found.set(one.hit, matches[place]);
    }
    return wanted.map((hit) => found.get(hit)).filter((match) => match !== undefined);
  }

  async #whole(hit: FoundHit) {
    const again = await withEvents(this.#context, this.#session, hit.entry);
    return again && { ...again, hit, lane: hit.lane, index: hit.index };
  }
}
