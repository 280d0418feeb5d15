import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, wrapLines } from './terminal.ts';

test('long lines are broken between words, indented as their line is; colours take no room', () => {
  assert.equal(wrapLines('one two three', 13), 'one two three');
  assert.equal(wrapLines('one two three', 12), 'one two\nthree');
  assert.equal(wrapLines('  one two\nfour', 7), '  one\n  two\nfour');
  assert.equal(wrapLines('\x1b[31mone\x1b[39m two', 7), '\x1b[31mone\x1b[39m two');
  assert.equal(wrapLines('\x1b[31mone two\x1b[39m', 5), '\x1b[31mone\ntwo\x1b[39m');
  const path = '/a/very/long/path/that/somebody/may/copy';
  assert.equal(wrapLines(`see ${path} there`, 10), `see\n${path}\nthere`);
});

test('a moment of another day has its date', () => {
  const now = new Date(2026, 4, 1, 12).getTime();
  assert.doesNotMatch(momentOf(new Date(2026, 4, 1, 14, 5).getTime(), now), /2026/);
  assert.match(momentOf(new Date(2026, 4, 3, 14, 5).getTime(), now), /2026/);
});
