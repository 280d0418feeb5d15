import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plainMarkdown } from './plain-markdown.ts';

it('a line of Markdown without its signs', () => {
  const cases = [
    ['Turn **3** is done.', 'Turn 3 is done.'],
    ['## Summary of `queue.ts`', 'Summary of queue.ts'],
    ['- first of all', 'first of all'],
    ['12. twelfth', 'twelfth'],
    ['> quoted', 'quoted'],
    ['2 * 3 * 4 and a ** b', '2 * 3 * 4 and a ** b'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['a lone ` stays', 'a lone ` stays'],
    ['-5 degrees', '-5 degrees'],
  ];
  assert.deepEqual(
    cases.map(([line]) => plainMarkdown(line as string)),
    cases.map(([, plain]) => plain),
  );
});
