import type { Range } from '../../rule.ts';
import { isSecret } from './judge-value.ts';
import { isElement, type SecretName } from './name.ts';
import { bareEnd, quotedAt, trimmed, type ValuePlace } from './place.ts';

/**
 * The way from a name to a value in a line below it: YAML folded or as it is (`: >-`), a flag over a line break (` \`),
 * the next item of a list, the next element (`</key><string>`), the body of a form.
 */
const CLOSING = String.raw`\\{0,3}["'\x60]?`;
/** The line below may have its number in front. */
const LINE_END = String.raw`(?:\r?\n|\\{1,3}n)(?:[ \t]{0,8}\d{1,6}[→:|\t])?`;
const FOLDED = new RegExp(
  String.raw`${CLOSING}:[ \t]{0,4}[|>][+-]?\d?[ \t]{0,4}${LINE_END}[ \t+-]{1,40}`,
  'y',
);
const CONTINUED = new RegExp(String.raw`(?:[ \t]{1,8}|=)(?:\\{1,3}|\x60)${LINE_END}[ \t+-]{0,40}`, 'y');
const NEXT_ITEM = new RegExp(String.raw`${CLOSING},?${LINE_END}[ \t]{0,40}(?:- )?(?=[^\s-])`, 'y');
const NEXT_ELEMENT =
  /<\/[\w:.-]{1,20}>(?:\s|\\{1,3}[nrt]|(?<=\n|\\n)(?:[+-]|\d{1,6}[→\t])){0,40}<(?:string|value|data|td|dd|code|span)(?: [^<>\n]{0,80})?>\s{0,40}/iy;
/** `"name": {"sensitive": true, "value": "…"}` */
const INNER_VALUE =
  /\\{0,3}["']\s{0,3}:\s{0,3}\{(?:\s|\\{1,3}[nrt]){0,20}(?:\\{0,3}["'](?!value)[\w-]{1,30}\\{0,3}["']\s{0,3}:\s{0,3}(?:\\{0,3}["'][^"'\\\n]{0,60}\\{0,3}["']|[\w.-]{1,20}),(?:\s|\\{1,3}[nrt]){0,20}){0,6}\\{0,3}["']value\\{0,3}["']\s{0,3}:\s{0,3}/y;
/** `<Password>`, and `<Value>` below it; `<Pass encoding="base64">`. */
const INNER_ELEMENT =
  /(?: [\w:-]{1,30}="[^"<>\n]{0,60}"){1,3}>|["']?(?: [\w:-]{1,30}="[^"<>\n]{0,60}"){0,3}>(?:\s|\\{1,3}[nrt]|\d{1,6}[→:|]|(?<=\s)\d{1,6}\t){0,40}<(?:\w{1,20}:)?(?:string|value|data)(?: [\w:-]{1,30}="[^"<>\n]{0,60}"){0,3}>\s{0,40}/iy;
/** An element with its value in a line of its own. */
const OPENED = />(?:\r?\n|\\{1,3}n)[ \t]{0,60}(?=[^\s<\\]{4,400}(?:\r?\n|\\{1,3}n)[ \t]{0,60}<\/)/y;
/** `echo $NAME`, `printenv NAME`, and what it printed in the next line. */
const PRINTED = /\}?"?(?:\r?\n|\\{1,3}n)(?=[^\s$%#>+])/y;
const isPrinted = (text: string, { start }: SecretName) =>
  /(?:echo "?\$\{?|printenv |\$env:)$/i.test(text.slice(Math.max(0, start - 10), start));
/** `3) "password"` and `4) "…"`; `ENV["PASSWORD"]` and `=> "…"`. */
const NUMBERED = new RegExp(
  String.raw`${CLOSING}\]?${LINE_END}(?:[ \t]{0,8}\d{1,5}\)|=>) {1,3}(?=\\{0,3}["'])`,
  'y',
);
/** `Name="Password" Sensitive="1">…<`. */
const ATTRIBUTES = /["'](?: [\w:-]{1,30}=["'][^"'<>\n]{0,60}["']){1,3}>/y;
/** What is asked for in a shell of a language, and its answer in the next line. */
const ANSWER = new RegExp(
  String.raw`${CLOSING}\]?(?:\)|\.get_secret_value\(\))?${LINE_END}(?:=> |\[1\] |\$\d{1,3} = |Out\[\d{1,3}\]: )?(?=\\{0,3}["'])`,
  'y',
);
const FORM_BODY = /["'](?:\r?\n|\\{1,3}r\\{1,3}n){2}/y;
const BELOW = new RegExp(String.raw`${CLOSING}:[ \t]{0,4}${LINE_END}[ \t+-]{1,40}`, 'y');
/** Two columns, apart by blanks or a tab. */
const BESIDE = /(?: {2,60}|[ \t]{0,4}\t[ \t]{0,8})(?:REG_SZ[ \t]{1,60})?(?=[^\s|│─=-])/y;

/** `:name "value"`, `(setq name "value")`: most of what stands so is a sentence, so the value must speak for itself. */
const QUOTED = / {1,2}(?=\\{0,3}["'`])/y;
/** `remote_password …` in a line of its own, as some servers are set. */
const DIRECTIVE = / (?=[^\s|│=:"'`-])/y;
/** A record in lines: `name | value`. */
const BARRED = /[ \t]{1,40}[|│] {1,4}(?=\S)/y;

/** `… NAME is`, `set NAME to`, `changed NAME from x to`, `NAME?`, or nothing but a blank. */
const SPOKEN =
  /\??(?: (?:is|was|will be)(?: now)?| (?:(?:is|was) )?(?:set |changed |rotated )?(?:from \S{1,80} )?to)?:? ["'`*]{0,3}(?=[^\s"'`|│=-])/y;

type Way = {
  /** What it may begin with, so that most names cost nothing. */
  readonly starts: string;
  readonly expression: RegExp;
  readonly kind: ValuePlace['kind'];
  readonly isOpen: (text: string, name: SecretName) => boolean;
};

const isFlag = (text: string, { start }: SecretName) => text.startsWith('--', start);
const isFirst = (text: string, { start }: SecretName) => {
  let at = start;
  while (at > 0 && start - at < 40 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at--;
  return at === 0 || text.charAt(at - 1) === '\n' || text.slice(at - 2, at) === '\\n';
};
const isDirective = (text: string, name: SecretName) =>
  /[_.]|[a-z][A-Z]/.test(name.text) && isFirst(text, name);
const always = () => true;
const SPACE = 32;
/** Nothing but what closes the name stands before the end of its line. */
const endsLineSoon = (text: string, { end }: SecretName) =>
  /^(?:["'`\])]{0,4}|\.get_secret_value\(\))(?:\r?\n|\\)/.test(text.slice(end, end + 24));

const WAYS: readonly Way[] = [
  { starts: ':"\'`\\', expression: FOLDED, kind: 'setting', isOpen: always },
  { starts: ' \t=', expression: CONTINUED, kind: 'setting', isOpen: isFlag },
  { starts: '"\'`\\,\r\n', expression: NEXT_ITEM, kind: 'line', isOpen: isFlag },
  { starts: '}"\r\n\\', expression: PRINTED, kind: 'setting', isOpen: isPrinted },
  { starts: '>', expression: OPENED, kind: 'setting', isOpen: always },
  { starts: '>"\' ', expression: INNER_ELEMENT, kind: 'setting', isOpen: always },
  { starts: '"\'\\', expression: NUMBERED, kind: 'setting', isOpen: always },
  {
    starts: '"\'',
    expression: ATTRIBUTES,
    kind: 'setting',
    isOpen: (text, { end }) => text.charCodeAt(end + 1) === SPACE,
  },
  { starts: '"\'`\\]).\r\n', expression: ANSWER, kind: 'code', isOpen: endsLineSoon },
  { starts: '<', expression: NEXT_ELEMENT, kind: 'setting', isOpen: always },
  { starts: '"\'\\', expression: INNER_VALUE, kind: 'setting', isOpen: always },
  {
    starts: '"\'',
    expression: FORM_BODY,
    kind: 'setting',
    isOpen: (text, { start }) => /name=["']$/.test(text.slice(start - 6, start)),
  },
  { starts: ':"\'`\\', expression: BELOW, kind: 'line', isOpen: always },
  { starts: ' ', expression: QUOTED, kind: 'code', isOpen: always },
  { starts: ' ?', expression: SPOKEN, kind: 'spoken', isOpen: (_, name) => IDENTIFIER.test(name.text) },
  { starts: ' ', expression: DIRECTIVE, kind: 'line', isOpen: isDirective },
  { starts: ' \t', expression: BARRED, kind: 'line', isOpen: isFirst },
  { starts: ' \t', expression: BESIDE, kind: 'line', isOpen: isFirst },
];

/** Behind the colon nothing follows in this line, or the mark of a block. */
const ENDS_LINE = /^[ \t]{0,4}[|>\r\n\\]/;

const isWordCode = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** `DB_PASSWORD`, `clientSecret`, `smtp.pass`: no word of a sentence. */
const IDENTIFIER = /[_.]|[a-z][A-Z]/;

/** The value of a name that stands in a line, an element or a column of its own. */
export function placeBelow(text: string, name: SecretName): ValuePlace | undefined {
  const next = text.charAt(name.end);
  // An address, or a value in the same line, which was looked at already.
  if (next === ':' && !ENDS_LINE.test(text.slice(name.end + 1, name.end + 9))) return undefined;
  // A word behind a blank is a sentence.
  if (
    next === '' ||
    (next === ' ' &&
      isWordCode(text.charCodeAt(name.end + 1)) &&
      !IDENTIFIER.test(name.text) &&
      !isElement(text, name.start))
  )
    return undefined;
  for (const { starts, expression, kind, isOpen } of WAYS) {
    if (!starts.includes(next) || !isOpen(text, name)) continue;
    expression.lastIndex = name.end;
    if (!expression.test(text)) continue;
    const from = expression.lastIndex;
    const quoted = quotedAt(text, from);
    if (quoted && kind !== 'spoken')
      return { ...quoted, quoted: true, kind: kind === 'code' ? 'code' : 'setting' };
    if (kind === 'code') continue;
    if (kind === 'spoken') {
      const value = trimmed(text.slice(from, bareEnd(text, from, false)));
      const place: ValuePlace = { value, start: from, quoted: false, kind };
      if (value.length >= 8 && isSecret(name, place)) return place;
      continue;
    }
    const end = bareEnd(text, from, false);
    const value = trimmed(text.slice(from, end));
    if (value.length < 6 || !isAlone(text, end)) continue;
    return { value, start: from, quoted: false, kind };
  }
  return undefined;
}

/** Nothing else stands in the line: no sentence, no code. */
const isAlone = (text: string, end: number) =>
  /^(?:<|[ \t]{0,60}(?:\\{0,3}(?:\r?\n|n|")|\\$|#|--|$)|[ \t]{2,60}\S)/.test(text.slice(end, end + 64));

/** `[83, 101, …]`, `{0x53, 0x65, …}`, `Buffer.from([…])`: a key in numbers. */
const BYTES =
  /(?:\\{0,3}["'\]`[]){0,4}(?:: ?\[?[\w<>; ]{1,20}\]?)?\s{0,4}[:=]{1,2}\s{0,4}(?:(?:new )?[\w.[\]]{1,40} ?[({]{1,2}|\{\s{0,8}\\{0,3}"type\\{0,3}": ?\\{0,3}"Buffer\\{0,3}",\s{0,8}\\{0,3}"data\\{0,3}": ?|(?:Uint8Array|Buffer)\(\d{1,4}\) )?[[{(]?\s{0,8}((?:(?:0x[0-9a-f]{1,2}|\d{1,3}|'[^'\\]')(?:[ \t\r\n]{0,40},[ \t\r\n]{0,40})){7,2000}(?:0x[0-9a-f]{1,2}|\d{1,3}|'[^'\\]'))/iy;

/** A quick look: `:` or `=` comes next, past what closes a name. */
function mayAssign(text: string, at: number): boolean {
  for (let i = at; i < at + 10; i++) {
    const character = text.charAt(i);
    if (character === ':' || character === '=') return /\d|'/.test(text.slice(i, i + 64));
    if (character === '' || !'"\'`\\][ \t'.includes(character)) return false;
  }
  return false;
}

export function bytesBehind(text: string, at: number): Range | undefined {
  if (!mayAssign(text, at)) return undefined;
  BYTES.lastIndex = at;
  const bytes = BYTES.exec(text)?.[1];
  if (
    bytes === undefined ||
    bytes.split(',').length < (bytes.includes("'") ? 8 : 16) ||
    isSequence(bytes.split(',').map(Number))
  )
    return undefined;
  return [BYTES.lastIndex - bytes.length, BYTES.lastIndex];
}

/** `8, 9, 10, …` and `0, 0, 0, …` are no key. */
const isSequence = (numbers: readonly number[]) =>
  numbers.every(
    (number, index) =>
      index < 2 || number - (numbers[index - 1] ?? 0) === (numbers[1] ?? 0) - (numbers[0] ?? 0),
  );
