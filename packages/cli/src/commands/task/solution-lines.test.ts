import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SolutionLines } from './solution-lines.ts';

const linesOf = (text: string): SolutionLines => {
  const lines = new SolutionLines();
  lines.add('src/a.ts', Buffer.from(text));
  return lines;
};

describe('lines of a solution', () => {
  it('are found within a line, and said with their place', () => {
    const lines = linesOf('  const total = sum(items);\r\n}\n');
    assert.deepEqual(lines.find('First.\n+\tconst total = sum(items); // so'), {
      ...{ text: 'const total = sum(items);', path: 'src/a.ts', line: 2 },
    });
    assert.equal(lines.find('const total = sum(item);'), undefined);
    assert.equal(lines.find(''), undefined);
  });

  it('count from 13 characters on, as those of links do', () => {
    assert.equal(linesOf('abcdefghijkl\n').find('abcdefghijkl'), undefined);
    assert.equal(linesOf('abcdefghijklm\n').find('abcdefghijklm')?.line, 1);
  });

  it('are none when they stood anywhere before, nor in what is no text', () => {
    const lines = linesOf('const total = sum(items);\n');
    lines.wasThere(Buffer.from('\t const total = sum(items);\r\n'));
    assert.equal(lines.find('const total = sum(items);'), undefined);
    assert.equal(linesOf('\0const total = sum(items);\n').find('const total = sum(items);'), undefined);
  });

  it('a text that is made to take for ever is refused', () => {
    const alike = Array.from({ length: 380 }, (_, index) => `export const ${'x'.repeat(index)};`).join('\n');
    const lines = linesOf(alike);
    assert.equal(lines.find('export const \n'.repeat(100)), undefined);
    assert.throws(() => lines.find('export const \n'.repeat(10_000)), /too long to be searched/);
    assert.throws(
      () => linesOf(Array.from({ length: 100_001 }, (_, n) => `line number ${n}`).join('\n')),
      /too many/,
    );
  });
});
