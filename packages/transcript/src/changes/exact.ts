import type { ChangeSource, Hunk } from '../entry.ts';
import { digest } from './digest.ts';
import { linesOf, sameButIndent } from './lines.ts';

type Pair = [before: string, after: string];

/** A change as it was recorded: hunks that were made to be looked at, and the texts they came from. */
export interface RecordedChange {
  /** Tabs at the beginning of a line are two spaces each here. */
  hunks: readonly Hunk[];
  /** The whole file before and after, where it is recorded. */
  before?: string | undefined;
  after?: string | undefined;
  pairs: readonly Pair[];
  all: boolean;
}

/**
 * The hunks with the file's own bytes. They come from the whole file where that is recorded, else from the texts that were
 * replaced; a line that neither shows stays as it was rendered and is named as unsure.
 */
export function exactSource(recorded: RecordedChange): ChangeSource {
  const pairs = recorded.pairs.map((pair) => withLineBreak(pair, recorded.hunks));
  const { before } = recorded;
  const after = recorded.after ?? (before === undefined ? undefined : replaced(before, pairs, recorded.all));
  const [old, fresh] = [
    sideOf(
      '-',
      recorded.hunks,
      before,
      pairs.map(([text]) => text),
    ),
    sideOf(
      '+',
      recorded.hunks,
      after,
      pairs.map(([, text]) => text),
    ),
  ];
  const hunks = recorded.hunks.map((hunk, at) =>
    joined(hunk, old.lines[at] as SideLine[], fresh.lines[at] as SideLine[]),
  );
  const isOpen = hunks.some(({ lines, unsure }) => unsure?.some((at) => !lines[at]?.startsWith(' ')));
  return {
    kind: 'hunks',
    hunks,
    ...(before !== undefined && old.isWhole && { before: digest(before) }),
    ...(after !== undefined && fresh.isWhole && { after: digest(after) }),
    ...(isOpen && pairs.length > 0 && { pairs, ...(recorded.all && { all: true as const }) }),
  };
}

/** A text that is replaced by nothing takes its line break along where one follows; the number of lines tells. */
function withLineBreak([before, after]: Pair, hunks: readonly Hunk[]): Pair {
  if (after !== '' || before === '' || before.endsWith('\n')) return [before, after];
  const grown = hunks.reduce((sum, { oldLines, newLines }) => sum + newLines - oldLines, 0);
  const breaks = before.split('\n').length - 1;
  return grown < -breaks && grown % (breaks + 1) === 0 ? [`${before}\n`, after] : [before, after];
}

function replaced(text: string, pairs: readonly Pair[], all: boolean): string | undefined {
  let result = text;
  for (const [before, after] of pairs) {
    if (before === '' ? result !== '' : !result.includes(before)) return undefined;
    result =
      before === ''
        ? after
        : all
          ? result.replaceAll(before, () => after)
          : result.replace(before, () => after);
  }
  return result;
}

/** A line with its line break, if it is known; a rendered one is without a break it may have. */
interface SideLine {
  text: string;
  unsure: boolean;
}

/** One side of all hunks. `isWhole`: the whole text agrees with what was recorded. */
function sideOf(
  sign: '+' | '-',
  hunks: readonly Hunk[],
  whole: string | undefined,
  texts: readonly string[],
): { lines: SideLine[][]; isWhole: boolean } {
  const shown = hunks.map(({ lines }) =>
    lines.filter((line) => line[0] === ' ' || line[0] === sign).map((line) => line.slice(1)),
  );
  if (whole !== undefined) {
    const reader = new LineReader(whole);
    const found = hunks.map((hunk, at) =>
      reader.lines(sign === '-' ? hunk.oldStart : hunk.newStart, shown[at]?.length ?? 0),
    );
    const agrees = found.every((lines, at) =>
      shown[at]?.every((line, index) => sameButIndent(withoutBreak(lines[index]), line)),
    );
    if (agrees)
      return { lines: found.map((some) => some.map((text) => ({ text, unsure: false }))), isWhole: true };
  }
  return { lines: hunks.map((hunk, at) => sure(sign, hunk, shown[at] ?? [], texts)), isWhole: false };
}

const withoutBreak = (line = ''): string => (line.endsWith('\n') ? line.slice(0, -1) : line);

/** Lines out of a text by their number, from 1; asked for in order. */
class LineReader {
  readonly #text: string;
  #line = 1;
  #place = 0;

  constructor(text: string) {
    this.#text = text;
  }

  lines(from: number, count: number): string[] {
    if (from < this.#line) [this.#line, this.#place] = [1, 0];
    while (this.#line < from && this.#place < this.#text.length) this.#next();
    const found: string[] = [];
    while (found.length < count && this.#place < this.#text.length) {
      const begin = this.#place;
      this.#next();
      found.push(this.#text.slice(begin, this.#place));
    }
    return found;
  }

  #next(): void {
    const end = this.#text.indexOf('\n', this.#place);
    this.#place = end < 0 ? this.#text.length : end + 1;
    this.#line++;
  }
}

const rendered = (line: string): string => line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length));
/** Only a line that begins with two spaces may have had a tab there. */
const mayBeTab = (line: string): boolean => line.startsWith('  ');

/**
 * The lines of one side of a hunk, as exact as the edit's own texts make them: a changed line is a line of such a text,
 * and the lines around it are that text's neighbours.
 */
function sure(sign: '+' | '-', hunk: Hunk, shown: readonly string[], texts: readonly string[]): SideLine[] {
  const found = shown.map((text): SideLine => ({ text: `${text}\n`, unsure: mayBeTab(text) }));
  if (!found.some(({ unsure }) => unsure)) return found;
  const changed = hunk.lines
    .filter((line) => line[0] === ' ' || line[0] === sign)
    .flatMap((line, at) => (line[0] === sign ? [at] : []));
  for (const text of texts) {
    const own = linesOf(text).map(withoutBreak);
    for (const offset of offsets(own, shown, changed)) {
      for (const [index, line] of own.entries()) {
        const at = index + offset;
        if (found[at]?.unsure && rendered(line) === shown[at])
          found[at] = { text: `${line}\n`, unsure: false };
      }
    }
  }
  return found;
}

/** How far down in a side of a hunk a text's first line stands: wherever a changed line can be only one of the text's. */
function offsets(own: readonly string[], shown: readonly string[], changed: readonly number[]): Set<number> {
  const places = new Map<string, number>();
  for (const [index, line] of own.entries()) {
    const key = rendered(line);
    places.set(key, places.has(key) ? -1 : index);
  }
  const found = new Set<number>();
  for (const at of changed) {
    const index = places.get(shown[at] as string) ?? -1;
    if (index >= 0) found.add(at - index);
    if (found.size > 50) break;
  }
  return found;
}

const noBreak = '\\ No newline at end of file';

/** The hunk's lines again, taken from both sides. */
function joined(hunk: Hunk, old: readonly SideLine[], fresh: readonly SideLine[]): Hunk {
  const lines: string[] = [];
  const unsure: number[] = [];
  let [at, to] = [0, 0];
  for (const [index, line] of hunk.lines.entries()) {
    const sign = line[0];
    if (sign !== ' ' && sign !== '+' && sign !== '-') {
      // What is known of the end of the file says it already.
      if (lines.at(-1) !== noBreak) lines.push(line);
      continue;
    }
    const [before, after] = [sign === '+' ? undefined : old[at++], sign === '-' ? undefined : fresh[to++]];
    const known = [before, after].find((side) => side && !side.unsure) ?? before ?? after;
    if (known === undefined) continue;
    if (known.unsure) unsure.push(lines.length);
    const isMarked = hunk.lines[index + 1]?.startsWith('\\');
    const isEnd = !known.text.endsWith('\n');
    lines.push(`${sign}${withoutBreak(known.text)}`);
    if (isEnd && !isMarked) lines.push(noBreak);
  }
  return { ...hunk, lines, ...(unsure.length > 0 && { unsure }) };
}
