import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines } from '../../testing/engine.ts';
import { aMember, anOrganization, aSecret, storedSession, storedTenant } from '../../testing/record.ts';
import { testStorage } from '../../testing/storage.ts';
import { newId } from '../domain/id.ts';
import type { MemberRecord, SecretRecord } from '../domain/records.ts';

/** The conformance suite of Store: what domain/ports.ts promises, on every engine. */

const at = 1_700_000_000_000;
const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const always = () => true;

const person = (email = `${newId('usr')}@example.com`) => ({
  issuer: 'https://idp.test',
  subject: newId('usr'),
  email,
  emailVerified: true,
});

for (const engine of engines) {
  describe(`store on ${engine}`, async () => {
    const storage = await testStorage(engine);
    const { store } = storage;
    after(() => storage[Symbol.asyncDispose]());
    const founder = () => {
      const organization = anOrganization();
      const { organizationId, ownerUserId: userId } = organization;
      const owner = aMember({ organizationId, userId, role: 'owner', status: 'active', joinedAt: at });
      return { organization, owner };
    };

    it('answers a ping', () => store.ping());

    it('organization.create: one of many for one person; a taken slug leaves nothing behind (O1)', async () => {
      const principal = person();
      const tries = Array.from({ length: 8 }, founder);
      const outcomes = await Promise.all(
        tries.map(({ organization, owner }) => store.organization.create(organization, owner, principal)),
      );
      assert.deepEqual(outcomes.sort(), ['created', ...Array(7).fill('has_organization')]);
      const found = await Promise.all(
        tries.map(({ organization: one }) => store.organization.find(one.organizationId)),
      );
      assert.equal(found.filter(Boolean).length, 1);
      const [taken] = found.filter((one) => one !== undefined);
      const { organization, owner } = founder();
      const second = { ...organization, slug: taken?.slug as string };
      const other = person();
      assert.equal(await store.organization.create(second, owner, other), 'slug_taken');
      assert.equal(await store.identity.findMember(other.issuer, other.subject), undefined);
      assert.equal(await store.organization.create(organization, owner, other), 'created');
      assert.deepEqual(await store.organization.find(organization.organizationId), organization);
    });

    it('organization.rename, all and delete, which takes everything but the audit log', async () => {
      const tenant = await storedTenant(store);
      const { organizationId, name, ...rest } = tenant.organization;
      await store.organization.rename(organizationId, `${name}!`, at + 5);
      const renamed = { ...rest, organizationId, name: `${name}!`, updatedAt: at + 5 };
      assert.deepEqual(await store.organization.find(organizationId), renamed);
      assert.ok((await store.organization.all()).some((one) => one.organizationId === organizationId));
      await storedSession(store, tenant);
      await store.secret.add(aSecret(organizationId), 10);
      const anEntry = (action: string) => ({
        ...{ auditId: newId('aud'), organizationId, at, action, outcome: 'ok' as const },
        ...{ actorId: null, targetId: null, ip: null, userAgent: null, requestId: null, channel: null },
      });
      await store.audit.add(anEntry('x'));
      await store.organization.delete(organizationId, 1, anEntry('organization_deleted'));
      await store.organization.delete(organizationId, 1, anEntry('organization_deleted'));
      assert.equal(await store.organization.find(organizationId), undefined);
      for (const left of [
        await store.member.list(organizationId),
        await store.secret.list(organizationId),
        await store.environment.list(organizationId),
        await store.installation.list(organizationId),
        await store.session.list(organizationId, { limit: 10 }),
      ]) {
        assert.deepEqual(left, []);
      }
      assert.equal(
        await store.identity.findMember(tenant.principal.issuer, tenant.principal.subject),
        undefined,
      );
      assert.deepEqual(
        (await store.audit.list(organizationId, { limit: 10 })).map(({ action }) => action).sort(),
        ['organization_deleted', 'x'],
        'it is deleted, and said to be, once',
      );
    });

    it('member.invite: one record of many, refreshed, never over an active one, as mayChange says (O12)', async () => {
      const { organization, owner } = await storedTenant(store);
      const { organizationId } = organization;
      const invited = await many(6, () =>
        store.member.invite(aMember({ organizationId, email: 'New@example.com' }), always),
      );
      assert.equal(new Set(invited.map((one) => (one as MemberRecord).userId)).size, 1);
      const again = aMember({ organizationId, email: 'new@EXAMPLE.com', role: 'owner', updatedAt: at + 9 });
      const refreshed = (await store.member.invite(again, always)) as MemberRecord;
      assert.deepEqual(
        [refreshed.email, refreshed.role, refreshed.updatedAt],
        ['New@example.com', 'owner', at + 9],
      );
      assert.deepEqual(await store.member.find(organizationId, refreshed.userId), refreshed);
      const refused = await store.member.invite(
        { ...again, role: 'member' },
        (existing) => existing.role !== 'owner',
      );
      assert.equal(refused, 'refused');
      const active = aMember({ organizationId, email: owner.email.toUpperCase() });
      assert.equal(await store.member.invite(active, always), 'active');
      assert.equal((await store.member.list(organizationId)).length, 2);
    });

    it('member.findByEmail and delete, which unbinds the identity', async () => {
      const { owner, principal } = await storedTenant(store);
      assert.deepEqual(await store.member.findByEmail(owner.email.toUpperCase()), [owner]);
      assert.deepEqual(await store.member.delete(owner.userId, 1), { member: owner, released: [] });
      assert.equal(await store.member.delete(owner.userId, 1), undefined);
      assert.equal(await store.identity.findMember(principal.issuer, principal.subject), undefined);
      assert.deepEqual(await store.member.findByEmail(owner.email), []);
    });

    it('identity.activate: the oldest invitation, once, for one of many principals (O14)', async () => {
      const [older, newer] = [await storedTenant(store), await storedTenant(store)];
      const email = `${newId('usr')}@example.com`;
      const invite = (organizationId: string, createdAt: number) =>
        store.member.invite(aMember({ organizationId, email: email.toUpperCase(), createdAt }), always);
      await invite(newer.organization.organizationId, at + 10);
      const first = (await invite(older.organization.organizationId, at)) as MemberRecord;
      const principal = person(email);
      const activated = (await many(6, () => store.identity.activate(principal, at + 20))).filter(Boolean);
      assert.equal(activated.length, 1);
      const expected = { ...first, status: 'active', joinedAt: at + 20, updatedAt: at + 20 };
      assert.deepEqual(activated[0], expected);
      assert.deepEqual(
        { ...((await store.identity.findMember(principal.issuer, principal.subject)) as object) },
        expected,
      );
      // Bound for good: the other invitation is not theirs any more, but somebody else's with that address.
      assert.equal(await store.identity.activate(principal, at + 30), undefined);
      const races = await many(4, () => store.identity.activate(person(email), at + 40));
      assert.equal(races.filter(Boolean).length, 1);
      assert.equal(await store.identity.activate(person(), at), undefined);
    });

    it('identity profiles: kept, replaced, and too old ones not given; binding leaves them usable', async () => {
      const { issuer, subject, email } = person();
      assert.equal(await store.identity.findProfile(issuer, subject, 0), undefined);
      await store.identity.saveProfile(
        issuer,
        subject,
        { email: 'old@example.com', emailVerified: false },
        at,
      );
      await store.identity.saveProfile(issuer, subject, { email, emailVerified: true }, at + 5);
      const profile = { email, emailVerified: true };
      assert.deepEqual(await store.identity.findProfile(issuer, subject, at + 5), profile);
      assert.equal(await store.identity.findProfile(issuer, subject, at + 6), undefined);
      assert.equal(await store.identity.findMember(issuer, subject), undefined);
      const { organization, owner } = founder();
      assert.equal(
        await store.organization.create(organization, owner, { ...profile, issuer, subject }),
        'created',
      );
      assert.equal((await store.identity.findActive(owner.userId))?.userId, owner.userId);
    });

    it('a transaction that reads first is not turned away while the log is being written', async () => {
      const tenant = await storedTenant(store);
      const { organizationId } = tenant.organization;
      const session = await storedSession(store, tenant);
      const state = { writing: true };
      const batch = { organizationId, sessionId: session.sessionId, count: 1, key: undefined, at };
      const writers = many(4, async () => {
        while (state.writing) await storage.log.append({ ...batch, lines: Buffer.from('"x"\t{}\n') });
      });
      try {
        for (let turn = 0; turn < 60; turn++) {
          const principal = person();
          await store.member.invite(aMember({ organizationId, email: principal.email }), always);
          // A pause, so that the writer thread is anywhere in its work.
          await new Promise((resolve) => setTimeout(resolve, turn % 3));
          assert.equal((await store.identity.activate(principal, at))?.status, 'active');
        }
      } finally {
        state.writing = false;
      }
      await writers;
    });

    it('secret: capped under parallel issue, listed newest first, revoked once (K4, K6, K9)', async () => {
      const { organizationId } = (await storedTenant(store)).organization;
      const added = await many(12, (index) =>
        store.secret.add(aSecret(organizationId, { createdAt: at + index }), 7),
      );
      assert.equal(added.filter(Boolean).length, 7);
      const listed = await store.secret.list(organizationId);
      assert.deepEqual(
        listed.map(({ createdAt }) => createdAt),
        listed.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
      );
      const [secret] = listed as [SecretRecord];
      const { secretId } = secret;
      const outcomes = await many(5, (index) =>
        store.secret.revoke(organizationId, secretId, at + 100 + index),
      );
      assert.equal(outcomes.filter((outcome) => outcome?.changed).length, 1);
      assert.equal(new Set(outcomes.map((outcome) => outcome?.secret.revokedAt)).size, 1);
      assert.equal((await store.secret.findByDigest(secret.digest))?.status, 'revoked');
      assert.equal(await store.secret.findByDigest('v1.nothing'), undefined);
      assert.equal(await store.secret.revoke(newId('org'), secretId, at), undefined);
      assert.equal(await store.secret.add(aSecret(organizationId), 7), true);
    });
  });
}
