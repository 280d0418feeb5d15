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
      const share = shareOfBoth(pairAt(word, at), pairAt(word, at + 2));
      if (share < least) [offset, least] = [at, share];
    }
    const [first, second] = [pairAt(word, offset), pairAt(word, offset + 2)];
    return { codes, caseMask, keyword, offset, first, second };
  });
}

const pairAt = (word: string, at: number) => word.slice(Math.max(0, at), at + 2);

/** The pairs of characters that prose, code and listings are full of, most frequent first; counted over sessions. */
const COMMON_PAIRS =
  '  inree eresntenonte tsesttis at, t thor a she\t\tancongle\n\tded r  cittrn edioil i fet\n toalge eriliratarochec' +
  'sissrrndnsmefiusirarom ris=  oouctagve pla wcloone no prur bll)\nifl eatsasacnimauny hanahoaddif ca: exutfo "shrs' +
  '//ncpolo dpat.g tu/ {\nod mmi {elpe uckem/cmmnoolce}\n\n\npttt",soa s/icmp lai02ids.okh goplau20\t} `efopul-4rnotfa' +
  '.\ndae/ee ( ::=.  hgs26cr-0suep) ru g\tiwibamoe-scevabwoim01girtam6-- berklyegudlsap 1ip\t/owkssalds,hiosrydotyoc' +
  'ieoie.md/e/sxtke-2 =blskpu` ew\trwhk i/,\n(".ge,kiyoue !lufuvicm()-aspog5-up-civovbu\n-bo.s--d/.ckp00vawaui 205pp' +
  '/ubrig-bnvt-rc!=cu yfe -frtc/igyc lt\\n11.e23rmdsumnle\n1-ebjs")m ddt, %w 4-f(gr10d-r)rfu 2-jetpt_ vphixg.wravnu';
const RANKS = new Map(COMMON_PAIRS.match(/[\s\S]{2}/g)?.map((pair, rank) => [pair, rank]));
const FREQUENT_FIRST = ' etsirnoaclduhpfmg\n\t-/b.20w1yk",v45:36(9)87x_=`jqz{}+\\*[!\'%';

/** Roughly which share of all pairs (or, for one character, of all characters) this one has, whatever its case. */
function shareOf(pair: string): number {
  if (pair.length === 0) return 1;
  const small = pair.toLowerCase();
  const capitals = small === pair ? 1 : 0.1;
  if (pair.length === 1) {
    const rank = FREQUENT_FIRST.indexOf(small);
    return capitals * (rank < 0 ? 0.001 : 0.1 * 0.92 ** rank);
  }
  const rank = RANKS.get(small);
  return capitals * (rank === undefined ? 0.0003 : 0.013 / (1 + rank / 20));
}

/** Words that sessions are full of: two pairs of one of them stand together far more often than chance has it. */
const COMMON_WORDS = (
  ' session_| path/|from |"fail| failed | output|metadata|identifier| specific|expected| prefix| param| parse| print|' +
  'version|called |default|result.|result | update| agent | logs |login|different| input_|background| success|package|' +
  'workspace|worktree|verified|process|return |migration|allow |allowed by |----| content| message| request|import |' +
  'config|enable|default | with | code|-server|ervice|inding|orted |omment|private|expect(|export |string(|function |private |public |project| branch| commit |checkpoint|another |other | there| their | which |' +
  'while |where | should |would |could |before |after |because |between |already |install |created (|directory| := | == |' +
  ' != | = | is | it | set | get | has |each |status|load|approach|interface|force|without |native|point_|ping|the |and '
).split('|');
const COMMON_FOURS = [
  ...new Set(COMMON_WORDS.flatMap((word) => [...word].slice(3).map((_, at) => word.slice(at, at + 4)))),
];
const SHARE_OF_FOUR = 0.0005;

const isFirstOf = (pair: string, four: string) =>
  pair.length === 1 ? four[1] === pair : four[0] === pair[0] && four[1] === pair[1];
const isSecondOf = (pair: string, four: string) =>
  four[2] === pair[0] && (pair.length === 1 || four[3] === pair[1]);

/** The numbers of the common fours of which a pair is the first, or the second, half; each is looked for once. */
function foursFinder(isHalf: (pair: string, four: string) => boolean): (pair: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (pair) => {
    const small = pair.toLowerCase();
    const fours =
      known.get(small) ??
      [...COMMON_FOURS.keys()].filter((four) => isHalf(small, COMMON_FOURS[four] as string));
    known.set(small, fours);
    return fours;
  };
}
const foursBeginning = foursFinder(isFirstOf);
const foursEnding = foursFinder(isSecondOf);

/** Three and four characters of common words, as a probe may know them. */
const COMMON_PARTS = new Set(COMMON_FOURS.flatMap((four) => [four, four.slice(0, 3), four.slice(1)]));

function shareOfBoth(first: string, second: string): number {
  const isCommon = COMMON_PARTS.has((first + second).toLowerCase());
  return shareOf(first) * shareOf(second) + (isCommon ? SHARE_OF_FOUR : 0);
}

/** A word of 32 bits holds each of them twice, and one bit for runs. */
export const CLASSES = 15;

/** A class of probes, and what it has alarms for. */
type Hand = {
  readonly probes: Probe[];
  readonly pairs: Set<string>;
  /** Of each common four: 1 when its first pair is one of the class, 2 when its second one is, 3 when both are. */
  readonly fours: Uint8Array;
  first: number;
  second: number;
};

/**
 * Deals the probes into classes. A class raises a false alarm when one of its first pairs meets one of its
 * second pairs, so each probe goes where it adds least to that product, the most frequent ones first.
 */
export function deal(probes: readonly Probe[]): Probe[][] {
  const hands = Array.from({ length: CLASSES }, (): Hand => {
    return { probes: [], pairs: new Set(), fours: new Uint8Array(COMMON_FOURS.length), first: 0, second: 0 };
  });
  const weighed = probes.map((probe) => ({ probe, a: shareOf(probe.first), b: shareOf(probe.second) }));
  for (const { probe, a, b } of weighed.sort((x, y) => y.a + y.b - x.a - x.b)) {
    const [firstName, secondName] = [`1${probe.first}`, `2${probe.second}`];
    const [firsts, seconds] = [foursBeginning(probe.first), foursEnding(probe.second)];
    let hand = hands[0] as Hand;
    let least = Number.POSITIVE_INFINITY;
    for (const offer of hands) {
      const first = offer.first + (offer.pairs.has(firstName) ? 0 : a);
      const second = offer.second + (offer.pairs.has(secondName) ? 0 : b);
      let cost = first * second - offer.first * offer.second;
      for (const four of firsts) if (offer.fours[four] === 2) cost += SHARE_OF_FOUR;
      for (const four of seconds) if (offer.fours[four] === 1) cost += SHARE_OF_FOUR;
      if (cost < least) [hand, least] = [offer, cost];
    }
    if (!hand.pairs.has(firstName)) hand.first += a;
    if (!hand.pairs.has(secondName)) hand.second += b;
    hand.pairs.add(firstName).add(secondName);
    for (const four of firsts) hand.fours[four] = (hand.fours[four] as number) | 1;
    for (const four of seconds) hand.fours[four] = (hand.fours[four] as number) | 2;
    hand.probes.push(probe);
  }
  return hands.map((hand) => hand.probes);
}

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);
const cell = new Uint16Array(1);
const halves = new Uint8Array(cell.buffer);

/** Two bytes, read as one number in this machine's byte order. */
export function pairOf(first: number, second: number): number {
  halves[0] = first;
  halves[1] = second;
  return cell[0] as number;
}

/** Visits every two bytes that may stand for the pair at `offset`; `outside` is what to put for what is not of the keyword. */
export function eachSpelling(
  probe: Probe,
  offset: number,
  visit: (pair: number) => void,
  outside: readonly number[] = EVERY_BYTE,
): void {
  for (const first of spellingsOfOne(probe, offset, outside)) {
    for (const second of spellingsOfOne(probe, offset + 1, outside)) visit(pairOf(first, second));
  }
}

function spellingsOfOne(
  { codes, caseMask }: Probe,
  at: number,
  outside: readonly number[],
): readonly number[] {
  const code = codes[at];
  if (code === undefined) return outside;
  return caseMask[at] === 32 ? [code, code - 32] : [code];
}
