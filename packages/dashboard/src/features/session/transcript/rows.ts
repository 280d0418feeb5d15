import { type Lens, lensOf } from './entries.ts';
import { stretchFrom } from './runs.ts';
import { kindCode, kindName, type LaneSkeleton } from './skeleton.ts';

/** Events from one to another, both included. */
export interface SequenceRange {
  from: number;
  to: number;
}

/** Which entries are shown, and which are folded away. */
export interface View {
  hidden: ReadonlySet<Lens>;
  /** Only prompts and the last answer to each. */
  isFocused: boolean;
  /** Lanes of sub-agents that are open, by the place of the entry that stands for them. */
  openLanes: ReadonlyMap<string, number>;
  /** Prompts of the main conversation whose turn is folded to one line. */
  foldedTurns: ReadonlySet<number> | 'all';
  /** Runs of one kind of call that are not one line, by the place of their first entry. */
  openRuns: ReadonlySet<string> | 'all';
  /** Only entries of the main conversation that begin here, with what the sub-agents among them did. */
  range?: SequenceRange | undefined;
  /** The lane of a sub-agent that is read by itself; else the main conversation. */
  root?: number | undefined;
}

export const placeKey = (lane: number, index: number): string => `${lane}:${index}`;

/** The rows of the virtual list, in columns: a million of them take nine megabytes. */
export class Rows {
  count = 0;
  lanes: Int32Array;
  indexes: Int32Array;
  depths: Uint8Array;
  /** All rows are of the main conversation, so that any is found by halving. */
  #isFlat = true;
  readonly #runs = new Map<number, { count: number; isOpen: boolean }>();

  /** `room` is for how many rows there is space from the beginning. */
  constructor(room = 64) {
    this.lanes = new Int32Array(room);
    this.indexes = new Int32Array(room);
    this.depths = new Uint8Array(room);
  }

  /** The run that begins with a row; while it is closed, that row stands for all of it. */
  run(row: number): { count: number; isOpen: boolean } | undefined {
    return this.#runs.get(row);
  }

  addRun(lane: number, index: number, depth: number, run: { count: number; isOpen: boolean }): void {
    this.#runs.set(this.count, run);
    this.add(lane, index, depth);
  }

  add(lane: number, index: number, depth: number): void {
    if (this.count === this.lanes.length) this.#grow(this.count + 1);
    if (lane !== 0) this.#isFlat = false;
    this.lanes[this.count] = lane;
    this.indexes[this.count] = index;
    this.depths[this.count] = depth;
    this.count++;
  }

  /** Adds entries that follow each other, up to the one before `to`. */
  addAll(lane: number, from: number, to: number, depth: number): void {
    const first = this.count;
    const last = first + to - from;
    if (last > this.lanes.length) this.#grow(last);
    if (lane !== 0) this.#isFlat = false;
    this.lanes.fill(lane, first, last);
    this.depths.fill(depth, first, last);
    const { indexes } = this;
    for (let row = first; row < last; row++) indexes[row] = from + row - first;
    this.count = last;
  }

  /** The row of an entry, or of the nearest shown one before it in its lane; -1 when there is none. */
  find(lane: number, index: number): number {
    if (this.#isFlat) return lane === 0 ? this.#lastTo(index) : -1;
    let nearest = -1;
    for (let row = 0; row < this.count; row++) {
      if (this.lanes[row] !== lane) continue;
      const here = this.indexes[row] as number;
      if (here > index) break;
      nearest = row;
      if (here === index) break;
    }
    return nearest;
  }

  /** The number in the main conversation of what a row belongs to: a sub-agent's entries to the one it stands under. */
  mainIndex(row: number): number {
    for (let at = Math.min(row, this.count - 1); at >= 0; at--)
      if (this.lanes[at] === 0) return this.indexes[at] as number;
    return 0;
  }

  isAt(row: number, lane: number, index: number): boolean {
    return row >= 0 && row < this.count && this.lanes[row] === lane && this.indexes[row] === index;
  }

  /** The last of flat rows whose entry is this one or an earlier one. */
  #lastTo(index: number): number {
    let [before, after] = [-1, this.count];
    while (after - before > 1) {
      const middle = (before + after) >> 1;
      if ((this.indexes[middle] as number) <= index) before = middle;
      else after = middle;
    }
    return before;
  }

  #grow(wanted: number): void {
    const size = Math.max(wanted, this.lanes.length * 2);
    const lanes = new Int32Array(size);
    lanes.set(this.lanes);
    const indexes = new Int32Array(size);
    indexes.set(this.indexes);
    const depths = new Uint8Array(size);
    depths.set(this.depths);
    this.lanes = lanes;
    this.indexes = indexes;
    this.depths = depths;
  }
}

type Lanes = (lane: number) => LaneSkeleton | undefined;

const prompt = kindCode('prompt');
const reply = kindCode('reply');
const subagent = kindCode('subagent');
const closing = new Set([reply, kindCode('error'), kindCode('interruption')]);

/**
 * The rows a view shows. A plain walk over the columns: a few milliseconds for a hundred thousand entries, so it is
 * done anew for each state of the screen instead of being kept up to date.
 */
export function rowsOf(lanes: Lanes, view: View): Rows {
  const root = view.root ?? 0;
  const main = lanes(root);
  if (!main) return new Rows();
  const rows = new Rows(main.length);
  if (view.isFocused) addFocused(main, rows, root, root === 0 ? view.range : undefined);
  else addLane(lanes, view, root, 0, rows);
  return rows;
}

function addLane(lanes: Lanes, view: View, lane: number, depth: number, rows: Rows): void {
  const skeleton = lanes(lane);
  if (!skeleton) return;
  const isHidden = hiddenCodes(view.hidden);
  let isFolded = false;
  // Up to here every entry belongs to a run that is open, or to too few calls alike for one.
  let plainTo = 0;
  for (let index = 0; index < skeleton.length; index++) {
    const kind = skeleton.kinds[index] as number;
    if (lane === 0 && view.range && !isWithin(skeleton, index, view.range)) {
      plainTo = index + 1;
      isFolded = false;
      continue;
    }
    if (kind === 0 && !isFolded) {
      const end = unknownTo(skeleton, index);
      rows.addAll(lane, index, end, depth);
      index = end - 1;
      continue;
    }
    if (lane === 0 && kind === prompt) {
      isFolded = view.foldedTurns === 'all' || view.foldedTurns.has(index);
      if (isHidden[kind] && !isFolded) continue;
      rows.add(lane, index, depth);
      continue;
    }
    if (isFolded || isHidden[kind]) continue;
    const alike = index >= plainTo ? stretchFrom(skeleton, isHidden, index) : undefined;
    if (alike) plainTo = alike.end;
    if (alike?.isRun) {
      const isOpen = view.openRuns === 'all' || view.openRuns.has(placeKey(lane, index));
      rows.addRun(lane, index, depth, { count: alike.count, isOpen });
      if (!isOpen) index = alike.end - 1;
      continue;
    }
    rows.add(lane, index, depth);
    const inner = kind === subagent ? view.openLanes.get(placeKey(lane, index)) : undefined;
    if (inner !== undefined && depth < 8) addLane(lanes, view, inner, depth + 1, rows);
  }
}

/** What nothing is known of yet comes in as soon as it is. */
const isWithin = ({ sequences }: LaneSkeleton, index: number, { from, to }: SequenceRange): boolean => {
  const sequence = sequences[index] as number;
  return sequence >= from && sequence <= to;
};

/** Where entries end that nothing is known of yet: at first those are most of a very long session. */
function unknownTo({ kinds, length }: LaneSkeleton, from: number): number {
  let end = from;
  while (end < length && kinds[end] === 0) end++;
  return end;
}

function addFocused(main: LaneSkeleton, rows: Rows, lane: number, range: SequenceRange | undefined): void {
  let answer = -1;
  for (let index = 0; index < main.length; index++) {
    if (range && !isWithin(main, index, range)) continue;
    const kind = main.kinds[index] as number;
    if (kind === prompt) {
      if (answer >= 0) rows.add(lane, answer, 0);
      answer = -1;
      rows.add(lane, index, 0);
    } else if (closing.has(kind)) answer = index;
  }
  if (answer >= 0) rows.add(lane, answer, 0);
}

export function hiddenCodes(hidden: ReadonlySet<Lens>): Uint8Array {
  const codes = new Uint8Array(256);
  for (let code = 0; code < 256; code++) {
    const name = kindName(code);
    if (name !== undefined && hidden.has(lensOf(name))) codes[code] = 1;
  }
  return codes;
}

/** The next row in a direction that satisfies a condition; -1 when there is none. */
export function nextRow(
  rows: Rows,
  lanes: Lanes,
  from: number,
  step: 1 | -1,
  wanted: (lane: LaneSkeleton, index: number) => boolean,
): number {
  for (let row = from + step; row >= 0 && row < rows.count; row += step) {
    const lane = lanes(rows.lanes[row] as number);
    if (lane && wanted(lane, rows.indexes[row] as number)) return row;
  }
  return -1;
}
