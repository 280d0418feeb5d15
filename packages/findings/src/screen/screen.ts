import { folded, neededWords } from './needed-words.ts';

/** The beginning of a word is rare enough. */
const longestWord = 8;

/**
 * Which of many expressions can match a text at all, found in one walk over the text: each of them needs one of a few
 * words, and most texts have none of them. To ask every expression costs as many walks.
 */
export class Screen {
  readonly #expressions: readonly RegExp[];
  readonly #width: number;
  /** Made when the first text comes: who judges nothing need not have it. */
  #table: Table | undefined;
  readonly #found: Int32Array;
  #text: string | undefined;

  /** So many expressions at the beginning are asked by their number only: `isAnyHere` leaves them out. */
  readonly #aside: number;

  constructor(expressions: readonly RegExp[], aside = 0) {
    this.#expressions = expressions;
    this.#aside = aside;
    this.#width = Math.ceil(expressions.length / 32);
    this.#found = new Int32Array(this.#width);
  }

  /** Whether the expression with this number may match the text. */
  may(text: string, index: number): boolean {
    this.#look(text);
    return this.mayHere(index);
  }

  /** Whether any of them may match the text. */
  mayAny(text: string): boolean {
    this.#look(text);
    return this.isAnyHere;
  }

  #look(text: string): void {
    if (text === this.#text) return;
    this.lookAt(text, 0, text.length);
    this.#text = text;
  }

  /** Walks over a part of a text; `mayHere` answers for it. */
  lookAt(text: string, from: number, to: number): void {
    this.#table ??= tableOf(this.#expressions, this.#width);
    const { classes, next, marksAt, always, marks } = this.#table;
    const found = this.#found;
    this.#text = undefined;
    found.set(always);
    let state = 0;
    for (let at = from; at < to; at++) {
      state = next[state + (classes[text.charCodeAt(at)] as number)] as number;
      const begin = next[state + marksAt] as number;
      if (begin >= 0)
        for (let word = 0; word < found.length; word++)
          (found[word] as number) |= marks[begin + word] as number;
    }
  }

  mayHere(index: number): boolean {
    return ((this.#found[index >> 5] as number) & (1 << (index & 31))) !== 0;
  }

  /** Whether any may match the part that was walked over. */
  get isAnyHere(): boolean {
    if (((this.#found[0] as number) & (-1 << this.#aside)) !== 0) return true;
    for (let word = 1; word < this.#width; word++) if (this.#found[word] !== 0) return true;
    return false;
  }
}

interface Table {
  /** Of each character; those that stand in no word are all the same. */
  classes: Uint8Array;
  /** Where the walk goes on from a state with a character of each class, and then where its marks stand, or -1. */
  next: Int32Array;
  /** Where in a state the place of its marks is told. */
  marksAt: number;
  marks: Int32Array;
  /** Marks of the expressions that need no word. */
  always: Int32Array;
}

function tableOf(expressions: readonly RegExp[], width: number): Table {
  const needed = expressions.map((expression) =>
    neededWords(expression)?.map((word) => word.slice(0, longestWord)),
  );
  const letters = [...new Set(needed.flatMap((words) => (words ?? []).flatMap((word) => word.split(''))))];
  if (letters.length > 254) throw new Error(`${letters.length} different letters are too many`);
  const classes = new Uint8Array(65_536);
  for (const [index, letter] of letters.entries())
    for (const spelled of spellings(letter)) classes[spelled.charCodeAt(0)] = index + 1;
  const always = new Int32Array(width);
  const tree = new Tree(letters.length + 1, width);
  for (const [index, words] of needed.entries()) {
    if (words === undefined) mark(always, 0, index);
    for (const word of words ?? [])
      tree.add(
        word.split('').map((letter) => classes[letter.charCodeAt(0)] as number),
        index,
      );
  }
  return { classes, ...tree.walk(), marksAt: letters.length + 1, always };
}

const mark = (marks: Int32Array, from: number, index: number): void => {
  (marks[from + (index >> 5)] as number) |= 1 << (index & 31);
};

/** Letters that an expression may take for this one. */
function spellings(letter: string): string[] {
  const more = letter === 's' ? ['\u017f'] : letter === 'k' ? ['\u212a'] : [];
  return [letter, letter.toUpperCase(), letter.toLowerCase(), ...more].filter(
    (one) => one.length === 1 && folded(one) === folded(letter),
  );
}

/** All words as one tree, whose branches go on where another word may have begun meanwhile (Aho and Corasick). */
class Tree {
  readonly #classes: number;
  readonly #width: number;
  readonly #branches: Map<number, number>[] = [new Map()];
  readonly #ends = new Map<number, number[]>();

  constructor(classes: number, width: number) {
    this.#classes = classes;
    this.#width = width;
  }

  add(word: readonly number[], index: number): void {
    let node = 0;
    for (const letter of word) {
      const known = this.#branches[node]?.get(letter);
      if (known === undefined) this.#branches.push(new Map());
      const to = known ?? this.#branches.length - 1;
      this.#branches[node]?.set(letter, to);
      node = to;
    }
    this.#ends.set(node, [...(this.#ends.get(node) ?? []), index]);
  }

  /** A state is where its row begins, so that a step is one addition. */
  walk(): { next: Int32Array; marks: Int32Array } {
    const row = this.#classes + 1;
    const next = new Int32Array(this.#branches.length * row);
    const marks: number[] = [];
    /** The longest other beginning of a word that a node ends with. */
    const back = new Int32Array(this.#branches.length);
    const queue = [0];
    for (const node of queue) {
      const before = back[node] as number;
      // Where no branch of its own goes on, the walk goes on as from there.
      if (node > 0) next.copyWithin(node * row, before * row, before * row + this.#classes);
      for (const [letter, to] of this.#branches[node] ?? []) {
        back[to] = (next[node * row + letter] as number) / row;
        next[node * row + letter] = to * row;
        queue.push(to);
      }
      const inherited = node === 0 ? -1 : (next[before * row + this.#classes] as number);
      next[node * row + this.#classes] = this.#marksOf(node, inherited, marks);
    }
    return { next, marks: Int32Array.from(marks) };
  }

  /** Where the marks of a node stand: its own, and those of the words that end where it ends. */
  #marksOf(node: number, inherited: number, marks: number[]): number {
    const own = this.#ends.get(node);
    if (!own) return inherited;
    const all = new Int32Array(this.#width);
    if (inherited >= 0)
      for (let word = 0; word < this.#width; word++) all[word] = marks[inherited + word] as number;
    for (const index of own) mark(all, 0, index);
    for (const one of all) marks.push(one);
    return marks.length - this.#width;
  }
}
