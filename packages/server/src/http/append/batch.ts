import { type AppendEvents, limits, routes } from '@debrief/contract';
import type { EncodedBatch } from '../../domain/session/event.ts';
import { cutEvents, encodeEvents, isTooLarge, payloadTooLarge } from '../../domain/session/event-lines.ts';
import { placesOf } from '../../domain/session/event-places.ts';
import { checkText, parseJson, parseValue, textOf } from '../request/json.ts';
import { inputReader } from '../request/validate.ts';

const readInput = inputReader(routes.appendEvents);
const eventsOf = (body: Record<string, unknown> | undefined): AppendEvents =>
  readInput({}, {}, body) as unknown as AppendEvents;

/** A body of route 22, checked and encoded. */
export function readBatch(bytes: Buffer): EncodedBatch {
  const text = textOf(bytes);
  const { events, idempotencyKey } = eventsOf(bytes.length === 0 ? undefined : parseJson(bytes, text));
  const latin1 = text.length === bytes.length ? text : bytes.toString('latin1');
  return {
    lines: cutEvents(bytes, placesOf(latin1), events) ?? encodeEvents(events),
    count: events.length,
    idempotencyKey,
  };
}

/**
 * The same for a large body, of which only one payload at a time is parsed: megabytes of short names would take
 * thirty times their length as objects (R13). A body that is not as JSON.stringify writes it is parsed as a whole.
 */
export function readLargeBatch(bytes: Buffer): EncodedBatch {
  checkText(bytes);
  const places = placesOf(bytes.toString('latin1'));
  if (!places) return readBatch(bytes);
  const body = parseJson(withoutPayloads(bytes, places));
  const tooLarge = firstTooLarge(bytes, places);
  const { events, idempotencyKey } = eventsOf(body);
  if (tooLarge !== undefined) throw payloadTooLarge(tooLarge);
  const lines = cutEvents(bytes, places, events);
  return lines ? { lines, count: events.length, idempotencyKey } : readBatch(bytes);
}

/** An escape takes six bytes at most for one, so a text longer than this stands for too large a payload. */
const maxPayloadText = 6 * limits.payloadBytes;
/** How deep in a body a payload lies: in an event, in the list, in the body. */
const payloadDepth = 3;

/** The event whose payload is too large, if any. Throws when a payload is not JSON. */
function firstTooLarge(bytes: Buffer, places: readonly number[]): number | undefined {
  let first: number | undefined;
  for (let at = 2; at < places.length; at += 4) {
    const [from, to] = [places[at] as number, places[at + 1] as number];
    if (to === 0) continue;
    const payload =
      to - from > maxPayloadText ? undefined : parseValue(bytes.toString('utf8', from, to), payloadDepth);
    const fits =
      to - from <= limits.payloadBytes || (payload !== undefined && !isTooLarge(JSON.stringify(payload)));
    if (!fits) first ??= (at - 2) / 4;
  }
  return first;
}

/** The body with a 0 in place of every payload. */
function withoutPayloads(bytes: Buffer, places: readonly number[]): Buffer {
  const zero = Buffer.from('0');
  const parts: Buffer[] = [];
  let end = 0;
  for (let at = 2; at < places.length; at += 4) {
    const [from, to] = [places[at] as number, places[at + 1] as number];
    if (to === 0) continue;
    parts.push(bytes.subarray(end, from), zero);
    end = to;
  }
  parts.push(bytes.subarray(end));
  return Buffer.concat(parts);
}
