import type { Reading, TranscriptLane, TranscriptWindow, Turn } from '@debrief/contract';
import { isLarge } from '../../../api/reading/large-session.ts';
import type { TranscriptSource } from '../../../api/reading/transcript.ts';
import { KnownOutline, turnPageSize } from '../outline/known-outline.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { chunkKey, chunkSize, type ReadEntry } from './kept-entries.ts';
import { type ChangedEntry, type EntryPlace, KnownEntries } from './known-entries.ts';
import type { LaneSkeleton } from './skeleton.ts';

export type { EntryPlace };

/**
 * What the page knows of one session: how many entries there are and of which kinds, and the entries around what is
 * looked at. The server keeps the rest. Lives outside React; a view subscribes.
 */
export class TranscriptModel {
  /** Grows with every change; views compute anew when it moves. */
  version = 0;
  /** Grows when entries come, go or change their kind; the list of rows depends on it. */
  shape = 0;
  reading: Reading | undefined;
  error: unknown;
  /** The first screen can be drawn. */
  isReady = false;
  readonly #source: TranscriptSource;
  readonly #known = new KnownEntries();
  readonly #outline = new KnownOutline();
  readonly #chunks = new ChunkQueue((key) => this.#fetch(key));
  /** What the stream brought while an answer was under way that may be older, for each such answer. */
  readonly #broughtMeanwhile = new Set<ChangedEntry[]>();
  readonly #listeners = new Set<() => void>();

  constructor(source: TranscriptSource) {
    this.#source = source;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getVersion = (): number => this.version;

  lane = (lane: number): LaneSkeleton | undefined => this.#known.lane(lane);

  entry = (lane: number, index: number): ReadEntry | undefined => this.#known.get(lane, index);

  get totalTurns(): number {
    return this.#outline.totalTurns;
  }

  turn = (turn: number): Turn | undefined => this.#outline.turns.get(turn);

  /** The turn a prompt begins; undefined until its page of the outline is there. */
  turnOfPrompt(index: number): Turn | undefined {
    return this.#outline.turnOfPrompt(index);
  }

  /** The lane of a sub-agent's own entries; undefined until it has written any. */
  laneOf(entryId: string): TranscriptLane | undefined {
    return this.#outline.laneOfEntry(entryId);
  }

  /** The first screen at once, if its answers came before the page was drawn: says where the event is. */
  startAtOnce(
    sequence: number | undefined,
    eventCount: number,
  ): { place: EntryPlace | undefined } | undefined {
    const isLate = isLarge(eventCount);
    const came = this.#source.firstScreen?.(sequence, !isLate);
    if (!came) return undefined;
    // The server answers in any order, and folds in between: what is older has to be asked for again.
    const { window, outline, skeleton } = came;
    if ([outline, skeleton].some((part) => part && part.foldedTo < window.foldedTo)) return undefined;
    this.#note(window);
    const place = this.#take(window);
    if (skeleton) this.#known.madeLane(0).apply(skeleton);
    this.#outline.take(outline);
    this.#begin(isLate);
    return { place };
  }

  /** Loads the first screen: around an event, or from the beginning. Answers where the event is. */
  async start(sequence: number | undefined, eventCount: number): Promise<EntryPlace | undefined> {
    const isLate = isLarge(eventCount);
    const askOutline = () => this.#source.outline(0, turnPageSize);
    const askSkeleton = () => this.#source.skeleton(0, 0);
    const outline = askOutline();
    const skeleton = isLate ? undefined : askSkeleton();
    // Whoever awaits the others first must not leave these without an answer.
    outline.catch(() => {});
    skeleton?.catch(() => {});
    const window = await this.#source.window(
      sequence === undefined ? { lane: 0, from: 0, limit: chunkSize } : { at: sequence, limit: chunkSize },
    );
    this.#note(window);
    const place = this.#take(window);
    // The server answers in any order, and folds in between.
    const notOlder = async <T extends Reading>(first: Promise<T>, ask: () => Promise<T>): Promise<T> => {
      const answer = await first;
      return answer.foldedTo < window.foldedTo ? ask() : answer;
    };
    if (skeleton) this.#known.madeLane(0).apply(await notOlder(skeleton, askSkeleton));
    this.#outline.take(await notOlder(outline, askOutline));
    if (place && place.lane !== 0) await this.#loadAround(place.lane);
    this.#begin(isLate);
    return place;
  }

  #begin(isSkeletonLate: boolean): void {
    this.isReady = true;
    this.#tell(true);
    if (isSkeletonLate) void this.loadSkeleton(0);
  }

  /** Keeps a window. Answers where the event is that it was asked around. */
  #take(window: TranscriptWindow): EntryPlace | undefined {
    const skeleton = this.#known.madeLane(window.lane);
    if (window.total > skeleton.length) skeleton.resize(window.total);
    this.#known.keep(window.lane, window.from, window.entries);
    return window.index === undefined ? undefined : { lane: window.lane, index: window.index };
  }

  /** All kinds and flags of a lane, from an entry on. */
  async loadSkeleton(lane: number, from = 0): Promise<void> {
    const known = this.reading?.foldedTo ?? 0;
    await this.#ask(async () => {
      const asked = await this.#source.skeleton(lane, from);
      // It may have been asked for before what is known.
      const skeleton = asked.foldedTo < known ? await this.#source.skeleton(lane, from) : asked;
      this.#known.madeLane(lane).apply(skeleton);
    });
    this.#tell(true);
  }

  /** Where an event is shown, with the lanes around it loaded. */
  async locate(sequence: number): Promise<EntryPlace | undefined> {
    let place: EntryPlace | undefined;
    let lane = 0;
    await this.#ask(async () => {
      const window = await this.#source.window({ at: sequence, limit: chunkSize });
      this.#noteBehind(window);
      place = this.#take(window);
      lane = window.lane;
    });
    if (lane !== 0) await this.#loadAround(lane);
    this.#tell(true);
    return place;
  }

  /** The sub-agents' entries that have to be open to see a lane, outermost first. */
  async around(lane: number): Promise<EntryPlace[]> {
    const places: EntryPlace[] = [];
    for (let at = lane; at !== 0; ) {
      const record = this.#outline.lane(at);
      if (!record) break;
      const place = await this.#placeOf(record);
      if (!place) break;
      places.unshift(place);
      at = record.parent;
    }
    return places;
  }

  /** Asks for the entries of rows that are on screen and not yet known; forgets earlier wishes. */
  want(places: Iterable<EntryPlace>): void {
    const wanted = new Set<string>();
    for (const { lane, index } of places)
      if (this.entry(lane, index) === undefined) wanted.add(chunkKey(lane, index));
    this.#chunks.want(wanted);
  }

  /** One entry with nothing cut. */
  async loadWhole(entryId: string): Promise<void> {
    if (this.#known.isWhole(entryId)) return;
    const { entry } = await this.#source.entry(entryId);
    this.#known.putWhole(entry);
    this.#tell(false);
  }

  isWhole = (entryId: string): boolean => this.#known.isWhole(entryId);

  /** Turns from a number on, as many as a page of the outline holds. */
  async loadTurns(turn: number): Promise<void> {
    const page = Math.floor(turn / turnPageSize);
    if (!this.#outline.claim(page)) return;
    try {
      this.#outline.take(await this.#source.outline(page * turnPageSize, turnPageSize));
      this.#tell(false);
    } catch {
      this.#outline.release(page);
    }
  }

  /** Entries that are new or changed, as the stream brings them. */
  apply(changes: readonly ChangedEntry[], foldedTo: number): void {
    const { state = 'current', eventCount = 0 } = this.reading ?? {};
    const isCaughtUp = state === 'behind' && foldedTo >= eventCount;
    const total = Math.max(eventCount, foldedTo);
    this.#note({ state: isCaughtUp ? 'current' : state, foldedTo, eventCount: total });
    this.#known.change(changes);
    for (const brought of this.#broughtMeanwhile) brought.push(...changes);
    this.#tell(true);
  }

  /** Asks and keeps what came; what the stream brought meanwhile stays, because the answer may be older. */
  async #ask(askAndKeep: () => Promise<void>): Promise<void> {
    const brought: ChangedEntry[] = [];
    this.#broughtMeanwhile.add(brought);
    try {
      await askAndKeep();
      this.#known.change(brought);
    } finally {
      this.#broughtMeanwhile.delete(brought);
    }
  }

  /** Asks again for the end of the main conversation and for the newest turns, where changes may have been missed. */
  async refresh(): Promise<void> {
    const main = this.#known.madeLane(0);
    const from = Math.max(0, main.length - 20);
    await this.#ask(async () => {
      const [skeleton, window, outline] = await Promise.all([
        this.#source.skeleton(0, from),
        this.#source.window({ lane: 0, from, limit: 2 * chunkSize }),
        this.#source.outline(this.#outline.lastPage * turnPageSize, turnPageSize),
      ]);
      // The oldest of them: as long as one is behind, all have to be asked for again.
      this.#note([skeleton, window, outline].reduce((a, b) => (b.foldedTo < a.foldedTo ? b : a)));
      main.apply(skeleton);
      this.#known.keep(0, window.from, window.entries);
      this.#outline.take(outline);
    });
    this.#tell(true);
  }

  /** Asks again for the newest turns and the lanes of sub-agents. */
  async refreshTurns(): Promise<void> {
    this.#outline.take(await this.#source.outline(this.#outline.lastPage * turnPageSize, turnPageSize));
    this.#tell(true);
  }

  /** Forgets every entry and asks for all kinds again: more has changed than the stream could tell. */
  async reload(): Promise<void> {
    this.#known.clear();
    for (const lane of this.#known.lanes()) await this.loadSkeleton(lane);
    await this.refreshTurns();
  }

  async #loadAround(lane: number): Promise<void> {
    for (let at = lane; at !== 0; ) {
      await this.loadSkeleton(at);
      const record = this.#outline.lane(at);
      if (!record) return;
      at = record.parent;
    }
  }

  async #placeOf(record: TranscriptLane): Promise<EntryPlace | undefined> {
    const { lane, index, entry } = await this.#source.entry(record.entry);
    this.#known.keep(lane, index, [entry]);
    return { lane, index };
  }

  async #fetch(key: string): Promise<void> {
    try {
      const { lane, index } = this.#known.firstMissing(key);
      const limit = chunkSize - (index % chunkSize);
      await this.#ask(async () => {
        const window = await this.#source.window({ lane, from: index, limit });
        this.#noteBehind(window);
        this.#take(window);
      });
      this.error = undefined;
      this.#tell(false);
    } catch (error) {
      this.error = error;
      this.#tell(false);
    }
  }

  /** Everything that is known is at least as new as this: the stream goes on from here. */
  #note({ state, foldedTo, eventCount }: Reading): void {
    if (this.reading && foldedTo < this.reading.foldedTo) return;
    this.reading = { state, foldedTo, eventCount };
  }

  /** A part of the transcript says nothing of the others, but that the server has more to read. */
  #noteBehind({ state, eventCount }: Reading): void {
    const known = this.reading;
    if (state === 'behind' && known?.state === 'current' && eventCount > known.foldedTo)
      this.reading = { state, foldedTo: known.foldedTo, eventCount };
  }

  #tell(isReshaped: boolean): void {
    this.version++;
    if (isReshaped) this.shape++;
    for (const listener of this.#listeners) listener();
  }
}
