import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownDataKinds } from '@debrief/contract';
import { groups, kindWords } from './own-data-words.ts';

it('every kind stands in one group, and no two are called alike', () => {
  assert.deepEqual(groups.flatMap(({ kinds }) => kinds).sort(), [...ownDataKinds].sort());
  assert.equal(new Set(Object.values(kindWords)).size, ownDataKinds.length);
});
