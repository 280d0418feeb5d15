import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../entry.ts';
import { fieldsOf, partText, stripAnsi } from './part.ts';

test('fields as text, in order', () => {
  assert.deepEqual(fieldsOf({ command: ['ls', '-l'], timeout: 5, deep: { a: 1 }, none: null }), [
    ['command', 'ls -l'],
    ['timeout', '5'],
    ['deep', '{\n  "a": 1\n}'],
  ]);
  assert.deepEqual(fieldsOf('raw'), [['input', 'raw']]);
  assert.deepEqual(fieldsOf(undefined), []);
  assert.deepEqual(fieldsOf([1]), [['input', '[\n  1\n]']]);
});

test('terminal sequences are taken out', () => {
  assert.equal(stripAnsi('\u001B[31mred\u001B[0m'), 'red');
  assert.equal(stripAnsi('\u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007'), 'link');
  assert.equal(stripAnsi('\u001B]0;title'), '');
  assert.equal(stripAnsi('10%\r20%\r\ndone'), '10%\n20%\ndone');
  assert.equal(stripAnsi('\u009B1mbold'), 'bold');
  assert.equal(stripAnsi('a\bb'), 'b');
});

test('the parts of a call, and none that it does not have', () => {
  const hunks = [
    { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b', '\\ no end', ''] },
  ];
  const call: Entry = {
    id: '1.0',
    sequences: [1, 2],
    kind: 'tool',
    tool: 'edit',
    name: 'Edit',
    title: 'a.ts',
    outcome: 'ok',
    input: { file: 'a.ts' },
    output: '\u001B[1mdone',
    changes: [{ path: 'a.ts', change: 'update', added: 1, removed: 1, source: { kind: 'hunks', hunks } }],
  };
  assert.equal(partText(call, 'input'), 'file\na.ts');
  assert.equal(partText(call, 'output'), 'done');
  assert.equal(partText(call, 'change'), '-a\n+b\n ');
  assert.equal(partText(call, 'change', 'a.ts'), '-a\n+b\n ');
  assert.equal(partText(call, 'change', 'b.ts'), undefined);
  assert.equal(partText(call, 'text'), undefined);
  const reply: Entry = { id: '3.0', sequences: [3], kind: 'reply', text: 'So.' };
  assert.equal(partText(reply, 'text'), 'So.');
  for (const part of ['input', 'output', 'change'] as const) assert.equal(partText(reply, part), undefined);
});
