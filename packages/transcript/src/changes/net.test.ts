import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hunksBetween, step } from '../testing/net-chains.ts';
import { compareWithGit } from '../testing/net-git.ts';
import { netChange } from './net.ts';

const hunked = (before: string, after: string) =>
  step('update', { kind: 'hunks', hunks: hunksBetween(before, after) });

describe('a net change', () => {
  test('is nothing when an edit is undone by the next', () => {
    const [a, b] = ['1\n2\n3\n4\n', '1\nx\n3\n4\n'];
    assert.deepEqual(netChange([hunked(a, b), hunked(b, a)]), {
      known: 'net',
      change: 'none',
      hunks: [],
      loose: [],
    });
  });

  test('is one hunk of two edits, with the steps it came from', () => {
    const [a, b, c] = ['1\n2\n3\n4\n5\n', '1\nx\n3\n4\n5\n', '1\nx\n3\ny\n5\n'];
    const { known, hunks } = netChange([hunked(a, b), hunked(b, c)]);
    assert.equal(known, 'net');
    assert.deepEqual(
      hunks.map(({ lines, steps, oldStart }) => [oldStart, lines, steps]),
      [[1, [' 1', '-2', '+x', ' 3', '-4', '+y', ' 5'], [0, 1]]],
    );
  });

  test('keeps the numbers of lines apart that nobody showed', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i}\n`);
    const first = lines.with(10, 'new\nnewer\n');
    const second = first.with(80, 'other\n');
    const { known, hunks } = netChange([
      hunked(lines.join(''), first.join('')),
      hunked(first.join(''), second.join('')),
    ]);
    assert.equal(known, 'net');
    assert.deepEqual(
      hunks.map(({ oldStart, newStart, steps }) => [oldStart, newStart, steps]),
      [
        [8, 8, [0]],
        [78, 79, [1]],
      ],
    );
  });

  test('of a file that was added is all of it; added and deleted again it is none', () => {
    const added = step('add', { kind: 'content', text: 'a\nb\n' });
    const edited = step('update', { kind: 'replace', pairs: [['b', 'c']] });
    const { change, hunks } = netChange([added, edited]);
    assert.deepEqual([change, hunks[0]?.lines], ['add', ['+a', '+c']]);
    const gone = netChange([added, step('delete', { kind: 'none' })]);
    assert.deepEqual([gone.known, gone.change, gone.hunks], ['net', 'none', []]);
  });

  test('of replacements in a file nobody showed has no line numbers, and joins what follows up', () => {
    const one = step('update', { kind: 'replace', pairs: [['old name', 'new name']] });
    const two = step('update', { kind: 'replace', pairs: [['new name', 'newest name']] });
    const far = step('update', { kind: 'replace', pairs: [['x = 1', 'x = 2']] });
    const { known, hunks } = netChange([one, two, far]);
    assert.equal(known, 'partial');
    assert.deepEqual(
      hunks.map(({ oldStart, lines, steps }) => [oldStart, lines, steps]),
      [
        [0, ['-old name', '+newest name'], [0, 1]],
        [0, ['-x = 1', '+x = 2'], [2]],
      ],
    );
  });

  test('stops where a command changed the file, and goes on where the whole file is known again', () => {
    const added = step('add', { kind: 'content', text: 'a\n' });
    const edit = hunked('a\n', 'b\n');
    const lost = netChange([added, { command: 'write' }, edit]);
    assert.deepEqual([lost.known, lost.loose, lost.hunks[0]?.lines], ['partial', [1, 2], ['+a']]);
    const again = netChange([added, { command: 'write' }, step('update', { kind: 'content', text: 'z\n' })]);
    assert.deepEqual([again.known, again.loose, again.hunks[0]?.lines], ['net', [], ['+z']]);
    assert.deepEqual(netChange([{ command: 'write' }]), {
      known: 'edits',
      change: 'command',
      hunks: [],
      loose: [0],
      doubt: 'command',
    });
  });

  test('of an edit that does not fit shows that edit as it is', () => {
    const { known, loose } = netChange([hunked('a\nb\n', 'a\nc\n'), hunked('a\nz\n', 'a\ny\n')]);
    assert.deepEqual([known, loose], ['partial', [1]]);
  });
});

describe('a net change and git', () => {
  test('agree on 400 chains of edits', () => compareWithGit(1, 400));

  test('may differ where git does not find the shortest difference', () => {
    const before = 'ünï\nif (a) {45\nünï\nbeta18\nünï\nünï\nalpha\nünï\n';
    const after = '-- sql6\n{\n-- sql13\n-- sql36\n++i;48\n--- a\n}\nbeta\nbeta\nünï\n\ttab\nünï\n';
    const lines = netChange([hunked(before, after)]).hunks.flatMap((hunk) => hunk.lines);
    // `git diff --minimal` of git 2.39 adds 11 and removes 7.
    assert.deepEqual([lines.filter(isAdded).length, lines.filter(isRemoved).length], [10, 6]);
  });
});

const isAdded = (line: string) => line.startsWith('+');
const isRemoved = (line: string) => line.startsWith('-');
