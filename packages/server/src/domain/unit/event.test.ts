import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventPage, limits } from '@debrief/contract';
import { read } from '../../../testing/domain/kept-json.ts';
import {
  contextWith,
  failsWith,
  machine,
  member,
  now,
  sessionId,
} from '../../../testing/session/made-up-session.ts';
import { encodeCursor } from '../cursor.ts';
import { completeSession } from '../session/completion.ts';
import { appendEvents, listEvents } from '../session/event.ts';

describe('the events of a session', () => {
  const list = async (input: object, more = false) => {
    const { context, calls } = contextWith({
      log: {
        read: { events: [{ sequence: 8, type: '"t"', payload: Buffer.from('{"a":1}'), at: now }], more },
      },
    });
    const page = read<EventPage>(await listEvents(context, member, { sessionId, ...input }));
    return { page, asked: (calls.read ?? [])[0]?.[0] as Record<string, unknown> };
  };

  it('are given as they were sent, with a cursor where there are more', async () => {
    const { page, asked } = await list({});
    assert.deepEqual(page.events, [
      { sessionId, sequence: 8, eventType: 't', payload: { a: 1 }, createdAt: '2026-01-31T10:00:00.000Z' },
    ]);
    assert.equal(page.nextCursor, null);
    assert.deepEqual(
      [asked.order, asked.after, asked.position, asked.limit, asked.bytes],
      ['asc', 0, undefined, 100, limits.eventsPage.bytes],
    );
    assert.equal((await list({ order: 'desc' }, true)).page.nextCursor, encodeCursor(['desc', 8]));
    const next = await list({ cursor: encodeCursor(['asc', 8]), after: 3, limit: 999, bytes: 7 });
    assert.deepEqual(
      [next.asked.after, next.asked.position, next.asked.limit, next.asked.bytes],
      [3, 8, 200, 7],
    );
    await assert.rejects(
      list({ order: 'desc', cursor: encodeCursor(['asc', 8]) }),
      failsWith('invalid_cursor'),
    );
  });

  it('are appended for a machine; a retry rings no bell, a remembered secret is checked as they are stored', async () => {
    const append = async (outcome: { replayed: boolean; async: boolean }, actor = machine) => {
      const { context, calls } = contextWith({
        log: { append: { first: 5, count: 3, ...outcome } },
      });
      const { answer } = await appendEvents(context, actor, sessionId, { lines: Buffer.alloc(0), count: 3 });
      const asked = (calls.append ?? [])[0]?.[0] as { secretId?: string; at: number };
      return [
        answer.firstSequence,
        answer.lastSequence,
        answer.async,
        asked.secretId,
        asked.at,
        calls.ring?.length,
      ];
    };
    const stored = { replayed: false, async: false };
    assert.deepEqual(await append(stored), [5, 7, false, undefined, now, 1]);
    // On the bus only: whoever persists them may fold nothing, so this server has to be told.
    assert.deepEqual(await append({ ...stored, async: true }), [5, 7, true, undefined, now, 1]);
    const again = await append({ ...stored, replayed: true }, { ...machine, remembered: true });
    assert.deepEqual(again, [5, 7, false, 'sec_1', now, undefined]);
    await assert.rejects(
      appendEvents(contextWith().context, machine, 'ses_x', { lines: Buffer.alloc(0), count: 1 }),
      failsWith('session_not_found'),
    );
  });
});

describe('the end of a session', () => {
  const complete = async (
    input: object,
    closed: object | undefined = { status: 'completed', endedAt: now, now: true },
  ) => {
    const { context, calls } = contextWith({ log: { close: closed } });
    const answer = await completeSession(context, machine, { sessionId, ...input });
    const asked = (calls.close ?? [])[0]?.[0] as { status: string; endedAt: number };
    return {
      asked: [asked.status, asked.endedAt],
      rings: calls.ring?.length ?? 0,
      looks: calls.lookSoon ?? [],
      status: answer.status,
    };
  };
  const iso = (time: number) => new Date(time).toISOString();
  const day = 86_400_000;

  it('is now unless it is said, between 2000 and a day from now', async () => {
    assert.deepEqual(await complete({}), {
      asked: ['completed', now],
      rings: 1,
      looks: [[sessionId, now]],
      status: 'completed',
    });
    const earliest = Date.UTC(2000, 0, 1);
    assert.deepEqual((await complete({ status: 'failed', endedAt: iso(earliest) })).asked, [
      'failed',
      earliest,
    ]);
    assert.deepEqual((await complete({ endedAt: iso(now + day) })).asked, ['completed', now + day]);
    for (const endedAt of [iso(earliest - 1), iso(now + day + 1), 'never'])
      await assert.rejects(complete({ endedAt }), failsWith('validation_error'), endedAt);
  });

  it('is told again to a retry, and refused when the other outcome is asked for', async () => {
    const before = { status: 'failed', endedAt: now, now: false };
    assert.deepEqual(await complete({}, before), {
      asked: ['completed', now],
      rings: 0,
      looks: [],
      status: 'failed',
    });
    assert.equal((await complete({ status: 'failed' }, before)).status, 'failed');
    await assert.rejects(complete({ status: 'completed' }, before), failsWith('session_closed'));
    const { context } = contextWith({ log: { close: undefined } });
    await assert.rejects(completeSession(context, machine, { sessionId }), failsWith('session_not_found'));
  });
});
