import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { structuredPatch } from 'diff';
import { fileChange } from '../diff.ts';
import type { ChangeSource, FileChange, Hunk } from '../entry.ts';
import { digest } from './digest.ts';
import { exactSource } from './exact.ts';
import { type FileStep, netChange } from './net.ts';
import { netOfEdits } from './net-edits.ts';

const file = ['package a', '', 'func f() {', '\tif x {', '\t\tone()', '\t\ttwo()', '\t}', '}', ''].join('\n');

/** Hunks as Claude Code records them: two spaces for each tab at the beginning of a line. */
const shown = (before: string, after: string): Hunk[] =>
  structuredPatch('', '', before, after, '', '', { context: 3 }).hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => line[0] + line.slice(1).replace(/^\t+/, (tabs) => '  '.repeat(tabs.length))),
  }));

const edit = (before: string, old: string, fresh: string) => {
  const after = before.replace(old, () => fresh);
  return { hunks: shown(before, after), pairs: [[old, fresh]] as [string, string][], all: false, after };
};
const hunksOf = (source: ChangeSource): Hunk[] => (source.kind === 'hunks' ? source.hunks : []);
const change = (source: ChangeSource): FileChange => fileChange('a.go', 'update', source);

describe('hunks with the file’s own bytes', () => {
  const { hunks, pairs, all, after } = edit(file, '\t\tone()', '\t\tone(1)');

  it('have its tabs where the file is recorded, and the digests of both sides', () => {
    const source = exactSource({ hunks, before: file, pairs, all });
    assert.deepEqual(hunksOf(source), [
      {
        ...hunks[0],
        lines: [' ', ' func f() {', ' \tif x {', '-\t\tone()', '+\t\tone(1)', ' \t\ttwo()', ' \t}', ' }'],
      },
    ]);
    assert.deepEqual(source, {
      kind: 'hunks',
      hunks: hunksOf(source),
      before: digest(file),
      after: digest(after),
    });
  });

  it('take what the edit itself says where the file is not recorded, and name the rest', () => {
    const source = exactSource({ hunks, pairs, all });
    assert.deepEqual(hunksOf(source)[0]?.lines, [
      ' ',
      ' func f() {',
      '   if x {',
      '-\t\tone()',
      '+\t\tone(1)',
      '     two()',
      '   }',
      ' }',
    ]);
    assert.deepEqual(hunksOf(source)[0]?.unsure, [2, 5, 6]);
    assert.equal('pairs' in source, false);
  });

  it('keep lines around a change that the edit repeats', () => {
    const wide = edit(file, '\tif x {\n\t\tone()\n\t\ttwo()\n\t}', '\tif x {\n\t\ttwo()\n\t}');
    const source = exactSource({ hunks: wide.hunks, pairs: wide.pairs, all: false });
    assert.deepEqual(hunksOf(source)[0]?.lines.slice(2), [
      ' \tif x {',
      '-\t\tone()',
      ' \t\ttwo()',
      ' \t}',
      ' }',
    ]);
    assert.equal(hunksOf(source)[0]?.unsure, undefined);
  });

  it('say that the last line has no line break', () => {
    const open = edit('a\n\tb', '\tb', '\tc');
    const source = exactSource({ hunks: open.hunks, before: 'a\n\tb', pairs: open.pairs, all: false });
    const none = '\\ No newline at end of file';
    assert.deepEqual(hunksOf(source)[0]?.lines, [' a', '-\tb', none, '+\tc', none]);
  });

  it('do not trust a file that is not what was recorded of it', () => {
    const source = exactSource({ hunks, before: `x\n${file}`, pairs, all });
    assert.equal(source.kind === 'hunks' && source.before, undefined);
    assert.deepEqual(hunksOf(source)[0]?.unsure, [2, 5, 6]);
  });

  it('a text replaced by nothing takes its line break along', () => {
    const before = 'a\n\tb\nc\n';
    const source = exactSource({
      hunks: shown(before, 'a\nc\n'),
      before,
      pairs: [['\tb', '']],
      all: false,
    });
    assert.deepEqual(hunksOf(source)[0]?.lines, [' a', '-\tb', ' c']);
    assert.equal(source.kind === 'hunks' && source.after, digest('a\nc\n'));
  });

  it('every place of a text that is replaced everywhere', () => {
    const before = '\tx\n1\n2\n3\n4\n5\n6\n7\n8\n\tx\n';
    const after = before.replaceAll('x', 'y');
    const source = exactSource({ hunks: shown(before, after), before, pairs: [['x', 'y']], all: true });
    assert.deepEqual(
      hunksOf(source).map(({ lines }) => lines.filter((line) => !line.startsWith(' '))),
      [
        ['-\tx', '+\ty'],
        ['-\tx', '+\ty'],
      ],
    );
  });
});

describe('a net change of what was recorded as it was shown', () => {
  const first = edit(file, 'one()', 'one(1)');
  const source = exactSource({ hunks: first.hunks, pairs: first.pairs, all: false });

  it('is not whole where white space is not known', () => {
    const net = netChange([{ change: change(source) }]);
    assert.deepEqual([net.known, net.doubt], ['partial', 'rendered']);
    assert.deepEqual(net.hunks[0]?.unsure, [2, 3, 4, 5, 6]);
  });

  it('is whole where the agent was shown the file before', () => {
    const lines = file
      .split('\n')
      .slice(0, -1)
      .map((text) => ({ text: `${text}\n` }));
    const net = netOfEdits(
      [{ sequence: 5, change: change(source) }],
      [{ sequence: 3, seen: { at: 0, lines } }],
    );
    assert.equal(net.known, 'net');
    assert.deepEqual(net.hunks[0]?.lines.slice(2, 5), [' \tif x {', '-\t\tone()', '+\t\tone(1)']);
    assert.deepEqual(net.hunks[0]?.steps, [0]);
  });

  it('leaves out lines around a change that are not known, as long as one below it is', () => {
    const top = edit(file, 'func f() {\n\tif x {', 'func g() {\n\tif x {');
    const net = netChange([
      { change: change(exactSource({ hunks: top.hunks, pairs: top.pairs, all: false })) },
    ]);
    assert.equal(net.known, 'net');
    assert.deepEqual(net.hunks[0]?.lines, [' package a', ' ', '-func f() {', '+func g() {', ' \tif x {']);
    assert.deepEqual([net.hunks[0]?.oldStart, net.hunks[0]?.oldLines, net.hunks[0]?.newLines], [1, 4, 4]);
  });

  it('is not whole where the file was another one when it was edited again', () => {
    const exact = (before: string, old: string, fresh: string): FileStep => {
      const { hunks, pairs } = edit(before, old, fresh);
      return { change: change(exactSource({ hunks, before, pairs, all: false })) };
    };
    const linked = [exact(file, 'one', '1'), exact(file.replace('one', '1'), 'two', '2')];
    assert.equal(netChange(linked).known, 'net');
    const other = `${file.replace('one', '1')}// somebody else\n`;
    const net = netChange([exact(file, 'one', '1'), exact(other, 'package a', 'package b')]);
    assert.deepEqual([net.known, net.doubt, net.loose], ['partial', 'changed', [1]]);
  });

  it('is not whole where a secret was taken out, or where bytes were no text', () => {
    const add = (text: string) => netChange([{ change: fileChange('a', 'add', { kind: 'content', text }) }]);
    assert.equal(add('key = 1\n').known, 'net');
    assert.equal(add('key = [REDACTED:aws-key:12ab]\n').doubt, 'redacted');
    assert.equal(add('say [REDACTED:written-in-a-pause]\n').doubt, 'redacted');
    assert.equal(add('key = \ufffd\n').doubt, 'rendered');
  });

  it('is not whole where a diff was only printed', () => {
    const text = '@@ -1,2 +1,2 @@\n-one\n+1\n two\n';
    const net = netChange([{ change: fileChange('a', 'update', { kind: 'patch', text, rendered: true }) }]);
    assert.equal(net.doubt, 'rendered');
    assert.equal(netChange([{ change: fileChange('a', 'update', { kind: 'patch', text }) }]).known, 'net');
  });
});
