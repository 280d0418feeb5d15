/**
 * Two pairs of characters in a row by which a keyword is noticed when it falls on even places (or on odd ones).
 * `offset` is where the first pair stands in the keyword; it may be -1, and the second pair may reach over the
 * end: what lies outside the keyword is any byte.
 */
export type Probe = {
  readonly codes: Uint8Array;
  /** 32 where case does not matter: `or` with it makes a letter small. */
  readonly caseMask: Uint8Array;
  readonly keyword: number;
  readonly offset: number;
  readonly first: string;
  readonly second: string;
};

/** One probe for each way the keyword can fall, by the pairs that are rarest in ordinary text. */
export function probesOf(word: string, keyword: number): Probe[] {
  const codes = Buffer.from(word, 'latin1');
  if (codes.length < 3 || codes.length > 256)
    throw new RangeError(`A keyword needs 3 to 256 characters: ${word}`);
  const exact = /[A-Z]/.test(word);
  const caseMask = codes.map((code) => (!exact && code >= 97 && code <= 122 ? 32 : 0));
  return [0, -1].map((from) => {
    let offset = from;
    let least = Number.POSITIVE_INFINITY;
    for (let at = from; at + 2 < word.length; at += 2) {
      const share = shareOf(pairAt(word, at)) * shareOf(pairAt(word, at + 2));
      if (share < least) [offset, least] = [at, share];
    }
    const [first, second] = [pairAt(word, offset), pairAt(word, offset + 2)];
    return { codes, caseMask, keyword, offset, first, second };
  });
}

const pairAt = (word: string, at: number) => word.slice(Math.max(0, at), at + 2);

/** The pairs that prose, code and JSON are full of, most frequent first. */
const COMMON_PAIRS =
  `in re er es on th te an or he se en at st de ti nt ng co it le nd ed to ar al io us il ou ch is ro
  li ta ri ns ve tr ss ec ge ll la ct as me si pr ts ne ic ea ex fi na ma s/ ra ca rs ha fo un ac ur od pl ce om
  ut et ol ag sh pe di oo ad el ir lo ot go pa no ly cl nc ap ai au ef so sk yo if da ee em xt ev wi im sc su tu
  hi rr ki pt ru mp ba ul ls wh wo ud ho do vi po ld op id mo rt rk ke mm ck ni ep ow be cr iv -- // ==`.split(
    /\s+/,
  );
const COMMON = new Map(COMMON_PAIRS.map((pair, rank) => [pair, rank]));
const FREQUENT_FIRST = ' etaoinsrhldcumfpgwybvkxjqz-./:_"=';

/** Roughly which share of all pairs (or, for one character, of all characters) this one has. */
function shareOf(pair: string): number {
  if (pair.length === 0) return 1;
  const rank = FREQUENT_FIRST.indexOf(pair.charAt(0));
  if (pair.length === 1) return rank < 0 ? 0.001 : 0.1 / (rank + 1);
  const common = COMMON.get(pair);
  if (common !== undefined) return 0.013 / (1 + common / 15);
  return pair.includes(' ') ? 0.005 : /[A-Z0-9]/.test(pair) ? 0.0002 : 0.0005;
}

/** A word of 32 bits holds each of them twice, and one bit for runs. */
export const CLASSES = 15;

/**
 * Deals the probes into classes. A class raises a false alarm when one of its first pairs meets one of its
 * second pairs, so each probe goes where it adds least to that product, the most frequent ones first.
 */
export function deal(probes: readonly Probe[]): Probe[][] {
  const hands = Array.from({ length: CLASSES }, () => ({
    probes: [] as Probe[],
    pairs: new Set<string>(),
    first: 0,
    second: 0,
  }));
  const weighed = probes.map((probe) => ({ probe, a: shareOf(probe.first), b: shareOf(probe.second) }));
  for (const { probe, a, b } of weighed.sort((x, y) => y.a + y.b - x.a - x.b)) {
    const [firstName, secondName] = [`1${probe.first}`, `2${probe.second}`];
    const offers = hands.map((hand) => {
      const first = hand.first + (hand.pairs.has(firstName) ? 0 : a);
      const second = hand.second + (hand.pairs.has(secondName) ? 0 : b);
      return { hand, first, second, cost: first * second - hand.first * hand.second };
    });
    const { hand, first, second } = offers.reduce((best, offer) => (offer.cost < best.cost ? offer : best));
    Object.assign(hand, { first, second });
    hand.pairs.add(firstName).add(secondName);
    hand.probes.push(probe);
  }
  return hands.map((hand) => hand.probes);
}

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);
const cell = new Uint16Array(1);
const halves = new Uint8Array(cell.buffer);

/** Visits every two bytes, read as one number in this machine's byte order, that may stand for the pair at `offset`. */
export function eachSpelling(probe: Probe, offset: number, visit: (pair: number) => void): void {
  for (const first of spellingsOfOne(probe, offset)) {
    for (const second of spellingsOfOne(probe, offset + 1)) {
      halves[0] = first;
      halves[1] = second;
      visit(cell[0] as number);
    }
  }
}

function spellingsOfOne({ codes, caseMask }: Probe, at: number): number[] {
  const code = codes[at];
  if (code === undefined) return EVERY_BYTE;
  return caseMask[at] === 32 ? [code, code - 32] : [code];
}
