import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from './tool-input.ts';

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
