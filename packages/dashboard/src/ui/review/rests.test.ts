import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restsWords } from './rests.ts';

test('what a judgement rests on, as far as there was something to tick', () => {
  const read = { readTo: 412, of: 450 };
  assert.equal(restsWords(read), 'to #412 of #450');
  assert.equal(
    restsWords({ ...read, files: { ticked: 4, of: 6 }, claims: { ticked: 2, of: 3 } }),
    '4 of 6 files, 2 of 3 claims, to #412 of #450',
  );
  assert.equal(restsWords({ ...read, files: { ticked: 0, of: 1 } }), '0 of 1 file, to #412 of #450');
});
