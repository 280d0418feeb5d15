import { type SavedWaitingCalls, WaitingCalls } from './calls/waiting-calls.ts';
import type { Draft, Entry } from './entry.ts';
import type { EntryListener } from './reading/listener.ts';
import { type SavedWriter, Writer } from './reading/writer.ts';
import type { TurnUsage, Written } from './reading/written.ts';
import { type SearchChunk, searchChunk } from './search-chunk.ts';
import { slim } from './slim.ts';
import { current, isRunning, type SavedSlot, type Slot, Slots } from './store/slots.ts';
import { type SavedTally, Tally } from './totals/tally.ts';

export interface Position {
  sequences: number[];
  lane: string | undefined;
}

/**
 * The entries of one transcript. With `retain` it holds them all, in nested lists; without (a fold)
 * only what a later record may still complete, stripped of its text once the feed is over.
 */
export class Store {
  readonly entries: Entry[] = [];
  readonly tally: Tally;
  readonly #slots: Slots;
  readonly #lanes: Map<string, string>;
  readonly #waiting: WaitingCalls;
  readonly #retain: boolean;
  /** Notes what is to be stored; only a fold has one. */
  readonly #writer: Writer | undefined;
  #at: Position = { sequences: [0], lane: undefined };
  #serial = 0;
  #changed = new Map<string, { entry: Entry; isNew: boolean }>();
  #dirty = new Set<string>();
  #chunks: SearchChunk[] = [];
  readonly #listener: EntryListener | undefined;

  constructor(retain: boolean, saved?: SavedStore, listener?: EntryListener) {
    this.#retain = retain;
    this.#listener = listener;
    this.#writer = retain ? undefined : new Writer(saved?.writer);
    this.tally = new Tally(saved?.tally);
    this.#slots = new Slots(saved?.slots);
    this.#lanes = new Map(saved?.lanes);
    this.#waiting = new WaitingCalls(saved?.waiting);
  }

  begin(position: Position): void {
    this.#at = position;
    this.#serial = 0;
  }

  moveTo(lane: string | undefined): void {
    this.#at = { ...this.#at, lane };
  }

  get(key: string): Entry | undefined {
    const slot = this.#slots.get(key);
    return slot && current(slot);
  }

  laneSlot(lane: string): string | undefined {
    return this.#lanes.get(lane);
  }

  bindLane(lane: string, key: string): void {
    this.#lanes.set(lane, key);
  }

  add(draft: Draft, key?: string): Entry {
    const { sequences, lane } = this.#at;
    const parent = lane === undefined ? undefined : this.#lanes.get(lane);
    const id = `${sequences[0]}.${this.#serial++}`;
    const entry = { id, sequences: [...sequences], ...(lane !== undefined && { lane }), ...draft } as Entry;
    const slot: Slot = { entry, index: 0, ...(parent !== undefined && { parent }) };
    if (this.#retain) {
      slot.list = this.#listOf(parent);
      slot.index = slot.list.push(entry) - 1;
    }
    if (this.#writer) slot.place = this.#writer.add(this.#laneNumber(parent, lane ?? ''), entry);
    if (key !== undefined) {
      this.#dirty.add(key);
      if (isRunning(entry)) this.#waiting.add(key, lane);
      this.#slots.set(key, slot, (oldest) => {
        this.answered(oldest);
        this.forget(oldest);
      });
    }
    this.tally.apply(entry, 1);
    if (slot.place) this.#listener?.added(entry, slot.place);
    this.#note(entry, true, draft);
    this.#touch(parent);
    return entry;
  }

  /** Completes an entry; answers false when there is none. */
  change(key: string, patch: Partial<Draft>): boolean {
    return this.#amend(key, patch, '');
  }

  /** Adds to the text of an entry; answers false when there is none that has a text. */
  append(key: string, text: string): boolean {
    const slot = this.#slots.get(key);
    const old = slot && current(slot);
    return old !== undefined && 'text' in old && this.#amend(key, { text: `${old.text}${text}` }, text);
  }

  #amend(key: string, patch: Partial<Draft>, appended: string): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined) return false;
    const old = current(slot);
    this.tally.apply(old, -1);
    const last = old.sequences.at(-1) ?? 0;
    const fresh = this.#at.sequences.filter((sequence) => sequence > last);
    const entry = { ...old, ...patch, sequences: [...old.sequences, ...fresh] } as Entry;
    this.#replace(slot, entry);
    this.tally.apply(entry, 1);
    const { text: _, ...rest } = patch as { text?: string };
    const part = appended === '' ? patch : (rest as Partial<Draft>);
    if (slot.place) this.#writer?.change(slot.place, old, entry, part, fresh, appended);
    this.#listener?.changed(entry, part, appended);
    this.#note(entry, false, appended === '' ? patch : ({ text: appended } as Partial<Draft>));
    this.#dirty.add(key);
    if (!isRunning(entry)) this.answered(key);
    this.#touch(slot.parent);
    return true;
  }

  /** The call has its answer, be it only that it goes on in the background. */
  answered(key: string): void {
    this.#waiting.delete(key, this.#slots.get(key)?.entry.lane);
  }

  /** Calls without an answer: of the current conversation, or of all. */
  unanswered(everywhere: boolean): string[] {
    return everywhere ? this.#waiting.all() : this.#waiting.of(this.#at.lane);
  }

  /** Every call that has not come to an end. */
  running(): string[] {
    return this.#slots.running();
  }

  /** The entry will not change any more; only its key is forgotten. */
  forget(key: string): void {
    this.#slots.delete(key);
    this.#dirty.delete(key);
  }

  /** How many entries the current conversation has. */
  length(): number {
    if (this.#writer) return this.#writer.length(this.#writer.laneOf(this.#parentKey()));
    return this.#listOf(this.#parentKey()).length;
  }

  /** Marks everything from `from` on as rewound. */
  retract(from: number): void {
    if (this.#writer) {
      const lane = this.#writer.laneOf(this.#parentKey());
      this.#writer.retract(lane, from);
      this.#listener?.retracted(lane, Math.max(0, from));
      return;
    }
    const list = this.#listOf(this.#parentKey());
    for (let i = Math.max(0, from); i < list.length; i++) {
      const entry = list[i];
      if (entry === undefined || entry.retracted) continue;
      const gone: Entry = { ...entry, retracted: true };
      list[i] = gone;
      this.#changed.set(gone.id, { entry: gone, isNew: this.#changed.get(gone.id)?.isNew ?? false });
    }
    this.#touch(this.#parentKey());
  }

  /** Index of the n-th last prompt of the current conversation. */
  turnStart(turns: number): number {
    if (this.#writer) return this.#writer.turnStart(this.#writer.laneOf(this.#parentKey()), turns);
    const list = this.#listOf(this.#parentKey());
    let left = turns;
    for (let i = list.length - 1; i >= 0; i--) {
      const entry = list[i];
      if (entry?.kind === 'prompt' && !entry.retracted && --left === 0) return i;
    }
    return list.length;
  }

  /** Ends a feed: what is new, what changed, what can be searched. */
  settle(): { added: Entry[]; updated: Entry[]; search: SearchChunk[]; written: Written | undefined } {
    const added: Entry[] = [];
    const updated: Entry[] = [];
    for (const { entry, isNew } of this.#changed.values()) (isNew ? added : updated).push(entry);
    const search = this.#chunks;
    if (!this.#retain) {
      for (const key of this.#dirty) {
        const slot = this.#slots.get(key);
        if (slot !== undefined) slot.entry = slim(slot.entry);
      }
    }
    this.#changed = new Map();
    this.#dirty = new Set();
    this.#chunks = [];
    return { added, updated, search, written: this.#writer?.settle((id) => this.#lanes.get(id)) };
  }

  save(): SavedStore {
    return {
      slots: this.#slots.save(),
      lanes: [...this.#lanes],
      waiting: this.#waiting.save(),
      tally: this.tally.save(),
      ...(this.#writer && { writer: this.#writer.save() }),
    };
  }

  /** The turn that what happens now counts in; a fold knows it. */
  turn(): number | undefined {
    return this.#writer?.turn(this.#writer.laneOf(this.#parentKey()));
  }

  spend(turn: number, lane: string | undefined, usage: TurnUsage, sign: 1 | -1): void {
    this.#writer?.spend(turn, usage, sign);
    if (lane !== undefined) this.#writer?.spendIn(lane, usage, sign);
  }

  #laneNumber(parent: string | undefined, id: string): number {
    const slot = parent === undefined ? undefined : this.#slots.get(parent);
    const { entry, place } = slot ?? {};
    const subagent = entry?.kind === 'subagent' && place ? { entry, place } : undefined;
    return this.#writer?.lane(parent, subagent, id) ?? 0;
  }

  #parentKey(): string | undefined {
    return this.#at.lane === undefined ? undefined : this.#lanes.get(this.#at.lane);
  }

  #listOf(parent: string | undefined): Entry[] {
    const entry = parent === undefined ? undefined : this.#slots.get(parent)?.entry;
    return entry?.kind === 'subagent' ? entry.entries : this.entries;
  }

  #replace(slot: Slot, entry: Entry): void {
    slot.entry = entry;
    if (slot.list !== undefined) slot.list[slot.index] = entry;
  }

  /** A nested change is a change of every sub-agent around it, so that a view by identity sees it. */
  #touch(parent: string | undefined): void {
    for (let key = parent, depth = 0; this.#retain && key !== undefined && depth < 32; depth++) {
      const slot = this.#slots.get(key);
      if (slot === undefined) return;
      this.#replace(slot, { ...current(slot) });
      this.#note(slot.entry, false);
      key = slot.parent;
    }
  }

  #note(entry: Entry, isNew: boolean, part?: Partial<Draft>): void {
    if (this.#retain) {
      this.#changed.set(entry.id, { entry, isNew: isNew || (this.#changed.get(entry.id)?.isNew ?? false) });
      return;
    }
    const chunk = part && searchChunk(entry, part, this.#at.sequences[0] ?? 0);
    if (chunk) this.#chunks.push(chunk);
  }
}

export interface SavedStore {
  slots: SavedSlot[];
  lanes: [string, string][];
  /** Absent in states saved before it was kept. */
  waiting?: SavedWaitingCalls;
  tally: SavedTally;
  writer?: SavedWriter;
}
