import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import { defaultReviewPolicy } from '../review/default-policy.ts';
import { streamInbox } from '../review/inbox-stream.ts';
import { type FollowInput, type Happening, streamEvents } from '../session/stream.ts';

const sessionId = newId('ses');
const reader: MemberActor = { kind: 'member', organizationId: 'org_1', userId: 'usr_1', role: 'member' };
/** Nothing happens by itself within a test. */
const still = { beat: 60_000, life: 120_000, gap: 0 };

/** A session that is followed, all of it made up. */
function aSession() {
  const session = {
    sessionId,
    organizationId: 'org_1',
    installationId: 'ins_1',
    status: 'active',
    startedAt: 0,
    endedAt: null,
    createdAt: 0,
    updatedAt: 0,
    eventCount: 3,
  };
  const state = {
    session: session as typeof session | undefined,
    member: { organizationId: 'org_1', role: 'member' } as object | undefined,
    events: [1, 2, 3],
    foldedTo: 0,
    unread: { count: 1, latestAt: 5 } as object,
  };
  const listeners = { session: new Set<() => void>(), member: new Set<() => void>() };
  const reads: { after: number }[] = [];
  const listen = (set: Set<() => void>, listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  const context = {
    clock: () => 1000,
    bell: {
      listen: (listener: () => void, id: string) => {
        assert.equal(id, sessionId);
        return listen(listeners.session, listener);
      },
      listenMember: (id: string, listener: () => void) => {
        assert.equal(id, 'usr_1');
        return listen(listeners.member, listener);
      },
    },
    log: {
      // Two events a page.
      read: async (asked: { after: number }) => {
        reads.push(asked);
        const rest = state.events.filter((sequence) => sequence > asked.after);
        return {
          events: rest.slice(0, 2).map((sequence) => ({ sequence, type: '"t"', payload: '{}', at: 0 })),
          more: rest.length > 2,
        };
      },
    },
    store: {
      audit: { addNew: async () => {} },
      session: { find: async () => state.session },
      statistics: {
        find: async () =>
          new Map(state.foldedTo ? [[sessionId, { foldedTo: state.foldedTo, brief: '{"title":"T"}' }]] : []),
      },
      judgement: { summaries: async () => new Map() },
      identity: { findActive: async () => state.member },
      review: {
        policy: async () => defaultReviewPolicy,
        glance: async () => ({
          standing: undefined,
          session: { material: 0, edits: 0, highFindings: 0, repoRoot: null, draw: 0 },
        }),
      },
      transcript: {
        changedAfter: async (_: string, after: number) => ({
          isWhole: after < 50,
          entries: [{ lane: 0, index: after, entry: '{"e":1}' }],
        }),
      },
      notification: { unread: async () => state.unread },
    },
  } as unknown as Context;
  const ring = (whom: 'session' | 'member') => {
    for (const listener of listeners[whom]) listener();
  };
  const open = () => listeners.session.size + listeners.member.size;
  return { context, state, ring, reads, open };
}

const kindOf = (one: Happening): string =>
  one.kind === 'event'
    ? `event ${one.sequence}`
    : one.kind === 'entries'
      ? `entries ${one.foldedTo}`
      : one.kind;

/** Follows the session; `next` gives so many happenings. */
async function follow(made: ReturnType<typeof aSession>, input: Partial<FollowInput> = {}, timing = still) {
  const gone = new AbortController();
  const happenings = (await streamEvents(made.context, reader, { sessionId, after: 0, ...input }, timing))(
    gone.signal,
  );
  return {
    happenings,
    gone,
    async next(count: number): Promise<string[]> {
      const kinds: string[] = [];
      while (kinds.length < count) {
        const { value, done } = await happenings.next();
        if (done) return [...kinds, 'end'];
        kinds.push(kindOf(value));
      }
      return kinds;
    },
  };
}

describe('whoever follows a session', () => {
  it('gets how it stands, then all events page by page, then what comes, until they leave', async () => {
    const made = aSession();
    const { next, gone } = await follow(made);
    assert.deepEqual(await next(4), ['session', 'event 1', 'event 2', 'event 3']);
    assert.deepEqual(
      made.reads.map(({ after }) => after),
      [0, 2],
    );
    const coming = next(1);
    made.state.events.push(4);
    setTimeout(() => made.ring('session'), 5);
    assert.deepEqual(await coming, ['event 4']);
    assert.equal(made.reads.at(-1)?.after, 3, 'only what is new is read');
    const last = next(1);
    setTimeout(() => gone.abort(), 5);
    assert.deepEqual(await last, ['end']);
    assert.equal(made.open(), 0, 'nobody listens any more');
  });

  it('is told how it ended after what happened before', async () => {
    const made = aSession();
    const { next, gone } = await follow(made, { after: 3 });
    assert.deepEqual(await next(1), ['session']);
    const coming = next(2);
    made.state.events.push(4);
    if (made.state.session) made.state.session = { ...made.state.session, status: 'completed' };
    setTimeout(() => made.ring('session'), 5);
    assert.deepEqual(await coming, ['event 4', 'session']);
    gone.abort();
    assert.deepEqual(await next(1), ['end']);
  });

  it('gets entries instead of events, or both; with entries alone they are a position to come back to', async () => {
    const made = aSession();
    made.state.foldedTo = 3;
    const entries = await follow(made, { content: 'entries' });
    assert.deepEqual(await entries.next(1), ['session']);
    const { value } = await entries.happenings.next();
    assert.deepEqual(value, {
      kind: 'entries',
      foldedTo: 3,
      isPosition: true,
      text: '{"foldedTo":3,"isWhole":true,"entries":[{"lane":0,"index":0,"entry":{"e":1}}]}',
    });
    entries.gone.abort();
    const both = await follow(made, { content: 'all', after: 2, entriesAfter: 1 });
    assert.deepEqual(await both.next(2), ['session', 'event 3']);
    const second = (await both.happenings.next()).value as Extract<Happening, { kind: 'entries' }>;
    assert.deepEqual([second.isPosition, second.text.includes('"index":1,')], [false, true]);
    both.gone.abort();
    const known = await follow(
      made,
      { content: 'entries', entriesAfter: 3 },
      { beat: 10, life: 60_000, gap: 0 },
    );
    assert.deepEqual(await known.next(2), ['session', 'beat'], 'nothing new');
    known.gone.abort();
  });

  it('is told to read anew when too much has changed', async () => {
    const made = aSession();
    made.state.foldedTo = 60;
    const { happenings, next, gone } = await follow(made, { content: 'entries', entriesAfter: 50 });
    await next(1);
    const { value } = await happenings.next();
    assert.equal((value as { text: string }).text, '{"foldedTo":60,"isWhole":false,"entries":[]}');
    gone.abort();
  });

  it('gets nothing more once they are no member, or one of another organization, or the session is gone', async () => {
    for (const change of [
      (state: ReturnType<typeof aSession>['state']) => {
        state.member = undefined;
      },
      (state: ReturnType<typeof aSession>['state']) => {
        state.member = { organizationId: 'org_2', role: 'owner' };
      },
      (state: ReturnType<typeof aSession>['state']) => {
        state.session = undefined;
      },
    ]) {
      const made = aSession();
      const { next } = await follow(made, { after: 3 });
      assert.deepEqual(await next(1), ['session']);
      const end = next(1);
      change(made.state);
      setTimeout(() => made.ring(made.state.session ? 'member' : 'session'), 5);
      assert.deepEqual(await end, ['end']);
      assert.equal(made.open(), 0);
    }
  });

  it('hears a sign of life, is looked at again then, and is sent away when the time is up', async () => {
    const made = aSession();
    const { next } = await follow(made, { after: 3 }, { beat: 5, life: 60_000, gap: 0 });
    assert.deepEqual(await next(3), ['session', 'beat', 'beat']);
    made.state.member = undefined;
    assert.deepEqual((await next(1)).at(-1), 'end');
    const short = await follow(aSession(), { after: 3 }, { beat: 60_000, life: 10, gap: 0 });
    assert.deepEqual(await short.next(2), ['session', 'end']);
  });
});

describe('whoever follows their inbox', () => {
  const followInbox = async (made: ReturnType<typeof aSession>, timing = still) => {
    const gone = new AbortController();
    const happenings = (await streamInbox(made.context, reader, timing))(gone.signal);
    return { gone, next: async () => (await happenings.next()).value as Happening | undefined };
  };

  it('is told how much is unread, and when that changes', async () => {
    const made = aSession();
    const { next, gone } = await followInbox(made);
    assert.deepEqual(await next(), {
      kind: 'inbox',
      text: '{"unread":1,"latestAt":"1970-01-01T00:00:00.005Z"}',
    });
    const coming = next();
    made.state.unread = { count: 0 };
    setTimeout(() => made.ring('member'), 5);
    assert.deepEqual(await coming, { kind: 'inbox', text: '{"unread":0}' });
    const same = next();
    setTimeout(() => made.ring('member'), 5);
    assert.deepEqual(await same, { kind: 'beat' }, 'nothing has changed');
    const last = next();
    setTimeout(() => gone.abort(), 5);
    assert.equal(await last, undefined);
    assert.equal(made.open(), 0);
  });

  it('is told when a line that was put off comes back, and nothing once they have left', async () => {
    const made = aSession();
    made.state.unread = { count: 0, nextAt: 1005 };
    const { next } = await followInbox(made);
    assert.deepEqual(await next(), { kind: 'inbox', text: '{"unread":0}' });
    made.state.unread = { count: 1 };
    assert.deepEqual(await next(), { kind: 'inbox', text: '{"unread":1}' });
    const end = next();
    made.state.member = { organizationId: 'org_2' };
    setTimeout(() => made.ring('member'), 5);
    assert.equal(await end, undefined);
    assert.equal(made.open(), 0);
  });

  it('hears a sign of life, and is sent away when the time is up', async () => {
    const made = aSession();
    const beating = await followInbox(made, { beat: 5, life: 60_000, gap: 0 });
    await beating.next();
    assert.deepEqual(await beating.next(), { kind: 'beat' });
    beating.gone.abort();
    const short = await followInbox(aSession(), { beat: 60_000, life: 10, gap: 0 });
    await short.next();
    assert.equal(await short.next(), undefined);
  });
});
