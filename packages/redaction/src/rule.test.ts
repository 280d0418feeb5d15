import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pattern, prefixed } from './rule.ts';

test('a pattern is tried where its keyword stands, or so many characters before it', () => {
  const rule = pattern('r', ['KEY'], /[a-z]{2}KEY\d/, { before: 2 });
  assert.deepEqual(rule.match('..abKEY7', 4), [2, 8]);
  assert.equal(rule.match('abKEY7', 1), undefined, 'nothing begins before the text');
  assert.equal(rule.match('KEY7', 0), undefined);
  assert.equal(rule.match('..abKEY7', 3), undefined, 'only there');
  assert.deepEqual(pattern('r', ['key'], /KEY\d/gi).match('..key7', 2), [2, 6]);
});

test('the secret is the group, else all; what is not accepted is none', () => {
  const seen: unknown[] = [];
  const rule = pattern('r', ['key'], /key=(\d+)/, {
    accept(secret, text, start) {
      seen.push([secret, text, start]);
      return secret !== '1';
    },
  });
  assert.deepEqual(rule.match('key=42;', 0), [4, 6]);
  assert.equal(rule.match('key=1', 0), undefined);
  assert.deepEqual(seen, [
    ['42', 'key=42;', 4],
    ['1', 'key=1', 4],
  ]);
});

test('a prefix begins behind what no word is made of, and behind what only looks like a word', () => {
  const rule = prefixed('r', ['ab_', 'c.d_'], '[0-9]{4}', (secret) => !secret.endsWith('0000'));
  const at = (before: string) => rule.match(`${before}ab_1234`, before.length);
  for (const before of ['', ' ', '"', '/', '\\n', '\\t', '\u001b[31m', '\n-', '%3D', '-H'])
    assert.deepEqual(at(before), [before.length, before.length + 7], JSON.stringify(before));
  for (const before of ['x', '7', '_', 'x-', 'x-H', '%3']) assert.equal(at(before), undefined, before);
  assert.deepEqual(rule.match('c.d_1234', 0), [0, 8]);
  assert.equal(rule.match('cxd_1234', 0), undefined, 'a dot is a dot');
  assert.equal(rule.match('ab_0000', 0), undefined);
});
