/**
 * The words of which a text must have one for an expression to match it: `git push` or `hg push` of
 * `/\b(?:git|hg) push\b/`. All in small letters, whatever the expression says. Only a way to ask fewer expressions:
 * undefined means that there are none, and is always right.
 */
export function neededWords(expression: RegExp): string[] | undefined {
  if (!known.has(expression)) {
    const { source, flags } = expression;
    known.set(expression, best(new Reader(source, flags.includes('u')).choice()));
  }
  return known.get(expression);
}

const known = new WeakMap<RegExp, string[] | undefined>();

/** What is known of a part of an expression. */
interface Part {
  /** All that it can match, where that is little. */
  whole?: string[];
  /** Words of which one is in whatever it matches. */
  needed?: string[] | undefined;
  /** Matches a place and no text. */
  isPlace?: true;
}

const max = { whole: 48, length: 24, needed: 3000, ofClass: 6 };

const any: Part = {};
const place: Part = { isPlace: true };
const one = (text: string): Part => ({ whole: [text.length === 1 ? folded(text) : text] });

/** The same for every spelling of a letter. */
export function folded(character: string): string {
  const upper = character.toUpperCase();
  const lower = (upper.length === 1 ? upper : character).toLowerCase();
  return lower.length === 1 ? lower : character;
}

function best({ whole, needed }: Part): string[] | undefined {
  return isBetter(whole, needed) ? whole : needed;
}

/** Longer words are rarer; of as long ones fewer are better. */
function isBetter(words: readonly string[] | undefined, than: readonly string[] | undefined): boolean {
  if (words === undefined || words.length === 0 || words.includes('')) return false;
  return than === undefined || worth(words) > worth(than);
}

function worth(words: readonly string[]): number {
  let shortest = 5;
  for (const { length } of words) if (length < shortest) shortest = length;
  return shortest * 10_000 - words.length;
}

const joined = (before: readonly string[], after: readonly string[]): string[] | undefined => {
  if (before.length * after.length > max.whole) return undefined;
  const [first = '', second = ''] = [before[0], after[0]];
  if (before.length + after.length === 2)
    return first.length + second.length > max.length ? undefined : [first + second];
  const all = new Set(before.flatMap((first) => after.map((second) => first + second)));
  return [...all].some(({ length }) => length > max.length) ? undefined : [...all];
};

/** The parts of a sequence, one after the other. */
class Sequence {
  /** What stands right before the next part, as far back as it is known. */
  #run: string[] = [''];
  #needed: string[] | undefined;
  #isWhole = true;

  add(part: Part, least: number, most: number): void {
    if (part.isPlace) return;
    if (part.whole && most === 1) {
      if (least === 0 || part.whole.length > 1) this.#consider(this.#run);
      this.#follow(least === 0 ? [...new Set([...part.whole, ''])] : part.whole);
      if (least === 1) this.#consider(part.needed);
      return;
    }
    this.#consider(this.#run);
    this.#isWhole = false;
    if (least > 0) {
      this.#consider(part.needed);
      if (part.whole) this.#consider(joined(this.#run, part.whole) ?? part.whole);
    }
    this.#run = least > 0 && part.whole ? part.whole : [''];
  }

  #follow(texts: string[]): void {
    const longer = joined(this.#run, texts);
    if (longer === undefined) {
      this.#consider(this.#run);
      this.#isWhole = false;
    }
    this.#run = longer ?? texts;
  }

  #consider(words: string[] | undefined): void {
    if (isBetter(words, this.#needed)) this.#needed = words;
  }

  get part(): Part {
    this.#consider(this.#run);
    return { ...(this.#isWhole && { whole: this.#run }), needed: this.#needed };
  }
}

const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', v: '\v', f: '\f', 0: '\0' };
const quantifier = /(?:[?*+]|\{(\d{1,6})(,?)(\d{0,6})\})\??/y;
const group = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y;
const code = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/y;
const braced = /\\[upPk](?:\{[^}]{0,40}\}|<\w{1,40}>)/y;

const once = [1, 1] as const;

/** Reads an expression that the language itself has read before, so it is well formed. */
class Reader {
  readonly #source: string;
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(source: string, isUnicode: boolean) {
    this.#source = source;
    this.#isUnicode = isUnicode;
  }

  choice(): Part {
    const parts = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      parts.push(this.#sequence());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : either(parts);
  }

  #sequence(): Part {
    const sequence = new Sequence();
    while (this.#at < this.#source.length) {
      const next = this.#source[this.#at];
      if (next === '|' || next === ')') break;
      const part = this.#part();
      const [least, most] = this.#times();
      sequence.add(part, least, most);
    }
    return sequence.part;
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  #times(): readonly [least: number, most: number] {
    const next = this.#source[this.#at];
    const isCounted = next === '?' || next === '*' || next === '+' || next === '{';
    const found = isCounted ? this.#take(quantifier) : null;
    if (!found) return once;
    const [text, least, comma, most] = found;
    if (text.startsWith('?')) return [0, 1];
    if (text.startsWith('*')) return [0, Number.POSITIVE_INFINITY];
    if (text.startsWith('+')) return [1, Number.POSITIVE_INFINITY];
    return [
      Number(least),
      comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most),
    ];
  }

  #part(): Part {
    const character = this.#source[this.#at] as string;
    switch (character) {
      case '^':
      case '$':
        this.#at++;
        return place;
      case '.':
        this.#at++;
        return any;
      case '[':
        return this.#class();
      case '(':
        return this.#group();
      case '\\':
        return this.#escape();
      default:
        this.#at++;
        // One letter of two halves, and how often it stands there is said of both.
        if (this.#isUnicode && /[\ud800-\udbff]/.test(character)) {
          this.#at++;
          return any;
        }
        return one(character);
    }
  }

  #group(): Part {
    const [opened = '('] = this.#take(group) ?? [];
    const inside = this.choice();
    this.#at++;
    return /[=!]$/.test(opened) ? place : inside;
  }

  #escape(): Part {
    const letter = this.#source[this.#at + 1] ?? '';
    const given = letter === 'x' || letter === 'u' ? this.#take(code) : null;
    if (given) return one(String.fromCharCode(Number.parseInt(given[1] ?? given[2] ?? '', 16)));
    // What is said before may have been nothing.
    if (letter >= '1' && letter <= '9') {
      this.#at += 2;
      return any;
    }
    if ('upPk'.includes(letter) && this.#take(braced)) return any;
    this.#at += 2;
    if (letter === 'b' || letter === 'B') return place;
    if ('dDwWsS'.includes(letter)) return any;
    return one(escapes[letter] ?? letter);
  }

  /** `[ef]` is two letters; what is wider is anything. */
  #class(): Part {
    this.#at++;
    const isNegated = this.#source[this.#at] === '^';
    const letters: string[] = [];
    let isWide = isNegated || this.#isUnicode;
    if (isNegated) this.#at++;
    while (this.#source[this.#at] !== ']') {
      const part =
        this.#source[this.#at] === '\\' ? this.#inClass() : one(this.#source[this.#at++] as string);
      if (part.whole) letters.push(...part.whole);
      else isWide = true;
      if (this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']') isWide = true;
    }
    this.#at++;
    const all = [...new Set(letters)];
    return isWide || all.length === 0 || all.length > max.ofClass ? any : { whole: all };
  }

  #inClass(): Part {
    // Between brackets it is the backspace.
    if (this.#source[this.#at + 1] === 'b') {
      this.#at += 2;
      return any;
    }
    return this.#escape();
  }
}

function either(parts: readonly Part[]): Part {
  const wholes = parts.map(({ whole }) => whole);
  const all = wholes.every((whole) => whole !== undefined) ? [...new Set(wholes.flat() as string[])] : [];
  const whole = all.length > 0 && all.length <= max.whole ? all : undefined;
  const words = parts.map((part) => (part.isPlace ? undefined : best(part)));
  const needed = words.every((one) => one !== undefined) ? [...new Set(words.flat() as string[])] : undefined;
  return { ...(whole && { whole }), needed: needed && needed.length <= max.needed ? needed : undefined };
}
