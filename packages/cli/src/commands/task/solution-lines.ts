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
/** Lines that begin alike are compared one by one; a text made for it would take for ever. */
const maxComparisons = 50_000_000;
/** No line is shorter: `lineHash` says which count. */
const start = 13;

/** Lines that the solution adds and that stood nowhere before. Whoever sees one of them, sees a part of it. */
export class SolutionLines {
  readonly #lines = new Map<string, string>();
  #byStart: Map<string, SolutionLine[]> | undefined;

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
      const some = this.#byStart.get(text.slice(at, at + start));
      if (!some) continue;
      compared += some.length;
      if (compared > maxComparisons)
        throw new Failure('A text is too long to be searched for the lines of the solution.');
      const found = some.find((one) => text.startsWith(one.text, at));
      if (found) return { ...found, line: text.slice(0, at).split('\n').length };
    }
    return undefined;
  }

  #sorted(): Map<string, SolutionLine[]> {
    const sorted = new Map<string, SolutionLine[]>();
    for (const [text, path] of this.#lines) {
      const key = text.slice(0, start);
      const some = sorted.get(key);
      if (some) some.push({ text, path });
      else sorted.set(key, [{ text, path }]);
    }
    return sorted;
  }
}

function linesIn(content: Buffer): string[] {
  return content.subarray(0, 8000).includes(0) ? [] : content.toString('utf8').split(/\r?\n/);
}
