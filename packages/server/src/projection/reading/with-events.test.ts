import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contextWith, session } from '../../../testing/session/made-up-session.ts';
import { withEvents } from './with-events.ts';

describe('the events of an entry', () => {
  const event = (sequence: number, payload = '{}') => ({ sequence, type: '"t"', payload, at: 0 });
  const read = async (sequences: number[], payload?: string, clipped?: object) => {
    const { context, calls } = contextWith({
      log: {
        read: async ({ after, limit }: { after: number; limit: number }) => ({
          events: Array.from({ length: limit }, (_, index) => event(after + 1 + index, payload)),
        }),
      },
    });
    const found = await withEvents(
      context.log,
      session as never,
      { sequences, ...(clipped && { clipped }) } as never,
    );
    const ranges = (calls.read ?? []).map(([range]) => range as { after: number; limit: number });
    return {
      numbers: found?.events.map(({ sequence }) => sequence),
      ranges: ranges.map((one) => [one.after, one.limit]),
    };
  };

  it('are read together where few stand between them, and only they are given', async () => {
    assert.deepEqual(await read([5, 3, 19]), { numbers: [3, 5, 19], ranges: [[2, 17]] });
    assert.deepEqual(await read([3, 19]), { numbers: [3, 19], ranges: [[2, 17]] });
    assert.deepEqual(await read([3, 20]), {
      numbers: [3, 20],
      ranges: [
        [2, 1],
        [19, 1],
      ],
    });
  });

  it('are not read when they are too many or too large', async () => {
    assert.deepEqual(await read([1], undefined, { sequences: 5000 }), { numbers: undefined, ranges: [] });
    const half = 'x'.repeat(4 * 1024 * 1024);
    assert.deepEqual((await read([1, 40], half)).numbers, [1, 40]);
    assert.equal((await read([1, 40, 80], half)).numbers, undefined);
  });
});
