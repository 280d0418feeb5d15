import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import { contextWith, failsWith, member, sessionId } from '../../../testing/session/made-up-session.ts';
import { encodeCursor } from '../cursor.ts';
import { findInSession } from '../session/find.ts';

interface Hit {
  lane: number;
  index: number;
}

/** A transcript of pages of ten entries in each lane. Once, a look through pages stops at the entry `stoppedAt`. */
function aTranscript(hits: Hit[], { lanes = 0, pages = 3, stoppedAt = -1 } = {}) {
  const { context, calls } = contextWith({
    transcript: {
      lanes: { total: lanes },
      firstIndex: (page: number) => page * 10,
      bodies: async function* (_: string, lane: number, start: number) {
        for (let page = Math.floor(start / 10); page < pages; page++)
          yield [{ lane, page, body: Buffer.alloc(0) }];
      },
      find: async (
        _: object,
        __: object,
        { start }: { start: number },
        [page]: [{ lane: number; page: number }],
      ) => {
        const isStopped = stoppedAt >= start && Math.floor(stoppedAt / 10) === page.page;
        const end = isStopped ? stoppedAt : Infinity;
        const matches = hits.filter(
          ({ lane, index }) =>
            lane === page.lane && Math.floor(index / 10) === page.page && index >= start && index < end,
        );
        if (isStopped) stoppedAt = -1;
        return { matches, ...(isStopped && { stoppedAt: end }) };
      },
    },
  });
  const find = async (input: object = {}) => {
    const { matches, total, isComplete, nextCursor, state } = await findInSession(context, member, {
      sessionId,
      q: 'word',
      ...input,
    });
    const found = matches as unknown as Hit[];
    return {
      places: found.map(({ lane, index }) => `${lane}.${index}`),
      total,
      isComplete,
      nextCursor,
      state,
    };
  };
  return { find, calls };
}

const at = (lane: number, ...indexes: number[]): Hit[] => indexes.map((index) => ({ lane, index }));

describe('a word is looked for in a session', () => {
  it('in every lane, in order, with how often it was found', async () => {
    const { find, calls } = aTranscript([...at(0, 3, 25), ...at(1, 0), ...at(2, 12)], { lanes: 2 });
    assert.deepEqual(await find({ kinds: ['text'] }), {
      places: ['0.3', '0.25', '1.0', '2.12'],
      total: 4,
      isComplete: true,
      nextCursor: null,
      state: 'current',
    });
    const [caller, read, asked] = calls.find?.[0] ?? [];
    assert.deepEqual(caller, { organizationId: 'org_1', person: 'usr_1' });
    assert.deepEqual(read, { organizationId: 'org_1', sessionId, agentId: 'codex' });
    assert.deepEqual(asked, { q: 'word', kinds: ['text'], start: 0, milliseconds: 1500 });
    assert.deepEqual(calls.lanes?.[0], [sessionId, 0], 'how many lanes there are is all it asks');
    assert.deepEqual((await find()).total, 4);
    const last = calls.find?.at(-1)?.[2] as { kinds: string[] } | undefined;
    assert.deepEqual(last?.kinds, []);
  });

  it('in one lane alone where it is asked for', async () => {
    const { find, calls } = aTranscript([...at(0, 3), ...at(1, 4, 5), ...at(2, 6)], { lanes: 2 });
    assert.deepEqual((await find({ lane: 1 })).places, ['1.4', '1.5']);
    assert.deepEqual((await find({ lane: 0 })).places, ['0.3']);
    assert.equal(calls.lanes, undefined);
  });

  it('page by page: the first says how many there are, the next go on behind the last that was shown', async () => {
    const { find } = aTranscript([...at(0, 1, 5, 12, 28), ...at(1, 3)], { lanes: 1 });
    const first = await find({ limit: 2 });
    assert.deepEqual([first.places, first.total, first.isComplete], [['0.1', '0.5'], 5, true]);
    assert.equal(first.nextCursor, encodeCursor([0, 12, 5, 1]));
    const second = await find({ limit: 2, after: first.nextCursor });
    assert.deepEqual([second.places, second.total, second.isComplete], [['0.12', '0.28'], 5, true]);
    const third = await find({ limit: 2, after: second.nextCursor });
    assert.deepEqual([third.places, third.total, third.nextCursor], [['1.3'], 5, null]);
    assert.equal((await find({ limit: 5 })).nextCursor, null, 'exactly as many');
    await assert.rejects(find({ after: 'x' }), failsWith('invalid_cursor'));
  });

  it('shows as many as usual, and never more than the most', async () => {
    const { find } = aTranscript(
      Array.from({ length: 1000 }, (_, index) => ({ lane: 0, index })),
      { pages: 100 },
    );
    assert.equal((await find()).places.length, limits.findMatches.default);
    assert.equal((await find({ limit: 1_000_000 })).places.length, limits.findMatches.max);
    assert.equal((await find()).total, 1000);
  });

  it('goes on with the next request when it takes too long, and has then counted only what it saw', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    const made = aTranscript([...at(0, 1, 5, 12, 28)]);
    let looks = 0;
    test.mock.method(Date, 'now', () => 1_000_000 + 800 * looks++);
    const first = await made.find();
    assert.deepEqual([first.places, first.total, first.isComplete], [['0.1', '0.5', '0.12'], 3, false]);
    assert.equal(first.nextCursor, encodeCursor([0, 20, 3, 0]));
    test.mock.restoreAll();
    const second = await made.find({ after: first.nextCursor });
    assert.deepEqual([second.places, second.total, second.isComplete], [['0.28'], 4, true]);
    looks = 0;
    test.mock.method(Date, 'now', () => 1_000_000 + 800 * looks++);
    const short = await made.find({ limit: 1 });
    assert.deepEqual([short.places, short.total, short.nextCursor], [['0.1'], 3, encodeCursor([0, 5, 1, 0])]);
  });

  it('goes on from the entry before which the thread ran out of time', async () => {
    const made = aTranscript([...at(0, 1, 12, 15, 28)], { stoppedAt: 14 });
    const first = await made.find();
    assert.deepEqual([first.places, first.total, first.isComplete], [['0.1', '0.12'], 2, false]);
    assert.equal(first.nextCursor, encodeCursor([0, 14, 2, 0]));
    const second = await made.find({ after: first.nextCursor });
    assert.deepEqual([second.places, second.total, second.isComplete], [['0.15', '0.28'], 4, true]);
  });
});
