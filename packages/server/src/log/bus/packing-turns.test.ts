import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PackingTurns } from './packing-turns.ts';

/** Which batches were packed in each turn of the event loop. */
async function packedByTurn(sizes: number[]): Promise<number[][]> {
  const turns = new PackingTurns();
  const packed: number[][] = [[]];
  let isDone = false;
  const nextTurn = () => {
    if (isDone) return;
    packed.push([]);
    setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await Promise.all(
    sizes.map(async (size, index) => {
      await turns.take(size);
      packed.at(-1)?.push(index);
    }),
  );
  isDone = true;
  return packed.filter((turn) => turn.length > 0);
}

test('small batches are packed in one go', async () => {
  assert.deepEqual(await packedByTurn([1000, 1000, 1000, 1000]), [[0, 1, 2, 3]]);
});

test('the thread turns to what has arrived after 128 KB, and the order stays', async () => {
  const size = 50 * 1024;
  assert.deepEqual(await packedByTurn([size, size, size, size, size, size, size]), [
    [0, 1, 2],
    [3, 4, 5],
    [6],
  ]);
});

test('a very large batch is packed alone', async () => {
  const large = 12 * 1024 * 1024;
  assert.deepEqual(await packedByTurn([large, 1000, large, 1000]), [[0], [1, 2], [3]]);
});
