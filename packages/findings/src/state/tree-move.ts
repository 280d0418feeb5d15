import type { SimpleCommand } from '@debrief/shell';
import { fileKind, outdatesTests } from '../file.ts';

/**
 * What a command of git does to the files of the working tree: `away` lays the edits aside, `back` brings them back,
 * `to` another branch or commit, `named`: the same tree under another name, `like`: as that branch is, `other`: a tree
 * that was not there before.
 */
export type TreeMove = { what: 'away' | 'back' | 'other' } | { what: 'to' | 'named' | 'like'; name: string };

/** Git says so where it did nothing. */
const nothingDone =
  /^Already (?:on |up to date)|is up to date\.|^No local changes to save|^No stash entries found|^fatal: |would be overwritten by (?:merge|checkout)/m;

const switched = /^Switched to (?:a new )?branch '/m;

export function treeMove(
  verb: string,
  { args }: SimpleCommand,
  output: string | undefined,
): TreeMove | undefined {
  const words = args.slice(0, 40).map(({ value, isKnown }) => (isKnown ? value : ''));
  const told = (output ?? '').slice(0, 4000);
  const move = verb === 'merge' ? mergeOf(words, told) : moveOf(verb, words);
  if (!move) return undefined;
  // In one call with a pull that found nothing new.
  if (move.what === 'to' && switched.test(told)) return move;
  if (nothingDone.test(told)) return undefined;
  // What comes back and does not fit is neither the one tree nor the other.
  return move.what === 'back' && /^CONFLICT /m.test(told) ? other : move;
}

/** What git wound forward to is there as it was. */
function mergeOf(words: readonly string[], output: string): TreeMove | undefined {
  const names = words.filter((word) => !word.startsWith('-'));
  if (/^Fast-forward/m.test(output) && names.length === 1)
    return { what: 'like', name: (names[0] as string).slice(0, 100) };
  return /^(?:Merge made by|Auto-merging|Fast-forward)/m.test(output) ? other : undefined;
}

const other: TreeMove = { what: 'other' };

function moveOf(verb: string, words: readonly string[]): TreeMove | undefined {
  const [first = ''] = words;
  switch (verb) {
    case 'stash':
      if (first === 'pop' || first === 'apply') return { what: 'back' };
      return first === '' || first === 'push' || first === 'save' || first.startsWith('-')
        ? { what: 'away' }
        : undefined;
    case 'checkout':
    case 'switch':
      return checkedOut(words);
    case 'restore':
      return words.includes('--staged') && !words.includes('--worktree') ? undefined : restored(words);
    case 'reset':
      return words.some((word) => /^--(?:hard|merge|keep)$/.test(word)) ? other : undefined;
    case 'pull':
    case 'cherry-pick':
    case 'rebase':
    case 'revert':
    case 'am':
      return words.some((word) => word === '--abort' || word === '--quit') ? undefined : other;
    default:
      return undefined;
  }
}

function checkedOut(words: readonly string[]): TreeMove | undefined {
  const dashes = words.indexOf('--');
  if (dashes >= 0) return restored(words.slice(dashes + 1));
  const names = words.filter((word) => !word.startsWith('-') || word === '-');
  // A new branch takes the tree along, unless it begins elsewhere.
  if (words.some((word) => /^-(?:b|B|c|C|-create|-orphan)$/.test(word)))
    return names.length > 1 && names[1] !== 'HEAD'
      ? other
      : { what: 'named', name: (names[0] ?? '').slice(0, 100) };
  if (names.length > 1) return restored(names.slice(1));
  const [name] = names;
  if (name === undefined) return undefined;
  return name === '.' ? other : { what: 'to', name: name.slice(0, 100) };
}

const restored = (paths: readonly string[]): TreeMove | undefined =>
  paths.some((path) => path === '' || !/\.\w{1,8}$/.test(path) || outdatesTests(fileKind(path)))
    ? other
    : undefined;

const maxKept = 50;

/** Which tree lies there, by a number: the same again once what was laid aside is back. */
export class Tree {
  #count = 0;
  #name: string;
  #before: { name: string; tree: number } | undefined;
  readonly #aside: number[] = [];
  readonly #byName = new Map<string, number>();
  now = 0;

  /** `branch`: what is checked out at the beginning, where that is known; no other name is taken for it. */
  constructor(branch = '') {
    this.#name = branch;
  }

  /** The branch that is checked out, where it is known. */
  get name(): string {
    return this.#name;
  }

  hear(move: TreeMove): void {
    if (move.what === 'away') {
      this.#aside.push(this.now);
      if (this.#aside.length > maxKept) this.#aside.shift();
      this.now = ++this.#count;
    } else if (move.what === 'back') this.now = this.#aside.pop() ?? ++this.#count;
    else if (move.what === 'to') this.#go(move.name);
    else if (move.what === 'named') this.#name = move.name;
    else if (move.what === 'like') this.now = this.#byName.get(move.name) ?? ++this.#count;
    else this.now = ++this.#count;
  }

  #go(name: string): void {
    const from = { name: this.#name, tree: this.now };
    if (name === '-' && this.#before) {
      this.#name = this.#before.name;
      this.now = this.#before.tree;
    } else {
      if (from.name !== '') this.#keep(from.name, from.tree);
      this.#name = name;
      this.now = this.#byName.get(name) ?? ++this.#count;
    }
    this.#before = from;
  }

  #keep(name: string, tree: number): void {
    if (this.#byName.size < maxKept || this.#byName.has(name)) this.#byName.set(name, tree);
  }
}
