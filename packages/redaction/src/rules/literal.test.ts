import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literalRule } from './literal.ts';

const found = (value: string, text: string) =>
  literalRule({ NAME: value }).flatMap((rule) => {
    const at = text.indexOf(rule.keywords[0] as string);
    const range = at < 0 ? undefined : rule.match(text, at);
    return Array.isArray(range) ? [text.slice(range[0], range[1])] : [];
  });

test('a known value is found wherever it stands, and only as a whole', () => {
  const value = 'plain words of ours, and more of them';
  assert.deepEqual(found(value, `x${value}y`), [value]);
  assert.deepEqual(found(value, value.slice(0, -1)), [], 'the same beginning is not enough');
  assert.deepEqual(found('Zürich12', 'in Zürich12.'), ['Zürich12'], 'by its part in ASCII');
  assert.deepEqual(found('ééééabcdef', 'abcdef'), [], 'nothing stands before the text');
});

test('values of fewer than eight characters, or without any part in ASCII, are not looked for', () => {
  assert.equal(literalRule({ A: '1234567' }).length, 0);
  assert.equal(literalRule({ A: ' 1234567 ' }).length, 0);
  assert.equal(literalRule({ A: '12345678', B: '12345678' }).length, 1);
  assert.equal(literalRule({ A: 'éééééééé' }).length, 0);
});
