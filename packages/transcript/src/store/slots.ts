import type { Entry } from '../entry.ts';
import { isTooFull } from '../json.ts';
import type { EntryPlace } from '../reading/edit.ts';

/** Entries that a later record may still complete: a result is never so many entries behind its call. */
export const maxSlots = 50_000;

export interface Slot {
  entry: Entry;
  /** Where the entry stands; absent in a fold, which keeps no lists. */
  list?: Entry[];
  index: number;
  /** Slot of the sub-agent around it. */
  parent?: string;
  /** Where it stands in its lane; a fold numbers them. */
  place?: EntryPlace;
}

export type SavedSlot = [key: string, entry: Entry, parent: string, place?: EntryPlace];

/** Retraction replaces entries in their list, so the list has the last word. */
export const current = (slot: Slot): Entry => slot.list?.[slot.index] ?? slot.entry;

export const isRunning = (entry: Entry): boolean => 'outcome' in entry && entry.outcome === 'running';

/** The entries that a later record may still complete, by the key their reader gave them. */
export class Slots {
  readonly #slots: Map<string, Slot>;
  /** How many there were after the last look at what can go, so that those which stay are not looked at each time. */
  #kept = maxSlots;

  constructor(saved: readonly SavedSlot[] = []) {
    this.#slots = new Map(
      saved.map(([key, entry, parent, place]) => [
        key,
        { entry, index: 0, ...(parent && { parent }), ...(place && { place }) },
      ]),
    );
  }

  get(key: string): Slot | undefined {
    return this.#slots.get(key);
  }

  /** Keeps an entry; `forget` is told of those that go because there are too many. */
  set(key: string, slot: Slot, forget: (key: string) => void): void {
    this.#slots.set(key, slot);
    if (isTooFull(this.#slots, this.#kept)) this.#forgetOldest(forget);
  }

  delete(key: string): void {
    this.#slots.delete(key);
  }

  /** Keys of the calls that have not come to an end. */
  running(): string[] {
    return [...this.#slots].filter(([, slot]) => isRunning(current(slot))).map(([key]) => key);
  }

  save(): SavedSlot[] {
    return [...this.#slots].map(([key, { entry, parent = '', place }]) =>
      place ? [key, entry, parent, place] : [key, entry, parent],
    );
  }

  /**
   * Sub-agents stay, because entries still come to them, and so do calls without an answer, unless there is no end of
   * them.
   */
  #forgetOldest(forget: (key: string) => void): void {
    const keepsRunning = this.#slots.size <= 2 * maxSlots;
    for (const [key, { entry }] of this.#slots) {
      if (this.#slots.size <= maxSlots) break;
      if (entry.kind !== 'subagent' && !(keepsRunning && isRunning(entry))) forget(key);
    }
    this.#kept = Math.max(maxSlots, this.#slots.size);
  }
}
