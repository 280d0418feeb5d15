import type { SimpleCommand } from '@debrief/shell';
import { namesSecretVariable } from '../names.ts';
import { SETTINGS_SOURCES, SOURCES } from './table.ts';

/**
 * What a command prints: a secret and nothing else, settings of which some are secret, or what is told by how it looks
 * alone (`bare`: the command only speaks of a secret).
 */
export type Prints = 'value' | 'settings' | 'bare';

type Row = {
  readonly words: readonly ((word: string) => boolean)[];
  readonly flags: readonly ((flag: string) => boolean)[];
  readonly pattern: RegExp | undefined;
  readonly prints: Prints;
};

const table = new Map<string, Row[]>();
/** Of each program the words, one of which stands in each of its rows: a script without any has none of them in it. */
const hints = new Map<string, Set<string>>();
/** Programs whose name has a `*` in the table. */
const families: { readonly prefix: string; readonly rows: Row[] }[] = [];

/** Names of what one may know. */
const HARMLESS =
  /(?:^|[_-])(?:ur[li]|dns|ips?|arn|ids?|names?|endpoint|region|host|hostname|bucket|zone|port|cidr|domain|address|version|image|repo|path|dir|count|subnets?|vpc|email|user|username|env|environment|stage|project|cluster|role|group|instance|type|size|enabled|level|mode|debug|timezone|locale)$/i;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  /** Without one of these only names are listed. */
  '#whole': /(?:-o|--output)[ =]?["']?(?:json|yaml|go-template|custom)|--template/,
  '#format': /(?:^| )(?:-o|--output)/,
  /** `pass prod/db` shows an entry, unless the word is a command. */
  '#entry':
    /^(?!(?:ls|list|find|search|grep|insert|add|edit|rm|remove|mv|cp|git|init|help|version|generate)(?: |$))[\w@]/,
};

const isNamed = (word: string) => namesSecretVariable(word.replace(/^.*[/:]/, '').replace(/[.-]/g, '_'));
const isOperand = (word: string) => !word.startsWith('-') && (isNamed(word) || !HARMLESS.test(word));

function tester(written: string): (word: string) => boolean {
  if (written === '@') return isNamed;
  if (written === '%') return isOperand;
  const tests = written.split('|').map((one) => {
    const [before = '', after] = one.split('*').slice(0, 2);
    if (one.startsWith('*')) {
      const part = one.replaceAll('*', '');
      return (word: string) => word.includes(part);
    }
    return after === undefined
      ? (word: string) => word === one
      : (word: string) => word.length > before.length && word.startsWith(before);
  });
  return (word) => tests.some((test) => test(word));
}

function add(line: string, prints: Prints): void {
  const [programs = '', ...rest] = line.split(' ');
  const written = rest.filter((word) => word !== '*');
  const named = written.find((word) => word.startsWith('#'));
  const words = written.filter((word) => !/^[-#]/.test(word));
  const row: Row = {
    words: words.map(tester),
    flags: written.filter((word) => word.startsWith('-')).map(tester),
    pattern: named === undefined ? undefined : PATTERNS[named],
    prints,
  };
  for (const program of programs.split('|')) {
    if (program.endsWith('*')) families.push({ prefix: program.slice(0, -1), rows: [row] });
    else table.set(program, [...(table.get(program) ?? []), row]);
  }
  const plain = [...words].filter((word) => !/[*@%]/.test(word.replace(/\/\*/g, '')));
  const hint = plain.sort((one, other) => other.length - one.length)[0];
  for (const program of programs.split('|')) {
    const known = hints.get(program) ?? new Set();
    for (const word of hint?.split('|') ?? ['']) known.add(word.replace(/\/\*$/, ''));
    hints.set(program, known);
  }
}

for (const line of SOURCES.trim().split('\n')) add(line, 'value');
for (const line of SETTINGS_SOURCES.trim().split('\n')) add(line, 'settings');

const isWordCode = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 58) ||
  code === 45 ||
  code === 46 ||
  code === 95;
const LONGEST_WORD = 40;

/** A quick look: whether the words of any row stand somewhere in the script. */
export function mayHaveRow(script: string): boolean {
  const programs: Set<string>[] = [];
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= script.length; at++) {
    if (at < script.length && isWordCode(script.charCodeAt(at))) continue;
    if (at - start > 1 && at - start < LONGEST_WORD) {
      const word = script.slice(start, at);
      const known = hints.get(word) ?? (word.includes('-') ? hintsOfOther(word) : undefined);
      if (known?.has('')) return true;
      if (known && !programs.includes(known)) programs.push(known);
      if (programs.length > 0) words.push(word);
    }
    start = at + 1;
  }
  return programs.some((known) => words.some((word) => known.has(word)));
}

/** Names of PowerShell in any case, and those of families. */
const hintsOfOther = (word: string): Set<string> | undefined =>
  hints.get(word.toLowerCase()) ??
  (families.some(({ prefix }) => word.startsWith(prefix)) ? new Set(['']) : undefined);

/** What the command prints by its trade, under the name it is told by; undefined for every other command. */
export function rowOf({
  name,
  args,
}: Pick<SimpleCommand, 'name' | 'args'>): { rule: string; prints: Prints } | undefined {
  const program = name.toLowerCase().replace(/\.(?:exe|cmd|ps1|sh)$/, '');
  const rows = table.get(program) ?? families.find(({ prefix }) => program.startsWith(prefix))?.rows;
  if (!rows) return undefined;
  const words = args.slice(0, MOST_WORDS).map(({ value }) => value);
  const isPowerShell = program.includes('-') && /^(?:get|use|convertfrom)-/.test(program);
  const compared = isPowerShell ? words.map((word) => word.toLowerCase()) : words;
  let settings: { rule: string; prints: Prints } | undefined;
  for (const row of rows) {
    const found = wordsOf(row, compared);
    if (!found) continue;
    const rule = [program, ...found]
      .join('-')
      .replace(/[^\w-]+/g, '-')
      .slice(0, 60);
    if (row.prints === 'value') return { rule, prints: 'value' };
    settings ??= { rule, prints: 'settings' };
  }
  return settings;
}

const TAKES_VALUE =
  /^-[a-zA-Z]$|^--(?:app|account|env|environment|project|stage|stack|config|profile|region|remote|context|namespace|cwd|dir|path|scope)$/;
const isFirstOperand = (given: readonly string[], at: number) =>
  !(given[at] as string).startsWith('-') && !TAKES_VALUE.test(given[at - 1] ?? '');

/** No command needs more of its words to be known by. */
const MOST_WORDS = 60;

/** The words of the row among those of the command, in their order; undefined where one is missing. */
function wordsOf({ words, flags, pattern }: Row, given: readonly string[]): string[] | undefined {
  if (!flags.every((flag) => given.some((word) => flag(word.split('=', 1)[0] ?? '')))) return undefined;
  if (pattern && !pattern.test(given.join(' '))) return undefined;
  const found: string[] = [];
  let at = 0;
  for (const [index, test] of words.entries()) {
    // The first words say what is done, and only the values of flags stand before them.
    while (at < given.length && !test(given[at] as string)) {
      // What is asked for by this word is harmless: what stands behind it is no other one.
      if (test === isOperand && isFirstOperand(given, at)) return undefined;
      at++;
    }
    const word = given[at++];
    if (word === undefined) return undefined;
    if (index < 4) found.push(word);
  }
  return found.filter((word) => /^[a-z][\w:-]{1,40}$/.test(word));
}
