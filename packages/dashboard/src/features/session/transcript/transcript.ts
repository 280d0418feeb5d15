import type { SessionEvent } from '@debrief/contract';
import { createReader, type Entry, type LaneUsage, type Reader, type Summary } from '@debrief/transcript';
import type { PageLoader } from '../../../api/event.ts';
import { firstPageSize, pageSize } from '../../../api/page-size.ts';
import { type Sample, sampleOf } from '../details/usage-series.ts';
import { inSlices, painted } from './slices.ts';

/** What the page shows of the reading; a new object whenever something changed. */
export interface Progress {
  /** Grows with every change of the entries; views that depend on them compute anew when it moves. */
  version: number;
  loadedTo: number;
  /** Everything that was there when asked last has been read. */
  caughtUp: boolean;
  error: unknown;
}

const ahead = 3;
const samplesWanted = 300;

/**
 * Reads one session: the first page at once, the rest in the background in slices, later events as they come.
 * Lives outside React; a view subscribes and looks at `entries`, which is the reader's own live list.
 */
export class Transcript {
  readonly samples: Sample[] = [];
  readonly gaps: [number, number][] = [];
  private readonly reader: Reader;
  private readonly listeners = new Set<() => void>();
  private state: Progress = { version: 0, loadedTo: 0, caughtUp: false, error: undefined };
  private readTo = 0;
  private toldAt = 0;
  private every = 1;
  private hurriedTo = 0;

  constructor(agentId: string) {
    this.reader = createReader(agentId);
  }

  get entries(): readonly Entry[] {
    return this.reader.entries;
  }

  get progress(): Progress {
    return this.state;
  }

  /** The last event that was read, whether already told or not. */
  get lastSequence(): number {
    return this.readTo;
  }

  summary(): Summary {
    return this.reader.summary();
  }

  usageOf(agentIds: ReadonlySet<string>): LaneUsage {
    return this.reader.usageOf(agentIds);
  }

  pendingParts(): number {
    return this.reader.accounting().pending;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getProgress = (): Progress => this.state;

  /** Reads up to `total`, or as far as there is. Pages are fetched ahead and read in order. */
  async load(loader: PageLoader, total: number, signal: AbortSignal): Promise<void> {
    this.every = Math.max(1, Math.floor(total / samplesWanted));
    try {
      await this.feed(await loader(this.readTo, firstPageSize, signal), signal);
      this.tell({});
      // The first page is what somebody waits for; the rest must not get in its way.
      await painted();
      for await (const page of pagesAhead(loader, this.readTo, total, signal)) await this.feed(page, signal);
      if (!signal.aborted) this.tell({ caughtUp: true, error: undefined });
    } catch (error) {
      if (!signal.aborted) this.tell({ error });
    }
  }

  /** Events as they come, in order; what was read before is passed over. */
  async feed(events: readonly SessionEvent[], signal?: AbortSignal): Promise<void> {
    const fresh = events.filter((event) => event.sequence > this.readTo);
    const batch = Math.min(10, this.every);
    let at = 0;
    await inSlices(
      () => {
        const part = fresh.slice(at, at + batch);
        if (part.length === 0) return false;
        at += part.length;
        this.reader.feed(part);
        for (const { sequence } of part) {
          if (sequence > this.readTo + 1) this.gaps.push([this.readTo + 1, sequence - 1]);
          this.readTo = sequence;
        }
        if (this.readTo - (this.samples.at(-1)?.sequence ?? -this.every) >= this.every)
          this.samples.push(sampleOf(this.readTo, this.reader.summary()));
        this.tellSometimes();
        return true;
      },
      signal,
      () => this.isHurried,
    );
  }

  /** Somebody waits for this event: until it is read the page is told how far, and nothing is drawn in between. */
  hurryTo(sequence: number | undefined): void {
    this.hurriedTo = sequence ?? 0;
  }

  private get isHurried(): boolean {
    return this.readTo < this.hurriedTo;
  }

  /** The session is closed and read to its end: what is still incomplete will stay so. */
  finish(): void {
    this.reader.finish();
    this.samples.push(sampleOf(this.readTo, this.reader.summary()));
    this.tell({});
  }

  /** Nothing more is waiting to be told. */
  settle(): void {
    if (this.state.loadedTo !== this.readTo) this.tell({});
  }

  /** A view that redraws for every event of a long session would do nothing else. */
  private tellSometimes(): void {
    const pause = this.reader.entries.length > 5_000 ? 500 : 120;
    if (performance.now() - this.toldAt <= pause || this.state.loadedTo === 0) return;
    if (!this.isHurried) this.tell({});
    else this.publish({ ...this.state, loadedTo: this.readTo });
  }

  private tell(change: Partial<Progress>): void {
    this.publish({ ...this.state, ...change, version: this.state.version + 1, loadedTo: this.readTo });
  }

  private publish(state: Progress): void {
    this.toldAt = performance.now();
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

/** Pages in order, the next ones asked for while one is read. Ends early where there is nothing more. */
async function* pagesAhead(
  loader: PageLoader,
  from: number,
  total: number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent[]> {
  const asked: Promise<SessionEvent[]>[] = [];
  let at = from;
  const ask = () => {
    for (; at < total && asked.length < ahead; at += pageSize) {
      const page = window(loader, at, Math.min(at + pageSize, total), signal);
      // Those behind a failing one fail too; only the first is reported.
      page.catch(() => {});
      asked.push(page);
    }
  };
  for (ask(); asked.length > 0 && !signal.aborted; ) {
    const page = await asked.shift();
    if (!page || page.length === 0) return;
    ask();
    yield page;
  }
}

/** Everything after one sequence up to another; a page may end early at its size limit. */
async function window(
  loader: PageLoader,
  after: number,
  to: number,
  signal: AbortSignal,
): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  let at = after;
  while (at < to) {
    const page = await loader(at, Math.min(pageSize, to - at), signal);
    const last = page.at(-1);
    if (!last) break;
    events.push(...page);
    at = last.sequence;
  }
  return events;
}
