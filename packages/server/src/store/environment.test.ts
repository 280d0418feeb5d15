import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines } from '../../testing/engine.ts';
import {
  anEnvironment,
  anInstallation,
  aSession,
  eraseSession,
  storedSession,
  storedTenant,
} from '../../testing/record.ts';
import { testStorage } from '../../testing/storage.ts';
import { newId } from '../domain/id.ts';
import type { SessionRecord } from '../domain/records.ts';

/** The conformance suite of Store, second part: what machines write, and the audit log. */

const at = 1_700_000_000_000;
const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

for (const engine of engines) {
  describe(`store of machines' records on ${engine}`, async () => {
    const storage = await testStorage(engine);
    const { store } = storage;
    after(() => storage[Symbol.asyncDispose]());

    it('environment.register: one record of parallel ones; keeps what is not given (E1, E2)', async () => {
      const { organizationId } = (await storedTenant(store)).organization;
      const given = anEnvironment({
        organizationId,
        machineId: 'm',
        displayName: 'Desk',
        lastSeenAt: at + 50,
      });
      const all = await many(8, () => store.environment.register({ ...given, environmentId: newId('env') }));
      assert.equal(new Set(all.map(({ environmentId }) => environmentId)).size, 1);
      const again = anEnvironment({ organizationId, machineId: 'm', gitBranch: 'b', updatedAt: at + 9 });
      const kept = await store.environment.register(again);
      assert.deepEqual(
        [kept.displayName, kept.gitBranch, kept.lastSeenAt, kept.updatedAt],
        ['Desk', 'b', at + 50, at + 9],
      );
      assert.deepEqual(await store.environment.find(organizationId, kept.environmentId), kept);
      assert.equal(await store.environment.find(newId('org'), kept.environmentId), undefined);
    });

    it('environment.beat never goes back; revoke ends it and frees the machine (E7, E9)', async () => {
      const { organizationId } = (await storedTenant(store)).organization;
      const { environmentId } = await store.environment.register(
        anEnvironment({ organizationId, machineId: 'm' }),
      );
      assert.equal(await store.environment.beat(environmentId, at + 10, undefined), at + 10);
      assert.equal(await store.environment.beat(environmentId, at + 5, '1.0.0'), at + 10);
      assert.equal((await store.environment.find(organizationId, environmentId))?.updatedAt, at);
      assert.equal(await store.environment.beat(environmentId, at + 20, '2.0.0'), at + 20);
      const found = await store.environment.find(organizationId, environmentId);
      assert.deepEqual([found?.serviceCliVersion, found?.updatedAt], ['2.0.0', at + 20]);
      await store.environment.revoke(environmentId, at + 30);
      await store.environment.revoke(environmentId, at + 40);
      assert.equal((await store.environment.find(organizationId, environmentId))?.updatedAt, at + 30);
      assert.equal(await store.environment.beat(environmentId, at + 50, undefined), undefined);
      const fresh = await store.environment.register(anEnvironment({ organizationId, machineId: 'm' }));
      assert.notEqual(fresh.environmentId, environmentId);
    });

    it('installation: add once, register over it, never touching the status (I1, I2)', async () => {
      const { organization, environment, installation } = await storedTenant(store);
      const { organizationId } = organization;
      const { environmentId } = environment;
      for (const place of [null, environmentId]) {
        const added = await many(5, () =>
          store.installation.add(anInstallation({ organizationId, agentId: 'pi', environmentId: place })),
        );
        assert.equal(added.filter(Boolean).length, 1);
      }
      const { installationId } = installation;
      await store.installation.change(
        installationId,
        { status: 'disabled', version: '1', config: '{}' },
        at + 1,
      );
      const again = await store.installation.register(
        anInstallation({ organizationId, environmentId, version: '2', updatedAt: at + 2 }),
      );
      assert.deepEqual(
        [again.installationId, again.status, again.version, again.config, again.updatedAt],
        [installationId, 'disabled', '2', '{}', at + 2],
      );
      assert.deepEqual(await store.installation.find(organizationId, installationId), again);
      assert.equal(await store.installation.find(newId('org'), installationId), undefined);
      assert.equal((await store.installation.list(organizationId)).length, 3);
    });

    it('session.open: a key opens one session, whoever is first; without one, each opens (S7)', async () => {
      const tenant = await storedTenant(store);
      const { organizationId } = tenant.organization;
      const fresh = () =>
        aSession({
          organizationId,
          environmentId: tenant.environment.environmentId,
          installationId: tenant.installation.installationId,
        });
      const key = { keyHash: 'hash', fingerprint: 'print' };
      const outcomes = await many(8, () => store.session.open(fresh(), key));
      assert.equal(outcomes.filter((outcome) => outcome === 'opened').length, 1);
      const [opened] = await store.session.list(organizationId, { limit: 10 });
      const use = { sessionId: opened?.sessionId, fingerprint: 'print' };
      for (const outcome of outcomes) if (outcome !== 'opened') assert.deepEqual(outcome, use);
      assert.deepEqual(await store.session.findOpening(organizationId, 'hash'), use);
      assert.equal(await store.session.findOpening(newId('org'), 'hash'), undefined);
      await eraseSession(storage, opened as SessionRecord);
      assert.equal(await store.session.findOpening(organizationId, 'hash'), undefined);
      assert.equal(await store.session.find(organizationId, opened?.sessionId as string), undefined);
    });

    it('session.list: order and position; endedBefore: closed ones, oldest first', async () => {
      const tenant = await storedTenant(store);
      const { organizationId } = tenant.organization;
      const made = await many(9, (index) =>
        storedSession(store, tenant, { startedAt: at + (index % 3), title: `T${index}` }),
      );
      const expected = made
        .toSorted((a, b) => b.startedAt - a.startedAt || (a.sessionId < b.sessionId ? 1 : -1))
        .map(({ sessionId }) => sessionId);
      const page = await store.session.list(organizationId, { limit: 4 });
      const last = page[3];
      const rest = await store.session.list(organizationId, { limit: 100, before: last });
      assert.deepEqual(
        [...page, ...rest].map(({ sessionId }) => sessionId),
        expected,
      );
      const past = 1_000_000;
      const ended = await many(3, (index) =>
        storedSession(store, tenant, { status: 'completed', endedAt: past + 2 - index, updatedAt: past }),
      );
      await storedSession(store, tenant, { status: 'active', endedAt: null });
      const due = await store.session.endedBefore(past + 2, past + 2, 10);
      const ours = due.filter((one) => one.organizationId === organizationId);
      assert.deepEqual(
        ours.map(({ sessionId }) => sessionId),
        [ended[2]?.sessionId, ended[1]?.sessionId],
      );
    });

    it('audit: newest first, by action, from a position; refuses to be changed', async () => {
      const organizationId = newId('org');
      const entry = {
        outcome: 'ok' as const,
        actorId: null,
        targetId: null,
        ip: null,
        userAgent: null,
        requestId: null,
        channel: null,
      };
      for (let index = 0; index < 5; index++) {
        const action = index % 2 ? 'odd' : 'even';
        await store.audit.add({ ...entry, auditId: newId('aud'), organizationId, at: at + index, action });
      }
      const all = await store.audit.list(organizationId, { limit: 10 });
      assert.deepEqual(
        all.map((one) => one.at - at),
        [4, 3, 2, 1, 0],
      );
      const odd = await store.audit.list(organizationId, { limit: 10, action: 'odd' });
      assert.deepEqual(
        odd.map((one) => one.at - at),
        [3, 1],
      );
      const next = await store.audit.list(organizationId, { limit: 2, after: all[1] as (typeof all)[0] });
      assert.deepEqual(next, all.slice(2, 4));
      const { db } = storage.database;
      await assert.rejects(db.updateTable('auditLog').set({ action: 'x' }).execute(), /append-only/);
      await assert.rejects(db.deleteFrom('auditLog').execute(), /append-only/);
    });
  });
}
