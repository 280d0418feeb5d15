import assert from 'node:assert/strict';
import { it } from 'node:test';
import { harmless, jsonText, oneLine, withColoursOnly } from './text.ts';

const hostile =
  'a\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u0000\u007f\u202e\u2066\u061c\u2028b\r\nc\td\ud800';
const controls = /[\p{Cc}\p{Cs}\u061c\u2028\u202a-\u202e\u2066-\u2069]/u;

it('shows what would steer the terminal instead of sending it', () => {
  const shown = harmless(hostile);
  assert.ok(!controls.test(shown.replace(/[\n\t]/g, '')), JSON.stringify(shown));
  assert.match(shown, /^a\\u001b\[2J\\u001b\]52;c;ZXZpbA==\\u0007\\u009b31m/);
  assert.ok(shown.includes('b\nc\td'));
});

it('makes one line, and a short one', () => {
  assert.ok(!controls.test(oneLine(hostile)));
  assert.equal(oneLine('x\n✓ recorder: fine'), 'x ✓ recorder: fine');
  assert.equal(oneLine('y'.repeat(2_000_000)).length, 501);
});

it('prints JSON that steers nothing and means the same', () => {
  const value = { text: hostile, list: [hostile] };
  for (const indent of [undefined, 2]) {
    const text = jsonText(value, indent);
    assert.ok(!controls.test(text.replaceAll('\n', '')));
    assert.deepEqual(JSON.parse(text), value);
  }
});

it('lets colours through to the terminal and nothing else', () => {
  assert.equal(withColoursOnly('\u001b[31mred\u001b[39m'), '\u001b[31mred\u001b[39m');
  assert.equal(withColoursOnly('\u001b[2J\u001b]0;t\u0007'), '\\u001b[2J\\u001b]0;t\\u0007');
});
