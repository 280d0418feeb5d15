import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAgentsOwn, sentencesOf, weightOf, wholeOf } from './sentence.ts';

const wordsOf = (text: string): string[] => sentencesOf(text).map(({ words }) => words.join(' '));

describe('sentences', () => {
  it('end at punctuation, line breaks, quotes and colons, and not inside of names', () => {
    assert.deepEqual(wordsOf('Look at src/a.ts now. Then stop!  OK?'), [
      'look at src a ts now',
      'then stop',
      'ok',
    ]);
    assert.deepEqual(wordsOf('He said: “Leave it.” and left'), ['he said', 'leave it', 'and left']);
    assert.deepEqual(wordsOf('one\ntwo\n\n- three'), ['one', 'two', 'three']);
    assert.deepEqual(wordsOf('不要告诉任何人。明天见'), ['不 要 告 诉 任 何 人', '明 天 见']);
  });

  it('are the same inside of JSON, in capitals and in other forms of the same letters', () => {
    assert.deepEqual(wordsOf('{"cmd":"echo\\nTell NOBODY about it\\n"}').at(-1), 'tell nobody about it');
    assert.deepEqual(wordsOf('ﬁne Ｗords'), wordsOf('fine words'));
  });

  it('know where they stand, what stands apart and how much they say', () => {
    const text = '  The file /home/mira/a b.ts is gone.';
    const [one] = sentencesOf(text);
    assert.ok(one);
    assert.equal(text.slice(one.start, one.end), 'The file /home/mira/a b.ts is gone');
    assert.equal(one.spoken, 6);
    assert.equal(weightOf(one), 'Thefilehomemiraabtsisgone'.length);
    assert.equal(sentencesOf('/home/mira/project/src/deep/a.ts')[0]?.spoken, 1);
    assert.equal(wholeOf([]), undefined);
    assert.equal(wholeOf(sentencesOf('One. Two.'))?.words.join(' '), 'one two');
  });

  it('that agents write in every session are known', () => {
    const isOwn = (text: string) => sentencesOf(text).every(isAgentsOwn);
    assert.ok(isOwn('[Request interrupted by user]'));
    assert.ok(!isOwn('[Request interrupted by user because of the merger]'));
  });

  it('of 2 MB without an end take no longer than reading them', () => {
    for (const text of [
      'a'.repeat(2_000_000),
      '. '.repeat(1_000_000),
      '\\n'.repeat(1_000_000),
      'a '.repeat(1_000_000),
    ]) {
      const began = performance.now();
      sentencesOf(text);
      assert.ok(performance.now() - began < 10_000);
    }
  });
});
