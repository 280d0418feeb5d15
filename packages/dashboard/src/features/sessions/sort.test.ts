import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortChange, sortedBy } from './sort.ts';

test('the newest come first unless something else is said', () => {
  assert.equal(sortedBy({}, 'startedAt'), 'descending');
  assert.equal(sortedBy({}, 'cost'), undefined);
  assert.equal(sortedBy({ sort: 'cost', order: 'asc' }, 'cost'), 'ascending');
  assert.equal(sortedBy({ group: 'repository' }, 'startedAt'), undefined);
});

test('choosing a column again turns it round', () => {
  assert.deepEqual(sortChange({}, 'cost'), { sort: 'cost', order: undefined, group: undefined });
  assert.deepEqual(sortChange({ sort: 'cost' }, 'cost'), { sort: 'cost', order: 'asc', group: undefined });
  assert.deepEqual(sortChange({ sort: 'cost', order: 'asc' }, 'cost').order, undefined);
  assert.deepEqual(sortChange({}, 'startedAt'), { sort: undefined, order: 'asc', group: undefined });
});

test('days are the groups of the newest first; whoever wants none keeps none', () => {
  assert.equal(sortChange({ group: 'day' }, 'startedAt').group, undefined);
  assert.equal(sortChange({ group: 'none' }, 'startedAt').group, 'none');
  assert.equal(sortChange({ group: 'day' }, 'cost').group, undefined);
  assert.equal(sortChange({ group: 'repository' }, 'startedAt').group, undefined);
});
