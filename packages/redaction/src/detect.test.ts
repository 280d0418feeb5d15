import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDetector } from './detect.ts';
import type { Rule } from './rule.ts';

const word = (name: string, keyword: string, length = keyword.length): Rule => ({
  name,
  keywords: [keyword],
  match: (_, at) => [at, at + length],
});
/** What is found, as `rule:text`. */
const found = (text: string, rules: readonly Rule[], windows: Parameters<typeof createDetector>[1] = []) =>
  createDetector(
    rules,
    windows,
    false,
  )(text).map(({ start, end, rule }) => `${rule}:${text.slice(start, end)}`);

test('findings come in the order of the text, each once', () => {
  const rules = [word('b', 'beta'), word('a', 'alpha')];
  assert.deepEqual(found('alpha beta alpha', rules), ['a:alpha', 'b:beta', 'a:alpha']);
  assert.deepEqual(found('nothing', rules), []);
  const detect = createDetector(rules, [], false);
  assert.deepEqual(detect('beta').length, 1);
  assert.deepEqual(detect('beta').length, 1, 'the same text again');
});

test('findings that overlap are one, under the name that tells more', () => {
  assert.deepEqual(found('alphabeta', [word('a', 'alpha', 7), word('b', 'beta')]), ['a:alphabeta']);
  assert.deepEqual(found('alphabeta', [word('a', 'alpha', 6), word('b', 'beta', 4)]), ['a:alphabeta']);
  assert.deepEqual(found('alphabetas', [word('a', 'alpha', 6), word('long', 'beta', 5)]), ['a:alphabetas']);
  assert.deepEqual(found('alphabetas1', [word('a', 'alpha', 6), word('long', 'beta', 7)]), [
    'long:alphabetas1',
  ]);
  // A rule that knows the shape says more than one that knows a name nearby, however long that is.
  assert.deepEqual(found('alphabeta', [word('entropy', 'alpha', 9), word('b', 'beta')]), ['b:alphabeta']);
  assert.deepEqual(found('alphabeta', [word('b', 'alpha', 6), word('bearer', 'beta')]), ['b:alphabeta']);
  assert.deepEqual(
    found('alphabeta', [word('a', 'alpha'), word('b', 'beta')]),
    ['a:alpha', 'b:beta'],
    'side by side',
  );
  assert.deepEqual(
    found('alpha', [word('short', 'alp'), word('long', 'alpha')]),
    ['long:alpha'],
    'one within another',
  );
});

test('a rule is not asked again about what it has read', () => {
  const asked = new Set<number>();
  const rule: Rule = {
    name: 'r',
    keywords: ['key'],
    match(_, at) {
      asked.add(at);
      return at === 0 ? 8 : at === 8 ? [8, 14] : undefined;
    },
  };
  const detect = createDetector([rule], [], false);
  const text = 'key key key key key';
  assert.deepEqual(
    detect(text).map(({ start, end }) => [start, end]),
    [[8, 14]],
  );
  assert.deepEqual([...asked], [0, 8, 16]);
  asked.clear();
  detect(text);
  assert.deepEqual([...asked], [0, 8, 16], 'the next text is read from its beginning');
});

test('placeholders are spared, and so is what is short between them', () => {
  const placeholder = '[REDACTED:github:0123]';
  const line: Rule = { name: 'line', keywords: ['from'], match: (text, at) => [at, text.length] };
  const left = (text: string) => found(text, [line]);
  assert.deepEqual(left(`from ${placeholder}`), []);
  assert.deepEqual(left(`from 1234567${placeholder}`), ['line:from 1234567'], 'twelve characters');
  assert.deepEqual(left(`from 123456${placeholder}`), [], 'eleven');
  assert.deepEqual(left(`from ${placeholder}123456789012`), ['line:123456789012']);
  assert.deepEqual(left(`from ${placeholder}12345678901`), []);
  assert.deepEqual(left(`${placeholder} from x`), ['line:from x'], 'what has none within stays whole');
  assert.deepEqual(left(`from 12345678${placeholder}123456789012${placeholder}12345678901234`), [
    'line:from 12345678',
    'line:123456789012',
    'line:12345678901234',
  ]);
  // The name of a rule in a placeholder is no keyword.
  assert.deepEqual(found(placeholder, [word('g', 'github')]), []);
  assert.deepEqual(found(`${placeholder} github`, [word('g', 'github')]), ['g:github']);
});

test('a window rule reads from before its keyword as far as it reaches, and keywords close by together', () => {
  const seen: string[] = [];
  const rule = {
    ...{ name: 'w', keywords: ['key'], before: 2, reach: 6 },
    scan(text: string): [number, number][] {
      seen.push(text);
      const at = text.indexOf('key');
      return [[at, at + 3]];
    },
  };
  assert.deepEqual(found('..1key45678', [], [rule]), ['w:key']);
  assert.deepEqual(seen.splice(0), ['.1key456']);
  found('key', [], [rule]);
  assert.deepEqual(seen.splice(0), ['key'], 'no further than the text');
  found(`key${'-'.repeat(100)}key`, [], [rule]);
  assert.equal(seen.splice(0).length, 1, 'keywords close by are read together');
  found(`key${'-'.repeat(253)}key`, [], [rule]);
  assert.deepEqual(seen.splice(0), ['key---', '--key'], 'others are not');
});
