import type {
  AskedWindow,
  ChangedEntries,
  EntryWindow,
  LaneRecord,
  PlacedEntry,
  TurnRecord,
} from '../../domain/session/transcript-ports.ts';
import { pageKinds, pageSize, unpackItems } from './page.ts';
import { PageCache, type ReadyPage, readyPage } from './page-cache.ts';

/** Rows of the connection on which the requests read; `$1` stands for the first value. */
export type Rows = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
/** The row with a key that almost every request asks for. */
export type LookUp = <Row>(text: string, values: readonly unknown[]) => Promise<Readonly<Row> | undefined>;

export interface TranscriptQueries {
  rows: Rows;
  lookUp: LookUp;
}

interface BodyRow {
  lane: number;
  page: number;
  body: Uint8Array;
}

const entriesKind = pageKinds.entries;

/** The largest number both engines have for a page. */
const maxPage = 2 ** 31 - 1;

/** Pages fetched at once where a request goes through many. */
const pagesAtOnce = 16;

/** Pages kept ready to be sent: what a few people read at a time. */
const maxCachedBytes = 32 * 1024 * 1024;

/** Reads the transcript that the projection wrote. One text for both engines. */
export class TranscriptReader {
  readonly #rows: Rows;
  readonly #lookUp: LookUp;
  readonly #cache = new PageCache(maxCachedBytes);

  constructor({ rows, lookUp }: TranscriptQueries) {
    this.#rows = rows;
    this.#lookUp = lookUp;
  }

  async state(sessionId: string) {
    const row = await this.#lookUp<{ foldedTo: number; foldedAt: number; fault: string | null }>(
      `select folded_to as "foldedTo", folded_at as "foldedAt", fault from projection.session_statistics
        where session_id = $1`,
      [sessionId],
    );
    return row && { foldedTo: row.foldedTo, foldedAt: row.foldedAt, isUnreadable: row.fault !== null };
  }

  async total(sessionId: string, lane: number): Promise<number> {
    return this.#length(sessionId, 'entries', lane);
  }

  async window(sessionId: string, asked: AskedWindow): Promise<EntryWindow> {
    const { lane, from, limit, foldedTo, foldedAt } = asked;
    const size = pageSize.entries;
    const first = Math.floor(from / size);
    const last = Math.floor((from + limit - 1) / size);
    const name = (page: number) => `${sessionId} ${lane} ${page}`;
    const known = this.#ready(name, first, last, asked);
    if (known) return cut(known, asked);
    const rows = await this.#pages(sessionId, 'entries', lane, first, last);
    const total = await this.total(sessionId, lane);
    const pages = rows.map(({ body }) => readyPage(body, { foldedTo, foldedAt, total }));
    for (const [at, page] of pages.entries()) this.#cache.keep(name(first + at), page);
    return pages.length > 0 ? cut(pages, asked) : { total, count: 0, json: [] };
  }

  /** All pages from `first` to `last`, or to the end of the lane, if each was read at this position. */
  #ready(name: (page: number) => string, first: number, last: number, { foldedTo, foldedAt }: AskedWindow) {
    const pages: ReadyPage[] = [];
    for (let page = first; page <= last; page++) {
      const found = this.#cache.get(name(page), foldedTo);
      // Folded anew, as after words were taken out, it is at the same position at another time.
      if (found?.foldedAt !== foldedAt) return undefined;
      pages.push(found);
      if (found.total <= (page + 1) * pageSize.entries) break;
    }
    return pages;
  }

  async locate(sessionId: string, sequence: number, lane?: number): Promise<PlacedEntry | undefined> {
    const found = await this.#rows<BodyRow>(
      `select lane, page, body from projection.pages where session_id = $1 and kind = ${entriesKind}
        and first_sequence <= $2 and last_sequence >= $2 ${lane === undefined ? '' : 'and lane = $3'}
        order by lane, page`,
      lane === undefined ? [sessionId, sequence] : [sessionId, sequence, lane],
    );
    const exact = firstPlaced(found, (item) => sequencesOf(item).includes(sequence));
    if (exact) return exact;
    // An event that is in no entry: the last entry that began before it.
    const [before] = await this.#rows<BodyRow>(
      `select lane, page, body from projection.pages where session_id = $1 and kind = ${entriesKind}
        and first_sequence <= $2 and lane = $3 order by page desc limit 1`,
      [sessionId, sequence, lane ?? 0],
    );
    return before && lastPlaced(before, (item) => (sequencesOf(item)[0] ?? 0) <= sequence);
  }

  async entry(sessionId: string, id: string): Promise<PlacedEntry | undefined> {
    const sequence = Number.parseInt(id, 10);
    const found = await this.#rows<BodyRow>(
      `select lane, page, body from projection.pages where session_id = $1 and kind = ${entriesKind}
        and first_sequence <= $2 and last_sequence >= $2 order by lane, page`,
      [sessionId, sequence],
    );
    // The id comes first in every entry.
    return firstPlaced(found, (item) => item.startsWith(`{"id":"${id}"`));
  }

  async skeleton(sessionId: string, lane: number, from: number): Promise<string[]> {
    const rows = await this.#rows<{ skeleton: string }>(
      `select skeleton from projection.pages where session_id = $1 and kind = ${entriesKind} and lane = $2
        and page >= $3 order by page`,
      [sessionId, lane, Math.floor(from / pageSize.entries)],
    );
    return rows.map(({ skeleton }) => skeleton);
  }

  async lanes(sessionId: string, limit: number) {
    const total = await this.#length(sessionId, 'lanes', 0);
    const pages = await this.#pages(sessionId, 'lanes', 0, 0, Math.ceil(limit / pageSize.lanes) - 1);
    const items = pages.flatMap(({ body }) => unpackItems(body)).slice(0, limit);
    const lengths = await this.#rows<{ lane: number; length: number }>(
      `select lane, max(page) * ${pageSize.entries} + count as length from projection.pages p
        where session_id = $1 and kind = ${entriesKind} and lane between 1 and $2
          and page = (select max(page) from projection.pages q where q.session_id = p.session_id
            and q.kind = p.kind and q.lane = p.lane) group by lane, count`,
      [sessionId, items.length],
    );
    const totals = new Map(lengths.map(({ lane, length }) => [lane, Number(length)]));
    const lanes = items.map((item): LaneRecord => {
      const lane = JSON.parse(item) as LaneRecord;
      return { ...lane, total: totals.get(lane.lane) ?? 0 };
    });
    return { lanes, total };
  }

  async turns(sessionId: string, from: number, limit: number) {
    const size = pageSize.turns;
    const total = await this.#length(sessionId, 'turns', 0);
    const first = Math.floor(from / size);
    const pages = await this.#pages(sessionId, 'turns', 0, first, Math.floor((from + limit - 1) / size));
    const items = pages.flatMap(({ body }) => unpackItems(body)).slice(from - first * size);
    return { turns: items.slice(0, limit).map((item) => JSON.parse(item) as TurnRecord), total };
  }

  async brief(sessionId: string): Promise<string | undefined> {
    const [row] = await this.#pages(sessionId, 'brief', 0, 0, 0);
    return row && unpackItems(row.body)[0];
  }

  /** Pages of the list of edits. */
  protected async editPages(sessionId: string): Promise<Uint8Array[]> {
    const rows = await this.#pages(sessionId, 'edits', 0, 0, maxPage);
    return rows.map(({ body }) => new Uint8Array(body));
  }

  async entriesAt(
    sessionId: string,
    places: readonly { lane: number; index: number }[],
  ): Promise<(string | undefined)[]> {
    const found = new Map<string, string | undefined>();
    const pages = Map.groupBy(places, ({ lane, index }) => `${lane} ${Math.floor(index / pageSize.entries)}`);
    for (const [name, wanted] of pages) {
      const [lane, page] = name.split(' ').map(Number) as [number, number];
      const [row] = await this.#pages(sessionId, 'entries', lane, page, page);
      const items = row ? unpackItems(row.body) : [];
      for (const { index } of wanted) found.set(`${lane} ${index}`, items[index % pageSize.entries]);
    }
    return places.map(({ lane, index }) => found.get(`${lane} ${index}`));
  }

  firstIndex(page: number): number {
    return page * pageSize.entries;
  }

  async *bodies(sessionId: string, lane: number, from: number): AsyncGenerator<BodyRow[]> {
    for (let page = Math.floor(from / pageSize.entries); ; page += pagesAtOnce) {
      const rows = await this.#pages(sessionId, 'entries', lane, page, page + pagesAtOnce - 1);
      if (rows.length > 0) yield rows;
      if (rows.length < pagesAtOnce) return;
    }
  }

  async changedAfter(sessionId: string, foldedTo: number, limit: number): Promise<ChangedEntries> {
    const rows = await this.#rows<BodyRow & { retractedTo: number }>(
      `select lane, page, retracted_to as "retractedTo", body from projection.pages
        where session_id = $1 and kind = ${entriesKind} and changed_to > $2 order by lane, page limit $3`,
      [sessionId, foldedTo, limit + 1],
    );
    const entries = rows.slice(0, limit).flatMap(({ lane, page, retractedTo, body }) =>
      unpackItems(body).flatMap((item, at) => {
        const isNew = (sequencesOf(item).at(-1) ?? 0) > foldedTo;
        const isRetracted = retractedTo > foldedTo && item.includes('"retracted":true');
        return isNew || isRetracted ? [{ lane, index: page * pageSize.entries + at, entry: item }] : [];
      }),
    );
    return { entries, isWhole: rows.length <= limit };
  }

  async #length(sessionId: string, kind: keyof typeof pageKinds, lane: number): Promise<number> {
    const [last] = await this.#rows<{ page: number; count: number }>(
      `select page, count from projection.pages where session_id = $1 and kind = ${pageKinds[kind]} and lane = $2
        order by page desc limit 1`,
      [sessionId, lane],
    );
    return last ? last.page * pageSize[kind] + last.count : 0;
  }

  #pages(sessionId: string, kind: keyof typeof pageKinds, lane: number, from: number, to: number) {
    return this.#rows<BodyRow>(
      `select lane, page, body from projection.pages where session_id = $1 and kind = ${pageKinds[kind]}
        and lane = $2 and page between $3 and $4 order by page`,
      [sessionId, lane, from, to],
    );
  }
}

/** What was asked for, cut out of the pages it is in. */
function cut(pages: readonly ReadyPage[], { from, limit, bytes }: AskedWindow): EntryWindow {
  const json: Uint8Array[] = [];
  let [entries, left, count] = [limit, bytes, 0];
  let skip = from % pageSize.entries;
  for (const { json: text, ends } of pages) {
    const start = skip === 0 ? 0 : (ends[skip - 1] ?? text.length) + 1;
    let [end, taken] = [start, 0];
    for (const next of ends.subarray(skip, skip + entries)) {
      if (next - start > left && (taken > 0 || json.length > 0)) break;
      end = next;
      taken++;
    }
    if (taken > 0) json.push(...(json.length > 0 ? [comma] : []), text.subarray(start, end));
    count += taken;
    if (taken < Math.min(entries, ends.length - skip)) break;
    entries -= taken;
    left -= end - start;
    skip = 0;
  }
  return { total: pages[0]?.total ?? 0, count, json };
}

const comma = Buffer.from(',');

/** Read without parsing the rest: an entry may be long. */
function sequencesOf(item: string): number[] {
  const start = item.indexOf('"sequences":[');
  if (start < 0) return [];
  const end = item.indexOf(']', start);
  return item
    .slice(start + 13, end)
    .split(',')
    .map(Number);
}

function firstPlaced(rows: readonly BodyRow[], matches: (item: string) => boolean): PlacedEntry | undefined {
  for (const { lane, page, body } of rows) {
    const items = unpackItems(body);
    const at = items.findIndex(matches);
    if (at >= 0) return { lane, index: page * pageSize.entries + at, entry: items[at] as string };
  }
  return undefined;
}

function lastPlaced(
  { lane, page, body }: BodyRow,
  matches: (item: string) => boolean,
): PlacedEntry | undefined {
  const items = unpackItems(body);
  const at = items.findLastIndex(matches);
  return at < 0 ? undefined : { lane, index: page * pageSize.entries + at, entry: items[at] as string };
}
