import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aFollowedSession,
  type FollowedSession,
  reader,
  still,
} from '../../../../testing/session/followed-session.ts';
import { streamInbox } from '../../review/inbox-stream.ts';
import type { Happening } from '../../session/ports.ts';

describe('whoever follows their inbox', () => {
  const followInbox = async (made: FollowedSession, timing = still) => {
    const gone = new AbortController();
    const happenings = (await streamInbox(made.context, reader, timing))(gone.signal);
    return { gone, next: async () => (await happenings.next()).value as Happening | undefined };
  };

  it('is told how much is unread, and when that changes', async () => {
    const made = aFollowedSession();
    const { next, gone } = await followInbox(made);
    assert.deepEqual(await next(), {
      kind: 'inbox',
      data: { unread: 1, latestAt: '1970-01-01T00:00:00.005Z' },
    });
    const coming = next();
    made.state.unread = { count: 0 };
    setTimeout(() => made.ring('member'), 5);
    assert.deepEqual(await coming, { kind: 'inbox', data: { unread: 0 } });
    const same = next();
    setTimeout(() => made.ring('member'), 5);
    assert.deepEqual(await same, { kind: 'beat' }, 'nothing has changed');
    const last = next();
    setTimeout(() => gone.abort(), 5);
    assert.equal(await last, undefined);
    assert.equal(made.open(), 0);
  });

  it('is told when a line that was put off comes back, and nothing once they have left', async () => {
    const made = aFollowedSession();
    made.state.unread = { count: 0, nextAt: 1005 };
    const { next } = await followInbox(made);
    assert.deepEqual(await next(), { kind: 'inbox', data: { unread: 0 } });
    made.state.unread = { count: 1 };
    assert.deepEqual(await next(), { kind: 'inbox', data: { unread: 1 } });
    const end = next();
    made.state.member = { organizationId: 'org_2' };
    setTimeout(() => made.ring('member'), 5);
    assert.deepEqual(await end, { kind: 'left' });
    assert.equal(await next(), undefined);
    assert.equal(made.open(), 0);
  });

  it('hears a sign of life, and is sent away when the time is up', async () => {
    const made = aFollowedSession();
    const beating = await followInbox(made, { beat: 5, life: 60_000, gap: 0 });
    await beating.next();
    assert.deepEqual(await beating.next(), { kind: 'beat' });
    beating.gone.abort();
    const short = await followInbox(aFollowedSession(), { beat: 60_000, life: 10, gap: 0 });
    await short.next();
    assert.equal(await short.next(), undefined);
  });
});
