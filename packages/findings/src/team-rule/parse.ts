import {
  checks,
  maxConditions,
  maxTeamRuleText,
  type ReadRule,
  type Unless,
  type When,
} from './team-rule.ts';

/** What is wrong with a text, in words for whoever wrote it, and where. */
export class TeamRuleFault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export interface Word {
  text: string;
  isQuoted: boolean;
  at: number;
}

/** The words of a text; what is between quotation marks is one. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) at++;
    else if (character === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) throw new TeamRuleFault('A quotation mark is not closed.', at);
      words.push({ text: text.slice(at + 1, end), isQuoted: true, at });
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && !/[\s"]/.test(text[end] ?? '')) end++;
      words.push({ text: text.slice(at, end).toLowerCase(), isQuoted: false, at });
      at = end;
    }
  }
  return words;
}

const acts = ['command', 'edit', 'new', 'delete', 'commit', 'push', 'claim', 'tool', 'prompt'];
const conditions = ['ran', ...checks, 'asked', 'plan', 'on'];

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Reads word by word; what it cannot read it says so that one can mend it. */
export class Reader {
  readonly #words: readonly Word[];
  readonly #end: number;
  #at = 0;

  constructor(text: string) {
    this.#words = wordsOf(text);
    this.#end = text.length;
  }

  get length(): number {
    return this.#end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length;
  }

  get next(): Word | undefined {
    return this.#words[this.#at];
  }

  fault(message: string): TeamRuleFault {
    const found = this.next;
    const what = found ? `, not "${found.text.slice(0, 40)}"` : '';
    return new TeamRuleFault(`${message}${what}.`, found?.at ?? this.#end);
  }

  is(word: string): boolean {
    return this.next?.isQuoted === false && this.next.text === word;
  }

  /** Takes the words if they come next, all of them. */
  takes(...words: string[]): boolean {
    const come = words.every((word, index) => {
      const found = this.#words[this.#at + index];
      return found?.isQuoted === false && found.text === word;
    });
    if (come) this.#at += words.length;
    return come;
  }

  needs(...words: string[]): void {
    for (const word of words) if (!this.takes(word)) throw this.fault(`Here comes "${word}"`);
  }

  quoted(what: string): string {
    const found = this.next;
    if (!found?.isQuoted || found.text.trim() === '')
      throw this.fault(`Here comes ${what} between quotation marks`);
    this.#at++;
    return found.text.trim().replace(/\s{1,500}/g, ' ');
  }

  optional(what: string, otherwise: string): string {
    return this.next?.isQuoted ? this.quoted(what) : otherwise;
  }
}

/** Throws a `TeamRuleFault`. */
export function parseTeamRule(text: string): ReadRule {
  if (text.length > maxTeamRuleText)
    throw new TeamRuleFault(`A rule has at most ${maxTeamRuleText} characters.`, maxTeamRuleText);
  const reader = new Reader(text);
  reader.needs('when');
  const when = whenOf(reader);
  return { when, unless: conditionsOf(reader) };
}

/** What comes after the act, to the end of the text. */
export function conditionsOf(reader: Reader): Unless[] {
  const unless: Unless[] = [];
  if (reader.takes('unless')) {
    do unless.push(unlessOf(reader));
    while (reader.takes('or'));
  }
  if (!reader.isAtEnd)
    throw reader.fault(
      unless.length === 0 ? 'Here comes "unless", or nothing' : 'Here comes "or", or nothing',
    );
  if (unless.length > maxConditions)
    throw new TeamRuleFault(`A rule has at most ${maxConditions} conditions.`, reader.length);
  return unless;
}

export function whenOf(reader: Reader): When {
  if (reader.takes('command')) return { act: 'command', pattern: reader.quoted('the command') };
  if (reader.takes('new', 'file'))
    return { act: 'edit', change: 'new', path: reader.optional('a path', '*') };
  if (reader.takes('delete')) return { act: 'edit', change: 'deleted', path: reader.optional('a path', '*') };
  if (reader.takes('edit')) {
    const change = reader.takes('existing') ? 'existing' : 'any';
    return { act: 'edit', change, path: reader.optional('a path', '*') };
  }
  if (reader.takes('commit')) return { act: 'commit' };
  if (reader.takes('push'))
    return { act: 'push', branch: reader.takes('to') ? reader.quoted('a branch') : '*' };
  if (reader.takes('claim')) return { act: 'claim', of: reader.takes('of') ? checkOf(reader) : undefined };
  if (reader.takes('tool')) return { act: 'tool', name: reader.quoted('the name of a tool') };
  if (reader.takes('prompt')) return { act: 'prompt', words: reader.quoted('the words') };
  throw reader.fault(`After "when" comes ${listed(acts).replace('new', 'new file')}`);
}

function checkOf(reader: Reader): (typeof checks)[number] {
  const found = checks.find((check) => reader.takes(check));
  if (!found) throw reader.fault(`Here comes ${listed(checks)}`);
  return found;
}

function unlessOf(reader: Reader): Unless {
  if (reader.takes('ran'))
    return { was: 'ran', pattern: reader.quoted('the command'), isSinceEdit: sinceEdit(reader) };
  if (reader.takes('asked')) return { was: 'asked', words: reader.quoted('the words') };
  if (reader.takes('plan', 'approved')) return { was: 'plan approved' };
  if (reader.takes('on', 'branch')) return { was: 'on branch', branch: reader.quoted('a branch') };
  if (checks.some((check) => reader.is(check))) {
    const of = checkOf(reader);
    reader.needs('passed');
    return { was: 'passed', of, isSinceEdit: sinceEdit(reader) };
  }
  throw reader.fault(
    `After "unless" comes ${listed(conditions).replace('plan', 'plan approved').replace('or on', 'or on branch')}`,
  );
}

function sinceEdit(reader: Reader): boolean {
  if (!reader.takes('since')) return false;
  reader.needs('the', 'last', 'edit');
  return true;
}
