import { isSayable, itemOf, type LessonRef, type LessonWords, nameOf, setOf, titleOf } from './words.ts';

/** The file is left as it is; the message says why. */
export class MalformedBlock extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'MalformedBlock';
  }
}

const beginning = '<!-- debrief lessons: begin ';
const ending = '<!-- debrief lessons: end -->';
const beginLine =
  /^<!-- debrief lessons: begin ([0-9a-f]{12})((?: les_[0-9A-Za-z]{1,60}@\d{1,9})*) \+([012])( new)? .*-->$/;
const bom = '\u00EF\u00BB\u00BF';

/** Bytes as text in which every character is a byte, so that what is not ours stays as it is in any encoding. */
interface Found {
  /** Where the begin line starts, and where the line after the end line does. */
  from: number;
  to: number;
  eol: string;
  /** Empty lines that were put before it. */
  gap: number;
  /** There was no file before it. */
  isNew: boolean;
  refs: LessonRef[];
}

const decode = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
};
const encode = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const asBytes = (text: string): string => decode(new TextEncoder().encode(text));

function blocksIn(text: string): Found[] {
  const blocks: Found[] = [];
  let open: Found | undefined;
  for (let at = text.startsWith(bom) ? bom.length : 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    const line = text.slice(at, feed < 0 ? text.length : feed).replace(/\r$/, '');
    if (line.startsWith(beginning)) {
      if (open) throw new MalformedBlock('The lessons in it begin twice without an end.');
      const [, set, names = '', gap, isNew] = beginLine.exec(line) ?? [];
      if (set === undefined) throw new MalformedBlock('The line with which the lessons begin was changed.');
      const eol = text[feed - 1] === '\r' ? '\r\n' : '\n';
      open = { from: at, to: at, eol, gap: Number(gap), isNew: isNew !== undefined, refs: refsIn(names) };
    } else if (line === ending) {
      if (!open) throw new MalformedBlock('The lessons in it end without a beginning.');
      blocks.push({ ...open, to: next });
      open = undefined;
    }
    at = next;
  }
  if (open) throw new MalformedBlock('The lessons in it begin and do not end.');
  return blocks;
}

const refsIn = (names: string): LessonRef[] =>
  names
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => {
      const [lessonId = '', version] = name.split('@');
      return { lessonId, version: Number(version) };
    });

function readable(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (text.includes('\0') || /^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(text))
    throw new MalformedBlock('It is no text in UTF-8.');
  return text;
}

/** The block alone, with the line breaks of its file. */
function blockOf(
  lessons: readonly LessonWords[],
  place: Pick<Found, 'eol' | 'gap' | 'isNew'>,
  saysScope: boolean,
): string {
  const { eol, gap, isNew } = place;
  const names = lessons.map((one) => ` ${nameOf(one)}`).join('');
  return [
    `${beginning}${setOf(lessons)}${names} +${gap}${isNew ? ' new' : ''} (made by "debrief lessons sync"; lessons are changed in Debrief) -->`,
    `## ${titleOf(lessons)}`,
    '',
    ...lessons.map((lesson) => itemOf(lesson, saysScope)),
    ending,
    '',
  ]
    .map(asBytes)
    .join(eol);
}

/**
 * The file with these lessons in its block, and nothing else changed by a byte: a new block is its end, one that is there
 * stays where it is. Without lessons it is the file without the block. Undefined: no file.
 */
export function withBlock(
  bytes: Uint8Array | undefined,
  lessons: readonly LessonWords[],
  saysScope = true,
): Uint8Array | undefined {
  const sayable = lessons.filter(isSayable);
  if (sayable.length === 0) return bytes && withoutBlock(bytes);
  const text = bytes === undefined ? '' : readable(bytes);
  const [first, ...others] = blocksIn(text);
  if (first) {
    const rest = others.reduceRight((whole, block) => cut(whole, block), text);
    return encode(rest.slice(0, first.from) + blockOf(sayable, first, saysScope) + rest.slice(first.to));
  }
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isBare = text === '' || text === bom;
  const gap = isBare || text.endsWith(eol + eol) ? 0 : text.endsWith(eol) ? 1 : 2;
  const place = { eol, gap, isNew: bytes === undefined };
  return encode(text + eol.repeat(gap) + blockOf(sayable, place, saysScope));
}

/** The file as it was before the block, also where its other parts were edited since. Undefined: there was no file. */
export function withoutBlock(bytes: Uint8Array): Uint8Array | undefined {
  const text = readable(bytes);
  const blocks = blocksIn(text);
  if (blocks.length === 0) return bytes;
  const rest = blocks.reduceRight(cut, text);
  return rest === '' && blocks[0]?.isNew ? undefined : encode(rest);
}

function cut(text: string, { from, to, eol, gap }: Found): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const own = eol.repeat(gap);
  const kept = before.endsWith(own) ? before.slice(0, before.length - own.length) : before;
  // What was written after it since keeps its own line.
  const joint = after !== '' && kept !== '' && !kept.endsWith('\n') ? eol : '';
  return kept + joint + after;
}

/** The lessons that the file holds, as its markers say; undefined without a block that can be read. */
export function lessonsIn(bytes: Uint8Array): LessonRef[] | undefined {
  try {
    const blocks = blocksIn(readable(bytes));
    return blocks.length === 0 ? undefined : blocks.flatMap(({ refs }) => refs);
  } catch (error) {
    if (error instanceof MalformedBlock) return undefined;
    throw error;
  }
}

/** The lessons of every block that a text shows, whatever became of the rest of it; and all that it names together. */
export function refsShown(text: string): LessonRef[][] {
  const found: LessonRef[][] = [];
  for (let at = text.indexOf(beginning); at >= 0 && found.length < 50; at = text.indexOf(beginning, at + 1)) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, Math.min(end < 0 ? text.length : end, at + longestBegin)).replace(/\r$/, '');
    const names = beginLine.exec(line)?.[2];
    if (names !== undefined) found.push(refsIn(names));
  }
  const all = text.slice(0, longestBegin).match(/\bles_[0-9A-Za-z]{1,60}@\d{1,9}\b/g) ?? [];
  return [...found, refsIn(all.join(' '))];
}

const longestBegin = 50_000;
