/** Both ends of a long output: failures are told along the way, the summary comes last. */
export const readAtEachEnd = 60_000;

const escapeCode = String.fromCharCode(27);
const codes = new RegExp(
  `${escapeCode}(?:\\[[\\d;?]{0,30}[ -/]{0,3}[@-~]|\\][^${escapeCode}\\u0007]{0,300}(?:\\u0007|${escapeCode}\\\\)|[()][A-Z0-9])`,
  'g',
);

/** As much of an output as is read. */
export const readOf = (output: string): string =>
  output.length > 2 * readAtEachEnd
    ? `${output.slice(0, readAtEachEnd)}\n${output.slice(-readAtEachEnd)}`
    : output;

/** A line with one of these is shown otherwise than it is written: it has colours, or was written over. */
export const disguising = new RegExp(`[\\r${escapeCode}]`);
export const longestLine = 1000;

/** Without colours. */
export const shownText = (text: string): string =>
  text.includes(escapeCode) ? text.replace(codes, '') : text;

/** A line as a person would see it: without colours, and if it was written over its last state. */
export function shownLine(raw: string): string {
  const line = raw.length > longestLine ? `${raw.slice(0, 600)}${raw.slice(-400)}` : raw;
  const plain = line.includes(escapeCode) ? line.replace(codes, '') : line;
  const seen = plain.includes('\r') ? (plain.split('\r').findLast((one) => one.trim() !== '') ?? '') : plain;
  return seen.trimEnd();
}

/** What several runs at a time write before each line, and which of them it is. */
const prefixes: readonly RegExp[] = [
  // The hour stands first: else it would be the name of a part, and each second one of its own.
  /^(?<part>)\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:? (?<rest>.*)$/,
  /^(?<part>@?[\w./@-]{1,80}[:#][\w:.-]{1,60}): (?<rest>.*)$/,
  /^(?<part>[\w@./-]{1,80} [\w:.-]{1,40}): (?<rest>.*)$/,
  /^\[(?<part>[\w@/.:-]{1,60})\]:? (?<rest>.*)$/,
  /^(?<part>[\w.-]{1,60}) {1,30}\| (?<rest>.*)$/,
  /^(?<part>[^\t]{1,100}\t[^\t]{1,100})\t\d{4}-\d\d-\d\dT[\d:.]{8,20}Z (?<rest>.*)$/,
  /^(?<part>)(?:│|┃|remote:|husky >) {1,2}(?<rest>.*)$/,
];

export interface PartLine {
  part: string;
  rest: string;
}

/** Two of them may stand before a line: `web-1  | [09:00:01] …`. */
export function* unprefixed(line: string, isInner = false): Generator<PartLine> {
  for (const prefix of prefixes) {
    const found = prefix.exec(line)?.groups;
    if (!found) continue;
    const { part = '', rest = '' } = found;
    yield { part, rest };
    if (isInner) continue;
    for (const inner of unprefixed(rest, true))
      yield { part: `${part}${part && inner.part && ' '}${inner.part}`, rest: inner.rest };
  }
}
