import { deal, eachSpelling, type Probe, probesOf } from './probe.ts';

type Found = (keyword: number, at: number) => void;

/** Reports every place where a keyword stands, in one pass. */
export type KeywordSearch = (text: string, found: Found) => void;

/** Text is copied here piece by piece; small enough to stay in the processor's cache. */
const PIECE = 1 << 15;
/** Room before and after the piece: its first and last characters have neighbours, its last group is whole. */
const MARGIN = 2;
const TAIL = 16;

/**
 * Looks at the text two bytes at a time. However a keyword falls, two aligned pairs in a row lie on it (see
 * probe.ts). Keywords are dealt into eight classes; a table says of each pair for which classes it may be the
 * first (low byte) and the second pair (high byte), so that one `and` of neighbours tells whether to look
 * closer. Most of the text costs one look-up per two characters. One regular expression over all keywords
 * took four times as long on real transcripts, a loop over charCodeAt twice as long.
 *
 * A keyword with a capital letter is compared as it is, others without case.
 */
export function keywordSearch(keywords: readonly string[]): KeywordSearch {
  const bytes = Buffer.from(new ArrayBuffer(MARGIN + PIECE + TAIL));
  const pairs = new Uint16Array(bytes.buffer);
  const { classes, byFirst, byHalf } = tables(keywords.flatMap((word, keyword) => probesOf(word, keyword)));
  const overlap = Math.max(3, ...keywords.map((keyword) => keyword.length)) - 1;

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
      const alike = (classes[pair] as number) & ((classes[pairs[i + 1] as number] as number) >> 8);
      if (alike === 0) continue;
      compare(byFirst[pair] as Probe[], i << 1, end, shift, found);
      compare(byHalf[bytes[(i << 1) + 1] as number] as Probe[], i << 1, end, shift, found);
    }
  };

  return (text, found) => {
    for (let base = 0; ; base += PIECE - overlap) {
      const piece = text.length <= PIECE ? text : text.substring(base, base + PIECE);
      const end = MARGIN + piece.length;
      // Characters beyond Latin-1 are cut to their low byte; a false keyword that arises so fails in its rule.
      bytes.write(piece, MARGIN, 'latin1');
      const last = (end + 1) >> 1;
      let first = classes[pairs[0] as number] as number;
      // Four pairs at a time, one branch for all. The last group may read old bytes; `compare` keeps to the end.
      for (let i = 0; i < last; i += 4) {
        const a = classes[pairs[i + 1] as number] as number;
        const b = classes[pairs[i + 2] as number] as number;
        const c = classes[pairs[i + 3] as number] as number;
        const d = classes[pairs[i + 4] as number] as number;
        if (((first & (a >> 8)) | (a & (b >> 8)) | (b & (c >> 8)) | (c & (d >> 8))) !== 0) {
          check(i, end, base - MARGIN, found);
        }
        first = d;
      }
      if (base + piece.length >= text.length) return;
    }
  };
}

const NO_PROBES: Probe[] = [];

/** Probes are kept by their first pair; those that begin before the keyword by the half of it that they know. */
function tables(probes: readonly Probe[]) {
  const classes = new Uint16Array(1 << 16);
  const byFirst: Probe[][] = new Array(1 << 16).fill(NO_PROBES);
  const byHalf: Probe[][] = Array.from({ length: 256 }, () => []);
  deal(probes).forEach((hand, number) => {
    for (const probe of hand) {
      const half = probe.offset < 0;
      if (half) eachCase(probe, (code) => byHalf[code]?.push(probe));
      eachSpelling(probe, probe.offset, (pair) => {
        classes[pair] = (classes[pair] as number) | (1 << number);
        if (half) return;
        if (byFirst[pair] === NO_PROBES) byFirst[pair] = [];
        byFirst[pair]?.push(probe);
      });
      eachSpelling(probe, probe.offset + 2, (pair) => {
        classes[pair] = (classes[pair] as number) | (256 << number);
      });
    }
  });
  return { classes, byFirst, byHalf };
}

function eachCase({ codes, caseMask }: Probe, visit: (code: number) => void): void {
  visit(codes[0] as number);
  if (caseMask[0] === 32) visit((codes[0] as number) - 32);
}
