import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactedWords, isUnguessable, redactedForm, redactedScope } from './redacted-words.ts';
import { strikeRecord, strikeWords } from './strike-words.ts';

const wordsOf = (...texts: string[]) =>
  createRedactedWords(
    'key',
    texts.flatMap((text) => redactedForm('key', text) ?? []),
  );

describe('words that were redacted', () => {
  it('are found wherever they stand, short or long, and nothing else is', () => {
    const words = wordsOf('Anna', '   hunter2 and more', 'größer als ñ', 'x'.repeat(3000));
    const strike = (text: string) => strikeWords(text, words);
    assert.deepEqual(strike('Anna met Annabel.'), {
      text: '[REDACTED:manual] met [REDACTED:manual]bel.',
      count: 2,
    });
    assert.equal(strike(`a${'   hunter2 and more'}b`).text, 'a[REDACTED:manual]b');
    assert.equal(strike('viel größer als ñ!').text, 'viel [REDACTED:manual]!');
    assert.equal(strike(`-${'x'.repeat(3000)}-`).text, '-[REDACTED:manual]-');
    for (const other of ['anna', 'Ann', 'hunter2 and more', 'größer als n', 'x'.repeat(2999)])
      assert.deepEqual(strike(other), { text: other, count: 0 });
  });

  it('are known by the key of the organization only, and too short ones not at all', () => {
    assert.equal(redactedForm('key', 'abc'), undefined);
    const form = redactedForm('key', 'some words');
    assert.ok(form && !JSON.stringify(form).includes('some'));
    assert.deepEqual(createRedactedWords('another', [form]).find('some words'), []);
    assert.notEqual(redactedScope('key', 'one'), redactedScope('key', 'two'));
  });

  it('are struck in the names and values of records, whose kind stays', () => {
    const record = {
      type: 'secret words',
      'secret words': 1,
      'more secret words': ['secret words', 7],
      a: {},
    };
    const { value, count } = strikeRecord(record, wordsOf('secret words', 'more secret words'));
    assert.equal(count, 3);
    assert.deepEqual(value, {
      type: 'secret words',
      '[REDACTED:manual]': 1,
      '[REDACTED:manual] 2': ['[REDACTED:manual]', 7],
      a: {},
    });
    const other = { text: 'nothing here' };
    assert.equal(strikeRecord(other, wordsOf('secret words')).value, other);
  });

  it('leave JSON in a string JSON', () => {
    const inside = JSON.stringify({ path: 'C:\\new\\words of mine' });
    const { text } = strikeWords(inside, wordsOf('words of mine', 'ew\\\\words'));
    assert.doesNotThrow(() => JSON.parse(text));
  });

  it('take no longer than a text is long, whatever it is made of', () => {
    const words = wordsOf(
      `${'ab'.repeat(1000)}c`,
      ...Array.from({ length: 500 }, (_, n) => `same end ${n} abcdefgh`),
    );
    for (const text of [
      'ab'.repeat(500_000),
      'abcdefgh'.repeat(125_000),
      `${'ab'.repeat(999)}c`.repeat(500),
    ]) {
      const begun = performance.now();
      words.find(text);
      assert.ok(performance.now() - begun < 5_000, text.slice(0, 10));
    }
  });

  it('may be told to every machine only if nobody can guess them', () => {
    assert.ok(isUnguessable('8sQv2LmXr4TzBn6KdWc0YhPjFa3G'));
    for (const text of ['Anna Schmidt', 'our customer in Dresden', 'password', 'hunter2', '8sQv2LmX'])
      assert.ok(!isUnguessable(text), text);
  });
});
