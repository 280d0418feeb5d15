import { lineHash } from '@debrief/links';
import { Failure } from '../../failure.ts';

/** Where a line of the solution comes from. */
export interface SolutionLine {
  text: string;
  path: string;
}

/** Where it stands in a text that an agent would see. */
export interface Leak extends SolutionLine {
  /** From 1, in that text. */
  line: number;
}

const maxLines = 100_000;
/** Of a longer line its beginning is looked for. */
const longest = 400;
/** Characters of lines that begin alike; a text made for it would take for ever. */
const maxCompared = 50_000_000;
/** No line is shorter: `lineHash` says which count. */
const start = 13;

/** Lines that the solution adds and that stood nowhere before. Whoever sees one of them, sees a part of it. */
export class SolutionLines {
  readonly #lines = new Map<string, string>();
  /** By how they begin, then by their length. */
  #byStart: Map<string, Map<number, Map<string, string>>> | undefined;

  /** A file as the commit has it. */
  add(path: string, content: Buffer): void {
    for (const line of linesIn(content)) {
      const text = line.trim();
      if (lineHash(text) !== undefined && !this.#lines.has(text)) this.#lines.set(text, path);
    }
    if (this.#lines.size > maxLines)
      throw new Failure('The commit adds too many lines to look for all of them.');
  }

  /** A file as it was before: its lines give nothing away. */
  wasThere(content: Buffer): void {
    if (this.#lines.size === 0) return;
    for (const line of linesIn(content)) this.#lines.delete(line.trim());
  }

  /** The first of them in a text, also within a line of it. */
  find(text: string): Leak | undefined {
    this.#byStart ??= this.#sorted();
    let compared = 0;
    for (let at = 0; at + start <= text.length; at++) {
      for (const [length, paths] of this.#byStart.get(text.slice(at, at + start)) ?? []) {
        compared += length;
        if (compared > maxCompared)
          throw new Failure('A text is too long to be searched for the lines of the solution.');
        const found = text.slice(at, at + length);
        const path = paths.get(found);
        if (path !== undefined) return { text: found, path, line: text.slice(0, at).split('\n').length };
      }
    }
    return undefined;
  }

  #sorted(): Map<string, Map<number, Map<string, string>>> {
    const sorted = new Map<string, Map<number, Map<string, string>>>();
    for (const [line, path] of this.#lines) {
      const text = line.slice(0, longest);
      const lengths = sorted.get(text.slice(0, start)) ?? new Map<number, Map<string, string>>();
      const paths = lengths.get(text.length) ?? new Map<string, string>();
      sorted.set(text.slice(0, start), lengths.set(text.length, paths.set(text, path)));
    }
    return sorted;
  }
}

function linesIn(content: Buffer): string[] {
  return content.subarray(0, 8000).includes(0) ? [] : content.toString('utf8').split(/\r?\n/);
}
