import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isWithin } from '../../../scripts/test/slowness.ts';
import { isMeant } from './glob.ts';

for (const [glob, meant, not] of [
  [
    'src/**/*.ts',
    ['src/a.ts', 'src/x/y/a.ts', './src/a.ts', '/src/a.ts'],
    ['src/a.js', 'a.ts', 'lib/src/a.ts'],
  ],
  ['**/*_test.go', ['a_test.go', 'x/y/a_test.go'], ['a_test.go.md', 'test.go']],
  ['src', ['src/a', 'src/x/b'], ['source/a', 'x/src/a']],
  ['src/', ['src/a'], ['a']],
  ['src/*', ['src/a', 'src/x/b'], ['a']],
  ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js']],
  ['a?c*d', ['abcd', 'abcxxd'], ['acd', 'abc']],
  ['**', ['a', 'a/b'], []],
  ['file[0-9].ts', ['anything'], []],
] as const) {
  it(`${glob} means ${meant.join(', ')}`, () => {
    for (const path of meant) assert.ok(isMeant(path, glob), path);
    for (const path of not) assert.ok(!isMeant(path, glob), path);
  });
}

it('a glob made to take long takes no time', () => {
  const begun = performance.now();
  assert.ok(!isMeant(`${'a'.repeat(4000)}b`, `${'*a'.repeat(90)}c`));
  assert.ok(!isMeant('a/'.repeat(2000), `${'**/a/'.repeat(40)}b`));
  assert.ok(isWithin(performance.now() - begun, 2000));
});
