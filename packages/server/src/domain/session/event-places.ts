const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Said instead of a place: not as JSON.stringify would have written it. */
const odd = -1;

/**
 * Where the events of a body stand in its text, four places for each: the type from, to, the payload from, to (both 0
 * when it has none). `text` is the body read byte by byte (latin1), so that a place in it is a place in the bytes.
 * Undefined when it is not as JSON.stringify writes it. This only finds where values end: whether they are JSON is
 * for the parser to say.
 */
export function placesOf(text: string): number[] | undefined {
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
    if (code === backslash || !(code >= space)) return odd;
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
    // Also past the end, where the code is NaN.
    if (!(code > space)) return odd;
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
    if (at === -1) return odd;
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    // An even number of backslashes escape each other.
    if ((at - before) % 2 === 1) return at + 1;
  }
}
