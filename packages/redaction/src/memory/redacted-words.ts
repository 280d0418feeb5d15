import { createHmac } from 'node:crypto';
import { isMemorable, isRandom } from './memorable.ts';

/**
 * Words that people took out of sessions, known again without keeping them: of each way they are written how long it is,
 * a sum of some characters of it by which it is looked for, and a digest of all of it, by a key of the organization.
 */
export type RedactedForm = {
  readonly length: number;
  /** Where the characters begin that the sum is of. */
  readonly at: number;
  readonly sum: number;
  /** Sixteen bits of how it begins and ends, so that hardly any other text is looked at more closely. */
  readonly ends: number;
  /** Half of an HMAC-SHA256, in hex. */
  readonly mac: string;
};

export type RedactedSpan = { readonly start: number; readonly end: number };

export type RedactedWords = {
  /** Where they stand: ordered, not overlapping. */
  find(text: string): readonly RedactedSpan[];
};

/** Nothing shorter can be redacted. */
const SHORT = 4;
const LONG = 8;
/** A sum of so many characters; of words that have fewer, of four. */
const windowOf = (length: number): number => (length < LONG ? SHORT : LONG);
const INDEX_BITS = 20;
/** What looking closer costs beside the characters themselves, counted in characters. */
const LOOK = 500;
const GLANCE = 10;
/** So much may be looked at more closely: a text that is made to be dear is taken for redacted as a whole. */
const MOST_LOOKS = { always: 64_000, perCharacter: 32 };

const NONE: readonly RedactedSpan[] = [];

/** Whether the words are such that nobody finds them by trying, whoever has the digest and the key. */
export const isUnguessable = (text: string): boolean =>
  text.length >= 20 && isMemorable(text, 'form') && isRandom(text);

/** The key of what belongs to one session of an agent. */
export const redactedScope = (key: string, externalId: string): string =>
  createHmac('sha256', key).update(`session ${externalId}`).digest('hex').slice(0, 32);

const macOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(`words ${text}`).digest('hex').slice(0, 32);

type Factors = readonly [near: number, far: number];

function factorsOf(key: string): Factors {
  const words = createHmac('sha256', key).update('redacted words').digest();
  return [words.readInt32LE(0) | 1, words.readInt32LE(4) | 1];
}

/** Characters are cut to a byte, so that eight of them are two numbers. */
function sumAt(text: string, at: number, size: number, [near, far]: Factors): number {
  let [a, b] = [0, 0];
  for (let i = at; i < at + size; i++) {
    if (size === LONG) b = (b << 8) | (a >>> 24);
    a = (a << 8) | (text.charCodeAt(i) & 255);
  }
  return (Math.imul(a, near) + Math.imul(b ^ (b >>> 15), far)) >>> 0;
}

function endsOf(text: string, start: number, end: number, factors: Factors): number {
  const [first, last] = [sumAt(text, start, SHORT, factors), sumAt(text, end - SHORT, SHORT, factors)];
  return Math.imul(first ^ (last >>> 7), factors[1]) >>> 16;
}

/**
 * Where the most different characters stand together, the last such place: what begins with blanks is not looked for by
 * blanks, and what begins like many others not by that.
 */
function tellingPlace(text: string, size: number): number {
  let [best, most] = [0, 0];
  const last = text.length - size;
  for (let at = last; at >= 0 && at > last - 1_000 && most < size; at--) {
    const different = new Set(text.slice(at, at + size)).size;
    if (different > most) [best, most] = [at, different];
  }
  return best;
}

/** How a text is known again that was redacted; undefined for one that is too short. */
export function redactedForm(key: string, text: string): RedactedForm | undefined {
  if (text.length < SHORT) return undefined;
  const size = windowOf(text.length);
  const at = tellingPlace(text, size);
  const factors = factorsOf(key);
  return {
    length: text.length,
    at,
    sum: sumAt(text, at, size, factors),
    ends: endsOf(text, 0, text.length, factors),
    mac: macOf(key, text),
  };
}

export function createRedactedWords(key: string, forms: readonly RedactedForm[]): RedactedWords {
  const factors = factorsOf(key);
  const kinds = [SHORT, LONG]
    .map((size) => ({
      size,
      index: indexOf(forms.filter(({ length }) => length >= SHORT && windowOf(length) === size)),
    }))
    .filter(({ index }) => index.bySum.size > 0);
  return {
    find(text) {
      const spans: RedactedSpan[] = [];
      const codes = Buffer.from(text, 'latin1');
      let left = MOST_LOOKS.always + MOST_LOOKS.perCharacter * text.length;
      for (const { size, index } of kinds) {
        const isDone = search(codes, size, factors, index, (at, alike) => {
          const start = at - alike.at;
          const end = start + alike.length;
          if (start < 0 || end > text.length) return true;
          left -= GLANCE;
          if (endsOf(text, start, end, factors) === alike.ends) left -= LOOK + alike.length;
          else return left >= 0;
          if (left < 0) return false;
          if (alike.macs.has(macOf(key, text.slice(start, end)))) spans.push({ start, end });
          return true;
        });
        if (!isDone) return [{ start: 0, end: text.length }];
      }
      return spans.length === 0 ? NONE : joined(spans);
    },
  };
}

/** Forms that one look tells apart. */
type Alike = Omit<RedactedForm, 'mac' | 'sum'> & { readonly macs: ReadonlySet<string> };
type Index = { readonly bits: Int32Array; readonly bySum: ReadonlyMap<number, readonly Alike[]> };

function indexOf(forms: readonly RedactedForm[]): Index {
  const bits = new Int32Array(1 << (INDEX_BITS - 5));
  for (const { sum } of forms) {
    const bit = sum >>> (32 - INDEX_BITS);
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  }
  const bySum = new Map<number, Alike[]>();
  for (const [sum, same] of Map.groupBy(forms, (form) => form.sum)) {
    const alike = Map.groupBy(same, ({ length, at, ends }) => `${length} ${at} ${ends}`);
    bySum.set(
      sum,
      [...alike.values()].map((some) => ({
        ...(some[0] as RedactedForm),
        macs: new Set(some.map(({ mac }) => mac)),
      })),
    );
  }
  return { bits, bySum };
}

/** One pass over the characters, each cut to a byte; false when whoever was told of a place wants to hear no more. */
function search(
  codes: Uint8Array,
  size: number,
  [near, far]: Factors,
  { bits, bySum }: Index,
  found: (at: number, alike: Alike) => boolean,
): boolean {
  const isLong = size === LONG;
  let a = 0;
  let b = 0;
  for (let i = 0; i < codes.length; i++) {
    if (isLong) b = (b << 8) | (a >>> 24);
    a = (a << 8) | (codes[i] as number);
    const sum = (Math.imul(a, near) + Math.imul(b ^ (b >>> 15), far)) | 0;
    const bit = sum >>> (32 - INDEX_BITS);
    if ((((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0 || i + 1 < size) continue;
    for (const alike of bySum.get(sum >>> 0) ?? []) if (!found(i + 1 - size, alike)) return false;
  }
  return true;
}

function joined(spans: RedactedSpan[]): RedactedSpan[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = apart.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}
