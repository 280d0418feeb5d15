import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places, placesOf } from './navigation.ts';

test('every place has a letter of its own', () => {
  const letters = places.map(({ letter }) => letter);
  assert.deepEqual([...new Set(letters)], letters);
});

test('what one comes for stands apart from what is set up once, and every place is in one group', () => {
  const names = (group: 'work' | 'settings' | 'aside') => placesOf(places, group).map(({ name }) => name);
  assert.deepEqual(names('work'), ['Sessions', 'Today', 'Inbox', 'Repositories', 'Insights', 'Lessons']);
  assert.deepEqual(names('settings'), [
    ...['Members', 'Environments', 'Agents', 'Rules', 'Secrets', 'Organization', 'Privacy', 'Audit log'],
  ]);
  assert.equal(places.length, names('work').length + names('settings').length + names('aside').length);
});
