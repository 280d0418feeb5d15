/** A text without what a tool wrote in front of each of its lines, and where each of them stands in the original. */
export type PlainLines = {
  readonly text: string;
  /** The original has to be read as well: what was left out means something. */
  readonly isDiff: boolean;
  /** Where a place of the plain text stands in the original. */
  origin(at: number): number;
};

/** `12→`, `12⇥`, `12: `, `00012| `: a listing with numbers. */
const NUMBER = /[ \t]{0,8}(\d{1,6})(?:→|\t|\| ?|: ?)/y;
/** The lines of a job, or of several services, each with its time or its name. */
const TIME = /(?:[^\t\n]{1,80}\t[^\t\n]{1,80}\t)?\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z /y;
const SERVICE = /[\w.-]{1,60} {1,20}\| ?/y;
const QUOTED = /> ?/y;
/** The mark of a line of a diff, and not its header. */
const MARK = /[+-](?!\+\+ |-- )| /y;
const DIFF = /(?:^|\n)(?:@@(?: |\n|$)|\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File))/;
/** So much of a text tells what it is. */
const HEAD = 1_200;

/** Undefined where lines stand as they are, as nearly everywhere. */
export function plainLines(text: string): PlainLines | undefined {
  const second = text.indexOf('\n') + 1;
  if (second === 0) return undefined;
  const mark = decoration(text, second);
  return mark && withoutMarks(text, mark);
}

function decoration(text: string, second: number): RegExp | undefined {
  if (isNumbered(text, second)) return NUMBER;
  for (const mark of [TIME, SERVICE, QUOTED])
    if (standsAt(mark, text, 0) && standsAt(mark, text, second)) return mark;
  const head = text.slice(0, HEAD);
  return (head.includes('@@') || head.includes('*** ')) && DIFF.test(head) ? MARK : undefined;
}

/** Two lines in a row, told by numbers in a row. */
function isNumbered(text: string, second: number): boolean {
  const [one, other] = [numberAt(text, 0), numberAt(text, second)];
  return one !== undefined && other === one + 1;
}

function numberAt(text: string, at: number): number | undefined {
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function standsAt(mark: RegExp, text: string, at: number): boolean {
  mark.lastIndex = at;
  return mark.test(text);
}

function withoutMarks(text: string, mark: RegExp): PlainLines {
  const lines: string[] = [];
  const starts: number[] = [];
  const shifts: number[] = [];
  let length = 0;
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from) + 1 || text.length + 1;
    mark.lastIndex = from;
    const begin = mark.test(text) && mark.lastIndex < next ? mark.lastIndex : from;
    starts.push(length);
    shifts.push(begin - length);
    const line = text.slice(begin, next);
    lines.push(line);
    length += line.length;
    from = next;
  }
  return {
    text: lines.join(''),
    isDiff: mark === MARK || mark === SERVICE,
    origin: (at) => at + (shifts[lineOf(starts, at)] as number),
  };
}

/** The last line that begins at or before a place. */
function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
}
