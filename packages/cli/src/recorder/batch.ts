import { limits } from '@debrief/contract';
import { createFold, type SubagentMark, splitRecord, wrapRecord } from '@debrief/transcript';

/** Enough for a round trip to be worth it, little enough to be prompt. */
const batchBytes = 1024 * 1024;
/** Raw text may be a little shorter than what the server counts after parsing it (`1e9`). */
const plainBytes = limits.payloadBytes - 8192;

const comma = Buffer.from(',');
const head = Buffer.from('{"events":[');
const tail = Buffer.from(']}');

/** Events on their way into one request body. */
export interface Packet {
  count: number;
  bytes: number;
  parts: Buffer[];
  /** The records themselves where a title is wanted; kept longer than needed they only cost memory. */
  records?: unknown[];
}

export const newPacket = (titled: boolean): Packet => ({
  count: 0,
  bytes: 0,
  parts: [],
  ...(titled && { records: [] }),
});

export const isFull = (packet: Packet): boolean =>
  packet.count >= limits.eventsPerBatch || packet.bytes >= batchBytes;

export const bodyOf = (packet: Packet): Buffer => Buffer.concat([head, ...packet.parts, tail]);

export interface PreparedEvent {
  eventType: string;
  payload: Buffer;
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
  const opening = Buffer.from(`{"eventType":${JSON.stringify(eventType)},"payload":`);
  if (openings.size > 1000) openings.clear();
  openings.set(eventType, opening);
  return opening;
}

const closing = Buffer.from('}');

export function pack(packet: Packet, event: PreparedEvent, record: unknown): void {
  const opening = openingOf(event.eventType);
  if (packet.count > 0) packet.parts.push(comma);
  packet.parts.push(opening, event.payload, closing);
  packet.count++;
  packet.bytes += opening.length + event.payload.length + 2;
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
