import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Conflict, FileState } from './file-state.ts';

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const state = (text: string) => new FileState(lines(text));
const text = (file: FileState) => file.content()?.join('');
/** ` kept`, `-taken out`, `+put in`, one per word; each is a line. */
const hunk = (words: string) =>
  words.split('/').map((word) => ({ sign: word[0] as ' ' | '+' | '-', text: `${word.slice(1)}\n` }));
/** Each stretch as `old number, new number: lines before | lines now`, with the edit of each line. */
const stretches = (file: FileState) =>
  [...file.stretches()].map(({ oldStart, newStart, before, after }) => {
    const told = (side: typeof before) =>
      side.map((line) => line.text.trimEnd() + (line.edit === undefined ? '' : `#${line.edit}`)).join(' ');
    return `${oldStart},${newStart}: ${told(before)} | ${told(after)}`;
  });

describe('a file whose lines are known', () => {
  test('takes lines in and out at their places', () => {
    const file = state('a\nb\nc\nd\n');
    file.splice(1, hunk(' b/-c/+x/+y/ d'), 1);
    assert.equal(text(file), 'a\nb\nx\ny\nd\n');
    file.splice(0, hunk('+top'), 2);
    file.splice(6, hunk('+end'), 3);
    assert.equal(text(file), 'top\na\nb\nx\ny\nd\nend\n');
    file.splice(3, hunk(' b/-x/-y').slice(1), 4);
    assert.equal(text(file), 'top\na\nb\nd\nend\n');
    assert.deepEqual(stretches(file), ['0,0: a b c#1 d | top#2 a b d end#3']);
  });

  test('refuses what does not fit: other lines, and places past the end', () => {
    for (const [at, given] of [
      [0, ' b'],
      [1, '-a'],
      [3, ' d'],
      [2, ' c/ d'],
      [4, '+x'],
    ] as const)
      assert.throws(() => state('a\nb\nc\n').splice(at, hunk(given), 0), Conflict, given);
    const file = state('a\n');
    file.splice(0, hunk(' a/+x'), 0);
    assert.throws(() => file.splice(1, hunk('-y'), 1), Conflict);
    file.splice(2, hunk('+z'), 1);
    assert.equal(text(file), 'a\nx\nz\n');
  });

  test('is overwritten: every line before is gone by that edit', () => {
    const file = state('a\nb\n');
    file.splice(0, hunk('-a'), 1);
    file.overwrite(['x\n'], 2);
    assert.equal(text(file), 'x\n');
    assert.deepEqual(stretches(file), ['0,0: a#1 b#2 | x#2']);
    file.overwrite([], 3);
    assert.equal(text(file), '');
  });
});

describe('a text that is replaced', () => {
  const replaced = (before: string, from: string, to: string, all = false) => {
    const file = state(before);
    return [file.replace(from, to, all, 1), text(file)];
  };

  test('once or everywhere, within a line and over several', () => {
    assert.deepEqual(replaced('one two\ntwo\n', 'two', '2'), [true, 'one 2\ntwo\n']);
    assert.deepEqual(replaced('one two\ntwo\n', 'two', '2', true), [true, 'one 2\n2\n']);
    assert.deepEqual(replaced('a\nb\nc\nd\n', 'b\nc', 'x'), [true, 'a\nx\nd\n']);
    assert.deepEqual(replaced('a\nb\n', 'a\nb\n', ''), [true, '']);
    assert.deepEqual(replaced('a\nb\n', 'b\n', 'x\ny\n'), [true, 'a\nx\ny\n']);
    assert.deepEqual(replaced('aa\n', 'a', 'aa', true), [true, 'aaaa\n']);
    assert.deepEqual(replaced('two two\n two\n', 'two', '$&', true), [true, '$& $&\n $&\n']);
    assert.deepEqual(replaced('two two\n', 'two', '2'), [true, '2 two\n']);
  });

  test('everywhere also where one begins on the line on which another ends, or on a line that is joined', () => {
    assert.deepEqual(replaced('a\nba\nb\n', 'a\nb', 'x', true), [true, 'xx\n']);
    assert.deepEqual(replaced('{\n} {\n} end\nlast\n', '{\n}', '{}', true), [true, '{} {} end\nlast\n']);
    assert.deepEqual(replaced('a\na\nb\n', 'a\n', 'x', true), [true, 'xxb\n']);
    assert.deepEqual(replaced('a\n\n\nb\nc\n\nd\n', '\n\n', '\n', true), [true, 'a\n\nb\nc\nd\n']);
    assert.deepEqual(replaced('a\nba\nb\n', 'a\nb', 'x'), [true, 'xa\nb\n'], 'once');
  });

  test('everywhere leaves the lines between alone: they are by who put them there', () => {
    const file = state('1 x\n2\n3 x\n4\n');
    file.splice(1, hunk('-2/+two'), 1);
    assert.equal(file.replace('x', 'y', true, 2), true);
    assert.deepEqual(stretches(file), ['0,0: 1 x#2 2#1 3 x#2 4 | 1 y#2 two#1 3 y#2 4']);
  });

  test('everywhere in a file of many lines', () => {
    const file = state('x\n-\n'.repeat(3_000));
    assert.equal(file.replace('x', 'y', true, 1), true);
    assert.equal(text(file), 'y\n-\n'.repeat(3_000));
    // More lines than a function takes arguments.
    const long = state('');
    long.overwrite(Array(200_000).fill('x\n'), 1);
    assert.equal([...long.stretches()][0]?.after.length, 200_000);
  });

  test('joins the next line when its line break goes; at the end of the file there is none', () => {
    assert.deepEqual(replaced('a\nb\nc\n', 'a\n', 'x'), [true, 'xb\nc\n']);
    assert.deepEqual(replaced('a\nb\n', 'b\n', 'x'), [true, 'a\nx']);
    assert.deepEqual(replaced('a\nb', 'b', 'x'), [true, 'a\nx']);
  });

  test('is not there, or is nothing', () => {
    assert.deepEqual(replaced('a\n', 'b', 'x'), [false, 'a\n']);
    assert.deepEqual(replaced('a\n', '', 'x'), [false, 'a\n']);
  });

  test('is found only where the lines are known, and joined only with one that is', () => {
    const file = new FileState();
    assert.equal(file.replace('a', 'x', false, 1), false);
    file.splice(10, hunk(' a/ b'), 0);
    assert.equal(file.replace('b\n', 'x', false, 1), false, 'the line after it is not known');
    assert.equal(file.replace('a\n', 'x', false, 2), true);
    assert.equal(file.content(), undefined);
    assert.deepEqual(stretches(file), ['0,0:  | ', '10,10: a#2 b#2 | xb#2']);
    file.splice(20, hunk(' a'), 3);
    assert.equal(file.replace('a', 'y', true, 4), true);
  });

  test('in several places of which lines are known, but not past one that cannot be joined', () => {
    const file = new FileState();
    for (const at of [10, 20, 30]) file.splice(at, hunk(' a/ b/-c'), 0);
    assert.equal(file.replace('a', 'x', true, 1), true);
    assert.deepEqual(stretches(file).slice(1), [
      '10,10: a#1 b c#0 | x#1 b',
      '21,20: a#1 b c#0 | x#1 b',
      '32,30: a#1 b c#0 | x#1 b',
    ]);
    assert.equal(file.replace('b\n', 'y', true, 2), false, 'what follows the first is not known');
    assert.equal(file.replace('x', 'z', false, 3), true);
    assert.deepEqual(stretches(file)[2], '21,20: a#1 b c#0 | x#1 b', 'only the first');
  });
});

describe('a file of which only some lines were shown', () => {
  test('has a stretch for each, with the numbers of both sides', () => {
    const file = new FileState();
    file.splice(10, hunk(' a/-b/+x/+y/ c'), 1);
    file.splice(30, hunk(' p/-q'), 2);
    assert.deepEqual(stretches(file), ['0,0:  | ', '10,10: a b#1 c | a x#1 y#1 c', '29,30: p q#2 | p']);
    assert.equal(file.content(), undefined);
  });

  test('keeps what it knows when all of it is overwritten', () => {
    const file = new FileState();
    file.splice(2, hunk(' a/-b'), 1);
    file.overwrite(['z\n'], 2);
    assert.equal(text(file), 'z\n');
    assert.throws(() => file.splice(0, hunk(' y'), 3), Conflict);
  });

  test('learns the text of lines, and then refuses others', () => {
    const file = new FileState();
    file.splice(5, hunk(' a/+n'), 1);
    file.splice(7, hunk(' b'), 2);
    assert.throws(() => file.splice(7, hunk(' c'), 3), Conflict);
    assert.throws(() => file.splice(5, hunk(' a/ b'), 3), Conflict, 'a line was put in between');
    assert.deepEqual(stretches(file).slice(1), ['5,5: a b | a n#1 b']);
  });
});
