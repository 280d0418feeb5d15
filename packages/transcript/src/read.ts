import { type Accounting, Engine, type Feed, type FoldState } from './engine.ts';
import type { Entry, TranscriptEvent } from './entry.ts';
import type { EntryListener } from './reading/listener.ts';
import type { Written } from './reading/written.ts';
import type { SearchChunk } from './search-chunk.ts';
import type { SessionFacts } from './session.ts';
import type { PriceList } from './totals/price.ts';
import type { LaneUsage, Summary } from './totals/summary.ts';
import type { KnownRequest } from './totals/usage.ts';

/** Reads a transcript from its first event on, in order, over any number of feeds. */
export interface Reader {
  /** Cost is linear in the events fed, whatever was fed before. */
  feed(events: Iterable<TranscriptEvent>): Feed;
  /**
   * No more events will come: records whose parts never all arrived become `unknown` entries, and calls that
   * never ended are no longer said to run.
   */
  finish(): Feed;
  /** The live list; entries are replaced when they change, the array itself stays the same. */
  readonly entries: readonly Entry[];
  summary(): Summary;
  /** What sub-agents used, by the `agentId` of their entries. */
  usageOf(agentIds: ReadonlySet<string>): LaneUsage;
  accounting(): Accounting;
}

export function createReader(agentId: string, prices?: PriceList): Reader {
  const engine = new Engine(agentId, true, undefined, undefined, prices);
  return {
    feed: (events) => engine.feed(events),
    finish: () => engine.finish(),
    entries: engine.store.entries,
    summary: () => engine.summary(),
    usageOf: (agentIds) => engine.usageOf(agentIds),
    accounting: () => engine.accounting(),
  };
}

/** Reads without keeping: summary and search text only, resumable from its saved state. */
export interface Fold {
  /** Answers the text that became searchable, to be appended to the index, and what became readable. */
  feed(events: Iterable<TranscriptEvent>): { search: SearchChunk[]; written: Written };
  summary(): Summary;
  /** What the records have said about the session so far. */
  facts(): Readonly<SessionFacts>;
  /** Whether a title was taken from the records: any other is a person's or a program's own. */
  isTold(title: string): boolean;
  accounting(): Accounting;
  /** Requests that may be recorded elsewhere, too, and are other than at the last call. */
  changedRequests(): KnownRequest[];
  /** To be written out before the next feed: a copy of a long session's would take seconds. */
  state(): FoldState;
}

/** `onRecord` sees each record whole, also one that came in parts, and the text of lines that are no JSON. */
export function createFold(
  agentId: string,
  state?: FoldState,
  onRecord?: (record: unknown) => void,
  prices?: PriceList,
  listener?: EntryListener,
): Fold {
  const engine = new Engine(agentId, false, state, onRecord, prices, listener);
  return {
    feed(events) {
      const { search, written } = engine.feed(events);
      return { search, written: written as Written };
    },
    summary: () => engine.summary(),
    facts: () => engine.facts,
    isTold: (title) => engine.isTold(title),
    accounting: () => engine.accounting(),
    changedRequests: () => engine.changedRequests(),
    state: () => engine.save(),
  };
}
