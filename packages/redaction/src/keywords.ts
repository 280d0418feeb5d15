import { CLASSES, deal, eachSpelling, type Probe, pairOf, probesOf } from './probe.ts';

type Found = (keyword: number, at: number) => void;

/**
 * Reports every place where a keyword stands, in one pass, and, where asked for, a place inside of every long run of the
 * characters that tokens are made of, with a digit among them. A run may be reported more than once, and some are too short.
 */
export type KeywordSearch = (text: string, found: Found, run?: (at: number) => void) => void;

/** Shorter runs are words, names and paths, unless letters and digits are mixed in them as only chance mixes them. */
export const LONG_RUN = 32;
/** The shortest that are reported, if small letters, capitals and digits stand in them. */
export const SHORT_RUN = 14;
/** Letters, digits and `_.+=-`, as a table by byte. */
const RUN_CODES = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9_.+=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** What the characters of a run are, one bit for each kind. */
const DIGIT = 1;
const HEX_LETTER = 2;
const HYPHEN = 4;
const OTHER = 8;
const CAPITAL = 16;
const SMALL = 32;
const MIXED = DIGIT | CAPITAL | SMALL;
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  if (/[a-f]/.test(character)) return HEX_LETTER | SMALL;
  if (/[g-z]/.test(character)) return OTHER | SMALL;
  if (/[A-Z]/.test(character)) return OTHER | CAPITAL;
  return character === '-' ? HYPHEN : OTHER;
});
const COLON = 58;
const UUID_LENGTH = 36;
export const isRunCode = (code: number): boolean => code < 256 && RUN_CODES[code] === 1;
/** In the table of pairs: both bytes may stand in a run. No class has this bit. */
const IN_RUN = 1 << CLASSES;
/** A digit beside a letter, or a capital behind a small one: what a run has to have. No class has this bit either. */
const IS_MIXED = 1 << 31;
const CLASS_BITS = (1 << CLASSES) - 1;

/** What a probe may know of two pairs: all of them, not the first character, not the last one (see probe.ts). */
const KNOWN = [-1, ~pairOf(255, 0), ~(pairOf(0, 255) << 16)];

/** Text is copied here piece by piece; small enough to stay in the processor's cache. */
const PIECE = 1 << 15;
/** Room before and after the piece: its first and last characters have neighbours, its last group is whole. */
const MARGIN = 2;
const TAIL = 16;
/** Copied here, and not by a call that costs more than the copy. */
const SHORT = 48;

/**
 * Looks at the text two bytes at a time. However a keyword falls, two aligned pairs in a row lie on it (see
 * probe.ts). Keywords are dealt into fifteen classes; a table says of each pair for which classes it may be the
 * first (low half) and the second pair (high half), so that one `and` of neighbours tells whether to look
 * closer: at the two characters in the middle, then at all four, then at one beside them. Most of the text costs one look-up per two characters. One regular expression over all keywords
 * took four times as long on real transcripts, a loop over charCodeAt twice as long.
 *
 * A keyword with a capital letter is compared as it is, others without case.
 */
export function keywordSearch(keywords: readonly string[]): KeywordSearch {
  const bytes = Buffer.from(new ArrayBuffer(MARGIN + PIECE + TAIL));
  const pairs = new Uint16Array(bytes.buffer);
  const probes = keywords.flatMap((word, keyword) => probesOf(word, keyword));
  const { classes, middles } = classTables(probes);
  const notes = new Notes(bytes, pairs, classes, middles);
  const { starts, entries } = probeTable(probes);
  const overlap = Math.max(LONG_RUN, ...keywords.map((keyword) => keyword.length)) - 1;

  const compare = (from: number, pairAt: number, end: number, shift: number, found: Found) => {
    for (let e = from; ; e += ENTRY) {
      const word = entries[e] as number;
      if (word === NO_WORD) return;
      const at = pairAt - (entries[e + 1] as number);
      const tell = entries[e + 2] as number;
      // Nearly all of them are told apart by one more character, without a look at the keyword.
      if (at < MARGIN || at + (entries[e + 3] as number) > end) continue;
      if (((bytes[at + (tell >>> 16)] as number) | ((tell >>> 8) & 255)) !== (tell & 255)) continue;
      const { codes, caseMask, keyword } = probes[word] as Probe;
      let i = 0;
      while (i < codes.length && ((bytes[at + i] as number) | (caseMask[i] as number)) === codes[i]) i++;
      if (i === codes.length) found(keyword, at + shift);
    }
  };
  const check = (pairAt: number, end: number, shift: number, found: Found) => {
    const four = (pairs[pairAt] as number) | ((pairs[pairAt + 1] as number) << 16) | FOLD;
    for (let k = 0; k < KNOWN.length; k++) {
      const from = starts[hash(four & (KNOWN[k] as number))] as number;
      if (from !== 0) compare(from * ENTRY, pairAt << 1, end, shift, found);
    }
  };

  return (text, found, run) => {
    for (let base = 0; ; base += PIECE - overlap) {
      const piece = text.length <= PIECE ? text : text.substring(base, base + PIECE);
      const end = MARGIN + piece.length;
      // Characters beyond Latin-1 are cut to their low byte; a false keyword that arises so fails in its rule.
      if (piece.length > SHORT) bytes.write(piece, MARGIN, 'latin1');
      else for (let i = 0; i < piece.length; i++) bytes[MARGIN + i] = piece.charCodeAt(i);
      notes.take((end + 1) >> 1);
      for (let s = 0; s < notes.suspectCount; s++)
        check(notes.suspects[s] as number, end, base - MARGIN, found);
      const isLast = base + piece.length >= text.length;
      // What is cut off at an end of the piece is judged by who is told of it.
      if (run) reportRuns(bytes, notes, [base > 0 ? MARGIN : -1, isLast ? -1 : end, end], base - MARGIN, run);
      if (isLast) return;
    }
  };
}

/** Which pairs have to be looked at, and with which groups of four pairs a long run goes on. */
class Notes {
  readonly suspects: Uint16Array;
  suspectCount = 0;
  readonly runs: Uint16Array;
  runCount = 0;
  readonly #bytes: Uint8Array;
  readonly #pairs: Uint16Array;
  readonly #classes: Int32Array;
  readonly #middles: Uint16Array;
  readonly #groups: Uint16Array;

  constructor(bytes: Uint8Array, pairs: Uint16Array, classes: Int32Array, middles: Uint16Array) {
    this.#bytes = bytes;
    this.#pairs = pairs;
    this.#classes = classes;
    this.#middles = middles;
    this.#groups = new Uint16Array(pairs.length);
    this.suspects = new Uint16Array(pairs.length);
    this.runs = new Uint16Array(pairs.length);
  }

  /** Calls nothing and hardly ever branches: which groups they are no processor can foresee. */
  take(last: number): void {
    const [pairs, classes, groups, runs] = [this.#pairs, this.#classes, this.#groups, this.runs];
    let first = classes[pairs[0] as number] as number;
    let [groupCount, runCount] = [0, 0];
    // The last group may read old bytes; `compare` keeps to the end.
    for (let i = 0; i < last; i += 4) {
      const a = classes[pairs[i + 1] as number] as number;
      const b = classes[pairs[i + 2] as number] as number;
      const c = classes[pairs[i + 3] as number] as number;
      const d = classes[pairs[i + 4] as number] as number;
      const alike = (first & (a >>> 16)) | (a & (b >>> 16)) | (b & (c >>> 16)) | (c & (d >>> 16));
      groups[groupCount] = i;
      groupCount += (0 - (alike & CLASS_BITS)) >>> 31;
      runs[runCount] = i;
      runCount += ((first & a & b & c) >>> CLASSES) & 1 & ((first | a | b | c) >>> 31);
      first = d;
    }
    this.runCount = runCount;
    this.#narrow(groupCount);
  }

  /** Of the four pairs of each group those where the two characters in the middle are of the same class as well. */
  #narrow(groupCount: number): void {
    const [bytes, pairs, classes, middles] = [this.#bytes, this.#pairs, this.#classes, this.#middles];
    const [groups, suspects] = [this.#groups, this.suspects];
    let count = 0;
    for (let g = 0; g < groupCount; g++) {
      const group = groups[g] as number;
      let first = classes[pairs[group] as number] as number;
      for (let i = group; i < group + 4; i++) {
        const next = classes[pairs[i + 1] as number] as number;
        const at = i << 1;
        const middle = middles[(bytes[at + 1] as number) | ((bytes[at + 2] as number) << 8)] as number;
        suspects[count] = i;
        count += (0 - (first & (next >>> 16) & middle)) >>> 31;
        first = next;
      }
    }
    this.suspectCount = count;
  }
}

/** Most runs are a little too short, names without a digit, hashes or ids: told here, where their bytes are at hand. */
function reportRuns(
  bytes: Uint8Array,
  { runs, runCount }: Notes,
  [cutBefore, cutBehind, end]: readonly [number, number, number],
  shift: number,
  run: (at: number) => void,
): void {
  let stop = 0;
  for (let r = 0; r < runCount; r++) {
    const at = (runs[r] as number) << 1;
    if (at < stop) continue;
    let start = at;
    let kinds = 0;
    while (start > MARGIN && RUN_CODES[bytes[start - 1] as number] === 1)
      kinds |= KINDS[bytes[--start] as number] as number;
    for (stop = at; stop < end && RUN_CODES[bytes[stop] as number] === 1; stop++)
      kinds |= KINDS[bytes[stop] as number] as number;
    if (
      start === cutBefore ||
      stop === cutBehind ||
      (stop - start >= LONG_RUN
        ? mayBeToken(kinds, stop - start, bytes[start - 1] as number)
        : stop - start >= SHORT_RUN && (kinds & MIXED) === MIXED)
    )
      run(at + shift);
  }
}

/** A hash is a token only behind the number of one, `…:`. */
function mayBeToken(kinds: number, length: number, before: number): boolean {
  if ((kinds & DIGIT) === 0) return false;
  if ((kinds & OTHER) !== 0) return true;
  const isHash = (kinds & HYPHEN) === 0 || length === UUID_LENGTH;
  return !isHash || before === COLON;
}

const MASKED = [0];
/** Of the numbers of an entry: the probe, its offset, what tells it apart, and how long its keyword is. */
const ENTRY = 4;
const NO_WORD = -1;
/** Ends a list. */
const NO_ENTRY = [NO_WORD, 0, 0, 0];
/** Without case: one entry for each probe in place of one for each spelling, so that nearly all of the table is empty. */
const hash = (known: number) => Math.imul(known, 0x9e3779b1) >>> 16;
const FOLD = 0x20202020;

const IS_MIXED_PAIR = /[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]/;
const isLittleEndian = pairOf(1, 0) === 1;

/**
 * For which classes two bytes may be the first pair (low half) and the second pair (high half) of a probe; and for which
 * its two characters in the middle, the first of them in the low byte.
 */
function classTables(probes: readonly Probe[]): { classes: Int32Array; middles: Uint16Array } {
  const classes = new Int32Array(1 << 16);
  const middles = new Uint16Array(1 << 16);
  deal(probes).forEach((hand, number) => {
    for (const probe of hand) {
      eachSpelling(probe, probe.offset, (pair) => {
        classes[pair] = (classes[pair] as number) | (1 << number);
      });
      eachSpelling(probe, probe.offset + 2, (pair) => {
        classes[pair] = (classes[pair] as number) | (65_536 << number);
      });
      eachSpelling(probe, probe.offset + 1, (pair) => {
        const middle = isLittleEndian ? pair : ((pair & 255) << 8) | (pair >> 8);
        middles[middle] = (middles[middle] as number) | (1 << number);
      });
    }
  });
  for (let pair = 0; pair < classes.length; pair++) {
    const [one, other] = [pair & 255, pair >> 8];
    if (RUN_CODES[one] !== 1 || RUN_CODES[other] !== 1) continue;
    const [first, second] = isLittleEndian ? [one, other] : [other, one];
    const isMixed = IS_MIXED_PAIR.test(String.fromCharCode(first, second));
    classes[pair] = (classes[pair] as number) | IN_RUN | (isMixed ? IS_MIXED : 0);
  }
  return { classes, middles };
}

/**
 * The probes by a hash of what they know of two pairs. Classes bring together first and second pairs of different
 * probes; this tells nearly all of these apart without looking at a probe. A list may hold probes that do not fit.
 */
function probeTable(probes: readonly Probe[]): { starts: Uint16Array; entries: Int32Array } {
  const lists = new Map<number, Set<number>>();
  probes.forEach((probe, number) => {
    const known = KNOWN[probe.offset < 0 ? 1 : probe.offset + 4 > probe.codes.length ? 2 : 0] as number;
    const keep = (four: number) => {
      const at = hash((four | FOLD) & known);
      lists.set(at, (lists.get(at) ?? new Set()).add(number));
    };
    const eachNext = (pair: number) =>
      eachSpelling(probe, probe.offset + 2, (next) => keep(pair | (next << 16)), MASKED);
    eachSpelling(probe, probe.offset, eachNext, MASKED);
  });
  const starts = new Uint16Array(1 << 16);
  const entries = [...NO_ENTRY];
  for (const [at, numbers] of lists) {
    starts[at] = entries.length / ENTRY;
    for (const number of numbers) {
      const probe = probes[number] as Probe;
      entries.push(number, probe.offset, tellOf(probe), probe.codes.length);
    }
    entries.push(...NO_ENTRY);
  }
  if (entries.length / ENTRY > 1 << 16) throw new RangeError('Too many keywords');
  return { starts, entries: Int32Array.from(entries) };
}

/** A character beside the probe: where it stands in the keyword, its mask and its code, in one number. */
function tellOf({ codes, caseMask, offset }: Probe): number {
  const at = offset + 4 < codes.length ? offset + 4 : Math.max(0, offset - 1);
  return (at << 16) | ((caseMask[at] as number) << 8) | (codes[at] as number);
}
