import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EntryAnswer, limits, type Skeleton } from '@debrief/contract';
import { read } from '../../../testing/domain/kept-json.ts';
import {
  contextWith,
  failsWith,
  member,
  session,
  sessionId,
} from '../../../testing/session/made-up-session.ts';
import { readingOf } from '../session/reading.ts';
import { getEntry, getOutline, getSkeleton, getTranscript } from '../session/transcript.ts';

describe('how far a transcript follows its session', () => {
  const reading = async (state: object | undefined, eventCount = 20) =>
    readingOf(contextWith({ transcript: { state } }).context, { ...session, eventCount } as never);

  it('is current, behind or not readable', async () => {
    assert.deepEqual(await reading({ foldedTo: 20 }), { state: 'current', foldedTo: 20, eventCount: 20 });
    assert.deepEqual(await reading({ foldedTo: 19 }), { state: 'behind', foldedTo: 19, eventCount: 20 });
    assert.deepEqual(await reading({ foldedTo: 25 }), { state: 'current', foldedTo: 20, eventCount: 20 });
    assert.deepEqual(await reading(undefined, 0), { state: 'behind', foldedTo: 0, eventCount: 0 });
    assert.deepEqual(await reading({ foldedTo: 0 }, 0), { state: 'current', foldedTo: 0, eventCount: 0 });
    assert.deepEqual(await reading({ isUnreadable: true, foldedTo: 7 }), {
      state: 'unreadable',
      foldedTo: 0,
      eventCount: 20,
    });
  });
});

describe('a window of a transcript', () => {
  const window = async (input: object, found?: { lane: number; index: number }) => {
    const { context, calls } = contextWith({
      transcript: { window: { total: 500, json: [] }, locate: found },
    });
    const answer = await getTranscript(context, member, { sessionId, ...input });
    const [, asked] = (calls.window ?? [])[0] as [string, { lane: number; from: number; limit: number }];
    return [asked.lane, asked.from, asked.limit, answer.index];
  };

  it('begins where it is asked for, and a third above an entry that is', async () => {
    assert.deepEqual(await window({}), [0, 0, 100, undefined]);
    assert.deepEqual(await window({ lane: 2, from: 30, limit: 7 }), [2, 30, 7, undefined]);
    assert.deepEqual(await window({ limit: 9999 }), [0, 0, 200, undefined]);
    assert.deepEqual(await window({ at: 7, limit: 30 }, { lane: 3, index: 50 }), [3, 40, 30, 50]);
    assert.deepEqual(await window({ at: 7, limit: 30 }, { lane: 3, index: 5 }), [3, 0, 30, 5]);
    assert.deepEqual(await window({ at: 7, lane: 4 }), [4, 0, 100, undefined]);
  });

  it('is asked for by one of the two', async () => {
    const { context } = contextWith();
    await assert.rejects(
      getTranscript(context, member, { sessionId, at: 1, from: 0 }),
      failsWith('validation_error'),
    );
  });

  it('of another organization is none', async () => {
    const { context } = contextWith();
    const stranger = { ...member, organizationId: 'org_2' };
    await assert.rejects(getTranscript(context, stranger, { sessionId }), failsWith('session_not_found'));
    await assert.rejects(
      getTranscript(context, member, { sessionId: 'ses_x' }),
      failsWith('session_not_found'),
    );
  });

  it('in outline begins where it is asked for', async () => {
    const { context, calls } = contextWith({ transcript: { skeleton: ['{"from":0}'], total: 9 } });
    const asked = await getSkeleton(context, member, { sessionId, lane: 2, from: 5 });
    const { lane, total, parts } = read<Skeleton>(asked);
    assert.deepEqual([lane, total, parts], [2, 9, [{ from: 0 }]]);
    await getSkeleton(context, member, { sessionId });
    assert.deepEqual(calls.skeleton, [
      [sessionId, 2, 5],
      [sessionId, 0, 0],
    ]);
  });
});

describe('an entry', () => {
  const ask = async (entryId: string, stored?: object, whole?: string) => {
    const entry = stored && { lane: 1, index: 4, entry: JSON.stringify(stored) };
    const { context } = contextWith({
      transcript: { entry, whole: whole && Buffer.from(whole) },
    });
    return read<EntryAnswer>(await getEntry(context, member, { sessionId, entryId }));
  };

  it('is given as it is stored, or read again where it was cut', async () => {
    const plain = await ask('3.0', { id: '3.0' });
    assert.deepEqual([plain.entry, plain.isWhole, plain.lane, plain.index], [{ id: '3.0' }, true, 1, 4]);
    const cut = { id: '3.0', sequences: [3], clipped: { text: 9 } };
    const again = await ask('3.0', cut, '{"id":"3.0","text":"whole"}');
    assert.deepEqual([again.entry, again.isWhole], [{ id: '3.0', text: 'whole' }, true]);
    const lost = await ask('3.0', cut);
    assert.deepEqual([lost.entry, lost.isWhole], [cut, false]);
  });

  it('that does not exist, or cannot, is none', async () => {
    for (const id of ['3.0', '0.1', '3', '3.x', '1234567890123456.0', '3.1234567890', ' 3.0'])
      await assert.rejects(ask(id, id === '3.0' ? undefined : { id }), failsWith('entry_not_found'), id);
  });
});

describe('an outline', () => {
  const usage = (requests: number, more = {}) => ({
    requests,
    input: 10,
    output: 5,
    cache: 1,
    cost: 2_000_000_000,
    unpriced: 0,
    ...more,
  });
  const outline = (turns: object[], lanes: object[] = [], input = {}) => {
    const { context, calls } = contextWith({
      transcript: { turns: { turns, total: 9 }, lanes: { lanes, total: 3 }, total: 50 },
    });
    return { calls, answer: getOutline(context, member, { sessionId, ...input }) };
  };

  it('has turns with whole numbers that are never below nothing', async () => {
    const counts = { entries: 3, steps: -1, files: { a: 1, b: 2 } };
    const { answer, calls } = outline([
      { turn: 0, counts, usage: usage(2), from: '2026-01-31T10:00:00.000Z', to: '2026-01-31T10:00:05.000Z' },
      {
        turn: 1,
        start: { id: '5.0' },
        counts: { files: {} },
        usage: usage(2, { unpriced: 2, input: -3 }),
        answer: 'Done',
      },
      {
        turn: 2,
        counts: { files: {} },
        usage: usage(2, { unpriced: 1, cost: 1_499 }),
        to: '2026-01-31T10:00:05.000Z',
      },
    ]);
    const { turns, from, totalTurns, total } = await answer;
    assert.deepEqual([from, totalTurns, total], [0, 9, 50]);
    assert.deepEqual(calls.turns, [[sessionId, 0, limits.outlineTurns.default]]);
    assert.deepEqual(turns as unknown[], [
      {
        turn: 0,
        entries: 3,
        steps: 0,
        files: 2,
        requests: 2,
        tokens: { input: 10, output: 5, cache: 1 },
        costUsd: 2,
        costIsPartial: false,
        startedAt: '2026-01-31T10:00:00.000Z',
        endedAt: '2026-01-31T10:00:05.000Z',
        durationMs: 5000,
      },
      {
        turn: 1,
        prompt: { id: '5.0' },
        files: 0,
        requests: 2,
        tokens: { input: 0, output: 5, cache: 1 },
        costIsPartial: true,
        answer: 'Done',
      },
      {
        turn: 2,
        files: 0,
        requests: 2,
        tokens: { input: 10, output: 5, cache: 1 },
        costUsd: 0.000001,
        costIsPartial: true,
        endedAt: '2026-01-31T10:00:05.000Z',
      },
    ]);
  });

  it('counts what a sub-agent started as its own too', async () => {
    const lane = (number: number, parent: number, used?: object) => ({
      lane: number,
      id: `agent ${number}${'\ud800'}`,
      entry: '1.0',
      parent,
      total: 4,
      ...(used && { usage: used }),
    });
    const given = [lane(1, 0), lane(2, 1, usage(1)), lane(3, 2, usage(2)), lane(4, 0, usage(4)), lane(5, 0)];
    const { lanes, totalLanes } = await outline([], given).answer;
    assert.equal(totalLanes, 3);
    assert.deepEqual(
      lanes.map(({ lane: number, tokens, costUsd }) => [number, tokens?.input, costUsd]),
      [
        [1, 20, 4],
        [2, 20, 4],
        [3, 10, 2],
        [4, 10, 2],
        [5, undefined, undefined],
      ],
    );
    assert.equal(lanes[0]?.agentId, 'agent 1\ufffd');
    assert.equal(
      (given[1] as { usage: { requests: number } }).usage.requests,
      1,
      'what the store gave stays',
    );
  });

  it('has no more turns than there may be', async () => {
    const { calls, answer } = outline([], [], { from: 7, limit: 99_999 });
    await answer;
    assert.deepEqual(calls.turns, [[sessionId, 7, limits.outlineTurns.max]]);
  });
});
