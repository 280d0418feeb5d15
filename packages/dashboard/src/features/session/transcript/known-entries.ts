import type { TranscriptEntry } from '@debrief/contract';
import type { ChangedEntries } from '../../../api/event.ts';
import { KeptEntries, type ReadEntry } from './kept-entries.ts';
import { LaneSkeleton } from './skeleton.ts';

/** An entry: its lane and its number there. */
export interface EntryPlace {
  lane: number;
  index: number;
}

export type ChangedEntry = ChangedEntries['entries'][number];

/** What is known of each lane, and the entries that are kept of it. */
export class KnownEntries {
  readonly #lanes = new Map<number, LaneSkeleton>();
  readonly #kept = new KeptEntries();

  lanes = (): Iterable<number> => this.#lanes.keys();

  lane = (lane: number): LaneSkeleton | undefined => this.#lanes.get(lane);

  /** The lane; an empty one if nothing is known of it. */
  madeLane(lane: number): LaneSkeleton {
    const known = this.#lanes.get(lane);
    if (known) return known;
    const made = new LaneSkeleton();
    this.#lanes.set(lane, made);
    return made;
  }

  get(lane: number, index: number): ReadEntry | undefined {
    return this.#kept.get(lane, index);
  }

  /** Entries that follow each other. */
  keep(lane: number, from: number, entries: readonly TranscriptEntry[]): void {
    this.#kept.putAll(lane, from, entries);
    const skeleton = this.madeLane(lane);
    for (const [at, entry] of entries.entries()) {
      const index = from + at;
      if (skeleton.kinds[index] === 0 || index >= skeleton.length) skeleton.set(index, entry);
    }
  }

  change(changes: readonly ChangedEntry[]): void {
    for (const { lane, index, entry } of changes) {
      this.madeLane(lane).set(index, entry);
      this.#kept.change(lane, index, entry);
    }
  }

  firstMissing = (key: string): EntryPlace => this.#kept.firstMissing(key);

  isWhole = (entryId: string): boolean => this.#kept.isWhole(entryId);

  putWhole = (entry: TranscriptEntry): void => this.#kept.putWhole(entry);

  /** The entries go; what is known of the lanes stays. */
  clear = (): void => this.#kept.clear();
}
