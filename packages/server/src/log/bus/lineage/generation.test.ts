import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BusLoss, BusPosition, BusStore } from '../behind.ts';
import type { Bus } from '../connection.ts';
import { beginGeneration, generationOf, streamFollowed } from './generation.ts';

it('each generation is a stream of its own, named after the first', () => {
  const generations = [
    ['debrief', 1],
    ['debrief-2', 2],
    ['debrief-30', 30],
    ['debrief-x', 1],
    ['debrief-02', 1],
    ['other-2', 1],
  ] as const;
  for (const [stream, generation] of generations) {
    assert.equal(generationOf('debrief', stream), generation, stream);
    const followed = streamFollowed('debrief', { stream: `${stream} 2026-11-17T20:00:00Z` });
    assert.equal(followed, generation > 1 ? stream : 'debrief', stream);
  }
  assert.equal(streamFollowed('debrief', undefined), 'debrief');
  assert.equal(streamFollowed('debrief-2', { stream: 'debrief-2 born' }), 'debrief-2');
});

function place(taken: string[], replaces = true) {
  const done: string[] = [];
  const losses: BusLoss[] = [];
  const bus = {
    identity: 'debrief born',
    makeStream: async (name: string) => (taken.includes(name) ? undefined : `${name} now`),
    removeStream: async () => void done.push('removed'),
  } as unknown as Bus;
  const store = {
    async replace({ stream, sequence }: BusPosition, by: string) {
      done.push(`${stream} ${sequence} by ${by}`);
      return replaces;
    },
    addLosses: async (some: BusLoss[]) => void losses.push(...some),
  } as unknown as BusStore;
  return { done, losses, given: { bus, store, configured: 'debrief' } };
}
const position = { stream: 'debrief born', sequence: 10, epoch: 3, seen: 10 };

it('begins with the next name that is free, and removes the stream before', async () => {
  const { given, done, losses } = place(['debrief-2', 'debrief-3']);
  assert.equal(await beginGeneration(given, position), true);
  assert.deepEqual([done, losses], [['debrief born 10 by debrief-4 now', 'removed'], []]);
});

it('leaves the stream alone when somebody was first, and one that is not the followed one', async () => {
  const late = place([], false);
  assert.equal(await beginGeneration(late.given, { ...position, seen: 12 }), false);
  assert.deepEqual([late.done, late.losses], [['debrief born 10 by debrief-2 now'], []]);
  const other = place([]);
  assert.equal(await beginGeneration(other.given, { ...position, stream: 'debrief before' }), true);
  assert.deepEqual(other.done, ['debrief before 10 by debrief-2 now']);
});

it('names the messages that were seen and never came to the database', async () => {
  const { given, losses } = place([]);
  await beginGeneration(given, { ...position, seen: 14 });
  assert.deepEqual(
    losses.map(({ sessionId, stream, first, last }) => [sessionId, stream, first, last]),
    [['', 'debrief born', 11, 14]],
  );
});
