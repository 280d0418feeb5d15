import type { AgentReader } from './agent.ts';
import { agentReader } from './agents.ts';
import type { Entry, TranscriptEvent } from './entry.ts';
import {
  joinPending,
  type Origin,
  openPayload,
  type PendingPart,
  recordType,
  type SubagentMark,
} from './envelope.ts';
import { fingerprint, hash, isObject, isTooFull, parse, time } from './json.ts';
import type { LaneStart } from './pen/lane-pen.ts';
import { Pen } from './pen.ts';
import type { EntryListener } from './reading/listener.ts';
import type { TurnUsage, Written } from './reading/written.ts';
import type { SearchChunk } from './search-chunk.ts';
import { GatheredSession, type SavedSession, type SessionFacts } from './session.ts';
import { type SavedStore, Store } from './store.ts';
import type { PriceList } from './totals/price.ts';
import { type LaneUsage, type Summary, summarize, usageOf } from './totals/summary.ts';
import { type KnownRequest, Ledger, type PricedRow, type SavedLedger } from './totals/usage.ts';

/** Where every event went: `events` is always the sum of the others. */
export interface Accounting {
  events: number;
  /** Shown: part of at least one entry. */
  represented: number;
  /** Not shown: the agent's own bookkeeping, by record type. */
  metadata: Record<string, number>;
  /** Not shown: the very same record once more. */
  duplicates: number;
  /** Not shown yet: parts of a record that is not complete. */
  pending: number;
  /** Records whose reading failed; each is also represented, as an `unknown` entry. */
  faults: number;
}

/** Entries of any depth; a sub-agent counts as updated when anything within it was. */
export interface Feed {
  added: Entry[];
  updated: Entry[];
}

/** JSON through and through; its content is private to this package and versioned. */
export interface FoldState {
  version: 2;
  agentId: string;
  store: SavedStore;
  ledger: SavedLedger;
  session: SavedSession;
  memory: [string, unknown][];
  seen: number[];
  parts: [string, { total: number; slices: [number, string][]; sequences: number[] }][];
  accounting: {
    events: number;
    represented: number;
    metadata: [string, number][];
    duplicates: number;
    faults: number;
  };
}

/** Requests whose record may still be corrected by a later one. */
export const maxRequests = 50_000;
/** Records that are known when they come once more. */
const maxSeen = 500_000;

/** What reads the records of one transcript, whether it keeps the entries (a reader) or hands them on (a fold). */
export class Engine {
  readonly store: Store;
  readonly #agent: AgentReader;
  readonly #ledger: Ledger;
  readonly #session: GatheredSession;
  readonly #memory: Map<string, unknown>;
  readonly #seen: Set<number>;
  readonly #parts: Map<string, PendingPart>;
  readonly #pen: Pen;
  readonly #counts: { events: number; represented: number; duplicates: number; faults: number };
  readonly #metadata: Map<string, number>;
  readonly #onRecord: ((record: unknown) => void) | undefined;

  constructor(
    agentId: string,
    retain: boolean,
    state?: FoldState,
    onRecord?: (record: unknown) => void,
    prices?: PriceList,
    listener?: EntryListener,
  ) {
    this.#onRecord = onRecord;
    const saved = state?.version === 2 && state.agentId === agentId ? structuredClone(state) : undefined;
    this.#agent = agentReader(agentId);
    this.store = new Store(retain, saved?.store, listener);
    const onApply = (row: PricedRow, sign: 1 | -1) => {
      if (row.turn !== undefined) this.store.spend(row.turn, row.lane, turnUsage(row), sign);
    };
    // A reader is asked for the requests of a sub-agent, however long ago they were.
    this.#ledger = new Ledger(saved?.ledger, prices, onApply, retain ? undefined : maxRequests);
    this.#session = new GatheredSession(saved?.session);
    this.#memory = new Map(saved?.memory);
    this.#seen = new Set(saved?.seen);
    this.#parts = new Map(saved?.parts.map(([id, part]) => [id, { ...part, slices: new Map(part.slices) }]));
    this.#pen = new Pen(this.store, this.#ledger, this.#session, this.#memory);
    const { metadata, ...counts } = saved?.accounting ?? {
      events: 0,
      represented: 0,
      duplicates: 0,
      faults: 0,
      metadata: [],
    };
    this.#counts = counts;
    this.#metadata = new Map(metadata);
  }

  feed(events: Iterable<TranscriptEvent>): Feed & { search: SearchChunk[]; written: Written | undefined } {
    for (const event of events) {
      this.#counts.events++;
      this.#open(event.payload, [event.sequence]);
    }
    return this.store.settle();
  }

  finish(): Feed {
    for (const [id, pending] of this.#parts) {
      this.#parts.delete(id);
      const label = `incomplete record (${pending.slices.size} of ${pending.total} parts)`;
      this.#pen.begin(pending.sequences, undefined);
      this.#unknown(label, joinPending(pending));
      this.#counts.represented += pending.sequences.length;
    }
    this.store.begin({ sequences: [], lane: undefined });
    for (const key of this.store.running()) this.store.change(key, { outcome: 'interrupted' });
    return this.store.settle();
  }

  get facts(): SessionFacts {
    return this.#session.saved.facts;
  }

  isTold(title: string): boolean {
    return this.#session.isTold(title);
  }

  /** Requests that may be recorded elsewhere, too, and are other than at the last call. */
  changedRequests(): KnownRequest[] {
    return this.#ledger.takeChanged();
  }

  summary(): Summary {
    return summarize(this.#agent.id, this.store.tally, this.#ledger, this.#session, this.#counts.events);
  }

  usageOf(lanes: ReadonlySet<string>): LaneUsage {
    return usageOf(this.#ledger.byModelOf(lanes));
  }

  accounting(): Accounting {
    const pending = [...this.#parts.values()].reduce((sum, part) => sum + part.sequences.length, 0);
    return { ...this.#counts, metadata: Object.fromEntries(this.#metadata), pending };
  }

  save(): FoldState {
    return {
      version: 2,
      agentId: this.#agent.id,
      store: this.store.save(),
      ledger: this.#ledger.save(),
      session: this.#session.saved,
      memory: [...this.#memory],
      seen: [...this.#seen],
      parts: [...this.#parts].map(([id, part]): FoldState['parts'][number] => [
        id,
        { ...part, slices: [...part.slices] },
      ]),
      accounting: { ...this.#counts, metadata: [...this.#metadata] },
    };
  }

  #open(payload: unknown, sequences: number[]): void {
    const opened = openPayload(payload);
    if (opened.kind === 'record') {
      this.#onRecord?.(opened.record);
      this.#record(opened.record, opened.mark, sequences);
      return;
    }
    if (opened.kind === 'malformed') {
      this.#onRecord?.(opened.text);
      this.#pen.begin(sequences, undefined);
      if (opened.mark.subagent) this.#pen.enter(opened.mark.subagent);
      this.#unknown('malformed line', opened.text);
      this.#counts.represented += sequences.length;
      return;
    }
    const id = this.#pendingId(opened.id, opened.total);
    const pending: PendingPart = this.#parts.get(id) ?? {
      total: opened.total,
      slices: new Map(),
      sequences: [],
    };
    if (pending.slices.has(opened.index)) {
      this.#counts.duplicates += sequences.length;
      return;
    }
    pending.slices.set(opened.index, opened.text);
    pending.sequences.push(...sequences);
    this.#parts.set(id, pending);
    if (pending.slices.size < pending.total) return;
    this.#parts.delete(id);
    const text = joinPending(pending);
    const whole = parse(text);
    if (whole !== undefined) {
      this.#open(whole, pending.sequences);
      return;
    }
    this.#onRecord?.(text);
    this.#pen.begin(pending.sequences, undefined);
    this.#unknown('unreadable record', text);
    this.#counts.represented += pending.sequences.length;
  }

  /** Another total is another record, however alike the ids: it neither completes this one nor is lost. */
  #pendingId(id: string, total: number): string {
    const apart = `${id}/${total}`;
    const known = this.#parts.get(id)?.total ?? total;
    return this.#parts.has(apart) || known !== total ? apart : id;
  }

  #record(record: unknown, mark: Origin, sequences: number[]): void {
    const pen = this.#pen;
    const agent = this.#agent;
    const size = sequences.length;
    pen.begin(sequences, isObject(record) ? (agent.time ?? defaultTime)(record) : undefined);
    if (this.#repeated(record, mark)) {
      this.#counts.duplicates += size;
      return;
    }
    try {
      const lane = mark.subagent
        ? marked(mark.subagent, record, agent)
        : isObject(record) && agent.lane?.(record, pen);
      if (lane) pen.enter(lane);
      if (isObject(record)) agent.read(record, pen);
      else if (typeof record === 'string') agent.line?.(record, pen);
    } catch (error) {
      this.#counts.faults++;
      this.#unknown(recordType(record), error instanceof Error ? error.message : String(error), record);
    }
    if (!pen.wrote && pen.label === undefined) {
      this.#unknown(recordType(record), typeof record === 'string' ? record : '', record);
    }
    if (pen.wrote) this.#counts.represented += size;
    else this.#metadata.set(pen.label ?? '', (this.#metadata.get(pen.label ?? '') ?? 0) + size);
  }

  #unknown(label: string, text: string, raw: unknown = null): void {
    this.#pen.put({ kind: 'unknown', label, text, raw });
  }

  /** An id alone is not enough: fragments and hand-made files share ids between different records. */
  #repeated(record: unknown, mark: Origin): boolean {
    const key = isObject(record) ? this.#agent.key?.(record) : undefined;
    if (key === undefined) return false;
    const print = hash(`${mark.subagent?.id ?? ''}\u0000${key}\u0000${fingerprint(record)}`);
    if (this.#seen.has(print)) return true;
    this.#seen.add(print);
    if (!isTooFull(this.#seen, maxSeen)) return false;
    for (const oldest of this.#seen) {
      if (this.#seen.size <= maxSeen) break;
      this.#seen.delete(oldest);
    }
    return false;
  }
}

function turnUsage({ tokens, reported, estimated, unpriced, requests = 1 }: PricedRow): TurnUsage {
  return {
    requests,
    input: tokens.input,
    output: tokens.output,
    cache: tokens.cacheRead + tokens.cacheWrite,
    cost: Math.round((reported + estimated) * 1e9),
    unpriced,
  };
}

const defaultTime = (record: Record<string, unknown>): string | undefined =>
  time(record.timestamp ?? record.createdAt);

function marked(mark: SubagentMark, record: unknown, agent: AgentReader): LaneStart {
  const prompt = isObject(record) ? agent.prompt?.(record) : undefined;
  return prompt === undefined ? mark : { ...mark, prompt };
}
