import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Taken before any test puts a clock of its own in its place. */
const { setTimeout } = globalThis;
const patience = 15_000;

/** Waits until this holds; fails when that takes far too long. */
export async function until(what: string, holds: () => unknown): Promise<void> {
  const begun = process.hrtime.bigint();
  while (!holds()) {
    if (process.hrtime.bigint() - begun > BigInt(patience) * 1_000_000n)
      assert.fail(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Lets so many turns of the loop pass. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}
