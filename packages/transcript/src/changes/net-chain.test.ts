import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileChange } from '../entry.ts';
import { hunksBetween, step } from '../testing/net-chains.ts';
import { type FileStep, netChange } from './net.ts';

type How = FileChange['change'];
const hunked = (before: string, after: string, how: How = 'update') =>
  step(how, { kind: 'hunks', hunks: hunksBetween(before, after) });
const write = (text: string, how: How = 'update') => step(how, { kind: 'content', text });
const replace = (pairs: [string, string][], all?: true) =>
  step('update', { kind: 'replace', pairs, ...(all && { all }) });
const patch = (text: string, how: How = 'update') => step(how, { kind: 'patch', text });
const remove = (text?: string) =>
  step('delete', text === undefined ? { kind: 'none' } : { kind: 'content', text });

/** How much is known, what became of the file, the steps that stand for themselves, and each hunk with its steps. */
function told(steps: readonly FileStep[]): string[] {
  const { known, change, hunks, loose } = netChange(steps);
  return [
    known,
    change,
    loose.join(),
    ...hunks.map(
      ({ oldStart, oldLines, newStart, newLines, lines, steps: from }) =>
        `${oldStart},${oldLines} ${newStart},${newLines} ${lines.join('|')} #${from}`,
    ),
  ];
}

const chains: Record<string, { steps: FileStep[]; net: string[] }> = {
  'written over unknown': { steps: [write('a\nb\n')], net: ['edits', 'update', '0'] },
  'written over unknown, then edited': {
    steps: [write('a\nb\n'), hunked('a\nb\n', 'a\nc\n')],
    net: ['partial', 'update', '0', '1,2 1,2  a|-b|+c #1'],
  },
  'written, edited, written': {
    steps: [write('a\nb\n'), write('a\nz\n')],
    net: ['partial', 'update', '0', '1,2 1,2  a|-b|+z #1'],
  },
  'added, written over': {
    steps: [write('a\n', 'add'), write('b\n')],
    net: ['net', 'add', '', '0,0 1,1 +b #1'],
  },
  'edit, then written over although not known': {
    steps: [hunked('1\n2\n', '1\nx\n'), write('z\n')],
    net: ['partial', 'update', '1', '1,2 1,2  1|-2|+x #0'],
  },
  'edit, written, edit': {
    steps: [hunked('1\n2\n', '1\nx\n'), write('z\n'), hunked('z\n', 'y\n')],
    net: ['partial', 'update', '1,2', '1,2 1,2  1|-2|+x #0'],
  },
  'edit, written, written': {
    steps: [hunked('1\n2\n', '1\nx\n'), write('z\n'), write('y\n')],
    net: ['partial', 'update', '1,2', '1,2 1,2  1|-2|+x #0'],
  },
  'command, written': { steps: [{ command: 'write' }, write('z\n')], net: ['edits', 'command', '0,1'] },
  'add, command, hunk, written, hunk': {
    steps: [
      write('a\n', 'add'),
      { command: 'write' },
      hunked('q\n', 'r\n'),
      write('z\n'),
      hunked('z\n', 'y\n'),
    ],
    net: ['net', 'add', '', '0,0 1,1 +y #4'],
  },
  'deleted with its text': { steps: [remove('a\nb\n')], net: ['net', 'delete', '', '1,2 0,0 -a|-b #0'] },
  'deleted, unknown': { steps: [remove()], net: ['edits', 'delete', ''] },
  'edited, deleted': {
    steps: [hunked('1\n2\n', '1\nx\n'), remove()],
    net: ['partial', 'delete', '', '1,2 0,0 -1|-2 #0,1'],
  },
  'edited, deleted with text': {
    steps: [hunked('1\n2\n', '1\nx\n'), remove('1\nx\n')],
    net: ['partial', 'delete', '', '1,2 0,0 -1|-2 #0,1'],
  },
  'added, deleted, edited': {
    steps: [write('a\n', 'add'), remove(), hunked('a\n', 'b\n')],
    net: ['edits', 'none', '2'],
  },
  'added, deleted, added': {
    steps: [write('a\n', 'add'), remove(), write('c\n', 'add')],
    net: ['net', 'add', '', '0,0 1,1 +c #2'],
  },
  'deleted with text, added': {
    steps: [remove('a\nb\n'), write('a\nc\n', 'add')],
    net: ['net', 'update', '', '1,2 1,2  a|-b|+c #0,1'],
  },
  'added by hunks': { steps: [hunked('', 'a\nb\n', 'add')], net: ['net', 'add', '', '0,0 1,2 +a|+b #0'] },
  'added by hunks, edited': {
    steps: [hunked('', 'a\nb\n', 'add'), hunked('a\nb\n', 'a\nc\n')],
    net: ['net', 'add', '', '0,0 1,2 +a|+c #0,1'],
  },
  'added by patch': {
    steps: [patch('@@ -0,0 +1,2 @@\n+a\n+b\n', 'add')],
    net: ['net', 'add', '', '0,0 1,2 +a|+b #0'],
  },
  moved: { steps: [hunked('1\n2\n', '1\nx\n', 'move')], net: ['net', 'move', '', '1,2 1,2  1|-2|+x #0'] },
  'moved only': { steps: [step('move', { kind: 'none' })], net: ['net', 'move', ''] },
  nothing: { steps: [step('update', { kind: 'none' })], net: ['net', 'none', ''] },
  'patch inserts': {
    steps: [patch('@@ -2,0 +3,1 @@\n+x\n'), hunked('1\n2\nx\n3\n', '1\n2\nx\ny\n3\n')],
    net: ['net', 'update', '', '1,3 1,5  1| 2|+x|+y| 3 #0,1'],
  },
  'patch no newline': {
    steps: [patch('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n')],
    net: ['net', 'update', '', '1,1 1,1 -a|\\ No newline at end of file|+b|\\ No newline at end of file #0'],
  },
  'several hunks': {
    steps: [patch('@@ -1 +1,2 @@\n-a\n+b\n+c\n@@ -9 +10 @@\n-x\n+y\n')],
    net: ['net', 'update', '', '1,1 1,2 -a|+b|+c #0', '9,1 10,1 -x|+y #0'],
  },
  'create by replacing nothing': {
    steps: [write('', 'add'), replace([['', 'a\n']])],
    net: ['net', 'add', '', '0,0 1,1 +a #1'],
  },
  'create by replacing nothing, unknown': { steps: [replace([['', 'a\n']])], net: ['edits', 'update', '0'] },
  'replace nothing in a file with lines': {
    steps: [write('z\n', 'add'), replace([['', 'a\n']])],
    net: ['partial', 'add', '1', '0,0 1,1 +z #0'],
  },
  'replace text that is not there': {
    steps: [write('z\n', 'add'), replace([['q', 'a']])],
    net: ['partial', 'add', '1', '0,0 1,1 +z #0'],
  },
  'fragment all': {
    steps: [replace([['x', 'a b a']]), replace([['a', 'c']], true)],
    net: ['partial', 'update', '', '0,1 0,1 -x|+c b c #0,1'],
  },
  'fragment once': {
    steps: [replace([['x', 'a b a']]), replace([['a', '$&']])],
    net: ['partial', 'update', '', '0,1 0,1 -x|+$& b a #0,1'],
  },
  'fragment undone': { steps: [replace([['x', 'y']]), replace([['y', 'x']])], net: ['edits', 'none', ''] },
  'fragment then hunk': {
    steps: [replace([['x', 'y']]), hunked('y\nz\n', 'y\nw\n')],
    net: ['partial', 'update', '', '0,1 0,1 -x|+y #0', '0,2 0,2  y|-z|+w #1'],
  },
  'fragment then hunk in it': {
    steps: [replace([['x\n', 'y\nz\n']]), hunked('y\nz\n', 'y\nw\n')],
    net: ['partial', 'update', '', '0,1 0,2 -x|+y|+w #0,1'],
  },
  'hunk then replace in known': {
    steps: [hunked('1\n2\n', '1\nx\n'), replace([['x', 'z']])],
    net: ['net', 'update', '', '1,2 1,2  1|-2|+z #0,1'],
  },
  'hunk then replace elsewhere': {
    steps: [hunked('1\n2\n', '1\nx\n'), replace([['q', 'z']])],
    net: ['partial', 'update', '', '1,2 1,2  1|-2|+x #0', '0,1 0,1 -q|+z #1'],
  },
  'conflict then more': {
    steps: [hunked('a\nb\n', 'a\nc\n'), hunked('a\nz\n', 'a\ny\n'), hunked('a\nc\n', 'a\nd\n')],
    net: ['partial', 'update', '1,2', '1,2 1,2  a|-b|+c #0'],
  },
  'replace several pairs': {
    steps: [
      write('a b\n', 'add'),
      replace([
        ['a', 'x'],
        ['b', 'y'],
      ]),
    ],
    net: ['net', 'add', '', '0,0 1,1 +x y #1'],
  },
};

describe('what steps come to', () => {
  for (const [name, { steps, net }] of Object.entries(chains))
    test(name, () => assert.deepEqual(told(steps), net));

  test('two files that have too little in common: all of one, then all of the other', () => {
    const lines = (word: string, end = '\n') =>
      Array.from({ length: 1_100 }, (_, at) => `${word}${at}`).join('\n') + end;
    const net = netChange([write(lines('a'), 'add'), remove(), write(lines('b', ''), 'add')]);
    assert.deepEqual([net.known, net.change, net.hunks[0]?.lines.length], ['net', 'add', 1_101]);
    const { hunks } = netChange([remove(lines('a')), write(lines('b', ''), 'add')]);
    const [hunk] = hunks;
    assert.ok(hunks.length === 1 && hunk);
    const { oldStart, oldLines, newStart, newLines, steps } = hunk;
    assert.deepEqual([oldStart, oldLines, newStart, newLines, steps], [1, 1_100, 1, 1_100, [0, 1]]);
    assert.deepEqual(
      [hunk.lines[0], hunk.lines[1_099], hunk.lines[1_100], ...hunk.lines.slice(-2)],
      ['-a0', '-a1099', '+b0', '+b1099', '\\ No newline at end of file'],
    );
  });
});
