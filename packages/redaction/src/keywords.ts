import { CLASSES, deal, eachSpelling, type Probe, probesOf } from './probe.ts';

type Found = (keyword: number, at: number) => void;

/**
 * Reports every place where a keyword stands, in one pass, and, where asked for, a place inside of every long run of the
 * characters that tokens are made of. A run may be reported more than once, and some are a little too short.
 */
export type KeywordSearch = (text: string, found: Found, run?: (at: number) => void) => void;

/** Shorter runs are words, names and paths. */
export const LONG_RUN = 32;
/** Letters, digits and `_.+=-`, as a table by byte. */
const RUN_CODES = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9_.+=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
export const isRunCode = (code: number): boolean => code < 256 && RUN_CODES[code] === 1;
/** The text is read in groups of so many bytes; however a long run falls, so many whole groups lie on it. */
const GROUP = 8;
const RUN_GROUPS = 3;
/** In the table of pairs: both bytes may stand in a run. No class has this bit. */
const IN_RUN = 1 << CLASSES;

/** Text is copied here piece by piece; small enough to stay in the processor's cache. */
const PIECE = 1 << 15;
/** Room before and after the piece: its first and last characters have neighbours, its last group is whole. */
const MARGIN = 2;
const TAIL = 16;

/**
 * Looks at the text two bytes at a time. However a keyword falls, two aligned pairs in a row lie on it (see
 * probe.ts). Keywords are dealt into fifteen classes; a table says of each pair for which classes it may be the
 * first (low half) and the second pair (high half), so that one `and` of neighbours tells whether to look
 * closer. Most of the text costs one look-up per two characters. One regular expression over all keywords
 * took four times as long on real transcripts, a loop over charCodeAt twice as long.
 *
 * A keyword with a capital letter is compared as it is, others without case.
 */
export function keywordSearch(keywords: readonly string[]): KeywordSearch {
  const bytes = Buffer.from(new ArrayBuffer(MARGIN + PIECE + TAIL));
  const pairs = new Uint16Array(bytes.buffer);
  const { classes, byFirst, bySecond } = tables(keywords.flatMap((word, keyword) => probesOf(word, keyword)));
  const overlap = Math.max(LONG_RUN, ...keywords.map((keyword) => keyword.length)) - 1;

  const compare = (
    candidates: readonly Probe[],
    pairAt: number,
    end: number,
    shift: number,
    found: Found,
  ) => {
    for (let c = 0; c < candidates.length; c++) {
      const { codes, caseMask, keyword, offset } = candidates[c] as Probe;
      const at = pairAt - offset;
      if (at < MARGIN || at + codes.length > end) continue;
      let i = 0;
      while (i < codes.length && ((bytes[at + i] as number) | (caseMask[i] as number)) === codes[i]) i++;
      if (i === codes.length) found(keyword, at + shift);
    }
  };
  const check = (group: number, end: number, shift: number, found: Found) => {
    for (let i = group; i < group + 4; i++) {
      const pair = pairs[i] as number;
      const alike = (classes[pair] as number) & ((classes[pairs[i + 1] as number] as number) >>> 16);
      if (alike === 0) continue;
      compare(byFirst[pair] as Probe[], i << 1, end, shift, found);
      compare(bySecond[pairs[i + 1] as number] as Probe[], i << 1, end, shift, found);
    }
  };

  return (text, found, run) => {
    for (let base = 0; ; base += PIECE - overlap) {
      const piece = text.length <= PIECE ? text : text.substring(base, base + PIECE);
      const end = MARGIN + piece.length;
      // Characters beyond Latin-1 are cut to their low byte; a false keyword that arises so fails in its rule.
      bytes.write(piece, MARGIN, 'latin1');
      const last = (end + 1) >> 1;
      let first = classes[pairs[0] as number] as number;
      let groupsInRun = 0;
      // Four pairs at a time, one branch for all. The last group may read old bytes; `compare` keeps to the end.
      for (let i = 0; i < last; i += 4) {
        const a = classes[pairs[i + 1] as number] as number;
        const b = classes[pairs[i + 2] as number] as number;
        const c = classes[pairs[i + 3] as number] as number;
        const d = classes[pairs[i + 4] as number] as number;
        if (((first & (a >>> 16)) | (a & (b >>> 16)) | (b & (c >>> 16)) | (c & (d >>> 16))) !== 0) {
          check(i, end, base - MARGIN, found);
        }
        if ((first & a & b & c & IN_RUN) === 0) groupsInRun = 0;
        else if (++groupsInRun % RUN_GROUPS === 0) run?.(base + (i << 1) - MARGIN - GROUP);
        first = d;
      }
      if (base + piece.length >= text.length) return;
    }
  };
}

const NO_PROBES: Probe[] = [];

/** Probes are kept by their first pair; those that begin before the keyword, and know half of it, by their second. */
function tables(probes: readonly Probe[]) {
  const classes = new Uint32Array(1 << 16);
  const byFirst: Probe[][] = new Array(1 << 16).fill(NO_PROBES);
  const bySecond: Probe[][] = new Array(1 << 16).fill(NO_PROBES);
  const keep = (table: Probe[][], pair: number, probe: Probe) => {
    if (table[pair] === NO_PROBES) table[pair] = [];
    table[pair]?.push(probe);
  };
  deal(probes).forEach((hand, number) => {
    for (const probe of hand) {
      const half = probe.offset < 0;
      eachSpelling(probe, probe.offset, (pair) => {
        classes[pair] = (classes[pair] as number) | (1 << number);
        if (!half) keep(byFirst, pair, probe);
      });
      eachSpelling(probe, probe.offset + 2, (pair) => {
        classes[pair] = (classes[pair] as number) | (65_536 << number);
        if (half) keep(bySecond, pair, probe);
      });
    }
  });
  for (let pair = 0; pair < classes.length; pair++) {
    if (RUN_CODES[pair & 255] === 1 && RUN_CODES[pair >> 8] === 1)
      classes[pair] = (classes[pair] as number) | IN_RUN;
  }
  return { classes, byFirst, bySecond };
}
