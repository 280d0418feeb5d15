import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLines } from './plain-lines.ts';
import { createRedactor } from './redactor.ts';

const plain = (text: string) => plainLines(text)?.text;

test('what a tool writes in front of each line is left out', () => {
  const lines = 'user\tkim\npassword x\n';
  for (const mark of [
    '   7→',
    '   7\t',
    '00007| ',
    '7: ',
    '2026-01-01T00:00:00.0000000Z ',
    'web-1  | ',
    '> ',
  ]) {
    const next = mark.replace('7', '8');
    assert.equal(plain(`${mark}user\tkim\n${next}password x\n`), lines, mark);
  }
  assert.equal(plain('@@ -1,2 +1,2 @@\n-one\n+two\n three'), '@@ -1,2 +1,2 @@\none\ntwo\nthree');
  assert.equal(plainLines('@@ -1 +1 @@\n-one')?.isDiff, true);
});

test('numbers that do not count lines stay, and so does everything else', () => {
  for (const text of ['7\tone\n9\ttwo', 'one', '', 'one\ntwo', '12: one', '- one\n- two', 'a@@b\nc'])
    assert.equal(plain(text), undefined, JSON.stringify(text));
});

test('a place of the plain text is told in the original', () => {
  const text = '  12→one\n  13→two\nthree\n  15→four';
  const found = plainLines(text);
  for (const word of ['one', 'two', 'three', 'four']) {
    const at = found?.text.indexOf(word) ?? -1;
    assert.equal(found?.origin(at), text.indexOf(word), word);
    assert.equal(found?.origin(at + word.length - 1), text.indexOf(word) + word.length - 1, word);
  }
});

test('a table is read by its columns, whatever stands before its lines', () => {
  const { redact } = createRedactor({ machineKey: 'lines' });
  const lines = ['user\tpassword\trole', 'kim\tFalcon#742\tadmin'];
  for (const text of [
    lines.map((line, index) => `    ${index + 12}→${line}`).join('\n'),
    ['@@ -1,2 +1 @@', ...lines.map((line) => `-${line}`)].join('\n'),
  ]) {
    const { value } = redact(text);
    assert.match(value, /kim\t\[REDACTED:[\w-]+:\w{4}\]\tadmin/, text);
  }
});

test('texts of nothing but marks take time in proportion to their length', () => {
  const taken = (text: string) => {
    const begun = process.cpuUsage();
    plainLines(text);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
  for (const line of ['1→', '> ', '@@ \n', '+', 'a  | ', '\n']) {
    const text =
      line === '1→'
        ? Array.from({ length: 50_000 }, (_, i) => `${i}→`).join('\n')
        : `${line}\n`.repeat(100_000);
    assert.ok(taken(text) < 400, line);
  }
});
