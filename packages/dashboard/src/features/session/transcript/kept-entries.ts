import type { TranscriptEntry } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';

/** An entry as the server stores it: long fields may be cut, and `clipped` says how long each is in truth. */
export type ReadEntry = Entry & { clipped?: Record<string, number> };

export const chunkSize = 50;
/** Entries that are kept: some screens around everything that was looked at last. */
const maxChunks = 80;
const maxWhole = 30;

/** The entries around what was looked at last, in chunks, and those that were asked for with nothing cut. */
export class KeptEntries {
  readonly #chunks = new Map<string, (ReadEntry | undefined)[]>();
  readonly #whole = new Map<string, ReadEntry>();

  get(lane: number, index: number): ReadEntry | undefined {
    const entry = this.#chunks.get(chunkKey(lane, index))?.[index % chunkSize];
    return entry && (this.#whole.get(entry.id) ?? entry);
  }

  #put(lane: number, index: number, entry: TranscriptEntry): void {
    const key = chunkKey(lane, index);
    const chunk = this.#chunks.get(key) ?? [];
    // The chunk used last is forgotten last.
    this.#chunks.delete(key);
    this.#chunks.set(key, chunk);
    chunk[index % chunkSize] = readable(entry);
  }

  /** Entries that follow each other; what was used longest ago makes room for them. */
  putAll(lane: number, from: number, entries: readonly TranscriptEntry[]): void {
    for (const [at, entry] of entries.entries()) this.#put(lane, from + at, entry);
    while (this.#chunks.size > maxChunks) this.#chunks.delete(this.#chunks.keys().next().value ?? '');
  }

  /** A changed entry. It is kept where its neighbours are, or where a new chunk begins: it is about to be read. */
  change(lane: number, index: number, entry: TranscriptEntry): void {
    this.#whole.delete(entry.id);
    if (this.#chunks.has(chunkKey(lane, index)) || index % chunkSize === 0) this.#put(lane, index, entry);
  }

  /** The first entry of a chunk that is not here; the first of all when nothing is missing. */
  firstMissing(key: string): { lane: number; index: number } {
    const [lane = 0, chunk = 0] = key.split(':').map(Number);
    const known = this.#chunks.get(key) ?? [];
    const missing = Array.from({ length: chunkSize }, (_, at) => at).find((at) => known[at] === undefined);
    return { lane, index: chunk * chunkSize + (missing ?? 0) };
  }

  isWhole(entryId: string): boolean {
    return this.#whole.has(entryId);
  }

  putWhole(entry: TranscriptEntry): void {
    if (this.#whole.size >= maxWhole) this.#whole.delete(this.#whole.keys().next().value ?? '');
    this.#whole.set(entry.id, readable(entry));
  }

  clear(): void {
    this.#chunks.clear();
    this.#whole.clear();
  }
}

export const chunkKey = (lane: number, index: number): string => `${lane}:${Math.floor(index / chunkSize)}`;

/** A sub-agent's entries are a lane of their own and do not come with it. */
function readable(entry: TranscriptEntry): ReadEntry {
  const given = entry as unknown as ReadEntry;
  return given.kind === 'subagent' ? { ...given, entries: [] } : given;
}
