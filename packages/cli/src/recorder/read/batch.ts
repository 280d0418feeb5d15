import { limits } from '@debrief/contract';
import type { Findings } from '@debrief/redaction';
import { createFold, type SubagentMark, splitRecord, wrapRecord } from '@debrief/transcript';
import type { Redacted } from '../spool/redaction-ledger.ts';

/** Enough for a round trip to be worth it, little enough to be prompt. */
const batchBytes = 1024 * 1024;
/** Grows with what it holds; most looks at a session find little. */
const firstBytes = 4096;
/** Raw text may be a little shorter than what the server counts after parsing it (`1e9`). */
const plainBytes = limits.payloadBytes - 8192;

const head = Buffer.from('{"events":[');
const tail = Buffer.from(']}');

/** Events on their way into one request body, copied in as they come: what they were read from may be reused. */
export interface Packet {
  count: number;
  /** Bytes of `buffer` in use. */
  bytes: number;
  buffer: Buffer;
  redacted: Redacted[];
  /** The records themselves where a title is wanted; kept longer than needed they only cost memory. */
  records?: unknown[];
}

export function newPacket(titled: boolean, buffer: Buffer = Buffer.allocUnsafe(firstBytes)): Packet {
  head.copy(buffer);
  return { count: 0, bytes: head.length, buffer, redacted: [], ...(titled && { records: [] }) };
}

export const isFull = (packet: Packet): boolean =>
  packet.count >= limits.eventsPerBatch || packet.bytes >= batchBytes;

/** The packet's own memory, valid until something else is packed. */
export function bodyOf(packet: Packet): Buffer {
  reserve(packet, packet.bytes + tail.length);
  tail.copy(packet.buffer, packet.bytes);
  return packet.buffer.subarray(0, packet.bytes + tail.length);
}

function reserve(packet: Packet, bytes: number): void {
  if (bytes <= packet.buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes, 4 * packet.buffer.length));
  packet.buffer.copy(larger, 0, 0, packet.bytes);
  packet.buffer = larger;
}

export interface PreparedEvent {
  eventType: string;
  payload: Buffer;
  /** What was redacted in the record that begins here. */
  rules?: Findings;
}

/**
 * The events that carry one record. `raw` is the record's own text where it is sent unchanged: then nothing
 * is serialized again. A record too large for one event goes in ordered parts.
 */
export function prepare(
  eventType: string,
  record: unknown,
  raw: Buffer | undefined,
  subagent: SubagentMark | undefined,
): PreparedEvent[] {
  if (raw && raw.length <= plainBytes && !subagent) return [{ eventType, payload: raw }];
  const payload = subagent ? wrapRecord(record, { subagent }) : record;
  return splitRecord(payload, limits.payloadBytes, eventType).map((event) => ({
    eventType,
    payload: Buffer.from(JSON.stringify(event.payload) ?? 'null'),
  }));
}

const openings = new Map<string, Buffer>();

function openingOf(eventType: string): Buffer {
  const known = openings.get(eventType);
  if (known) return known;
  const opening = Buffer.from(`,{"eventType":${JSON.stringify(eventType)},"payload":`);
  if (openings.size > 1000) openings.clear();
  openings.set(eventType, opening);
  return opening;
}

const closing = 125; // }

export function pack(packet: Packet, { eventType, payload, rules }: PreparedEvent, record: unknown): void {
  const opening = openingOf(eventType);
  // The comma in front belongs between two events.
  const skipped = packet.count === 0 ? 1 : 0;
  reserve(packet, packet.bytes + opening.length - skipped + payload.length + 1);
  packet.buffer.set(skipped ? opening.subarray(1) : opening, packet.bytes);
  packet.bytes += opening.length - skipped;
  packet.buffer.set(payload, packet.bytes);
  packet.bytes += payload.length;
  packet.buffer[packet.bytes++] = closing;
  if (rules) packet.redacted.push({ index: packet.count, eventType, rules });
  packet.count++;
  packet.records?.push(record);
}

/** What a person would call the session, from its first records. */
export function titleOf(agentId: string, packet: Packet): string | undefined {
  const fold = createFold(agentId);
  const events = (packet.records ?? []).map((payload, index) => ({
    sequence: index + 1,
    eventType: '',
    payload,
  }));
  // The first prompt is mostly among the first records; the others need not be read for it.
  fold.feed(events.slice(0, 8));
  if (!fold.summary().title) fold.feed(events.slice(8));
  const { title } = fold.summary();
  // What the server accepts as a title: no controls, no lone surrogates.
  return title
    ?.toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, limits.title / 2)
    .toWellFormed();
}
