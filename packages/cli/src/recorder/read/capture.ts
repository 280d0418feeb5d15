import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { limits } from '@debrief/contract';
import { parseLine } from '@debrief/transcript';
import type { Agent, Facts, Row, Source } from '../../agents/agent.ts';
import { branchOf, repositoryOf } from '../../repository.ts';
import { uuid5 } from '../spool/identity.ts';
import type { BatchHead } from '../spool/journal.ts';
import { markOf, recallSeen } from '../spool/seen.ts';
import { keyOf, type Opening, type Place, type SessionState, setPlace } from '../spool/session.ts';
import { bodyOf, isFull, newPacket, type PreparedEvent, pack, prepare, titleOf } from './batch.ts';
import { eventTypeOf } from './event-type.ts';
import type { Redaction } from './redact.ts';
import { fenceAt, type Lines, longestLine, readLines } from './tail.ts';

export interface CaptureContext {
  /** The session as it will be once everything appended is committed. */
  session: SessionState;
  redaction: Redaction;
  directory: string;
  /**
   * `marks` are of the lines taken since the last batch, to be remembered once this one is durable. The body
   * is only lent: what is kept of it has to be copied before the first wait.
   */
  append(head: BatchHead, body: Buffer, marks: bigint[]): Promise<void>;
  /** Whether the user wants what happened then and there. */
  wanted(at: number, cwd: string | undefined): boolean;
  /** Take a last line without newline: its writer is gone. */
  torn?: boolean;
}

const idle = 3_600_000;

/**
 * Reads what is new in a source and appends it as batches. Nothing is kept beyond the batch at hand. A record
 * is in exactly one batch, and each batch carries the place after its last record. False: there is more, but
 * it is still being written.
 */
export async function capture(agent: Agent, source: Source, context: CaptureContext): Promise<boolean> {
  const { session } = context;
  const taker = createTaker(agent, source, context);
  const before = session.places.find((place) => place.part === source.part);
  if (before?.rows && before.fence === source.stamp) return true;
  const rows = agent.rows?.(source);
  if (rows) return taker.takeRows(await rows);

  const same = before && (await fenceAt(source.path, before.offset).catch(() => undefined)) === before.fence;
  // Rewritten, truncated, or another file under the same name: what was taken once is not taken again.
  const seen = before && !same ? await recallSeen(context.directory, session.id) : undefined;
  await taker.takeLines(same ? before.offset : 0, seen);
  return true;
}

function createTaker(agent: Agent, source: Source, context: CaptureContext) {
  const { session, redaction } = context;
  const isFirst = () => session.batch === 0 || session.closed === true;
  let packet = newPacket(isFirst());
  let place: Place = { part: source.part, path: source.path, offset: 0, fence: '' };
  const facts: Facts = source.cwd && !session.cwd ? { cwd: source.cwd } : {};
  let marks: bigint[] = [];
  let held = 0;
  const large: PreparedEvent[] = [];

  function take(record: unknown, raw: Buffer | undefined, eventType = eventTypeOf(record)): void {
    facts.ended = false;
    Object.assign(facts, agent.facts(record));
    const at = facts.at ?? session.lastRecordAt ?? source.modifiedAt;
    if (!context.wanted(at, facts.cwd ?? session.cwd)) {
      held++;
      return;
    }
    const missed = held + (session.held ?? 0);
    if (missed > 0) {
      const note = { type: 'debrief/paused', records: missed };
      for (const event of prepare(note.type, note, undefined, undefined)) pack(packet, event, note);
      held = 0;
      session.held = 0;
    }
    const { record: clean, rules } = redaction.clean(record);
    const text = clean === record ? raw : undefined;
    const events = prepare(eventType, clean, text, source.subagent);
    if (clean !== record && events[0]) events[0].rules = rules;
    if (events.length > 1 || large.length > 0) large.push(...events);
    else for (const event of events) pack(packet, event, clean);
  }

  /**
   * A record too large for one event may be too large for one batch. Then it goes in several, with what came
   * before it in the first, and only the last one moves the place.
   */
  async function closeLarge(reached: Partial<Place>): Promise<void> {
    if (packet.count > 0) await close(true);
    const events = large.splice(0);
    for (const [index, event] of events.entries()) {
      pack(packet, event, undefined);
      if (index < events.length - 1 && isFull(packet)) await close(true);
    }
    Object.assign(place, reached);
    await close();
  }

  /** Closes the batch at hand with the place reached; `more` when its last record goes on in the next. */
  async function close(more = false): Promise<void> {
    const { cwd, gitBranch, version, at } = facts;
    const step = {
      places: more ? [] : [{ ...place }],
      events: packet.count,
      ...(packet.redacted.length > 0 && { redacted: packet.redacted }),
      leg: session.closed ? session.leg + 1 : session.leg,
      lastChangeAt: Math.max(session.lastChangeAt, Math.round(source.modifiedAt)),
      ...(cwd && !session.cwd && { cwd }),
      ...(gitBranch && { gitBranch }),
      ...(version && { version }),
      ...(at && { lastRecordAt: Math.max(at, session.lastRecordAt ?? 0) }),
      ...(facts.ended && { endedAt: Math.max(at ?? 0, source.modifiedAt) }),
    };
    const batch = session.batch + 1;
    const head: BatchHead = {
      session: keyOf(session.agentId, session.externalId),
      id: session.id,
      batch,
      key: uuid5(session.id, `${batch}/${source.part}@${place.offset}`),
      count: packet.count,
      step,
      ...(more && { more }),
      ...(isFirst() && { opening: openingFor(cwd ?? session.cwd, gitBranch ?? session.gitBranch) }),
    };
    const body = bodyOf(packet);
    held = 0;
    const taken = more ? [] : marks;
    if (!more) marks = [];
    await context.append(head, body, taken);
    packet = newPacket(isFirst(), packet.buffer);
  }

  function openingFor(cwd: string | undefined, branch: string | undefined): Opening {
    const root = cwd && (repositoryOf(cwd) ?? cwd);
    const fresh = Date.now() - source.modifiedAt < idle;
    const gitBranch = branch ?? (root && fresh ? branchOf(root) : undefined);
    const title = titleOf(session.agentId, packet);
    const clean = (value: string | undefined, most: number) =>
      value && value.length <= most && !/\p{Cc}|\p{Cs}/u.test(value) ? value : undefined;
    const repoRoot = clean(root, limits.path);
    const kept = clean(gitBranch, limits.branch);
    return { ...(title && { title }), ...(repoRoot && { repoRoot }), ...(kept && { gitBranch: kept }) };
  }

  /** Places that moved without leaving an event behind: blank lines, records held back by a pause. */
  function settle(): void {
    setPlace(session, { ...place });
    if (facts.at) session.lastRecordAt = Math.max(facts.at, session.lastRecordAt ?? 0);
    if (facts.cwd && !session.cwd) session.cwd = facts.cwd;
    session.held = (session.held ?? 0) + held;
  }

  async function takeLines(offset: number, seen: Set<bigint> | undefined): Promise<void> {
    let read: Lines | undefined;
    const fence = async (at: number) => read?.fenceAt(at) ?? (await fenceAt(source.path, at)) ?? '';
    place.offset = offset;
    let moved = false;
    for await (read of readLines(source.path, offset, context.torn)) {
      for (const line of read) {
        moved = true;
        const mark = markOf(line.bytes);
        if (!seen?.has(mark)) {
          takeLine(line.bytes, line.end - line.start);
          marks.push(mark);
        }
        if (large.length > 0) await closeLarge({ offset: line.end, fence: await fence(line.end) });
        place.offset = line.end;
        if (isFull(packet)) {
          place.fence = await fence(line.end);
          await close();
        }
      }
    }
    if (!moved) return;
    place.fence = await fence(place.offset);
    if (packet.count > 0) await close();
    else settle();
  }

  function takeLine(bytes: Buffer, length: number): void {
    const text = bytes.toString('utf8');
    const records =
      length > longestLine
        ? [{ debrief: { v: 1, malformed: true }, text: text.slice(0, 4096) }]
        : parseLine(text);
    // Only a lone record of valid UTF-8 may travel as the bytes it was read from.
    const plain = records.length === 1 && text.charCodeAt(0) === 123 && isUtf8(bytes);
    for (const record of records) take(record, plain && !isMalformed(record) ? trimmed(bytes) : undefined);
  }

  async function takeRows(rows: Row[]): Promise<boolean> {
    const before = session.places.find((one) => one.part === source.part)?.rows ?? {};
    const settled = !rows.some((row) => row.unsettled);
    for (const row of rows) {
      const digest = digestOf(row.record);
      if (before[row.id] === digest || row.unsettled) continue;
      take(row.record, undefined, row.eventType);
      if (large.length > 0) {
        await closeLarge({ offset: place.offset + 1, rows: { [row.id]: digest } });
        place = { ...place, rows: {} };
        continue;
      }
      place = { ...place, offset: place.offset + 1, rows: { ...place.rows, [row.id]: digest } };
      if (isFull(packet)) {
        await close();
        place = { ...place, rows: {} };
      }
    }
    // The stamp says that everything up to it was read; the next start need not look again.
    place = { ...place, fence: settled ? source.stamp : '', rows: place.rows ?? {} };
    if (packet.count > 0) await close();
    else settle();
    return settled;
  }

  return { takeLines, takeRows };
}

const isMalformed = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'debrief' in record;

const trimmed = (bytes: Buffer): Buffer => (bytes[bytes.length - 1] === 13 ? bytes.subarray(0, -1) : bytes);

const digestOf = (record: unknown): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16);
