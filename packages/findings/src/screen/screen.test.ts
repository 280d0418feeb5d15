import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writtenFiles } from '../planted/written/files.ts';
import { generic } from '../runs/runners/generic.ts';
import { knownRunners } from '../runs/runners/table.ts';
import { neededWords } from './needed-words.ts';
import { Screen } from './screen.ts';
import { screened } from './screened.ts';

const needed: readonly (readonly [RegExp, string[] | undefined])[] = [
  [/\b(?:git|hg) push\b/, ['git push', 'hg push']],
  [/^Tests: {1,20}.{1,200}\btotal$/, ['tests:']],
  [/colou?r/i, ['color', 'colour']],
  [/a?b*c{0,3}/, undefined],
  [/^\s*(?:\d+|fail)/, undefined],
  [/x+y/, ['xy']],
  [/(?:ab){2,}c/, ['abc']],
  [/[ef]grep/, ['egrep', 'fgrep']],
  [/[a-z]\.ts/, ['.ts']],
  [/(?!no)yes(?= sir)/, ['yes']],
  [/(?<name>drop) \k<name>/, ['drop ']],
  [/\$\{\{/, ['${{']],
  [/\x41\u0042/, ['ab']],
  [/(?:one|two)?three/, ['onethree', 'three', 'twothree']],
  [/|nothing/, undefined],
  [/✓ ok/u, ['✓ ok']],
  [/[\u{E0020}-\u{E007E}]{4}/u, undefined],
  [/🚨?loud/u, ['loud']],
];

describe('words that an expression cannot match without', () => {
  for (const [expression, words] of needed)
    it(String(expression), () => {
      assert.deepEqual(neededWords(expression)?.toSorted(), words?.toSorted());
    });
});

/** Every line that the written sessions print, say or change. */
function writtenLines(): string[] {
  const lines = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === 'string') for (const line of value.split('\n')) lines.add(line.slice(0, 1000));
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) add(one);
  };
  for (const file of writtenFiles()) for (const line of file.lines) add(JSON.parse(line));
  return [...lines];
}

describe('a screen', () => {
  const expressions = [...knownRunners, generic].flatMap(({ shapes }) => shapes.map(({ line }) => line));

  it('lets everything through that an expression matches', () => {
    const screen = new Screen(expressions);
    const lines = writtenLines();
    assert.ok(lines.length > 5000, `${lines.length}`);
    let matches = 0;
    for (const line of lines) {
      const held = expressions.filter(
        (expression, index) => expression.test(line) && !screen.may(line, index),
      );
      assert.deepEqual(held.map(String), [], line);
      matches += expressions.some((expression, index) => screen.may(line, index) && expression.test(line))
        ? 1
        : 0;
    }
    assert.ok(matches > 500, `${matches}`);
  });

  it('holds nearly all back that does not match', () => {
    const screen = new Screen(expressions);
    const asked = expressions.filter((_, index) => screen.may('const total = items.length;', index)).length;
    assert.ok(asked < expressions.length / 20, `${asked} of ${expressions.length}`);
  });

  it('knows a letter in every spelling', () => {
    const { push } = screened({ push: /GIT push/i });
    for (const text of ['git push', 'GIT PUSH', 'gıt push'.replace('ı', 'I')])
      assert.ok(push.test(text), text);
    assert.ok(!push.may('go pull'));
  });

  it('answers for the text that it is asked about', () => {
    const { a, b } = screened({ a: /alpha/, b: /beta/ });
    assert.deepEqual(
      ['alpha', 'beta', 'alpha beta', ''].map((text) => [a.test(text), b.test(text)]),
      [
        [true, false],
        [false, true],
        [true, true],
        [false, false],
      ],
    );
  });

  it('walks over a long text once, whatever is in it', () => {
    const screen = new Screen(expressions);
    const begun = process.threadCpuUsage().user;
    for (const piece of ['Test Files Test Files', 'a', ' ', 'Tests: Tests: ', '✓'])
      screen.may(piece.repeat(Math.ceil(1_000_000 / piece.length)), 0);
    assert.ok(process.threadCpuUsage().user - begun < 2_000_000);
  });
});
