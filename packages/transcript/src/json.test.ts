import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  attachments,
  clip,
  compact,
  fingerprint,
  first,
  hash,
  isBlank,
  isObject,
  isTooFull,
  lookup,
  num,
  parse,
  putField,
  text,
  time,
  word,
} from './json.ts';

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

describe('a value from outside', () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 'inside';
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };

  it('is an object, a number, a text or nothing', () => {
    assert.deepEqual([{}, [], null, 'a', 1].map(isObject), [true, false, false, false, false]);
    assert.deepEqual([1, Number.NaN, Number.POSITIVE_INFINITY, '1'].map(num), [
      1,
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual([undefined, '', {}, { a: undefined }, null, [], 'a', { a: 1 }, 0].map(isBlank), [
      ...[true, true, true, true],
      ...[false, false, false, false, false],
    ]);
    assert.equal(first(undefined, '', 7, 'a', 'b'), 'a');
    assert.equal(first(''), undefined);
    assert.deepEqual(['a', undefined, null, 1, true, { a: [1] }].map(word), [
      'a',
      '',
      '',
      '1',
      'true',
      '{"a":[1]}',
    ]);
    assert.deepEqual(['{"a":1}', '{', 7].map(parse), [{ a: 1 }, undefined, undefined]);
    assert.equal(compact(undefined), '');
    assert.equal(compact(deep(50_000)), '[too deep to print]');
    assert.equal(lookup({ a: 1 }, 'a'), 1);
    assert.equal(lookup({ a: 1 }, 'constructor'), undefined);
  });

  it('is a time in seconds, in milliseconds or as a text', () => {
    const at = '2026-01-31T10:00:00.000Z';
    const ms = Date.parse(at);
    assert.deepEqual(
      [ms, ms / 1000, at, '2026-01-31T10:00:00Z', '2026-01-31T11:00:00+01:00'].map(time),
      Array(5).fill(at),
    );
    assert.deepEqual(['2026-01-31', '2026-1-31', `${at}${' '.repeat(17)}`, 'yesterday at'].map(time), [
      '2026-01-31T00:00:00.000Z',
      ...[undefined, undefined, undefined],
    ]);
    assert.deepEqual([0, 1e9, 1e14, Number.NaN, null].map(time), Array(5).fill(undefined));
    assert.equal(time(1e11), new Date(1e11).toISOString());
    assert.equal(time(1e11 - 1), new Date((1e11 - 1) * 1000).toISOString());
  });

  it('is one line of text, cut where it is too long', () => {
    assert.equal(clip('  one\ntwo', 10), 'one');
    assert.equal(clip('abcde', 5), 'abcde');
    assert.equal(clip('abcdef', 5), 'abcd…');
  });

  it('has text in blocks of every kind', () => {
    assert.equal(text(['a', { text: 'b' }, '', { content: [{ output: 'c' }] }, 7, null]), 'a\nb\nc\n7');
    assert.equal(text({ type: 'image', data: 'AAAA', mimeType: 'image/png' }), '');
    assert.equal(text({ data: 'd' }), 'd');
    assert.equal(text({ content: { text: 'a' } }), '');
    assert.equal(text(deep(7)), 'inside');
    assert.equal(text(deep(8)), '["inside"]');
    assert.equal(text(undefined), '');
  });

  it('has pictures, sounds and files in blocks of every kind', () => {
    assert.deepEqual(
      attachments([
        { type: 'image', source: { media_type: 'image/png', data: 'AA' } },
        { type: 'input_image', image_url: 'https://x' },
        { type: 'image' },
        { type: 'audio', data: 'BB', mimeType: 'audio/wav' },
        { type: 'document', title: 'a.pdf', source: { data: 'CC' } },
        { type: 'file', filename: 'b.png', mime: 'image/png', url: 'u' },
        { inlineData: { mimeType: 'text/plain', data: 'DD' } },
        { fileData: { fileUri: 'v' } },
        { type: 'text', text: 'none' },
        'none',
      ]),
      [
        { kind: 'image', mediaType: 'image/png', data: 'AA' },
        { kind: 'image', data: 'https://x' },
        { kind: 'image' },
        { kind: 'audio', data: 'BB' },
        { kind: 'file', name: 'a.pdf', data: 'CC' },
        { kind: 'image', mediaType: 'image/png', name: 'b.png', data: 'u' },
        { kind: 'file', mediaType: 'text/plain', data: 'DD' },
        { kind: 'file', data: 'v' },
      ],
    );
    assert.equal(attachments([{ type: 'text' }]), undefined);
    assert.equal(attachments('text'), undefined);
  });

  it('has a hash that every saved state knows', () => {
    assert.deepEqual(
      [hash(''), hash('a'), hash('prompt'), hash('a', 1)],
      [3_338_908_027_751_811, 7_929_297_801_672_961, 6_135_781_062_476_084, 5_368_154_436_228_575],
    );
  });

  it('may be a field called __proto__', () => {
    const to = {};
    putField(to, '__proto__', 7);
    putField(to, '__proto__', 1);
    putField(to, 'a', 2);
    assert.deepEqual(Object.entries(to), [
      ['__proto__', 1],
      ['a', 2],
    ]);
    assert.equal(Object.getPrototypeOf(to), Object.prototype);
  });
});
