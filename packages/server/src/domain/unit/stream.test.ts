import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, type StreamMessages } from '@debrief/contract';
import { read } from '../../../testing/domain/kept-json.ts';
import {
  aFollowedSession,
  type FollowedSession,
  reader,
  sessionId,
  still,
} from '../../../testing/session/followed-session.ts';
import type { Happening } from '../session/ports.ts';
import { type FollowInput, streamEvents } from '../session/stream.ts';

type Entries = { isPosition: boolean; data: StreamMessages['entries'] };

const kindOf = (one: Happening): string =>
  one.kind === 'event'
    ? `event ${one.sequence}`
    : one.kind === 'entries'
      ? `entries ${one.foldedTo}`
      : one.kind;

/** Follows the session; `next` gives so many happenings. */
async function follow(made: FollowedSession, input: Partial<FollowInput> = {}, timing = still) {
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
    const made = aFollowedSession();
    const { next, gone } = await follow(made);
    assert.deepEqual(await next(4), ['session', 'event 1', 'event 2', 'event 3']);
    assert.deepEqual(
      made.reads.map(({ after, limit }) => [after, limit]),
      [0, 2].map((after) => [after, limits.eventsPage.max]),
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
    const made = aFollowedSession();
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
    const made = aFollowedSession();
    made.state.foldedTo = 3;
    const entries = await follow(made, { content: 'entries' });
    assert.deepEqual(await entries.next(1), ['session']);
    const { value } = await entries.happenings.next();
    assert.deepEqual(read(value), {
      kind: 'entries',
      foldedTo: 3,
      isPosition: true,
      data: { foldedTo: 3, isWhole: true, entries: [{ lane: 0, index: 0, entry: { e: 1 } }] },
    });
    entries.gone.abort();
    const both = await follow(made, { content: 'all', after: 2, entriesAfter: 1 });
    assert.deepEqual(await both.next(2), ['session', 'event 3']);
    const second = read<Entries>((await both.happenings.next()).value);
    assert.deepEqual([second.isPosition, second.data.entries[0]?.index], [false, 1]);
    both.gone.abort();
    const known = await follow(
      made,
      { content: 'entries', entriesAfter: 3 },
      { beat: 10, life: 60_000, gap: 0 },
    );
    assert.deepEqual(await known.next(2), ['session', 'beat'], 'nothing new');
    known.gone.abort();
  });

  it('gets nothing more after entries once they have left', async () => {
    const made = aFollowedSession();
    made.state.foldedTo = 3;
    const { next, gone } = await follow(made, { content: 'entries' });
    assert.deepEqual(await next(2), ['session', 'entries 3']);
    const coming = next(1);
    made.state.foldedTo = 4;
    setTimeout(() => made.ring('session'), 5);
    assert.deepEqual(await coming, ['entries 4']);
    gone.abort();
    assert.deepEqual(await next(1), ['end'], 'not how the session stands now');
  });

  it('is told to read anew when too much has changed', async () => {
    const made = aFollowedSession();
    made.state.foldedTo = 60;
    const { happenings, next, gone } = await follow(made, { content: 'entries', entriesAfter: 50 });
    await next(1);
    const { value } = await happenings.next();
    assert.deepEqual((value as Entries).data, { foldedTo: 60, isWhole: false, entries: [] });
    gone.abort();
  });

  it('gets nothing more once they are no member, or one of another organization, or the session is gone', async () => {
    for (const change of [
      (state: FollowedSession['state']) => {
        state.member = undefined;
      },
      (state: FollowedSession['state']) => {
        state.member = { organizationId: 'org_2', role: 'owner' };
      },
      (state: FollowedSession['state']) => {
        state.session = undefined;
      },
    ]) {
      const made = aFollowedSession();
      const { next } = await follow(made, { after: 3 });
      assert.deepEqual(await next(1), ['session']);
      const end = next(1);
      change(made.state);
      setTimeout(() => made.ring(made.state.session ? 'member' : 'session'), 5);
      assert.deepEqual(await end, [made.state.session ? 'left' : 'gone']);
      assert.deepEqual(await next(1), ['end']);
      assert.equal(made.open(), 0);
    }
  });

  it('hears a sign of life, is looked at again then, and is sent away when the time is up', async () => {
    const made = aFollowedSession();
    const { next } = await follow(made, { after: 3 }, { beat: 5, life: 60_000, gap: 0 });
    assert.deepEqual(await next(3), ['session', 'beat', 'beat']);
    made.state.member = undefined;
    assert.deepEqual((await next(2)).slice(-2), ['left', 'end']);
    const short = await follow(aFollowedSession(), { after: 3 }, { beat: 60_000, life: 10, gap: 0 });
    assert.deepEqual(await short.next(2), ['session', 'end']);
  });

  it('gets no event more once they have left or are no member, also in the middle of a page', async () => {
    const made = aFollowedSession();
    const leaving = await follow(made);
    assert.deepEqual(await leaving.next(2), ['session', 'event 1']);
    leaving.gone.abort();
    assert.deepEqual(await leaving.next(1), ['end']);
    const removed = await follow(made);
    assert.deepEqual(await removed.next(2), ['session', 'event 1']);
    made.state.member = undefined;
    made.ring('member');
    assert.deepEqual(await removed.next(2), ['left', 'end']);
    assert.equal(made.open(), 0);
  });

  it('goes on where it was when their role changes in the middle of a page, and sees what the role shows', async () => {
    const made = aFollowedSession();
    made.state.foldedTo = 3;
    made.state.figures = '{"title":"T","leaks":2}';
    const { happenings, next, gone } = await follow(made);
    const shown = async () => {
      const { value } = await happenings.next();
      return (value as { data: { statistics: object } }).data.statistics;
    };
    assert.deepEqual(await shown(), { foldedTo: 3, title: 'T' });
    assert.deepEqual(await next(1), ['event 1']);
    made.state.member = { organizationId: 'org_1', role: 'admin' };
    made.ring('member');
    assert.deepEqual(await shown(), { foldedTo: 3, title: 'T', leaks: 2 });
    assert.deepEqual(await next(2), ['event 2', 'event 3']);
    gone.abort();
  });

  it('has the rules of reviews read again with every sign of life', async () => {
    const made = aFollowedSession();
    const { next, gone } = await follow(made, { after: 3 }, { beat: 5, life: 60_000, gap: 0 });
    assert.deepEqual(await next(2), ['session', 'beat']);
    assert.equal(made.state.policies, 1);
    assert.deepEqual(await next(1), ['beat']);
    assert.equal(made.state.policies, 2);
    gone.abort();
  });
});
