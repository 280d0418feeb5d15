import type { Entry } from '../entry.ts';
import type { HunkLine } from './lines.ts';

/** Lines of a file that an agent was shown, from a place on (from 0); undefined where one was cut. */
export interface SeenLines {
  at: number;
  lines: (Pick<HunkLine, 'text'> | undefined)[];
}

/** Tools cut longer lines than this. */
const longestLine = 1990;

/** A number, and what stands between it and the text of the line: `→` or a tab, `| `, `. `, `: `. */
const numbered = /^ {0,8}0{0,6}(\d{1,7})(→|\t|\| |\. |: )/;

/**
 * The lines in the output of a call that reads a file with numbers of lines. The last one is left out: whether a line
 * break follows it is not told.
 */
export function seenLines(entry: Entry): SeenLines | undefined {
  if (entry.kind !== 'tool' || entry.tool !== 'read' || entry.output === undefined) return undefined;
  const lines: SeenLines['lines'] = [];
  let first = 0;
  let mark: string | undefined;
  for (const line of entry.output.split('\n')) {
    const match = numbered.exec(line);
    const number = Number(match?.[1]);
    if (match === null || (mark !== undefined && (match[2] !== mark || number !== first + lines.length))) {
      if (mark !== undefined) break;
      continue;
    }
    if (mark === undefined) [mark, first] = [match[2], number];
    const text = line.slice(match[0].length);
    lines.push(text.length > longestLine ? undefined : { text: `${text}\n` });
  }
  lines.pop();
  return mark === undefined || first < 1 || lines.length === 0 ? undefined : { at: first - 1, lines };
}
