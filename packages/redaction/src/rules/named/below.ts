import type { Range } from '../../rule.ts';
import type { SecretName } from './name.ts';
import { bareEnd, type Place, quotedAt, trimmed } from './place.ts';

/**
 * The way from a name to a value in a line below it: YAML folded or as it is (`: >-`), a flag over a line break (` \`),
 * the next item of a list, the next element (`</key><string>`), the body of a form.
 */
const CLOSING = String.raw`\\{0,3}["'\x60]?`;
const LINE_END = String.raw`(?:\r?\n|\\{1,3}n)`;
const FOLDED = new RegExp(
  String.raw`${CLOSING}:[ \t]{0,4}[|>][+-]?\d?[ \t]{0,4}${LINE_END}[ \t+-]{1,40}`,
  'y',
);
const CONTINUED = new RegExp(String.raw`(?:[ \t]{1,8}|=)\\{1,3}${LINE_END}[ \t+-]{0,40}`, 'y');
const NEXT_ITEM = new RegExp(String.raw`${CLOSING},?${LINE_END}[ \t]{0,40}(?:- )?(?=[^\s-])`, 'y');
const NEXT_ELEMENT = /<\/[\w:.-]{1,20}>(?:\s|\\{1,3}[nrt]){0,40}<(?:string|value|data)>\s{0,40}/y;
const FORM_BODY = /["'](?:\r?\n|\\{1,3}r\\{1,3}n){2}/y;
const BELOW = new RegExp(String.raw`${CLOSING}:[ \t]{0,4}${LINE_END}[ \t+-]{1,40}`, 'y');
/** Two columns, apart by blanks or a tab. */
const BESIDE = /(?: {2,60}|[ \t]{0,4}\t[ \t]{0,8})(?=[^\s|│─=-])/y;

type Way = {
  /** What it may begin with, so that most names cost nothing. */
  readonly starts: string;
  readonly expression: RegExp;
  readonly kind: Place['kind'];
  readonly isOpen: (text: string, name: SecretName) => boolean;
};

const isFlag = (text: string, { start }: SecretName) => text.startsWith('--', start);
const isFirst = (text: string, { start }: SecretName) => {
  let at = start;
  while (at > 0 && start - at < 40 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at--;
  return at === 0 || text.charAt(at - 1) === '\n' || text.slice(at - 2, at) === '\\n';
};
const always = () => true;

const WAYS: readonly Way[] = [
  { starts: ':"\'`\\', expression: FOLDED, kind: 'setting', isOpen: always },
  { starts: ' \t=', expression: CONTINUED, kind: 'setting', isOpen: isFlag },
  { starts: '"\'`\\,\r\n', expression: NEXT_ITEM, kind: 'line', isOpen: isFlag },
  { starts: '<', expression: NEXT_ELEMENT, kind: 'setting', isOpen: always },
  {
    starts: '"\'',
    expression: FORM_BODY,
    kind: 'setting',
    isOpen: (text, { start }) => /name=["']$/.test(text.slice(start - 6, start)),
  },
  { starts: ':"\'`\\', expression: BELOW, kind: 'line', isOpen: always },
  { starts: ' \t', expression: BESIDE, kind: 'line', isOpen: isFirst },
];

/** The value of a name that stands in a line, an element or a column of its own. */
export function placeBelow(text: string, name: SecretName): Place | undefined {
  const next = text.charAt(name.end);
  if (next === '') return undefined;
  for (const { starts, expression, kind, isOpen } of WAYS) {
    if (!starts.includes(next) || !isOpen(text, name)) continue;
    expression.lastIndex = name.end;
    if (!expression.test(text)) continue;
    const from = expression.lastIndex;
    const quoted = quotedAt(text, from);
    if (quoted) return { ...quoted, quoted: true, kind: 'setting' };
    const end = bareEnd(text, from, false);
    const value = trimmed(text.slice(from, end));
    if (value.length < 6 || !isAlone(text, end)) return undefined;
    return { value, start: from, quoted: false, kind };
  }
  return undefined;
}

/** Nothing else stands in the line: no sentence, no code. */
const isAlone = (text: string, end: number) =>
  /^(?:<|[ \t]{0,60}(?:\\{0,3}(?:\r?\n|n|")|\\$|#|--|$)|[ \t]{2,60}\S)/.test(text.slice(end, end + 64));

/** `[83, 101, …]`, `{0x53, 0x65, …}`, `Buffer.from([…])`: a key in numbers. */
const BYTES =
  /(?:\\{0,3}["'\]`[]){0,4}(?:: ?\[?[\w<>; ]{1,20}\]?)?\s{0,4}[:=]{1,2}\s{0,4}(?:(?:new )?[\w.[\]]{1,40}[({]{1,2})?[[{(]?\s{0,8}((?:(?:0x[0-9a-f]{1,2}|\d{1,3})(?:[ \t\r\n]{0,40},[ \t\r\n]{0,40})){15,2000}(?:0x[0-9a-f]{1,2}|\d{1,3}))/iy;

const BYTES_START = /["'`\\\][:= \t]/;

export function bytesBehind(text: string, at: number): Range | undefined {
  if (!BYTES_START.test(text.charAt(at)) || !/\d/.test(text.slice(at, at + 80))) return undefined;
  BYTES.lastIndex = at;
  const bytes = BYTES.exec(text)?.[1];
  if (bytes === undefined || isSequence(bytes.split(',').map(Number))) return undefined;
  return [BYTES.lastIndex - bytes.length, BYTES.lastIndex];
}

/** `8, 9, 10, …` and `0, 0, 0, …` are no key. */
const isSequence = (numbers: readonly number[]) =>
  numbers.every(
    (number, index) =>
      index < 2 || number - (numbers[index - 1] ?? 0) === (numbers[1] ?? 0) - (numbers[0] ?? 0),
  );
