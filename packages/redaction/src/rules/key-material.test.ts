import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALNUM, LOWER, seeded } from '../../corpus/random.ts';
import { wrappedKey } from './key-material.ts';

const random = seeded(11);
const line = (length = 64) => `A1b${random.text(ALNUM, length - 3)}`;
const lines = (count: number, length = 64) => Array.from({ length: count }, () => line(length));
const found = (text: string, at = text.search(/[A-Za-z0-9]{60}/)) => {
  const range = wrappedKey(text, at);
  return range && text.slice(range[0], range[1]);
};

test('three whole lines of one length are a key, two are not', () => {
  for (const length of [64, 70, 76]) {
    const key = lines(3, length).join('\n');
    assert.equal(found(key), key);
    assert.equal(
      found(`see:\n${key}\nend.`),
      `${key}\nend`.slice(0, key.length),
      'a short word is not its end',
    );
    assert.equal(found(lines(2, length).join('\n')), undefined);
  }
  assert.equal(found(lines(3, 66).join('\n')), undefined, 'no key is wrapped so');
  assert.equal(found([...lines(2), ...lines(1, 70)].join('\n')), undefined);
});

test('the last line is shorter, and belongs to it from four characters on', () => {
  const key = lines(3).join('\n');
  assert.equal(found(`${key}\nabcd`), `${key}\nabcd`);
  assert.equal(found(`${key}\nabc`), key);
  assert.equal(found(`${key}\nab+/c=`), `${key}\nab+/c=`);
});

test('it is found from anywhere in its first line, numbered, quoted, escaped or marked', () => {
  const key = lines(4);
  const text = key.join('\n');
  assert.equal(found(text, 40), text);
  assert.equal(found(`\\n${key.join('\\n')}`, 20), key.join('\\n'));
  for (const [before, between] of [
    ['1→', '\n2→'],
    ['"', '"\n  "'],
    ['> ', '\n> '],
    ['"', '" +\r\n"'],
  ] as const)
    assert.equal(found(before + key.join(between), before.length), key.join(between), between);
});

test('certificates and lines without all kinds of characters stay', () => {
  const key = lines(3).join('\n');
  assert.equal(found(`-----BEGIN CERTIFICATE-----\n${key}`), undefined);
  assert.equal(found(`-----BEGIN RSA PRIVATE KEY-----\n${key}`), key);
  assert.equal(found(`-----BEGIN CERTIFICATE-----\nx\n-----BEGIN PRIVATE KEY-----\n${key}`), key);
  const small = Array.from({ length: 3 }, () => random.text(LOWER, 64)).join('\n');
  assert.equal(found(small), undefined);
  assert.equal(found(small.toUpperCase()), undefined);
});
