import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anOrganizationAlone, begin, type OrganizationAlone } from '../../../testing/domain/organization.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { deleteOrganization, deleteSession, deleteUser, removeSession } from '../erasure/deletion.ts';
import { assignReviewer } from '../review/assignment.ts';
import { encodeEvents } from '../session/event-lines.ts';
import type { ErasedSession } from '../session/log-ports.ts';

describe('what is deleted, on a store alone', () => {
  let team: OrganizationAlone;
  let author: MemberActor;
  before(async () => {
    team = await anOrganizationAlone();
    author = await team.member();
  });
  after(() => team[Symbol.asyncDispose]());

  it('a session goes with its events and what is derived of them; whoever follows it hears, and it is audited', async () => {
    const { context, owner } = team;
    const { sessionId, organizationId } = await team.session(author);
    await context.log.append({
      organizationId,
      sessionId,
      lines: encodeEvents([{ eventType: 'a' }]),
      key: undefined,
      count: 1,
      at: begin,
    });
    const dropped: string[] = [];
    const { store } = context;
    const statistics = {
      ...store.statistics,
      delete: async (id: string) => {
        dropped.push(id);
        return store.statistics.delete(id);
      },
    };
    const noted: Context = { ...context, store: { ...store, statistics } };
    const heard = await team.hears(async () =>
      assert.deepEqual(await removeSession(noted, author, { sessionId }), { sessionId, eventCount: 1 }),
    );
    assert.deepEqual(heard.sessions, [{ sessionId }]);
    assert.deepEqual(dropped, [sessionId]);
    assert.equal(await store.session.find(organizationId, sessionId), undefined);
    const events = await context.log
      .read({ organizationId, sessionId, order: 'asc', after: 0, limit: 10, bytes: 1000 })
      .then((page) => page.events.length)
      .catch(() => 0);
    assert.equal(events, 0);
    const [entry] = await team.entries('session_deleted');
    assert.deepEqual([entry?.actorId, entry?.targetId, entry?.at], [author.userId, sessionId, begin]);
    const other = await team.session();
    await assert.rejects(removeSession(context, author, { sessionId: other.sessionId }), {
      code: 'insufficient_role',
    });
    await deleteSession(context, other);
    const entries = await team.entries('session_deleted');
    assert.equal(entries.find(({ targetId }) => targetId === other.sessionId)?.actorId, null, 'the operator');
    assert.equal(owner.role, 'owner');
  });

  it('whoever leaves is asked for nothing any more; the sessions’ readers hear of it and it is audited', async () => {
    const { context, owner } = team;
    const { sessionId } = await team.session(author);
    const reviewer = await team.member();
    await assignReviewer(context, owner, { sessionId, userId: reviewer.userId });
    const heard = await team.hears(() => deleteUser(context, reviewer.userId));
    assert.deepEqual(heard.sessions, [{ sessionId }]);
    assert.deepEqual(heard.members, [reviewer.userId]);
    const [removed] = await team.entries('assignee_removed');
    assert.deepEqual([removed?.actorId, removed?.targetId], [null, sessionId]);
    const [deleted] = await team.entries('user_deleted');
    assert.deepEqual([deleted?.targetId, deleted?.at], [reviewer.userId, begin]);
    const members = await context.store.member.list(owner.organizationId);
    assert.ok(!members.some(({ userId }) => userId === reviewer.userId));
  });

  it('an organization goes with the events of all its sessions and what is derived of them', async () => {
    const gone = await anOrganizationAlone(team.storage);
    const ids = [(await gone.session()).sessionId, (await gone.session()).sessionId];
    const calls: string[] = [];
    const pages: number[] = [];
    const { store, log } = gone.context;
    const context = {
      ...gone.context,
      log: {
        erase: async (erased: ErasedSession) => {
          calls.push(`events of ${erased.sessionId}`);
          return log.erase(erased);
        },
      },
      store: {
        ...store,
        session: {
          ...store.session,
          list: async (...args: Parameters<typeof store.session.list>) => {
            pages.push(args[1].limit);
            return store.session.list(...args);
          },
        },
        statistics: {
          ...store.statistics,
          delete: async (id: string) => {
            calls.push(`statistics of ${id}`);
            return store.statistics.delete(id);
          },
        },
      },
    } as unknown as Context;
    const { organizationId } = gone.owner;
    await deleteOrganization(context, organizationId);
    assert.deepEqual(calls.sort(), ids.flatMap((id) => [`events of ${id}`, `statistics of ${id}`]).sort());
    assert.deepEqual(pages, [200, 200], 'a page at a time, until there is none');
    assert.equal(await store.organization.find(organizationId), undefined);
    const [entry] = await gone.entries('organization_deleted');
    assert.deepEqual([entry?.targetId, entry?.actorId], [organizationId, null]);
  });
});
