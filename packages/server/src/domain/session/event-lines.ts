import { DebriefError, limits, type SubmittedEvent } from '@debrief/contract';

/**
 * A batch as it is stored: one line an event, the type and the payload as JSON with a tab between. JSON without
 * whitespace outside its strings has no raw tab or newline, so a page is cut out of it again without parsing.
 */
export function encodeEvents(events: readonly SubmittedEvent[]): Buffer {
  let lines = '';
  for (const [index, event] of events.entries()) {
    const payload = event.payload === undefined ? '{}' : JSON.stringify(event.payload);
    // A string takes at most three bytes a UTF-16 unit, so short ones need no counting.
    if (payload.length * 3 > limits.payloadBytes && Buffer.byteLength(payload) > limits.payloadBytes) {
      throw new DebriefError(
        'payload_too_large',
        `events[${index}].payload takes more than ${limits.payloadBytes} bytes.`,
      );
    }
    lines += `${JSON.stringify(event.eventType)}\t${payload}\n`;
  }
  return Buffer.from(lines);
}

const tab = 0x09;
const newline = 0x0a;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const absent = Buffer.from('{}');
/** Said instead of a place: not as JSON.stringify would have written it. */
const odd = -1;

/**
 * The same lines, cut out of the body they came in: several times as fast as writing every payload anew, and numbers
 * stay as they were written. `latin1` is the body read byte by byte, so that a place in it is a place in the bytes;
 * it must have been parsed, and `events` be what came out. Undefined when the body is not as JSON.stringify writes
 * it (whitespace, escaped names) or a payload may be too large: then `encodeEvents` has to say.
 */
export function cutEvents(
  bytes: Buffer,
  latin1: string,
  events: readonly SubmittedEvent[],
): Buffer | undefined {
  const places = placesOf(latin1);
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

/** Four places an event: its type from, to, its payload from, to (both 0 when it has none). */
function placesOf(text: string): number[] | undefined {
  let places: number[] = [];
  let at = text.charCodeAt(0) === openBrace ? 1 : odd;
  while (at !== odd && text.charCodeAt(at) === quote) {
    const value = afterName(text, at);
    if (value === odd) return undefined;
    if (text.startsWith('"events"', at)) {
      // Of two of one name the second counts.
      places = [];
      at = afterEvents(text, value, places);
    } else {
      at = afterValue(text, value);
    }
    if (at === odd || text.charCodeAt(at) !== comma) break;
    at++;
  }
  return at !== odd && text.charCodeAt(at) === closeBrace && at === text.length - 1 ? places : undefined;
}

function afterEvents(text: string, from: number, places: number[]): number {
  if (text.charCodeAt(from) !== openBracket) return odd;
  let at = from;
  do {
    at = afterEvent(text, at + 1, places);
  } while (at !== odd && text.charCodeAt(at) === comma);
  return at !== odd && text.charCodeAt(at) === closeBracket ? at + 1 : odd;
}

function afterEvent(text: string, from: number, places: number[]): number {
  if (text.charCodeAt(from) !== openBrace) return odd;
  let [typeFrom, typeTo, payloadFrom, payloadTo] = [0, 0, 0, 0];
  let at = from;
  do {
    const name = at + 1;
    const value = afterName(text, name);
    if (value === odd) return odd;
    at = afterValue(text, value);
    if (text.startsWith('"payload"', name)) [payloadFrom, payloadTo] = [value, at];
    else if (text.startsWith('"eventType"', name)) [typeFrom, typeTo] = [value, at];
  } while (at !== odd && text.charCodeAt(at) === comma);
  places.push(typeFrom, typeTo, payloadFrom, payloadTo);
  return at !== odd && text.charCodeAt(at) === closeBrace ? at + 1 : odd;
}

/** Where the value begins. A name may stand for another one by its escapes, so it must have none. */
function afterName(text: string, from: number): number {
  if (text.charCodeAt(from) !== quote) return odd;
  let at = from + 1;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(++at)) {
    if (code === backslash) return odd;
  }
  return text.charCodeAt(at + 1) === colon ? at + 2 : odd;
}

function afterValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = afterString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (code <= space) return odd;
    if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (code === comma && depth === 0) return at;
    at++;
  }
}

function afterString(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at + 1);
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    // An even number of backslashes escape each other.
    if ((at - before) % 2 === 1) return at + 1;
  }
}
