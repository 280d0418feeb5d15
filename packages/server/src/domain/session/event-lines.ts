import { DebriefError, limits, type SubmittedEvent } from '@debrief/contract';

/**
 * A batch as it is stored: one line per event, the type and the payload as JSON with a tab between. JSON without
 * whitespace outside its strings has no raw tab or newline, so a page is cut out of it again without parsing.
 */
export function encodeEvents(events: readonly SubmittedEvent[]): Buffer {
  let lines = '';
  for (const [index, event] of events.entries()) {
    const payload = event.payload === undefined ? '{}' : JSON.stringify(event.payload);
    if (isTooLarge(payload)) throw payloadTooLarge(index);
    lines += `${JSON.stringify(event.eventType)}\t${payload}\n`;
  }
  return Buffer.from(lines);
}

/** A string takes at most three bytes per UTF-16 unit, so short ones need no counting. */
export const isTooLarge = (payload: string): boolean =>
  payload.length * 3 > limits.payloadBytes && Buffer.byteLength(payload) > limits.payloadBytes;

export const payloadTooLarge = (index: number) =>
  new DebriefError(
    'payload_too_large',
    `events[${index}].payload takes more than ${limits.payloadBytes} bytes.`,
  );

const tab = 0x09;
const newline = 0x0a;
const absent = Buffer.from('{}');

/**
 * The same lines, cut out of the body they came in: several times as fast as writing every payload anew, and numbers
 * stay as they were written. `places` are those of event-places.ts; the body must have been parsed, and `events` be
 * what came out, of which only the types are used. Undefined when there are no places (whitespace, escaped names) or
 * a payload may be too large: then `encodeEvents` has to say.
 */
export function cutEvents(
  bytes: Buffer,
  places: readonly number[] | undefined,
  events: readonly SubmittedEvent[],
): Buffer | undefined {
  if (places?.length !== events.length * 4) return undefined;
  let size = 0;
  for (const [index, { eventType }] of events.entries()) {
    const type = lengthAt(places, index * 4);
    const payload = lengthAt(places, index * 4 + 2);
    // An escape would make the text longer than what it stands for.
    if (type !== eventType.length + 2 || payload > limits.payloadBytes) return undefined;
    size += type + (payload || absent.length) + 2;
  }
  return joined(bytes, places, size);
}

const lengthAt = (places: readonly number[], at: number): number =>
  (places[at + 1] as number) - (places[at] as number);

function joined(bytes: Buffer, places: readonly number[], size: number): Buffer {
  const lines = Buffer.allocUnsafe(size);
  let end = 0;
  for (let at = 0; at < places.length; at += 4) {
    end += bytes.copy(lines, end, places[at], places[at + 1]);
    lines[end++] = tab;
    const [from, to] = [places[at + 2], places[at + 3]];
    end += from === to ? absent.copy(lines, end) : bytes.copy(lines, end, from, to);
    lines[end++] = newline;
  }
  return lines;
}
