import type { SecretName } from './name.ts';
import type { ValuePlace } from './place.ts';

/** So far a line is read, and so many lines below the name of a column. */
const LONGEST_LINE = 300;
const MOST_COLUMNS = 24;
const MOST_ROWS = 40;
const RULER = /^[\s|+│├┼┤─═╪╞╡:=-]{3,}$/;
const SEPARATORS = ['|', '│', '║', '\t', ',', ';'];

/** The values in the column of a table that has this name: with bars, with tabs, with commas, and in SQL. */
export function columnBelow(text: string, name: SecretName): ValuePlace[] {
  if (text.startsWith('</th>', name.end)) return elementsBelow(text, name);
  const next = nextOf(text, name.end) ?? (text.startsWith('  ', name.end) ? ' ' : undefined);
  if (next === undefined) return [];
  const start = lineStart(text, name.start);
  const end = lineEnd(text, name.end);
  if (start === undefined) return [];
  if (next === ')' || next === ',') {
    const inserted = insertedValues(text, name, start);
    if (inserted.length > 0) return inserted;
  }
  if (end === undefined || end >= text.length) return [];
  const before = text.slice(start, name.start);
  const separator =
    SEPARATORS.find((one) => (next === one || next === '\n' || next === '\r') && before.includes(one)) ??
    (SEPARATORS.includes(next) ? next : undefined);
  if (separator === undefined) return alignedBelow(text, name, start, end);
  if (!isHeader(text.slice(start, end), separator)) return [];
  return cellsBelow(text, end + 1, separator, before.split(separator).length - 1);
}

const ALIGNED =
  /^[A-Za-z_][\w.-]{0,40}(?: [A-Za-z_][\w.-]{0,20})?(?: {2,60}[A-Za-z_][\w.-]{0,40}(?: [A-Za-z_][\w.-]{0,20})?){1,12}\s{0,60}$/;

/** A table without bars: each column begins below its name, apart by two blanks and more. */
function alignedBelow(text: string, name: SecretName, start: number, end: number): ValuePlace[] {
  const heading = text.slice(start, end);
  if (!ALIGNED.test(unnumbered(heading).trimStart())) return [];
  const column = name.start - start;
  const places: ValuePlace[] = [];
  let from = end + 1;
  for (let row = 0; row < MOST_ROWS && from < text.length; row++) {
    const to = lineEnd(text, from);
    if (to === undefined || to === from) break;
    const line = text.slice(from, to);
    if (!RULER.test(unnumbered(line))) {
      const at = isCellStart(text, from, column) ? column : sameCell(line, heading, column);
      const cell = at === undefined ? '' : (line.slice(at).split(/ {2,}/, 1)[0] ?? '').trimEnd();
      if (at !== undefined && cell.length >= 6 && !/\s/.test(cell))
        places.push({ value: cell, start: from + at, quoted: false, kind: 'line' });
    }
    from = to + 1;
  }
  return places;
}

const CELL = /\S+(?: \S+)*/g;
/** Where the columns are not below their names: the cell with the same number, if the line has as many. */
function sameCell(line: string, heading: string, column: number): number | undefined {
  const [cells, names] = [line, heading].map((one) => [...one.matchAll(CELL)].map(({ index }) => index)) as [
    number[],
    number[],
  ];
  return cells.length === names.length ? cells[names.indexOf(column)] : undefined;
}

/** Two blanks stand before it, and none at it. */
const isCellStart = (text: string, from: number, column: number) =>
  text.charCodeAt(from + column) > 32 &&
  (column === 0 || (column >= 2 && text.slice(from + column - 2, from + column) === '  '));

/** What stands behind the name, past blanks and a quote; undefined where it is no heading. */
function nextOf(text: string, end: number): string | undefined {
  let at = end;
  while (at - end < 60 && (text.charAt(at) === ' ' || text.charAt(at) === '"')) at++;
  const next = text.charAt(at);
  return next !== '' && '|│║\t,;)\r\n'.includes(next) ? next : undefined;
}

/** Undefined where the line is longer than the heading of a table. */
function lineStart(text: string, from: number): number | undefined {
  const least = Math.max(0, from - LONGEST_LINE);
  const before = text.slice(least, from).lastIndexOf('\n');
  return before < 0 && least > 0 ? undefined : least + before + 1;
}

function lineEnd(text: string, from: number): number | undefined {
  const after = text.slice(from, from + LONGEST_LINE).indexOf('\n');
  if (after >= 0) return from + after;
  return from + LONGEST_LINE >= text.length ? text.length : undefined;
}

/** A listing has the number of each line before it, an answer of Gemini CLI a word. */
const unnumbered = (line: string) => line.replace(/^(?:[ \t]{0,8}\d{1,6}[→:\t]|Output: )/, '');

/** Names, and at least two of them. */
const isHeader = (line: string, separator: string) => {
  const written = line.split(separator);
  if (written.length > MOST_COLUMNS) return false;
  const cells = written.map((cell) =>
    unnumbered(cell)
      .trim()
      .replace(/^["*`]{1,3}|["*`]{1,3}$/g, ''),
  );
  return (
    cells.filter((cell) => cell !== '').length >= 2 &&
    cells.every((cell) => /^(?:\(?[A-Za-z_][\w ./-]{0,40}\)?)?$/.test(cell))
  );
};

function cellsBelow(text: string, from: number, separator: string, column: number): ValuePlace[] {
  const places: ValuePlace[] = [];
  let start = from;
  for (let row = 0; row < MOST_ROWS && start < text.length; row++) {
    const end = lineEnd(text, start);
    if (end === undefined) break;
    const line = text.slice(start, end);
    if (!RULER.test(unnumbered(line))) {
      if (!line.includes(separator)) break;
      let at = start;
      const cells = line.split(separator);
      for (const cell of cells.slice(0, column)) at += cell.length + 1;
      const place = placeOf(cells[column] ?? '', at);
      if (place) places.push(place);
    }
    start = end + 1;
  }
  return places;
}

function placeOf(cell: string, at: number): ValuePlace | undefined {
  const value = /^[\s"'`]{0,200}([^\s"'`]{6,400})[\s"'`;]{0,200}$/.exec(cell)?.[1];
  return value === undefined
    ? undefined
    : { value, start: at + cell.indexOf(value), quoted: false, kind: 'line' };
}

const ROW = /<tr[^>]{0,80}>/gi;
const HEADS = /<th[ >]/gi;
const CELLS = /<td[^>]{0,80}>\s{0,20}(?:<code>)?([^<\s]{4,400})?/gi;
/** So much of a page is read below a heading. */
const LONGEST_PAGE = 8_000;

/** The cells below `<th>Password</th>`. */
function elementsBelow(text: string, name: SecretName): ValuePlace[] {
  const before = text.slice(Math.max(0, name.start - LONGEST_LINE * 2), name.start);
  const row = before.slice(Math.max(0, before.toLowerCase().lastIndexOf('<tr')));
  const column = (row.match(HEADS) ?? []).length - 1;
  const below = text.slice(name.end, name.end + LONGEST_PAGE).split(/<\/table/i, 1)[0] as string;
  const places: ValuePlace[] = [];
  const rows = [...below.matchAll(ROW)].slice(0, MOST_ROWS);
  for (const [number, { index }] of rows.entries()) {
    const cells = [...below.slice(index, rows[number + 1]?.index).matchAll(CELLS)];
    const cell = cells[column];
    const value = cell?.[1];
    if (cell === undefined || value === undefined) continue;
    const start = name.end + index + cell.index + cell[0].length - value.length;
    places.push({ value, start, quoted: false, kind: 'line' });
  }
  return places;
}

const VALUES = /[^)]{0,200}\)\s{0,20}values\s{0,20}/iy;
const TUPLE = /\(((?:[^()'"]|'[^']{0,400}'|"[^"]{0,400}"){1,2000})\)[\s,]{0,40}/y;

/** `INSERT INTO users (email, password) VALUES ('…', '…')`. */
function insertedValues(text: string, name: SecretName, start: number): ValuePlace[] {
  const before = text.slice(start, name.start);
  const open = before.lastIndexOf('(');
  if (open < 0 || !/insert\s+into\b/i.test(before)) return [];
  VALUES.lastIndex = name.end;
  if (!VALUES.test(text)) return [];
  const column = before.slice(open).split(',').length - 1;
  const places: ValuePlace[] = [];
  let at = VALUES.lastIndex;
  for (let row = 0; row < MOST_ROWS; row++) {
    TUPLE.lastIndex = at;
    const tuple = TUPLE.exec(text)?.[1];
    if (tuple === undefined) break;
    const place = itemOf(tuple, column, at + 1);
    if (place) places.push(place);
    at = TUPLE.lastIndex;
  }
  return places;
}

function itemOf(tuple: string, column: number, at: number): ValuePlace | undefined {
  let [quote, index, from] = ['', 0, 0];
  for (let i = 0; i <= tuple.length; i++) {
    const character = tuple.charAt(i);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === ',' || character === '') {
      if (index++ === column) return valueIn(tuple.slice(from, i), at + from);
      from = i + 1;
    }
  }
  return undefined;
}

function valueIn(written: string, at: number): ValuePlace | undefined {
  const item = written.trim();
  const quoted = /^['"]/.test(item);
  const value = quoted ? item.slice(1, -1) : item;
  if (value.length < 4) return undefined;
  return { value, start: at + written.indexOf(item) + (quoted ? 1 : 0), quoted, kind: 'setting' };
}
