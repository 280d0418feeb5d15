import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprint, isTooFull } from './json.ts';

describe('the fingerprint of a record', () => {
  it('tells apart names, values, lengths and the ends of long texts', () => {
    const long = (start: string, middle: string, end: string) =>
      `${start}${'a'.repeat(60)}${middle}${'a'.repeat(60)}${end}`;
    const different = [
      { a: 1 },
      { b: 1 },
      { a: 2 },
      { a: '1', b: [] },
      { a: [1] },
      { a: [1, 1] },
      { a: null },
      { a: long('x', '', 'y') },
      { a: long('z', '', 'y') },
      { a: long('x', '', 'z') },
      { a: long('x', 'longer', 'y') },
      { a: { b: 'x'.repeat(80) } },
      { a: { b: `${'x'.repeat(39)}y${'x'.repeat(40)}` } },
    ];
    assert.equal(new Set(different.map(fingerprint)).size, different.length);
    assert.equal(fingerprint({ a: [1, { b: 'c' }] }), fingerprint({ a: [1, { b: 'c' }] }));
  });

  it('does not read the middle of a long text, nor more than some hundred nodes', () => {
    const around = (middle: string) => `${'a'.repeat(50)}${middle}${'a'.repeat(50)}`;
    assert.equal(fingerprint(around('x')), fingerprint(around('y')));
    const wide = (last: number) => ({
      a: Array.from({ length: 60 }, (_, i) => (i === 59 ? last : 0)),
    });
    assert.equal(fingerprint(wide(1)), fingerprint(wide(2)));
  });
});

it('a set is too full when it is a tenth above its limit', () => {
  assert.equal(isTooFull({ size: 110 }, 100), false);
  assert.equal(isTooFull({ size: 111 }, 100), true);
});
