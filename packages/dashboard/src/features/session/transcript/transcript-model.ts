import type { Reading, TranscriptEntry, TranscriptLane, Turn } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import type { TranscriptSource } from '../../../api/transcript.ts';
import { LaneSkeleton } from './skeleton.ts';

/** An entry of the session: its lane and its number there. */
export interface Place {
  lane: number;
  index: number;
}

/** An entry as the server stores it: long fields may be cut, and `clipped` says how long each is in truth. */
export type ReadEntry = Entry & { clipped?: Record<string, number> };

export const chunkSize = 50;
/** Entries that are kept: some screens around everything that was looked at last. */
const maxChunks = 80;
const maxRequests = 3;
export const turnPageSize = 200;
/** Past this many events the skeleton comes after the first screen and not with it. */
const largeSession = 200_000;

interface Chunk {
  lane: number;
  first: number;
  entries: (ReadEntry | undefined)[];
}

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
  totalTurns = 0;
  readonly turns = new Map<number, Turn>();
  readonly #source: TranscriptSource;
  readonly #lanes = new Map<number, LaneSkeleton>();
  readonly #laneOfEntry = new Map<string, TranscriptLane>();
  readonly #laneRecords = new Map<number, TranscriptLane>();
  readonly #turnOfPrompt = new Map<number, number>();
  readonly #turnPages = new Set<number>();
  readonly #chunks = new Map<string, Chunk>();
  readonly #whole = new Map<string, ReadEntry>();
  readonly #asked = new Set<string>();
  #queue: string[] = [];
  #running = 0;
  readonly #listeners = new Set<() => void>();

  constructor(source: TranscriptSource) {
    this.#source = source;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getVersion = (): number => this.version;

  lane = (lane: number): LaneSkeleton | undefined => this.#lanes.get(lane);

  entry(lane: number, index: number): ReadEntry | undefined {
    const chunk = this.#chunks.get(chunkKey(lane, index));
    const entry = chunk?.entries[index % chunkSize];
    return entry && (this.#whole.get(entry.id) ?? entry);
  }

  /** The lane of a sub-agent's own entries; undefined until it has written any. */
  laneOf(entryId: string): TranscriptLane | undefined {
    return this.#laneOfEntry.get(entryId);
  }

  /** Loads the first screen: around an event, or from the beginning. Answers where the event is. */
  async start(sequence: number | undefined, eventCount: number): Promise<Place | undefined> {
    const isLarge = eventCount > largeSession;
    const outline = this.#source.outline(0, turnPageSize);
    const skeleton = isLarge ? undefined : this.#source.skeleton(0, 0);
    // Whoever awaits the others first must not leave these without an answer.
    outline.catch(() => {});
    skeleton?.catch(() => {});
    const window = await this.#source.window(
      sequence === undefined ? { lane: 0, from: 0, limit: chunkSize } : { at: sequence, limit: chunkSize },
    );
    this.#note(window);
    this.#lane(window.lane).resize(Math.max(window.total, this.#lane(window.lane).length));
    this.#keep(window.lane, window.from, window.entries);
    const place = window.index === undefined ? undefined : { lane: window.lane, index: window.index };
    if (skeleton) this.#lane(0).apply(await skeleton);
    this.#takeOutline(await outline);
    if (place && place.lane !== 0) await this.#loadAround(place.lane);
    this.isReady = true;
    this.#tell(true);
    if (isLarge) void this.loadSkeleton(0);
    return place;
  }

  /** All kinds and flags of a lane, from an entry on. */
  async loadSkeleton(lane: number, from = 0): Promise<void> {
    const skeleton = await this.#source.skeleton(lane, from);
    this.#note(skeleton);
    this.#lane(lane).apply(skeleton);
    this.#tell(true);
  }

  /** Where an event is shown, with the lanes around it loaded. */
  async locate(sequence: number): Promise<Place | undefined> {
    const window = await this.#source.window({ at: sequence, limit: chunkSize });
    this.#note(window);
    const lane = this.#lane(window.lane);
    if (lane.length < window.total) lane.resize(window.total);
    this.#keep(window.lane, window.from, window.entries);
    if (window.lane !== 0) await this.#loadAround(window.lane);
    this.#tell(true);
    return window.index === undefined ? undefined : { lane: window.lane, index: window.index };
  }

  /** The sub-agents' entries that have to be open to see a lane, outermost first. */
  async around(lane: number): Promise<Place[]> {
    const places: Place[] = [];
    for (let at = lane; at !== 0; ) {
      const record = this.#laneRecords.get(at);
      if (!record) break;
      const place = await this.#placeOf(record);
      if (!place) break;
      places.unshift(place);
      at = record.parent;
    }
    return places;
  }

  /** Asks for the entries of rows that are on screen and not yet known; forgets earlier wishes. */
  want(places: Iterable<Place>): void {
    const wanted = new Set<string>();
    for (const { lane, index } of places)
      if (this.entry(lane, index) === undefined) wanted.add(chunkKey(lane, index));
    this.#queue = [...wanted].filter((key) => !this.#asked.has(key));
    this.#pump();
  }

  /** One entry with nothing cut. */
  async loadWhole(entryId: string): Promise<void> {
    if (this.#whole.has(entryId)) return;
    const { entry } = await this.#source.entry(entryId);
    if (this.#whole.size >= 30) this.#whole.delete(this.#whole.keys().next().value ?? '');
    this.#whole.set(entryId, readable(entry));
    this.#tell(false);
  }

  isWhole(entryId: string): boolean {
    return this.#whole.has(entryId);
  }

  /** Turns from a number on, as many as a page of the outline holds. */
  async loadTurns(turn: number): Promise<void> {
    const page = Math.floor(turn / turnPageSize);
    if (this.#turnPages.has(page) || page < 0) return;
    this.#turnPages.add(page);
    try {
      this.#takeOutline(await this.#source.outline(page * turnPageSize, turnPageSize));
      this.#tell(false);
    } catch {
      this.#turnPages.delete(page);
    }
  }

  /** The turn a prompt begins; undefined until its page of the outline is there. */
  turnOfPrompt(index: number): Turn | undefined {
    const turn = this.#turnOfPrompt.get(index);
    return turn === undefined ? undefined : this.turns.get(turn);
  }

  /** Entries that are new or changed, as the stream brings them. */
  apply(changes: readonly { lane: number; index: number; entry: TranscriptEntry }[], foldedTo: number): void {
    const { state = 'current', eventCount = 0 } = this.reading ?? {};
    const isCaughtUp = state === 'behind' && foldedTo >= eventCount;
    this.#note({
      state: isCaughtUp ? 'current' : state,
      foldedTo,
      eventCount: Math.max(eventCount, foldedTo),
    });
    for (const { lane, index, entry } of changes) {
      const skeleton = this.#lane(lane);
      skeleton.set(index, entry);
      this.#whole.delete(entry.id);
      const key = chunkKey(lane, index);
      // An entry that follows the kept ones is kept too: it is about to be read.
      if (this.#chunks.has(key) || index % chunkSize === 0) this.#put(lane, index, entry);
    }
    this.#tell(true);
  }

  /** Asks again for the end of the main conversation and for the newest turns, where changes may have been missed. */
  async refresh(): Promise<void> {
    const main = this.#lane(0);
    const from = Math.max(0, main.length - 20);
    const [skeleton, window, outline] = await Promise.all([
      this.#source.skeleton(0, from),
      this.#source.window({ lane: 0, from, limit: 2 * chunkSize }),
      this.#source.outline(this.#lastTurnPage() * turnPageSize, turnPageSize),
    ]);
    this.#note(skeleton);
    main.apply(skeleton);
    this.#keep(0, window.from, window.entries);
    this.#takeOutline(outline);
    this.#tell(true);
  }

  /** Asks again for the newest turns and the lanes of sub-agents. */
  async refreshTurns(): Promise<void> {
    this.#takeOutline(await this.#source.outline(this.#lastTurnPage() * turnPageSize, turnPageSize));
    this.#tell(true);
  }

  /** Forgets every entry and asks for all kinds again: more has changed than the stream could tell. */
  async reload(): Promise<void> {
    this.#chunks.clear();
    this.#whole.clear();
    for (const lane of this.#lanes.keys()) await this.loadSkeleton(lane);
    await this.refreshTurns();
  }

  #lastTurnPage(): number {
    return Math.max(0, Math.floor((this.totalTurns - 1) / turnPageSize));
  }

  #lane(lane: number): LaneSkeleton {
    const known = this.#lanes.get(lane);
    if (known) return known;
    const made = new LaneSkeleton();
    this.#lanes.set(lane, made);
    return made;
  }

  async #loadAround(lane: number): Promise<void> {
    for (let at = lane; at !== 0; ) {
      this.#lane(at).apply(await this.#source.skeleton(at, 0));
      const record = this.#laneRecords.get(at);
      if (!record) return;
      at = record.parent;
    }
  }

  async #placeOf(record: TranscriptLane): Promise<Place | undefined> {
    const { lane, index, entry } = await this.#source.entry(record.entry);
    this.#put(lane, index, entry);
    return { lane, index };
  }

  #pump(): void {
    while (this.#running < maxRequests) {
      const key = this.#queue.shift();
      if (key === undefined) return;
      void this.#fetch(key);
    }
  }

  async #fetch(key: string): Promise<void> {
    this.#running++;
    this.#asked.add(key);
    try {
      const [lane = 0, number = 0] = key.split(':').map(Number);
      const first = number * chunkSize;
      const skeleton = this.#lane(lane);
      const known = this.#chunks.get(key)?.entries ?? [];
      const missing =
        Array.from({ length: chunkSize }, (_, at) => at).find((at) => known[at] === undefined) ?? 0;
      const window = await this.#source.window({ lane, from: first + missing, limit: chunkSize - missing });
      this.#note(window);
      if (window.total > skeleton.length) skeleton.resize(window.total);
      this.#keep(lane, window.from, window.entries);
      this.error = undefined;
      this.#tell(false);
    } catch (error) {
      this.error = error;
      this.#tell(false);
    } finally {
      this.#running--;
      this.#asked.delete(key);
      this.#pump();
    }
  }

  #keep(lane: number, from: number, entries: readonly TranscriptEntry[]): void {
    entries.forEach((entry, at) => {
      this.#put(lane, from + at, entry);
    });
    while (this.#chunks.size > maxChunks) this.#chunks.delete(this.#chunks.keys().next().value ?? '');
  }

  #put(lane: number, index: number, entry: TranscriptEntry): void {
    const key = chunkKey(lane, index);
    let chunk = this.#chunks.get(key);
    if (!chunk) chunk = { lane, first: index - (index % chunkSize), entries: [] };
    // The chunk used last is forgotten last.
    this.#chunks.delete(key);
    this.#chunks.set(key, chunk);
    chunk.entries[index % chunkSize] = readable(entry);
    const skeleton = this.#lane(lane);
    if (skeleton.kinds[index] === 0 || index >= skeleton.length) skeleton.set(index, entry);
  }

  #takeOutline(outline: { turns: Turn[]; totalTurns: number; lanes: TranscriptLane[]; from: number }): void {
    this.totalTurns = outline.totalTurns;
    this.#turnPages.add(Math.floor(outline.from / turnPageSize));
    for (const turn of outline.turns) {
      this.turns.set(turn.turn, turn);
      if (turn.prompt) this.#turnOfPrompt.set(turn.prompt.index, turn.turn);
    }
    for (const lane of outline.lanes) {
      this.#laneOfEntry.set(lane.entry, lane);
      this.#laneRecords.set(lane.lane, lane);
    }
  }

  #note({ state, foldedTo, eventCount }: Reading): void {
    if (this.reading && foldedTo < this.reading.foldedTo) return;
    this.reading = { state, foldedTo, eventCount };
  }

  #tell(isReshaped: boolean): void {
    this.version++;
    if (isReshaped) this.shape++;
    for (const listener of this.#listeners) listener();
  }
}

const chunkKey = (lane: number, index: number): string => `${lane}:${Math.floor(index / chunkSize)}`;

/** A sub-agent's entries are a lane of their own and do not come with it. */
function readable(entry: TranscriptEntry): ReadEntry {
  const given = entry as unknown as ReadEntry;
  return given.kind === 'subagent' ? { ...given, entries: [] } : given;
}
