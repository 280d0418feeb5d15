import type { Draft, Entry } from '../entry.ts';
import { countsOf, noCounts, subtract } from './counts.ts';
import { type EntryPlace, editOf, sightOf, softEditsOf } from './edit.ts';
import {
  addUsage,
  type EntryWrite,
  noUsage,
  type TurnUsage,
  type TurnWrite,
  type Written,
} from './written.ts';

export interface SavedWriter {
  lanes: [slot: string, lane: number][];
  /** What sub-agents used that have no lane yet, by the agent's own name of them. */
  unplaced?: [id: string, usage: TurnUsage][];
  lengths: number[];
  prompts: number[][];
  turns: number[];
  started: boolean;
}

const emptyWritten = (): Written => ({
  lanes: [],
  laneUsage: [],
  entries: [],
  retractions: [],
  turns: [],
  edits: [],
});

/**
 * Numbers entries by lane and notes what each feed wrote. Lane 0 is the main conversation; a sub-agent's lane is numbered
 * when its first entry is written, so the numbers are the same however the events are fed.
 */
export class Writer {
  readonly #lanes: Map<string, number>;
  readonly #lengths: number[];
  /** Per lane the numbers of its prompts that were not taken back. */
  readonly #prompts: number[][];
  /** Per lane the turn its entries count in. */
  readonly #turns: number[];
  /** Whether the current turn has more than what the harness noted before the first prompt. */
  #started: boolean;
  #written = emptyWritten();
  #byId = new Map<string, EntryWrite>();
  #byTurn = new Map<number, TurnWrite>();
  /** Since the last feed, and before where a lane was not known yet: by the agent's own name of the sub-agent. */
  readonly #laneUsage: Map<string, TurnUsage>;

  constructor(saved?: SavedWriter) {
    this.#lanes = new Map(saved?.lanes);
    this.#laneUsage = new Map(saved?.unplaced);
    this.#lengths = saved?.lengths ?? [0];
    this.#prompts = saved?.prompts ?? [[]];
    this.#turns = saved?.turns ?? [0];
    this.#started = saved?.started ?? false;
  }

  /** The lane of a sub-agent, by the slot of its entry; numbered now if it is new. */
  lane(
    slot: string | undefined,
    subagent: { entry: Entry; place: EntryPlace } | undefined,
    id: string,
  ): number {
    if (slot === undefined || subagent === undefined) return 0;
    const known = this.#lanes.get(slot);
    if (known !== undefined) return known;
    const lane = this.#lengths.length;
    this.#lanes.set(slot, lane);
    this.#lengths.push(0);
    this.#prompts.push([]);
    this.#turns.push(subagent.place.turn);
    this.#written.lanes.push({ lane, id, entry: subagent.entry.id, parent: subagent.place.lane });
    return lane;
  }

  laneOf(slot: string | undefined): number {
    return (slot === undefined ? undefined : this.#lanes.get(slot)) ?? 0;
  }

  length(lane: number): number {
    return this.#lengths[lane] ?? 0;
  }

  turn(lane: number): number {
    return this.#turns[lane] ?? 0;
  }

  add(lane: number, entry: Entry): EntryPlace {
    const index = this.#lengths[lane] ?? 0;
    this.#lengths[lane] = index + 1;
    if (entry.kind === 'prompt') this.#prompts[lane]?.push(index);
    if (lane === 0) this.#beginTurn(entry, index);
    const turn = this.#turns[lane] ?? 0;
    const write = { id: entry.id, lane, index, part: entry, isNew: true, sequences: [], append: '' };
    this.#written.entries.push(write);
    this.#byId.set(entry.id, write);
    const soft = softEditsOf(entry);
    const place: EntryPlace = { lane, index, turn, ...(soft && { soft }) };
    this.#count(place, undefined, entry);
    this.#noteEdit(place, undefined, entry);
    const sight = sightOf(place, entry);
    if (sight) this.#written.edits.push(sight);
    return place;
  }

  change(
    place: EntryPlace,
    old: Entry,
    entry: Entry,
    patch: Partial<Draft>,
    sequences: number[],
    append: string,
  ): void {
    const known = this.#byId.get(entry.id);
    if (known?.isNew) known.part = entry;
    else if (known) {
      known.part = { ...known.part, ...patch } as Partial<Entry>;
      known.sequences.push(...sequences);
      // A text that replaces makes what was to be added part of the past.
      known.append = 'text' in patch && append === '' ? '' : known.append + append;
    } else {
      const part = { ...patch } as Partial<Entry>;
      const write = { id: entry.id, ...place, part, isNew: false, sequences: [...sequences], append };
      this.#written.entries.push(write);
      this.#byId.set(entry.id, write);
    }
    place.soft = softEditsOf(entry) ?? place.soft;
    if (place.soft === undefined) delete place.soft;
    this.#count(place, old, entry, append);
    this.#noteEdit(place, old, entry);
  }

  retract(lane: number, from: number): void {
    const to = this.#lengths[lane] ?? 0;
    const first = Math.max(0, from);
    if (first >= to) return;
    this.#written.retractions.push({ lane, from: first, to });
    this.#written.edits.push({ kind: 'retraction', lane, from: first });
    const prompts = this.#prompts[lane];
    if (prompts) this.#prompts[lane] = prompts.filter((index) => index < first);
  }

  /** Number of the n-th last prompt of a lane; its length when there are fewer. */
  turnStart(lane: number, turns: number): number {
    const prompts = this.#prompts[lane] ?? [];
    return (turns >= 1 ? prompts[prompts.length - turns] : undefined) ?? this.#lengths[lane] ?? 0;
  }

  spend(turn: number, usage: TurnUsage, sign: 1 | -1): void {
    addUsage(this.#turn(turn).usage, usage, sign);
  }

  spendIn(id: string, usage: TurnUsage, sign: 1 | -1): void {
    const known = this.#laneUsage.get(id) ?? noUsage();
    this.#laneUsage.set(id, known);
    addUsage(known, usage, sign);
  }

  /** `slotOf` answers the slot of the entry that stands for a sub-agent. */
  settle(slotOf: (id: string) => string | undefined): Written {
    const written = this.#written;
    for (const [id, usage] of this.#laneUsage) {
      const lane = this.laneOf(slotOf(id));
      if (lane === 0) continue;
      written.laneUsage.push({ lane, usage });
      this.#laneUsage.delete(id);
    }
    written.turns = [...this.#byTurn.values()];
    this.#written = emptyWritten();
    this.#byId = new Map();
    this.#byTurn = new Map();
    return written;
  }

  save(): SavedWriter {
    return {
      lanes: [...this.#lanes],
      ...(this.#laneUsage.size > 0 && { unplaced: [...this.#laneUsage] }),
      lengths: this.#lengths,
      prompts: this.#prompts,
      turns: this.#turns,
      started: this.#started,
    };
  }

  #beginTurn(entry: Entry, index: number): void {
    const isPrompt = entry.kind === 'prompt' && entry.origin !== 'agent';
    if (isPrompt) {
      // What the harness notes before the first prompt belongs to that prompt's turn.
      if (this.#started) this.#turns[0] = (this.#turns[0] ?? 0) + 1;
      this.#turn(this.#turns[0] ?? 0).start = {
        id: entry.id,
        index,
        sequence: entry.sequences[0] ?? 0,
        origin: entry.origin,
        text: firstLine(entry.text, 300),
      };
    }
    if (entry.kind !== 'notice' && entry.kind !== 'unknown') this.#started = true;
  }

  #count(place: EntryPlace, old: Entry | undefined, entry: Entry, append = ''): void {
    const write = this.#turn(place.turn);
    if (old) subtract(write.counts, countsOf(old), 1);
    subtract(write.counts, countsOf(entry), -1);
    const { at } = entry;
    if (at !== undefined) {
      if (write.from === undefined || at < write.from) write.from = at;
      if (write.to === undefined || at > write.to) write.to = at;
    }
    if (entry.kind === 'reply' && place.lane === 0) this.#noteAnswer(write, place, entry.text, append);
  }

  /** A reply that comes in pieces: its first line may not be whole yet, and the earlier pieces are not kept. */
  #noteAnswer(write: TurnWrite, place: EntryPlace, whole: string, append: string): void {
    if (append !== '' && place.begun === undefined) return;
    const said = append === '' ? whole : `${place.begun}${append}`;
    if (said.trim() !== '') write.answer = firstLine(said, 300);
    if (said.length < 300 && !said.trimStart().includes('\n')) place.begun = said;
    else delete place.begun;
  }

  #noteEdit(place: EntryPlace, old: Entry | undefined, entry: Entry): void {
    const edit = editOf(place, old, entry);
    if (edit) this.#written.edits.push(edit);
  }

  #turn(turn: number): TurnWrite {
    const known = this.#byTurn.get(turn);
    if (known) return known;
    const write: TurnWrite = { turn, counts: noCounts(), usage: noUsage() };
    this.#byTurn.set(turn, write);
    return write;
  }
}

function firstLine(text: string, max: number): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.slice(0, max).toWellFormed().trimEnd();
}
