import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakePool } from '../../../testing/log/fake-pool.ts';
import { PostgresReader } from './reader.ts';

const findSession = 'select bucket, session_pk';
const findStart = 'select max(first_sequence)';
const findBatches = 'select first_sequence as first';

/** A session of so many batches of one event each, and what was asked to read it. */
async function read(count: number, order: 'asc' | 'desc') {
  const all = Array.from({ length: count }, (_, index) => ({
    ...{ first: index + 1, count: 1, at: 5, encoding: 0, body: Buffer.from(`"e"\t${index + 1}\n`) },
  }));
  const { pool, asked } = fakePool({
    [findSession]: [{ bucket: 202611, session_pk: 7 }],
    [findStart]: [{ first: count > 0 ? 1 : null }],
    [findBatches]: ([, , from, to]) => {
      const found = all.filter(({ first }) => first >= Number(from) && first <= Number(to));
      return (order === 'asc' ? found : found.reverse()).slice(0, 8);
    },
  });
  const reader = new PostgresReader({ pool, isUnavailable: () => false });
  const range = { organizationId: 'org_1', sessionId: 'ses_1', after: 0, limit: 100, bytes: 1e6 };
  const { events } = await reader.read({ ...range, order });
  const looks = asked.filter(({ what }) => what === findBatches);
  return { numbers: events.map(({ sequence }) => sequence), looks: looks.length };
}

describe('reading from PostgreSQL', () => {
  for (const order of ['asc', 'desc'] as const)
    it(`asks for eight batches at a time, and no more once there were fewer: ${order}`, async () => {
      for (const [count, looks] of [
        [0, 1],
        [1, 1],
        [7, 1],
        [9, 2],
        [20, 3],
      ] as const) {
        const numbers = Array.from({ length: count }, (_, index) => index + 1);
        const expected = order === 'asc' ? numbers : numbers.reverse();
        assert.deepEqual(await read(count, order), { numbers: expected, looks }, `${count} batches`);
      }
    });
});
