import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { parseLine } from '@debrief/transcript';
import type { Agent, Row, Source } from '../../agents/agent.ts';
import { SaidBefore } from '../memory/said-before.ts';
import { markOf, recallSeen } from '../spool/seen.ts';
import type { SourcePlace } from '../spool/session.ts';
import type { Cleaned } from './redact.ts';
import { fenceAt, type Line, type Lines, longestLine, readLines } from './tail.ts';
import { type CaptureContext, RecordTaker, type Sifted } from './taker.ts';

/**
 * Reads what is new in a source and appends it as batches. Nothing is kept beyond the batch at hand. A record
 * is in exactly one batch, and each batch carries the place after its last record. False: there is more, but
 * it is still being written.
 */
export async function capture(agent: Agent, source: Source, context: CaptureContext): Promise<boolean> {
  const { session } = context;
  const before = session.places.find((place) => place.part === source.part);
  if (before?.rows && before.fence === source.stamp) return true;
  const taker = new RecordTaker(agent, source, context);
  const asked = agent.rows?.(source);
  if (asked) {
    const rows = await asked;
    if (context.hold.needsStamp()) context.hold.confirmStamp(await context.stampNow?.());
    if (context.hold.needsFolder()) taker.learnFolder(rows.map((row) => row.record));
    return takeRows(taker, source, rows, before?.rows ?? {});
  }

  const same = before && (await fenceAt(source.path, before.offset).catch(() => undefined)) === before.fence;
  // Rewritten, truncated, or another file under the same name: what was taken once is not taken again.
  const seen = before && !same ? await recallSeen(context.directory, session.id) : undefined;
  if (context.hold.needsFolder() && !session.cwd && !source.cwd)
    taker.learnFolder(await firstRecords(source.path));
  await takeLines(taker, source, same ? before.offset : 0, { seen, torn: context.torn ?? false });
  return true;
}

interface LineOptions {
  /** Lines that were taken before and are left out. */
  seen: Map<bigint, number> | undefined;
  torn: boolean;
}

async function takeLines(taker: RecordTaker, source: Source, offset: number, options: LineOptions) {
  const { seen, torn } = options;
  let read: Lines | undefined;
  const fence = async (at: number) => read?.fenceAt(at) ?? (await fenceAt(source.path, at)) ?? '';
  taker.place.offset = offset;
  if (offset > 0 && source.bytes > offset && taker.mustRecall()) await recallCalls(taker, source, offset);
  let moved = false;
  const sift = taker.isSifting() ? lineSifter(taker, source.path, offset === 0) : undefined;
  for await (read of readLines(source.path, offset, torn)) {
    for await (const group of cleanLines(taker, read, { seen, sift })) {
      moved = true;
      for (const line of group) {
        takeRecords(taker, line);
        if (line.mark !== undefined) taker.remember(line.mark);
        if (taker.hasLarge()) await taker.closeLarge({ offset: line.end, fence: await fence(line.end) });
        taker.place.offset = line.end;
        if (taker.isFull()) {
          taker.place.fence = await fence(line.end);
          await taker.close();
        }
      }
    }
  }
  if (!moved) return;
  taker.place.fence = await fence(taker.place.offset);
  await taker.finish();
}

type CleanedLine = Pick<ParsedLine, 'showsLessons'> & { records: (ParsedRecord & { cleaned: Cleaned })[] };

function takeRecords(taker: RecordTaker, { records, showsLessons }: CleanedLine): void {
  for (const { sifted, raw, cleaned } of records) {
    if (sifted.stays) {
      taker.leave(sifted.record);
      continue;
    }
    if (showsLessons) taker.noteLessons(sifted.record);
    taker.take(sifted, cleaned, sifted.struck > 0 ? undefined : raw);
  }
}

/** So far before the place reached a call is looked for whose result is still to come. */
const recallBytes = 1024 * 1024;

async function recallCalls(taker: RecordTaker, source: Source, offset: number): Promise<void> {
  for await (const lines of readLines(source.path, Math.max(0, offset - recallBytes), false)) {
    for (const line of lines) {
      if (line.end > offset) return;
      taker.recall(recordsOf(line).map(({ sifted }) => sifted.record));
    }
  }
}

interface ParsedLine {
  start: number;
  end: number;
  /** Undefined for a line that was taken before. */
  mark: bigint | undefined;
  records: ParsedRecord[];
  showsLessons: boolean;
}

interface ParsedRecord {
  sifted: Sifted;
  raw: Buffer | undefined;
}

/** So many lines, or so many bytes of them, are redacted in one go. */
const groupLines = 256;
const groupBytes = 1024 * 1024;

interface CleanOptions {
  seen: Map<bigint, number> | undefined;
  sift: LineSifter | undefined;
}

async function* cleanLines(taker: RecordTaker, lines: Lines, { seen, sift }: CleanOptions) {
  let group: ParsedLine[] = [];
  let bytes = 0;
  function cleanGroup() {
    const records = group.flatMap((line) => line.records.map(({ sifted }) => sifted.record));
    const cleaned = taker.clean(records, bytes);
    let next = 0;
    const lines = group.map((line) => ({
      ...line,
      records: line.records.map((one) => ({ ...one, cleaned: cleaned[next++] as Cleaned })),
    }));
    group = [];
    bytes = 0;
    return lines;
  }
  for (const line of lines) {
    const mark = markOf(line.bytes);
    const known = seen?.get(mark) ?? 0;
    const isNew = known === 0;
    // As often as it was taken before; one more of the same is a new one.
    if (!isNew) seen?.set(mark, known - 1);
    const { start, end } = line;
    const records = isNew ? recordsOf(line) : [];
    if (sift && isNew) await sift(line, records);
    const showsLessons = records.length > 0 && taker.mayShowLessons(line.bytes);
    group.push({ start, end, mark: isNew ? mark : undefined, records, showsLessons });
    bytes += line.bytes.length;
    if (group.length >= groupLines || bytes >= groupBytes) yield cleanGroup();
  }
  if (group.length > 0) yield cleanGroup();
}

function recordsOf({ bytes, start, end }: Line): ParsedRecord[] {
  const text = bytes.toString('utf8');
  const records =
    end - start > longestLine
      ? [{ debrief: { v: 1, malformed: true }, text: text.slice(0, 4096) }]
      : parseLine(text);
  // Only a lone record of valid UTF-8 may travel as the bytes it was read from.
  const plain = records.length === 1 && text.charCodeAt(0) === 123 && isUtf8(bytes);
  return records.map((record) => ({
    sifted: { stays: false, record, struck: 0 },
    raw: plain && !isMalformed(record) ? withoutReturn(bytes) : undefined,
  }));
}

type LineSifter = (line: Line, records: ParsedRecord[]) => Promise<void>;

/** Says of each record whether it stays here. A reading from the beginning comes by lines that were held back before. */
function lineSifter(taker: RecordTaker, path: string, isFromStart: boolean): LineSifter {
  const { memory } = taker;
  let before = memory?.saidBefore(path);
  return async (line, records) => {
    const isKnown = isFromStart && memory?.holdsLine(line.bytes) === true;
    const recallBefore = async () => {
      before ??= await saidBefore(taker, path, line.start);
      memory?.keepSaidBefore(path, before);
      return before;
    };
    for (const one of records) {
      one.sifted = await taker.sift(one.sifted.record, line.start, recallBefore);
      if (isKnown) one.sifted.stays = true;
      if (one.sifted.stays) continue;
      before?.add(one.sifted.record);
      // What goes on being sent makes it larger; during a pause it is asked for again and again.
      memory?.forgetSaidBefore(path);
    }
    if (!isKnown && records.some(({ sifted }) => sifted.stays)) taker.noteLine(line.bytes);
  };
}

/** What the lines up to there say, but for those of a pause. */
async function saidBefore(taker: RecordTaker, path: string, upTo: number): Promise<SaidBefore> {
  const before = new SaidBefore();
  for await (const lines of readLines(path, 0)) {
    for (const line of lines) {
      if (line.end > upTo) return before;
      for (const { sifted } of recordsOf(line)) taker.addSaid(before, sifted.record);
    }
  }
  return before;
}

async function takeRows(
  taker: RecordTaker,
  source: Source,
  rows: readonly Row[],
  known: NonNullable<SourcePlace['rows']>,
): Promise<boolean> {
  let settled = true;
  const before = new SaidBefore();
  if (Object.keys(known).length > 0 && taker.mustRecall()) taker.recall(rows.map((row) => row.record));
  for (const row of rows) {
    const text = JSON.stringify(row.record) ?? '';
    const digest = digestOf(text);
    if (known[row.id] === heldRow) continue;
    if (known[row.id] === digest) {
      if (taker.isSifting()) taker.addSaid(before, row.record);
      continue;
    }
    const sifted = await siftRow(taker, source.part, row, known[row.id] === undefined, before);
    if (sifted.stays) {
      taker.leave(row.record);
      taker.place = { ...taker.place, rows: { ...taker.place.rows, [row.id]: heldRow } };
      continue;
    }
    if (row.unsettled) {
      settled = false;
      continue;
    }
    if (taker.mayShowLessons(Buffer.from(text))) taker.noteLessons(sifted.record);
    const [cleaned] = taker.clean([sifted.record], text.length) as [Cleaned];
    taker.take(sifted, cleaned, undefined, row.eventType);
    const { place } = taker;
    if (taker.hasLarge()) {
      await taker.closeLarge({ offset: place.offset + 1, rows: { [row.id]: digest } });
      taker.place = { ...taker.place, rows: {} };
      continue;
    }
    taker.place = { ...place, offset: place.offset + 1, rows: { ...place.rows, [row.id]: digest } };
    if (taker.isFull()) {
      await taker.close();
      taker.place = { ...taker.place, rows: {} };
    }
  }
  // The stamp says that everything up to it was read; the next start need not look again.
  taker.place = { ...taker.place, fence: settled ? source.stamp : '', rows: taker.place.rows ?? {} };
  await taker.finish();
  return settled;
}

/** The same for a row. One that was held back when another connection read it stays here, whatever it is now. */
async function siftRow(
  taker: RecordTaker,
  part: string,
  row: Row,
  isNew: boolean,
  before: SaidBefore,
): Promise<Sifted> {
  if (!taker.isSifting()) return { stays: false, record: row.record, struck: 0 };
  const sifted = await taker.sift(row.record, undefined, async () => before);
  if (isNew && taker.memory?.holdsRow(part, row.id)) return { ...sifted, stays: true };
  if (sifted.stays) taker.noteRow(row.id);
  else taker.addSaid(before, row.record);
  return sifted;
}

/** In place of a digest: whatever this row becomes later, it also holds what was written during a pause. */
const heldRow = 'held';

const maxFirstRecords = 200;

/** Enough of a file to learn in which folder its session runs. */
async function firstRecords(path: string): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const lines of readLines(path, 0)) {
    for (const { bytes } of lines) {
      records.push(...parseLine(bytes.toString('utf8')));
      if (records.length >= maxFirstRecords) return records;
    }
  }
  return records;
}

const isMalformed = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'debrief' in record;

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes[bytes.length - 1] === 13 ? bytes.subarray(0, -1) : bytes;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
