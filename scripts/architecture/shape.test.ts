import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { code, files, read } from './source.ts';

/** How large a folder and a function may become. */

const maxFiles = 25;
const maxLines = 80;

const isFunctionStart = (line: string) =>
  /=> \{$|\bfunction\b.*\{$/.test(line) ||
  (/\)(?:: .+)? \{$/.test(line) && !/^\s*(?:\} )?(?:if|for|while|switch|catch|else)\b/.test(line));

interface LongFunction {
  line: number;
  length: number;
  hasReason: boolean;
}

/** Relies on the formatter: a function ends at the first line that closes at the indentation it began with. */
function longFunctions(text: string): LongFunction[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!isFunctionStart(line)) return [];
    const indentation = /^\s*/.exec(line)?.[0] ?? '';
    const rest = lines.slice(index + 1);
    const end = rest.findIndex(
      (one) => one.startsWith(`${indentation}}`) || one.startsWith(`${indentation})`),
    );
    const length = (end === -1 ? rest.length : end) + 2;
    const around = lines.slice(Math.max(0, index - 12), index + 2).join('\n');
    return length > maxLines ? [{ line: index + 1, length, hasReason: /\bLong because\b/.test(around) }] : [];
  });
}

describe('shape', () => {
  it(`no folder has more than ${maxFiles} files, besides the migrations`, () => {
    const counts = new Map<string, number>();
    for (const file of files) {
      const folder = posix.dirname(file);
      if (read(file) !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const tooLarge = [...counts]
      .filter(([folder, count]) => count > maxFiles && !folder.endsWith('/migrations'))
      .map(([folder]) => folder);
    assert.deepEqual(tooLarge.sort(), []);
  });

  it(`no function has more than ${maxLines} lines, unless a comment beside it says "Long because …"`, () => {
    const found = code.flatMap((file) =>
      longFunctions(read(file))
        .filter(({ hasReason }) => !hasReason)
        .map(({ line, length }) => `${file}:${line} has ${length} lines`),
    );
    assert.deepEqual(found, []);
  });

  it('a long function is noticed, with and without its reason', () => {
    const body = '  work();\n'.repeat(maxLines);
    const [plain] = longFunctions(`function f() {\n${body}}\n`);
    assert.deepEqual(plain, { line: 1, length: maxLines + 2, hasReason: false });
    const [excused] = longFunctions(`/** Long because it is a table. */\nfunction f() {\n${body}}\n`);
    assert.equal(excused?.hasReason, true);
    assert.deepEqual(longFunctions(`if (ready) {\n${body}}\n`), []);
  });
});
