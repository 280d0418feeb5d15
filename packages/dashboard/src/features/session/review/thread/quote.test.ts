import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteOf, rangeInSource } from './quote.ts';

const source = 'The **tests** pass.\n\n- `npm test` passes\n- the tests are *green*';

test('words drawn without their markup are found in the source', () => {
  const range = rangeInSource(source, 'tests pass', 'The ');
  assert.deepEqual(range && source.slice(...range), 'tests** pass');
});

test('of several places the one is meant that fits what is drawn before', () => {
  const range = rangeInSource(source, 'tests', 'The tests pass. npm test passes the ');
  assert.deepEqual(range, [source.indexOf('tests are'), source.indexOf('tests are') + 5]);
  assert.deepEqual(rangeInSource(source, 'tests', 'The '), [6, 11]);
});

test('words that are not there, and selections of nothing', () => {
  assert.equal(rangeInSource(source, 'failed', ''), undefined);
  assert.equal(rangeInSource(source, ' …\n', ''), undefined);
});

test('a long selection is cut to what the server takes', () => {
  const long = 'a'.repeat(5_000);
  assert.deepEqual(rangeInSource(long, long, ''), [0, 2_000]);
});

test('pairs of units stay together', () => {
  const text = 'x 𝒜𝒷 y';
  assert.deepEqual(rangeInSource(text, '𝒜𝒷', 'x '), [2, 6]);
});

test('a quotation is one short line', () => {
  assert.equal(quoteOf('one\n  two three', [0, 8]), 'one tw');
  assert.equal(quoteOf('a'.repeat(500), [0, 500]).length, 161);
});
