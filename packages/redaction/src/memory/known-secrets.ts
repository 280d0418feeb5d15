import { entropy } from '../judge.ts';
import { BlockIndex } from './block-index.ts';
import { fingerprints, indexOf, sumOf, WINDOW } from './fingerprint.ts';
import { type Form, formsOf } from './forms.ts';
import { type Certainty, isRandom, LONGEST, valuesIn } from './memorable.ts';

/** A place where a secret stands that was seen before, under the name and tag it had then. */
export type Repeat = {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly tag: string;
};

/** What is kept of a secret from one run of a recorder to the next: digests by the key of the machine, nothing else. */
export type KeptSecret = {
  readonly mac: string;
  readonly rule: string;
  readonly wholes: readonly {
    length: number;
    print: number;
    indexes: readonly [number, number];
  }[];
};

export type KnownSecrets = {
  /** Remembers what a struck text is made of. */
  learn(text: string, rule: string, certainty: Certainty): void;
  /** Ordered, not overlapping. */
  find(text: string): readonly Repeat[];
  /** How often something new was learned. */
  readonly revision: number;
  /** Those that were learned since it was asked for the last time, as far as they may be kept. */
  takeNew(): KeptSecret[];
  restore(kept: readonly KeptSecret[]): void;
};

/** The oldest are forgotten beyond this. */
const MOST_SECRETS = 1_000;
/** A piece of a random secret by which it is known. */
const PIECE = 12;
/** Shorter or chosen ones could be guessed from their digest. */
const SHORTEST_KEPT = 20;

type Secret = {
  readonly mac: string;
  readonly rule: string;
  readonly tag: string;
  readonly wholes: KeptSecret['wholes'];
  readonly blocks: Block[];
};
type Block = {
  readonly secret: Secret;
  readonly index: number;
  /** What the index is a part of; not kept, so a block of an earlier run has none. */
  readonly sum: number | undefined;
  /** So many characters of it stand before those that the index is of. */
  readonly before: number;
  readonly length: number;
  readonly print: number;
  /** Undefined for a whole secret. */
  readonly wordCodes: RegExp | undefined;
};

const NONE: readonly Repeat[] = [];

export function createKnownSecrets(machineKey: string): KnownSecrets {
  const { factor, of: printOf, mac: macOf } = fingerprints(machineKey);
  const secrets = new Map<string, Secret>();
  const index = new BlockIndex<Block>(factor);
  let revision = 0;
  const fresh: KeptSecret[] = [];

  const keep = (secret: Secret) => {
    secrets.set(secret.mac, secret);
    for (const block of secret.blocks) index.enter(block);
    if (secrets.size <= MOST_SECRETS) return;
    for (const mac of secrets.keys()) {
      if (secrets.size <= MOST_SECRETS * 0.75) break;
      secrets.delete(mac);
    }
    index.clear();
    for (const { blocks } of secrets.values()) for (const block of blocks) index.enter(block);
  };
  const add = (value: string, rule: string) => {
    const mac = macOf(value);
    if (secrets.has(mac)) return;
    const random = isRandom(value);
    const forms = formsOf(value);
    const secret = secretOf(
      mac,
      rule,
      forms.map(({ text }) => wholeOf(text, printOf, factor)),
      forms.map(({ text }) => [sumOf(text, 0, factor), sumOf(text, 1, factor)]),
    );
    if (random)
      for (const form of forms)
        secret.blocks.push(...pieceBlocks(secret, form, printOf, factor, form === forms[0]));
    keep(secret);
    revision++;
    if (random && value.length >= SHORTEST_KEPT) fresh.push({ mac, rule, wholes: secret.wholes });
  };

  return {
    get revision() {
      return revision;
    },
    learn(text, rule, certainty) {
      for (const value of valuesIn(text, certainty)) add(value, rule);
    },
    find(text) {
      if (secrets.size === 0 || text.length < WINDOW + 2) return NONE;
      const found: Found[] = [];
      index.search(text, (at, block) => {
        const end = endOf(text, at - block.before, block, printOf);
        if (end !== undefined) found.push({ start: at - block.before, end, block });
      });
      return found.length === 0 ? NONE : joined(text, found);
    },
    takeNew: () => fresh.splice(0),
    restore(kept) {
      for (const { mac, rule, wholes } of kept) if (!secrets.has(mac)) keep(secretOf(mac, rule, wholes));
    },
  };
}

function secretOf(
  mac: string,
  rule: string,
  wholes: KeptSecret['wholes'],
  sums: readonly (readonly number[])[] = [],
): Secret {
  const secret: Secret = { mac, rule, tag: mac.slice(0, 4), wholes, blocks: [] };
  secret.blocks.push(...wholes.flatMap((whole, form) => wholeBlocks(secret, whole, sums[form])));
  return secret;
}

type PrintOf = (text: string, from: number, to: number) => number;
type Found = { readonly start: number; readonly end: number; readonly block: Block };

function wholeOf(text: string, printOf: PrintOf, factor: number): KeptSecret['wholes'][number] {
  const indexes = [indexOf(sumOf(text, 0, factor)), indexOf(sumOf(text, 1, factor))] as const;
  return { length: text.length, print: printOf(text, 0, text.length), indexes };
}

/** Texts are read in pairs of characters, so a block is entered by its first and by its second one. */
const wholeBlocks = (
  secret: Secret,
  { length, print, indexes }: KeptSecret['wholes'][number],
  sums: readonly number[] = [],
): Block[] =>
  indexes.map((index, before) => ({
    ...{ secret, index, sum: sums[before], before, length, print },
    wordCodes: undefined,
  }));

/** Pieces of a secret, so that a cut, split or wrapped one is known by any longer piece of it. */
function pieceBlocks(
  secret: Secret,
  { text, wordCodes }: Form,
  printOf: PrintOf,
  factor: number,
  isPlain: boolean,
): Block[] {
  const blocks: Block[] = [];
  const step = isPlain ? (text.length <= 64 ? 4 : 8) : 16;
  for (let at = 0; at + PIECE <= text.length; at += step) {
    if (!isTelling(text, at)) continue;
    const print = printOf(text, at, at + PIECE);
    for (const before of [0, 1]) {
      const sum = sumOf(text, at + before, factor);
      blocks.push({ secret, index: indexOf(sum), sum, before, length: PIECE, print, wordCodes });
    }
  }
  return blocks;
}

/** What all tokens of a kind begin with is no secret, and neither is a word. */
function isTelling(text: string, at: number): boolean {
  const piece = text.slice(at, at + PIECE);
  if (isRandom(piece)) return true;
  return (
    !(text.startsWith('eyJ') && at < 40) &&
    /[a-z]/.test(piece) &&
    /[A-Z]/.test(piece) &&
    entropy(piece) >= 3.2
  );
}

/** Where the block ends that begins here; undefined when it does not stand here. */
function endOf(
  text: string,
  start: number,
  { length, print, wordCodes }: Block,
  printOf: PrintOf,
): number | undefined {
  if (start < 0) return undefined;
  const end = start + length;
  if (end <= text.length && printOf(text, start, end) === print)
    return length >= PIECE || isApart(text, start, end) ? end : undefined;
  return wordCodes === undefined ? endOfBroken(text, start, length, print, printOf) : undefined;
}

/** A short secret inside of a longer word is another word. */
const isApart = (text: string, start: number, end: number) =>
  !/[A-Za-z0-9]/.test(text.charAt(start - 1)) && !/[A-Za-z0-9]/.test(text.charAt(end));

/** What stands where a text was wrapped or put together from pieces: line ends, indents, line numbers, quotes, `+`. */
const GAP =
  /(?:\\{0,3}["'`])?[ \t]{0,3}[+.,;\\]?[ \t]{0,3}(?:\r?\n|\\{1,3}r\\{1,3}n|\\{1,3}n)(?:[ \t>|+-]|\d{1,6}[→:|\t]|\\{0,3}["'`]){0,40}|\\{0,3}["'`][ \t]{0,3}[+.,]?[ \t]{0,8}\\{0,3}["'`]/y;
const GAP_STARTS = '\r\n\\"\'` \t+';
const GAP_NEAR = /[\n\\"'`]/;
const MOST_GAPS = 16;

function endOfBroken(
  text: string,
  start: number,
  length: number,
  print: number,
  printOf: PrintOf,
): number | undefined {
  // Without a gap it would have been found as it is.
  if (!GAP_NEAR.test(text.slice(start, start + length))) return undefined;
  let [whole, at, gaps] = ['', start, 0];
  while (whole.length < length && at < text.length) {
    if (GAP_STARTS.includes(text.charAt(at))) {
      GAP.lastIndex = at;
      const gap = GAP.exec(text)?.[0].length;
      if (gap !== undefined) {
        if (++gaps > MOST_GAPS) return undefined;
        at += gap;
        continue;
      }
    }
    whole += text.charAt(at++);
  }
  return gaps > 0 && whole.length === length && printOf(whole, 0, length) === print ? at : undefined;
}

function joined(text: string, found: Found[]): Repeat[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const repeats: { start: number; end: number; rule: string; tag: string }[] = [];
  for (const { start, end, block } of found) {
    const last = repeats.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, wordEnd(text, end, block.wordCodes));
      continue;
    }
    const { rule, tag } = block.secret;
    const from = wordStart(text, start, block.wordCodes, last?.end ?? 0);
    repeats.push({ start: from, end: wordEnd(text, end, block.wordCodes), rule, tag });
  }
  return repeats;
}

/** A piece of a secret goes with the word it stands in. */
function wordStart(text: string, start: number, codes: RegExp | undefined, least: number): number {
  let at = start;
  while (codes && at > least && start - at < LONGEST && codes.test(text.charAt(at - 1))) at--;
  return at;
}

function wordEnd(text: string, end: number, codes: RegExp | undefined): number {
  let at = end;
  while (codes && at < text.length && at - end < LONGEST && codes.test(text.charAt(at))) at++;
  return at;
}
