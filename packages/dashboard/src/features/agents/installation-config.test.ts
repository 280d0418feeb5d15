import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './installation-config.ts';

test('a JSON object is a configuration', () => {
  assert.deepEqual(readConfig('{ "a": [1] }'), { ok: true, value: { a: [1] } });
});

test('anything else says why not', () => {
  for (const bad of ['', '{', '[]', 'null', '"text"', `{"a":"${'x'.repeat(70_000)}"}`]) {
    const read = readConfig(bad);
    assert.equal(read.ok, false);
    assert.ok(!read.ok && read.reason.length > 0);
  }
});
