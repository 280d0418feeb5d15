import { isGibberish } from '../../gibberish.ts';
import { looksRandom } from '../../judge.ts';
import type { SecretName } from './name.ts';

/** Where a value stands, and what the place says about it. */
export type ValuePlace = {
  readonly value: string;
  readonly start: number;
  readonly quoted: boolean;
  /**
   * `setting`: nothing but the value may stand here (`NAME=value`, a flag, the other half of a pair). `line`: it fills
   * the rest of the line, as in YAML and INI. `entry`: one of several in a line (`{a: 1, name: value}`). `code`: it may
   * be a piece of code. `spoken`: a sentence may stand here, or anything, so the value has to speak for itself.
   */
  readonly kind: 'setting' | 'line' | 'entry' | 'code' | 'spoken';
};

/** So much of a value is read to judge it; the rest follows once it counts as a secret. */
const LONGEST = 100;

const COLOUR = String.raw`(?:(?:\x1b|\\u001b|\\x1b|\\033|\\e)\[[\d;]{0,12}m)`;
/** What closes a name: quotes, brackets, marks of Markdown, colours. */
const CLOSERS = new RegExp(String.raw`(?:${COLOUR}|\\{0,3}["'\x60]|[[\])*}]){0,8}`, 'y');
/** A type between name and value: `: &str`, `: String`, ` string`, `{ get; set; }`. */
const TYPE =
  /\??\s{0,2}(?::\s{0,2}(?:&(?:'static )?|\[\]const )?[A-Za-z]\w{1,20}[?!]?(?:<[\w, ]{1,20}>)?|[ \t](?:string|char\[\]|(?:As )?String)|\s?\{ ?get; ?(?:private )?(?:set|init); ?\})(?=\s{0,4}=)/y;
const SEPARATOR = new RegExp(
  String.raw`(?: \[[\w*. -]{0,24}\])?(?:${COLOUR}|[ \t]){0,24}(&gt;|<-(?=[ \t]?["'])|[›»](?= )|\.(?:to\w{2,16}|to\.\w{2,16}|eq\w{0,8}|is)\((?=\\{0,3}["'\x60])|(?:::|\.)(?:new|from\w{0,16}|create|of|parse)\((?=[bru]?\\{0,3}["'\x60])|[=!]==?(?=[ \t]{0,2}["'\x60])|\?=|::(?= )|\.{3,40}(?= )|:=|=>|->|→|\?\?=|\|\|=?|\?\?|\\?[:=]|[|│║]|>|(?:to|is|as)(?= ["'\x60])|,(?=\s{0,12}(?:default ?= ?)?(?:<<)?\\{0,3}["'\x60])|[({](?=\\{0,3}["'\x60]))(?:${COLOUR}|[ \t*]){0,20}(?:[&!]!?\w{1,30} {1,4}(?=\S)|\(\w{1,12}\) (?:\(len=\d{1,6}\) )?)?(?:\{\w{1,20}\} (?=\\{0,3}["']))?(?:(?:\\{0,3}["']\w{0,5}\\{0,3}["']|null|\(\w{1,16} value\)) (?:->|→) (?=\\{0,3}["']))?(?:\(?\r?\n[ \t+-]{0,40}(?:string\(\d{1,5}\) )?(?=["'\x60]))?(?:"""\r?\n?|'''\r?\n?|\[\[(?=[^\s[\]]{6,100}\]\])|<!\[CDATA\[)?`,
  'y',
);
const OPENING = /(?:[@brfuL$]{1,2}(?=["']))?(\\{0,7})(["'`])/y;
/** Behind a separator of its own the value may begin in one more pair of brackets: `Secret("…")`, `NewKey("…")`. */
const WRAPPER = /(?:(?:(?:\[\])?[A-Za-z][\w.:]{0,40})?\(\s{0,24})?(?:default ?= ?)?(?:<<)?/y;

const startsOf = (characters: string) =>
  Uint8Array.from({ length: 128 }, (_, code) => (characters.includes(String.fromCharCode(code)) ? 1 : 0));
const CLOSER_STARTS = startsOf('\u001b\\"\'`[])*}');
const TYPE_STARTS = startsOf('?: \t\n\r\f\v{');
const OPENING_STARTS = startsOf('@brfuL$\\"\'`');

/** How much a sticky expression takes from here on. Most of the time the first character tells that it is nothing. */
function lengthAt(text: string, from: number, expression: RegExp, starts: Uint8Array): number {
  if (starts[text.charCodeAt(from)] !== 1) return 0;
  expression.lastIndex = from;
  return expression.exec(text)?.[0].length ?? 0;
}

/** The places in which the value of this name may stand, the likeliest first. */
export function* placesOf(text: string, name: SecretName): Iterable<ValuePlace> {
  const closed = name.end + lengthAt(text, name.end, CLOSERS, CLOSER_STARTS);
  const typed = closed + lengthAt(text, closed, TYPE, TYPE_STARTS);
  SEPARATOR.lastIndex = typed;
  const found = SEPARATOR.exec(text);
  // The same name again behind its separator is a list of names, or a text made to cost time, and no value.
  if (found && !text.startsWith(name.text, SEPARATOR.lastIndex)) {
    const place = valueAt(text, SEPARATOR.lastIndex, found[1] as string, name);
    if (place) yield place;
  }
  const apart = otherHalf(text, name, closed) ?? commanded(text, name, closed);
  if (apart) yield apart;
}

function valueAt(text: string, from: number, separator: string, name: SecretName): ValuePlace | undefined {
  const quoted = quotedAt(text, from) ?? wrappedAt(text, from);
  const isCall = separator === ',' || separator === '{' || separator.endsWith('(');
  if (quoted) return { ...quoted, quoted: true, kind: isCall ? 'code' : 'setting' };
  if (isCall) return undefined;
  const braced = bracedAt(text, from, name);
  if (braced) return braced;
  if (isBar(separator) && !BAR_BEFORE.test(text.slice(Math.max(0, name.start - 32), name.start)))
    return undefined;
  const end = bareEnd(text, from, isQuery(text, name));
  if (end - from < 4 || !isClosed(text, end, separator)) return undefined;
  const value = trimmed(text.slice(from, Math.min(end, from + LONGEST)));
  // Quotes of three marks, and long brackets, belong to the separator.
  if (LONG_QUOTE.test(text.slice(from - 3, from)))
    return { value, start: from, quoted: true, kind: 'setting' };
  return {
    value,
    start: from,
    quoted: false,
    kind: placeKind(
      text,
      from,
      isBraced(value, text, from, end) ? from + value.length : end,
      separator,
      name,
    ),
  };
}

/** What closes a record was read with the value: `{name: kim, password: …}`. */
const isBraced = (value: string, text: string, from: number, end: number) =>
  value.length < end - from && /^[\]}]/.test(text.slice(from + value.length, from + value.length + 1));

const LONG_QUOTE = /"{3}|'{3}|\[\[$/;

/** `PWD={…};`, as ODBC has it. */
function bracedAt(text: string, from: number, { start }: SecretName): ValuePlace | undefined {
  if (text.charAt(from) !== '{' || text.charAt(start - 1) !== ';') return undefined;
  const value = text.slice(from + 1, from + LONGEST).split('}', 1)[0] as string;
  if (!/^[^\s{]{6,90}$/.test(value)) return undefined;
  return { value, start: from + 1, quoted: false, kind: 'setting' };
}

/** What an element opens it closes again. */
function isClosed(text: string, end: number, separator: string): boolean {
  if (separator === '&gt;') return text.startsWith('&lt;', end);
  return separator !== '>' || text.charAt(end) === '<' || text.startsWith(']]>', end - 2);
}

/** The cell that the name stands in, up to it. */
const BAR_BEFORE = /[|│║][ *`"]{0,6}(?:[A-Za-z]{1,20} ){0,2}$/;
const isBar = (character: string) => character === '|' || character === '│' || character === '║';

function placeKind(
  text: string,
  from: number,
  end: number,
  separator: string,
  name: SecretName,
): ValuePlace['kind'] {
  const isTight = separator === '=' && !/[ \t]/.test(text.slice(Math.max(name.end, from - 24), from));
  if (isTight) return name.isSetting || isSettingBefore(text, name.start) ? 'setting' : 'line';
  if (separator === '>' || separator === '&gt;' || isBar(separator)) return 'setting';
  if (separator === ':' && text.charAt(name.start - 1) === '/') return 'setting';
  const before = text.charAt(name.start - 1);
  if (separator === ':=' && before === '{') return 'setting';
  FILLED.lastIndex = end;
  if (FILLED.test(text)) return 'line';
  ENTRY_END.lastIndex = end;
  if (separator === '=')
    return before === ' ' && NEXT_ENTRY.test(text.slice(end, end + 50)) ? 'entry' : 'code';
  return ',{[( \t'.includes(before) && ENTRY_END.test(text) ? 'entry' : 'code';
}

/** `Password = …, Port = 1`: a record as some languages print it. */
const NEXT_ENTRY = /^(?:, [A-Z][\w-]{0,40} = \S| \}(?:\s|$))/;
/** The end of the line, of a text in quotes, or a comment. */
const FILLED = new RegExp(String.raw`$|[\r\n]|${COLOUR}|\\{1,3}[nr"]|[ \t]{1,8}(?:#(?: |$)|;)`, 'y');
/** The next entry, or the bracket that closes all of them. */
const ENTRY_END = /[,;] ?["']?[A-Za-z_][\w-]{0,40}["']? ?[:=]|[,;]? {0,2}[\])}]| [A-Za-z]\w{1,40}:\S|$/y;

/** `--name=`, `?name=`, `;name=`, `-Dname=`: where no code stands. */
const isSettingBefore = (text: string, start: number) => {
  const before = text.charAt(start - 1);
  return text.startsWith('--', start) || before === '?' || before === '&' || before === ';' || before === '-';
};

const isQuery = (text: string, { start }: SecretName) => /[?&]/.test(text.charAt(start - 1));

/** The text between quotes, escaped or not; undefined where none opens or it is no single word. */
export function quotedAt(text: string, from: number): { value: string; start: number } | undefined {
  if (OPENING_STARTS[text.charCodeAt(from)] !== 1) return undefined;
  OPENING.lastIndex = from;
  const found = OPENING.exec(text);
  if (!found) return undefined;
  const [escapes, quote] = [found[1] as string, found[2] as string];
  const start = OPENING.lastIndex;
  const last = Math.min(text.length, start + LONGEST);
  let end = start;
  for (; end < last; end++) {
    const character = text.charAt(end);
    if (character === quote) break;
    if (character === '\\') {
      if (escapes) break;
      // An escaped quote belongs to the value, an escaped line end does not.
      if (/[nrt]/.test(text.charAt(end + 1))) return undefined;
      end++;
    } else if (character <= ' ') return undefined;
  }
  if (end - start < 4 || (end >= text.length && end - start < 16)) return undefined;
  return { value: text.slice(start, Math.min(end, text.length)), start };
}

function wrappedAt(text: string, from: number): { value: string; start: number } | undefined {
  WRAPPER.lastIndex = from;
  const length = WRAPPER.exec(text)?.[0].length ?? 0;
  return length > 0 ? quotedAt(text, from + length) : undefined;
}

/** Where a value ends that is longer than what it was judged by. */
export function valueEnd(text: string, { start, value, quoted }: ValuePlace): number {
  let end = start + value.length;
  if (value.length >= LONGEST - 8) {
    const ends = quoted ? QUOTED_END : BARE_END;
    while (end < text.length && !isIn(ends, text.charCodeAt(end))) {
      if (text.charCodeAt(end) === AMPERSAND && isNextName(text, end)) break;
      end++;
    }
  }
  if (quoted || text.charCodeAt(end) === BACKSLASH) return piecesEnd(text, end);
  return value.length >= SHORTEST_WRAPPED && IN_WRAPPED.test(value) ? wrappedEnd(text, end) : end;
}

/** `"…" + "…"`: the other pieces of a text that is put together. */
const NEXT_PIECE =
  /\\\r?\n[ \t+]{0,40}([^\s"'`\\]{16,400})|\\{0,3}["'`](?:[ \t]{0,3}(?:[+.\\]|->)[ \t]{0,3}|[ \t]{0,3}\r?\n)(?:\r?\n)?[ \t+]{0,40}\\{0,3}["'`]([^\s"'`\\]{4,400})(?=\\{0,3}["'`])/y;
/** The next line of a value that was wrapped, alone in its line. */
const NEXT_LINE =
  /(?:\r?\n|\\{1,3}n)(?:[ \t]{0,8}\d{1,6}[→:|\t])?[ \t>+-]{0,40}([A-Za-z0-9+/_-]{16,400}={0,2})(?=[ \t]{0,8}(?:\r?\n|\\|["'`]|$))/y;
const SHORTEST_WRAPPED = 24;
const IN_WRAPPED = /^[A-Za-z0-9+/_=-]+$/;

function wrappedEnd(text: string, from: number): number {
  let end = from;
  for (let lines = 0; lines < MOST_PIECES; lines++) {
    NEXT_LINE.lastIndex = end;
    const line = NEXT_LINE.exec(text)?.[1];
    if (line === undefined || !/\d/.test(line) || !(looksRandom(line) || isGibberish(line))) break;
    end = NEXT_LINE.lastIndex;
  }
  return end;
}

const MOST_PIECES = 64;
const BACKSLASH = 92;
const AMPERSAND = 38;

function piecesEnd(text: string, from: number): number {
  let end = from;
  for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
    NEXT_PIECE.lastIndex = end;
    if (!NEXT_PIECE.test(text)) break;
    end = NEXT_PIECE.lastIndex;
  }
  return end;
}

/** By character code; what is beyond ASCII ends a value only if it is an arrow or a bar. */
const tableOf = (characters: string) =>
  Uint8Array.from({ length: 128 }, (_, code) =>
    code <= 32 || characters.includes(String.fromCharCode(code)) ? 1 : 0,
  );
const QUOTED_END = tableOf('"\'`\\');
const BARE_END = tableOf('"\'`\\,;<>|');
/** The arrow of a listing, the bars of a table. */
const FAR_ENDS = new Set([0x2192, 0x2502, 0x2551]);
const isIn = (table: Uint8Array, code: number) => (code < 128 ? table[code] === 1 : FAR_ENDS.has(code));

/** `a=1&b=2`: the next name of a query, and no mark in a password. */
function isNextName(text: string, at: number): boolean {
  if (text.startsWith('lt;', at + 1) || text.startsWith('quot;', at + 1)) return true;
  NEXT_NAME.lastIndex = at + 1;
  return NEXT_NAME.test(text);
}
const NEXT_NAME = /[A-Za-z_]\w{0,30}=/y;

export function bareEnd(text: string, from: number, inQuery: boolean): number {
  const last = Math.min(text.length, from + LONGEST);
  let end = from;
  for (; end < last; end++) {
    const code = text.charCodeAt(end);
    if (isIn(BARE_END, code) || (code === 38 && (inQuery || isNextName(text, end)))) break;
    if (inQuery && (code === 41 || code === 93)) break;
  }
  return end;
}

/** What ends a sentence or a bracket does not belong to a value without quotes. */
export function trimmed(value: string): string {
  let end = value.length;
  while (end > 0 && ')]}.:'.includes(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

const NAMED_BEFORE =
  /(?:\b|[_a-z])(?:name|key|variable|param|option|field|header|env)\\{0,3}["']?\s{0,3}[:=]?\s{0,3}\\{0,3}["']?$/i;
const VALUE_BEHIND =
  /(?:\\{0,3}["']?,\s{0,20}(?:\\{0,3}["'](?!value|name)[\w-]{1,30}\\{0,3}["']\s?:\s?(?:\\{0,3}["'][^"'\\\n]{0,60}\\{0,3}["']|[\w.-]{1,20}|\[[^\]\n]{0,80}\])\s{0,3},\s{0,20}){1,6})?(?:["']?(?:\s(?!value|default)[\w-]{1,20}="[^"\n]{0,40}"){1,4})?(?:\s|\\[nrt]|(?<=\n|\\n)(?:[+-]|[ \t]{0,8}\d{1,6}[→\t])|\\{0,3}["',;{]|type\s{0,6}=\s{0,2}string|(?:sensitive|description|type)\s{0,4}=\s{0,4}[^\n]{0,60}\n[+-]?){1,40}(?:-\s)?(?:string|parameter|default_?)?(?:value|val|default|content|body|text)\\{0,3}["']?\s{0,4}[:=]\s{0,4}/iy;
const VALUE_BEFORE =
  /(?:value|default)\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']([^"'\\\s]{4,300})\\{0,3}["'][\s,\\n]{1,20}\\{0,3}["']?(?:name|key)\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?$/i;

/** `- value: Y` and `name: X` in the line below. */
const ITEM_BEFORE =
  /-[ \t]{1,4}value: ["']?([^"'\\\s]{4,300})["']?(?:\r?\n|\\n)(?:[ \t]{0,8}\d{1,6}[→:|\t])?[ \t+-]?[ \t]{2,40}name: ["']?$/;

/** `- name: X` and `value: Y`, `<add key="X" value="Y">`, `{"value": "Y", "name": "X"}`, `variable "X" { default = "Y" }`. */
function otherHalf(text: string, name: SecretName, closed: number): ValuePlace | undefined {
  if (!' "\'='.includes(text.charAt(name.start - 1))) return undefined;
  if (!NAMED_BEFORE.test(text.slice(Math.max(0, name.start - 24), name.start))) return undefined;
  const before = text.slice(Math.max(0, name.start - 400), name.start);
  const value = (VALUE_BEFORE.exec(before) ?? ITEM_BEFORE.exec(before))?.[1];
  if (value) {
    const start = name.start - before.length + before.lastIndexOf(value);
    return { value, start, quoted: true, kind: 'setting' };
  }
  VALUE_BEHIND.lastIndex = closed;
  if (VALUE_BEHIND.test(text)) {
    const from = VALUE_BEHIND.lastIndex;
    const quoted = quotedAt(text, from);
    if (quoted) return { ...quoted, quoted: true, kind: 'setting' };
    const value = trimmed(text.slice(from, bareEnd(text, from, false)));
    return value.length >= 4 ? { value, start: from, quoted: false, kind: 'setting' } : undefined;
  }
  return undefined;
}

/** `--name value`, `ENV NAME value`, `set -gx NAME value`, `setenv NAME value`, `secret set NAME --body value`, `#define`. */
const COMMAND_BEFORE =
  /(?:--[\w-]{0,30}|(?:^|[\s;&|"'→#+]|\\n[+-]?|\n-)(?:ENV|ARG|set|setx|put|setenv|define|val|export|add)(?: -{1,2}\w{1,10}){0,3} ["']?[\w:/.@-]{0,60})$/i;
const COMMAND_VALUE = /["']?[ \t]{1,4}(?:(?:--body|-b|--value|to)[ =]{1,2})?/y;

function commanded(text: string, name: SecretName, closed: number): ValuePlace | undefined {
  const isFlag = text.startsWith('-', name.start) && /^[\s"'`]?$/.test(text.charAt(name.start - 1));
  const next = text.charAt(closed);
  if (next !== ' ' && next !== '\t') return undefined;
  if (!isFlag && !COMMAND_BEFORE.test(text.slice(Math.max(0, name.start - 48), name.start))) return undefined;
  COMMAND_VALUE.lastIndex = closed;
  const space = COMMAND_VALUE.exec(text)?.[0];
  if (!space) return undefined;
  const from = COMMAND_VALUE.lastIndex;
  const quoted = quotedAt(text, from);
  if (quoted) return { ...quoted, quoted: true, kind: 'setting' };
  const value = trimmed(text.slice(from, bareEnd(text, from, false)));
  return value.length >= 6
    ? { value, start: from, quoted: false, kind: isFlag ? 'line' : 'setting' }
    : undefined;
}
