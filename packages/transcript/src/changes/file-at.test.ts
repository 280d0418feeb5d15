import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileChange } from '../entry.ts';
import { chain, hunksBetween, step } from '../testing/net-chains.ts';
import { type FileAt, fileAt } from './file-at.ts';
import { hunkLines, linesOf } from './lines.ts';
import type { FileStep } from './net.ts';
import type { WholeEdit } from './net-edits.ts';

/** Edits at events 10, 20, 30 … */
const edits = (...steps: FileStep[]): WholeEdit[] =>
  steps.map((one, at) => ({
    sequence: (at + 1) * 10,
    ...('change' in one && { change: one.change }),
    ...('command' in one && { command: one.command }),
  }));
const hunked = (before: string, after: string) =>
  step('update', { kind: 'hunks', hunks: hunksBetween(before, after) });
const replaced = (before: string, after: string) =>
  step('update', { kind: 'replace', pairs: [[before, after]] });
const written = (text: string, change: FileChange['change'] = 'add') =>
  step(change, { kind: 'content', text });
const seen = (sequence: number, at: number, ...lines: string[]) => ({
  sequence,
  seen: { at, lines: lines.map((text) => ({ text: `${text}\n` })) },
});
const brief = ({ hunks }: FileAt) => hunks.map(({ newStart, lines, from }) => [newStart, lines, from]);

describe('a file as of an edit', () => {
  test('is all of it with what the edit did, each line with the edit that put it in', () => {
    const found = fileAt(edits(written('a\nb\nc\n'), replaced('b\n', 'B\nB2\n'), replaced('c', 'C')), []);
    assert.deepEqual(found, {
      exists: true,
      isWhole: true,
      isUnplaced: false,
      hunks: [
        {
          oldStart: 1,
          oldLines: 4,
          newStart: 1,
          newLines: 4,
          lines: [' a', ' B', ' B2', '-c', '+C'],
          from: [0, 1, 1, 0, 2],
        },
      ],
    });
  });

  test('an edit that names lines only to say where it is did not put them in', () => {
    const found = fileAt(
      edits(written('a\nb\nc\n'), replaced('a\nb\nc', 'a\nB\nc'), replaced('c\n', 'c\nd\n')),
      [],
    );
    assert.deepEqual(brief(found), [[1, [' a', ' B', ' c', '+d'], [0, 1, 0, 2]]]);
  });

  test('has only the lines that were shown, in their places', () => {
    const lines = Array.from({ length: 90 }, (_, at) => `line ${at + 1}\n`);
    const edited = lines.with(39, 'forty\nand more\n');
    const found = fileAt(edits(hunked(lines.join(''), edited.join(''))), [
      seen(5, 0, 'line 1', 'line 2'),
      seen(50, 79, 'line 79', 'line 80'),
    ]);
    assert.deepEqual([found.isWhole, found.exists, found.lost], [false, true, undefined]);
    assert.deepEqual(brief(found), [
      [1, [' line 1', ' line 2'], [-1, -1]],
      [
        37,
        [
          ' line 37',
          ' line 38',
          ' line 39',
          '-line 40',
          '+forty',
          '+and more',
          ' line 41',
          ' line 42',
          ' line 43',
        ],
        [-1, -1, -1, -1, 0, 0, -1, -1, -1],
      ],
      [80, [' line 79', ' line 80'], [-1, -1]],
    ]);
  });

  test('that nobody edited is what was seen of it', () => {
    assert.deepEqual(brief(fileAt([], [seen(3, 4, 'five', 'six')])), [[5, [' five', ' six'], [-1, -1]]]);
    assert.deepEqual(fileAt([], []), { exists: true, isWhole: false, isUnplaced: false, hunks: [] });
  });

  test('after a command is only what was seen since', () => {
    const found = fileAt(edits(written('a\nb\n'), { command: 'write' }), [seen(25, 0, 'formatted')]);
    assert.deepEqual(found.lost, { sequence: 20, by: 'command' });
    assert.deepEqual([found.isWhole, brief(found)], [false, [[1, [' formatted'], [-1]]]]);
    // An edit behind it tells its own lines, and all is known again once the file is written anew.
    const edited = fileAt(edits(written('a\nb\n'), { command: 'write' }, hunked('x\ny\n', 'x\nz\n')), []);
    assert.deepEqual(
      [edited.lost, brief(edited)],
      [{ sequence: 20, by: 'command' }, [[1, [' x', '-y', '+z'], [-1, -1, 2]]]],
    );
    const whole = fileAt(edits({ command: 'write' }, written('a\n', 'update'), replaced('a', 'b')), []);
    assert.deepEqual(
      [whole.lost, whole.isWhole, brief(whole)],
      [undefined, true, [[1, ['-a', '+b'], [1, 2]]]],
    );
  });

  test('that somebody else has changed is what is known since then', () => {
    const found = fileAt(edits(written('a\nb\n'), replaced('nowhere', 'there')), []);
    assert.deepEqual([found.lost, found.isUnplaced], [{ sequence: 20, by: 'changed' }, true]);
    assert.deepEqual(brief(found), [[0, ['-nowhere', '+there'], [-1, 1]]]);
    const seenOther = fileAt(edits(written('a\nb\n')), [seen(15, 0, 'other')]);
    assert.deepEqual(
      [seenOther.lost, brief(seenOther)],
      [{ sequence: 15, by: 'changed' }, [[1, [' other'], [-1]]]],
    );
    // A digest of the whole file says so, although the edit would fit.
    const [before, after] = ['a\nb\n', 'a\nc\n'];
    const linked = step('update', { kind: 'hunks', hunks: hunksBetween(before, after), before: 7, after: 8 });
    assert.deepEqual(fileAt(edits(written(before), linked), []).lost, { sequence: 20, by: 'changed' });
  });

  test('an edit in a place nobody knows is shown by itself; the numbers behind it are void', () => {
    const found = fileAt(edits(replaced('old', 'new\nnewer')), [seen(5, 50, 'fifty-one')]);
    assert.deepEqual([found.isUnplaced, found.isWhole], [true, false]);
    assert.deepEqual(brief(found), [[0, ['-old', '+new', '+newer'], [-1, 0, 0]]]);
    const next = fileAt(edits(replaced('old', 'new\nnewer'), hunked('a\n', 'b\n')), [
      seen(5, 50, 'fifty-one'),
    ]);
    assert.deepEqual(brief(next), [[1, ['-a', '+b'], [-1, 1]]]);
  });

  test('that is deleted shows what was deleted; written again it is new', () => {
    const gone = fileAt(edits(written('a\n'), step('delete', { kind: 'none' })), []);
    assert.deepEqual([gone.exists, brief(gone)], [false, [[0, ['-a'], [0]]]]);
    const again = fileAt(edits(written('a\n'), step('delete', { kind: 'none' }), written('b\n')), []);
    assert.deepEqual([again.exists, again.isWhole, brief(again)], [true, true, [[1, ['+b'], [2]]]]);
    assert.equal(fileAt(edits(written('a\n'), { command: 'delete' }), []).exists, false);
  });

  test('says where the last line has no line break', () => {
    assert.deepEqual(brief(fileAt(edits(written('a\nb')), []))[0]?.[1], [
      '+a',
      '+b',
      '\\ No newline at end of file',
    ]);
  });
});

test('no line is invented: over 400 chains every line that is shown is the one that is there', () => {
  let whole = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const { after, steps } = chain(seed);
    if (steps.length === 0) continue;
    const found = fileAt(edits(...steps), []);
    const real = linesOf(after ?? '');
    assert.equal(found.exists, after !== undefined, `chain ${seed}`);
    assert.equal(found.lost, undefined, `chain ${seed}`);
    const shown: string[] = [];
    for (const hunk of found.hunks) {
      const kept = hunkLines(hunk).filter(({ sign }) => sign !== '-');
      assert.equal(kept.length, hunk.newLines, `chain ${seed}`);
      for (const [at, { text }] of kept.entries()) {
        shown.push(text);
        if (!found.isUnplaced) assert.equal(real[hunk.newStart - 1 + at], text, `chain ${seed}`);
      }
      assert.equal(hunk.from.length, hunk.lines.length);
    }
    if (!found.isWhole) continue;
    whole++;
    assert.equal(shown.join(''), after ?? '', `chain ${seed}`);
  }
  assert.ok(whole > 60, `${whole} were whole`);
});

test('fifty thousand lines are put together', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at}\n`);
  const steps = Array.from({ length: 20 }, (_, at) =>
    replaced(`line ${at * 2_500}\n`, `edit ${at}\nand more\n`),
  );
  const { hunks, isWhole } = fileAt(edits(written(lines.join('')), ...steps), []);
  assert.deepEqual([isWhole, hunks[0]?.newLines], [true, 50_020]);
});
