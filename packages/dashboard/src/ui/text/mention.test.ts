import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { idsToNames, namesToIds, splitMentions } from './mention.ts';

const people = [
  { userId: 'usr_a', name: 'jo' },
  { userId: 'usr_b', name: 'jonas' },
  { userId: 'usr_c', name: 'Mira@example.com' },
];
const nameOf = (userId: string) => people.find((one) => one.userId === userId)?.name ?? 'former member';

test('names become ids, the longest that fits', () => {
  assert.equal(namesToIds('@jonas and @JO, not @jonathan', people), '@usr_b and @usr_a, not @jonathan');
  assert.equal(namesToIds('(@mira@example.com)', people), '(@usr_c)');
  assert.equal(namesToIds('mail to x@jo', people), 'mail to x@jo');
  assert.equal(namesToIds('@jo@else.org', people), '@jo@else.org');
});

test('ids become names', () => {
  assert.equal(idsToNames('hi @usr_b, @usr_zz', nameOf), 'hi @jonas, @former member');
  assert.deepEqual(splitMentions('a @usr_b.'), ['a ', { userId: 'usr_b', at: 2 }, '.']);
  assert.deepEqual(splitMentions('plain'), ['plain']);
});

test('ten thousand signs take no time', () => {
  const started = performance.now();
  namesToIds('@'.repeat(10_000), people);
  splitMentions('@usr_'.repeat(2_000));
  assert.ok(isWithin(performance.now() - started, 500));
});
