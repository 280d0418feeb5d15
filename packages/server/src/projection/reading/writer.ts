import {
  addUsage,
  type ClippedEntry,
  clipEntry,
  type Entry,
  type EntryWrite,
  type LaneUsageWrite,
  type LaneWrite,
  mergePart,
  noUsage,
  type Retraction,
  subtract,
  type TurnUsage,
  type TurnWrite,
  type Written,
} from '@debrief/transcript';
import {
  type PageKey,
  type PageKind,
  packItems,
  pageName,
  pageSize,
  type StoredPage,
  unpackItems,
} from './page.ts';
import { type Bone, boneOf, skeletonText } from './skeleton.ts';

/** What is stored of a session now. */
export interface PageSource {
  /** Those that do not exist are left out. */
  pages(keys: readonly PageKey[]): Promise<StoredPage[]>;
  /** Items of a list. */
  length(kind: PageKind, lane: number): Promise<number>;
}

interface OpenPage {
  key: PageKey;
  items: string[];
  bones: Bone[];
  retractedTo: number;
  isDirty: boolean;
}

/** Lists whose last pages are kept between the steps of a session: those are where it grows. */
const keptLists = 6;

/** Writes what a fold says became readable into pages. One per session that is being folded. */
export class PageWriter {
  readonly #open = new Map<string, OpenPage>();
  #edits: number | undefined;
  #keptLength = 0;

  /** Characters of the pages that are kept between two steps. */
  get keptLength(): number {
    return this.#keptLength;
  }

  /** Loads the pages that `apply` will change. */
  async load(written: Written, source: PageSource): Promise<void> {
    if (written.edits.length > 0) this.#edits ??= await source.length('edits', 0);
    await this.#load(this.#needed(written, this.#edits ?? 0), source);
  }

  /** The pages that are other than before. Nothing is stored yet; after a failure the writer must be thrown away. */
  apply(written: Written, to: number): StoredPage[] {
    let edits = this.#edits ?? 0;
    for (const lane of written.lanes) this.#put('lanes', 0, lane.lane - 1, JSON.stringify(lane));
    for (const write of written.laneUsage) this.#laneUsage(write);
    for (const write of written.entries) this.#entry(write);
    for (const retraction of written.retractions) this.#retract(retraction, to);
    for (const turn of written.turns) this.#turn(turn);
    for (const edit of written.edits) this.#put('edits', 0, edits++, JSON.stringify(edit));
    if (written.edits.length > 0) this.#edits = edits;
    const pages = [...this.#open.values()].filter(({ isDirty }) => isDirty).map((page) => stored(page, to));
    this.#forget();
    return pages;
  }

  #needed({ lanes, laneUsage, entries, retractions, turns, edits }: Written, firstEdit: number): PageKey[] {
    const keys = new Map<string, PageKey>();
    const need = (kind: PageKind, lane: number, item: number) => {
      const key = { kind, lane, page: Math.floor(item / pageSize[kind]) };
      const name = pageName(key);
      if (!this.#open.has(name)) keys.set(name, key);
    };
    for (const { lane } of [...lanes, ...laneUsage]) need('lanes', 0, lane - 1);
    for (const { lane, index } of entries) need('entries', lane, index);
    for (const { lane, from, to } of retractions) {
      for (let item = from; item < to; item += pageSize.entries) need('entries', lane, item);
      need('entries', lane, to - 1);
    }
    for (const { turn } of turns) need('turns', 0, turn);
    for (let at = 0; at < edits.length; at++) need('edits', 0, firstEdit + at);
    return [...keys.values()];
  }

  async #load(keys: readonly PageKey[], source: PageSource): Promise<void> {
    const found = new Map(
      (keys.length > 0 ? await source.pages(keys) : []).map((page) => [pageName(page), page]),
    );
    for (const key of keys) {
      const page = found.get(pageName(key));
      const items = page ? unpackItems(page.body) : [];
      const bones = key.kind === 'entries' ? items.map((item) => boneOf(JSON.parse(item))) : [];
      this.#open.set(pageName(key), {
        key,
        items,
        bones,
        retractedTo: page?.retractedTo ?? 0,
        isDirty: false,
      });
    }
  }

  #page(kind: PageKind, lane: number, item: number): OpenPage | undefined {
    return this.#open.get(pageName({ kind, lane, page: Math.floor(item / pageSize[kind]) }));
  }

  #get(kind: PageKind, lane: number, item: number): string | undefined {
    return this.#page(kind, lane, item)?.items[item % pageSize[kind]];
  }

  #put(kind: PageKind, lane: number, item: number, text: string, bone?: Bone): void {
    const page = this.#page(kind, lane, item);
    if (!page) return;
    const at = item % pageSize[kind];
    page.items[at] = text;
    if (bone) page.bones[at] = bone;
    page.isDirty = true;
  }

  #entry(write: EntryWrite): void {
    const { lane, index } = write;
    const old = write.isNew ? undefined : this.#get('entries', lane, index);
    if (!write.isNew && old === undefined) return;
    const entry =
      old === undefined ? clipEntry(write.part as Entry) : mergePart(JSON.parse(old) as ClippedEntry, write);
    this.#put('entries', lane, index, JSON.stringify(entry), boneOf(entry));
  }

  #retract({ lane, from, to }: Retraction, foldedTo: number): void {
    for (let index = from; index < to; index++) {
      const old = this.#get('entries', lane, index);
      if (old === undefined) continue;
      const { clipped, ...entry } = JSON.parse(old) as ClippedEntry;
      if (entry.retracted) continue;
      const gone = { ...entry, retracted: true, ...(clipped && { clipped }) } as ClippedEntry;
      this.#put('entries', lane, index, JSON.stringify(gone), boneOf(gone));
      const page = this.#page('entries', lane, index);
      if (page) page.retractedTo = foldedTo;
    }
  }

  #laneUsage({ lane, usage }: LaneUsageWrite): void {
    const old = this.#get('lanes', 0, lane - 1);
    if (old === undefined) return;
    const known = JSON.parse(old) as LaneWrite & { usage?: TurnUsage };
    const sum = known.usage ?? noUsage();
    addUsage(sum, usage);
    this.#put('lanes', 0, lane - 1, JSON.stringify({ ...known, usage: sum }));
  }

  #turn(write: TurnWrite): void {
    const old = this.#get('turns', 0, write.turn);
    const turn = old === undefined ? write : mergeTurn(JSON.parse(old) as TurnWrite, write);
    this.#put('turns', 0, write.turn, JSON.stringify(turn));
  }

  /** Keeps the last page of each list that was written last; the rest is read again when it is needed. */
  #forget(): void {
    const pages = [...this.#open.values()].sort((a, b) => Number(a.isDirty) - Number(b.isDirty));
    const ends = new Map<string, OpenPage>();
    for (const page of pages) {
      const list = `${page.key.kind} ${page.key.lane}`;
      if ((ends.get(list)?.key.page ?? -1) > page.key.page) continue;
      ends.delete(list);
      ends.set(list, page);
    }
    this.#open.clear();
    this.#keptLength = 0;
    for (const page of [...ends.values()].slice(-keptLists)) {
      this.#open.set(pageName(page.key), { ...page, isDirty: false });
      for (const item of page.items) this.#keptLength += item.length;
    }
  }
}

function mergeTurn(turn: TurnWrite, write: TurnWrite): TurnWrite {
  subtract(turn.counts, write.counts, -1);
  addUsage(turn.usage, write.usage);
  const { start, from, to, answer } = write;
  return {
    ...turn,
    ...(start && { start }),
    ...(from !== undefined && (turn.from === undefined || from < turn.from) && { from }),
    ...(to !== undefined && (turn.to === undefined || to > turn.to) && { to }),
    ...(answer !== undefined && { answer }),
  };
}

function stored({ key, items, bones, retractedTo }: OpenPage, to: number): StoredPage {
  const isEntries = key.kind === 'entries';
  let [first, last] = [isEntries ? Number.MAX_SAFE_INTEGER : 0, 0];
  for (const bone of bones) {
    first = Math.min(first, bone.sequence);
    last = Math.max(last, bone.last);
  }
  return {
    ...key,
    count: items.length,
    firstSequence: first,
    lastSequence: last,
    changedTo: to,
    retractedTo,
    skeleton: isEntries ? skeletonText(key.page * pageSize.entries, bones) : null,
    body: packItems(items),
  };
}
