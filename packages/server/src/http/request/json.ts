import { isAscii, isUtf8 } from 'node:buffer';
import { DebriefError, limits } from '@debrief/contract';

const refuse = (why: string) => new DebriefError('invalid_json', why);
const tooDeep = () => refuse(`The body is nested more than ${limits.jsonDepth} levels deep.`);

const notUtf8 = () => refuse('The body is not valid UTF-8.');

/** Above this a body is scanned for depth before it is parsed: 12 MB of `[` would block the process for seconds. */
const scanAbove = 256 * 1024;

/** The text of a body, which must be UTF-8. */
export function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString('utf8');
}

/** Refuses what no part of can be JSON of ours: not UTF-8, or too deep. */
export function checkText(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw notUtf8();
  if (deeperThan(bytes, limits.jsonDepth)) throw tooDeep();
}

/** Strict JSON: UTF-8, an object, bounded depth, no number that would silently become null. */
export function parseJson(bytes: Buffer, text = textOf(bytes)): Record<string, unknown> {
  if (bytes.length > scanAbove && deeperThan(bytes, limits.jsonDepth)) throw tooDeep();
  const value = parseValue(text, 0);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** A value that lies `depth` levels deep in a body. */
export function parseValue(text: string, depth: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('The body is not valid JSON.');
  }
  inspectChild(value, depth);
  return value;
}

/** Walks what was parsed: far cheaper than scanning the text, since strings count as one step. */
function inspect(value: object, depth: number): void {
  if (depth > limits.jsonDepth) throw tooDeep();
  if (Array.isArray(value)) {
    for (const child of value) inspectChild(child, depth);
  } else {
    for (const name in value) inspectChild((value as Record<string, unknown>)[name], depth);
  }
}

function inspectChild(child: unknown, depth: number): void {
  if (typeof child === 'object') {
    if (child !== null) inspect(child, depth + 1);
  } else if (typeof child === 'number' && !Number.isFinite(child)) {
    // 1e400 parses to Infinity and would be stored as null (H16).
    throw new DebriefError('validation_error', 'The body holds a number outside the range of a double.');
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets outside strings nest deeper than `max`. */
export function deeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > max) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return false;
}
