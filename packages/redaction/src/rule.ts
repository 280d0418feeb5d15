import { isHollow } from './judge.ts';

/** A stretch of text that must not leave the machine: `[start, end)`. */
export type Range = readonly [start: number, end: number];

/**
 * One kind of secret. A rule is asked only where one of its keywords stands, at that very place, so its cost
 * does not grow with the text around it. Keywords are three or more ASCII characters; one with a capital letter is
 * compared as it is, others without case.
 */
export type Rule = {
  readonly name: string;
  readonly keywords: readonly string[];
  /**
   * The secret, or several in order; or how far the rule has looked without one, so that it is not asked again before
   * that place.
   */
  match(text: string, keywordAt: number): Range | readonly Range[] | number | undefined;
};

type PatternOptions = {
  /** How many characters before the keyword the pattern begins. */
  before?: number;
  accept?: (secret: string, text: string, start: number) => boolean;
};

/**
 * A rule made of one regular expression, tried only at the keyword (sticky). If it has a group, the secret is
 * group 1, and it ends where the match ends; put what must follow it into a lookahead. Every repetition is
 * bounded, or its first character cannot follow a character of its own class, so that no text is slow.
 */
export function pattern(
  name: string,
  keywords: readonly string[],
  expression: RegExp,
  { before = 0, accept }: PatternOptions = {},
): Rule {
  const sticky = new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}y`);
  return {
    name,
    keywords,
    match(text, keywordAt) {
      if (keywordAt < before) return undefined;
      sticky.lastIndex = keywordAt - before;
      const found = sticky.exec(text);
      if (!found) return undefined;
      const secret = found[1] ?? found[0];
      const end = sticky.lastIndex;
      const start = end - secret.length;
      return accept && !accept(secret, text, start) ? undefined : [start, end];
    },
  };
}

/**
 * Where a token may begin: behind anything that no word is made of, and behind what only looks like a word: the letter
 * of an escape (`\\n`, `%3D`), the end of a colour, the mark of a removed line, a flag of one letter.
 */
export const LEFT_EDGE = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[abfnrtv])|(?<=(?:\x1b|\\u001b|\\x1b|\\033|\\e)\[[\d;]{0,12}m)|(?<=(?:^|\n|\\n)-)|(?<=%[0-9A-Fa-f]{2})|(?<=(?<![A-Za-z0-9-])-[A-Za-z]))`;

/**
 * Tokens that carry their kind in front: `prefix` then `body`. `body` is regular-expression source.
 * The left edge keeps the prefix from matching inside a word, and keeps a run of prefixes linear.
 */
export function prefixed(
  name: string,
  prefixes: string | readonly string[],
  body: string,
  accept?: (secret: string) => boolean,
): Rule {
  const list = typeof prefixes === 'string' ? [prefixes] : prefixes;
  const alternatives = list.map((prefix) => prefix.replace(/[.$^|+*?()[\]{}\\/]/g, '\\$&')).join('|');
  return pattern(name, list, new RegExp(`${LEFT_EDGE}(?:${alternatives})${body}`), {
    accept: (secret) => !isHollow(secret) && (accept?.(secret) ?? true),
  });
}
