import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import { storedSession, storedTenant, type Tenant } from '../../../testing/record.ts';
import { type TestStorage, testStorage } from '../../../testing/storage.ts';
import type { MemberActor } from '../actor.ts';
import { listAudit } from '../audit.ts';
import { claimEnvironment, getClaim, issueClaim } from '../author.ts';
import type { Context } from '../context.ts';
import { revokeEnvironment } from '../environment.ts';
import { newId } from '../id.ts';
import { changeInstallation, createInstallation } from '../installation.ts';
import type { SessionRecord } from '../records.ts';
import { listReaders, ownSession } from '../session/access.ts';
import { noteReads } from '../session/note-reads.ts';

const hour = 3_600_000;
const begin = Date.UTC(2026, 0, 31, 10);

describe('who did what, on a store alone', () => {
  let storage: TestStorage;
  let tenant: Tenant;
  let session: SessionRecord;
  let owner: MemberActor;
  let now = begin;
  let context: Context;
  before(async () => {
    storage = await testStorage('sqlite');
    const { store, log } = storage;
    tenant = await storedTenant(store);
    session = await storedSession(store, tenant, { authorUserId: tenant.owner.userId });
    const { organizationId } = tenant.organization;
    owner = { kind: 'member', organizationId, userId: tenant.owner.userId, role: 'owner' };
    context = {
      store,
      log,
      clock: () => now,
      publicUrl: 'https://debrief.example',
      pepper: createSecretKey(Buffer.alloc(32, 1)),
      sendsMail: false,
      redact: (value: unknown) => value,
      request: { requestId: 'req_1', ip: '192.0.2.1', userAgent: 'x'.repeat(300) },
    } as unknown as Context;
  });
  after(() => storage[Symbol.asyncDispose]());

  const entries = async (action: string) =>
    (await listAudit(context, owner, { action: action as never, limit: 100 })).entries;

  it('a look at a session is noted once for each member, channel and hour', async () => {
    const look = (actor: MemberActor, channel: 'session' | 'find') =>
      noteReads(context, actor, [session.sessionId], channel);
    const other: MemberActor = { ...owner, userId: newId('usr') };
    await look(owner, 'session');
    await look(owner, 'session');
    assert.equal((await entries('session_read')).length, 1);
    await look(owner, 'find');
    await look(other, 'session');
    now += hour - 1;
    await look(owner, 'session');
    assert.equal((await entries('session_read')).length, 3);
    now += 1;
    await look(owner, 'session');
    assert.equal((await entries('session_read')).length, 4);
    // A server that remembers nothing writes the same entry again, which is there already.
    await noteReads({ ...context, store: { ...context.store } }, owner, [session.sessionId], 'session');
    assert.equal((await entries('session_read')).length, 4);
    const { readers } = await listReaders(context, owner, { sessionId: session.sessionId });
    assert.deepEqual(
      readers.map(({ userId, channels, firstAt, lastAt, days }) => [userId, channels, firstAt, lastAt, days]),
      [
        [
          owner.userId,
          ['find', 'session'],
          '2026-01-31T10:00:00.000Z',
          '2026-01-31T11:00:00.000Z',
          [{ day: '2026-01-31', hours: 2 }],
        ],
        [
          other.userId,
          ['session'],
          '2026-01-31T10:00:00.000Z',
          '2026-01-31T10:00:00.000Z',
          [{ day: '2026-01-31', hours: 1 }],
        ],
      ],
    );
  });

  it('an entry says who, what, whence and when, in a bounded length', async () => {
    const [entry] = await entries('session_read');
    assert.equal(entry?.actorId, owner.userId);
    assert.equal(entry?.targetId, session.sessionId);
    assert.equal(entry?.outcome, 'ok');
    assert.equal(entry?.ip, '192.0.2.1');
    assert.equal(entry?.requestId, 'req_1');
    assert.equal(entry?.userAgent?.length, 256);
  });

  it('of the readers of a session the latest comes first', async () => {
    const late: MemberActor = { ...owner, userId: newId('usr') };
    const order = async () =>
      (await listReaders(context, owner, { sessionId: session.sessionId })).readers.map(
        ({ userId }) => userId,
      );
    const before = await order();
    now += hour;
    await noteReads(context, late, [session.sessionId], 'session');
    assert.deepEqual(await order(), [late.userId, ...before]);
    const [, , last = ''] = await order();
    now += hour;
    await noteReads(context, { ...owner, userId: last }, [session.sessionId], 'session');
    assert.deepEqual((await order())[0], last);
  });

  it('the log of deeds is read in pages, the newest first, without a gap', async () => {
    const all = (await listAudit(context, owner, { limit: 100 })).entries.map(({ auditId }) => auditId);
    const read: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listAudit(context, owner, { limit: 3, ...(cursor && { cursor }) });
      read.push(...page.entries.map(({ auditId }) => auditId));
      if (page.nextCursor === null) break;
      assert.equal(page.entries.length, 3);
      cursor = page.nextCursor;
    }
    assert.deepEqual(read, all);
    assert.equal((await listAudit(context, owner, { limit: 3 })).entries.length, 3);
    const exact = await listAudit(context, owner, { limit: all.length });
    assert.equal(exact.nextCursor, null);
    const asked: { limit: number }[] = [];
    const list = async (_: string, query: { limit: number }) => {
      asked.push(query);
      return [];
    };
    const noted = { ...context, store: { ...context.store, audit: { ...context.store.audit, list } } };
    await listAudit(noted, owner, {});
    await listAudit(noted, owner, { limit: 1_000_000 });
    // One more than a page says whether there is another.
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [limits.auditPage.default + 1, limits.auditPage.max + 1],
    );
  });

  it('the log of deeds is read by person and time, also oldest first', async () => {
    const everything = (await listAudit(context, owner, { limit: 100 })).entries;
    const idsOf = async (input: Parameters<typeof listAudit>[2]) =>
      (await listAudit(context, owner, { limit: 100, ...input })).entries.map(({ auditId }) => auditId);
    const ids = (entries: typeof everything) => entries.map(({ auditId }) => auditId);
    assert.deepEqual(await idsOf({ order: 'oldest' }), ids(everything.toReversed()));
    const read: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listAudit(context, owner, { order: 'oldest', limit: 3, ...(cursor && { cursor }) });
      read.push(...ids(page.entries));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(read, ids(everything.toReversed()), 'in pages');
    const actorId = everything.at(0)?.actorId ?? '';
    const own = everything.filter((entry) => entry.actorId === actorId);
    assert.ok(own.length > 0 && own.length < everything.length);
    assert.deepEqual(await idsOf({ actorId }), ids(own));
    const from = everything.at(2)?.at ?? '';
    const since = everything.filter(({ at }) => at >= from);
    assert.ok(since.length < everything.length);
    assert.deepEqual(await idsOf({ from }), ids(since));
    assert.deepEqual(await idsOf({ to: from }), ids(everything.filter(({ at }) => at < from)));
    assert.deepEqual(await idsOf({ from, to: from }), []);
  });

  it('what is for the author and for admins is for nobody else', async () => {
    const { sessionId } = session;
    const member = (role: MemberActor['role'], userId = newId('usr')): MemberActor => ({
      ...owner,
      role,
      userId,
    });
    for (const actor of [member('admin'), member('owner'), member('member', owner.userId)]) {
      assert.equal((await ownSession(context, actor, sessionId)).sessionId, sessionId);
    }
    await assert.rejects(ownSession(context, member('member'), sessionId), { code: 'insufficient_role' });
    const stranger = { ...member('owner'), organizationId: newId('org') };
    await assert.rejects(ownSession(context, stranger, sessionId), { code: 'session_not_found' });
  });

  it('a claim is good for ten minutes, once, and a new one makes it void', async () => {
    const machine = { kind: 'secret', organizationId: owner.organizationId } as never;
    const { environmentId } = tenant.environment;
    const issue = () => issueClaim(context, machine, { environmentId });
    const first = await issue();
    assert.match(first.code, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    assert.equal(first.url, `https://debrief.example/claim/${first.code}`);
    const second = await issue();
    const missing = { code: 'claim_not_found' };
    await assert.rejects(getClaim(context, owner, { code: first.code }), missing);
    const typed = second.code.replace('-', '').toLowerCase();
    assert.equal((await getClaim(context, owner, { code: typed })).environment.environmentId, environmentId);
    for (const code of ['', typed.slice(1), `${typed}a`, '0000-0000', '!'.repeat(8)]) {
      await assert.rejects(claimEnvironment(context, owner, { code }), missing, code);
    }
    now += 10 * 60_000;
    await assert.rejects(claimEnvironment(context, owner, { code: second.code }), missing);
    const third = await issue();
    now += 10 * 60_000 - 1;
    const { environment } = await claimEnvironment(context, owner, { code: third.code });
    assert.equal(environment.authorUserId, owner.userId);
    await assert.rejects(claimEnvironment(context, owner, { code: third.code }), missing);
    assert.equal((await entries('environment_author_set')).length, 1);
  });

  it('a deed that changes nothing leaves no entry', async () => {
    const { environmentId } = await storage.store.environment.register({
      ...tenant.environment,
      environmentId: newId('env'),
      hostname: 'another',
    });
    const { installation } = await createInstallation(context, owner, { agentId: 'codex', environmentId });
    await assert.rejects(createInstallation(context, owner, { agentId: 'codex', environmentId }), {
      code: 'installation_exists',
    });
    assert.equal((await entries('installation_created')).length, 1);
    const { installationId } = installation;
    await changeInstallation(context, owner, { installationId, status: 'active' });
    assert.equal((await entries('installation_changed')).length, 0);
    await changeInstallation(context, owner, { installationId, status: 'disabled' });
    assert.equal((await entries('installation_changed')).length, 1);
    await revokeEnvironment(context, owner, { environmentId });
    const again = await revokeEnvironment(context, owner, { environmentId });
    assert.equal(again.environment.status, 'revoked');
    assert.equal((await entries('environment_revoked')).length, 1);
    await assert.rejects(
      issueClaim(context, { kind: 'secret', organizationId: owner.organizationId } as never, {
        environmentId,
      }),
      {
        code: 'environment_revoked',
      },
    );
  });

  it('a configuration may be as deep and as long as its limits say', async () => {
    const nested = (depth: number): Record<string, unknown> => (depth <= 1 ? {} : { a: nested(depth - 1) });
    const create = (config: Record<string, unknown>) =>
      createInstallation(context, owner, { agentId: 'aider', config });
    await assert.rejects(create(nested(33)), { code: 'validation_error' });
    await assert.rejects(create({ a: 'x'.repeat(65_536 - 7) }), { code: 'validation_error' });
    await create({ a: 'x'.repeat(65_536 - 8) });
  });
});
