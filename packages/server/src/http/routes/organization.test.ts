import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aPerson, aTeam, joinTeam } from '../../../testing/team.ts';

const read = ['createdAt', 'name', 'organizationId', 'ownerUserId', 'status', 'updatedAt'];

onEveryEngine('organization', (server) => {
  it('3 creates one for the signed-in person, who becomes its owner', async () => {
    const { client } = await aPerson(server());
    const created = await client.createOrganization({ name: '  Ácme & Söhne  ' });
    assert.deepEqual(fieldsOf(created), [...read, 'slug'].sort());
    assert.match(created.organizationId, /^org_[A-Za-z0-9]{24}$/);
    assert.equal(created.name, 'Ácme & Söhne');
    assert.equal(created.status, 'active');
    assert.equal(created.createdAt, created.updatedAt);
    const { users } = await client.listMembers();
    assert.deepEqual(
      users.map(({ userId, role, status, joinedAt }) => [userId, role, status, joinedAt]),
      [[created.ownerUserId, 'owner', 'active', created.createdAt]],
    );
  });

  it('O1 refuses a second one, also when two are asked for at once', async () => {
    const { client } = await aPerson(server());
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => client.createOrganization({ name: `Racing ${index}` })),
    );
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of settled) {
      if (one.status === 'rejected') refusedWith('already_in_organization')(one.reason);
    }
    await assert.rejects(client.createOrganization({ name: 'Late' }), refusedWith('already_in_organization'));
    const member = await joinTeam(server(), await aTeam(server()), 'member');
    await assert.rejects(
      member.client.createOrganization({ name: 'Mine' }),
      refusedWith('already_in_organization'),
    );
  });

  it('O2 lets an invited person found their own; the invitation stays pending', async () => {
    const team = await aTeam(server());
    const person = await aPerson(server());
    const { userId } = await team.owner.client.inviteMember({ email: person.email, role: 'admin' });
    const { organizationId } = await person.client.createOrganization({ name: 'Own' });
    assert.notEqual(organizationId, team.organizationId);
    assert.equal((await person.client.getOrganization()).organizationId, organizationId);
    const invited = (await team.owner.client.listMembers()).users.find((user) => user.userId === userId);
    assert.equal(invited?.status, 'invited');
  });

  it('O3 wants a name of 1 to 100 code points, trimmed', async () => {
    const { client, token } = await aPerson(server());
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\nb', '\ud800', 42, null, [], { a: 1 }]) {
      const refused = await send(server(), 'POST', '/v1/organizations', {
        credential: token,
        json: { name },
      });
      assert.equal(refused.code, 'validation_error', JSON.stringify(name));
      assert.match(String(refused.body.error), /^name /);
    }
    const missing = await send(server(), 'POST', '/v1/organizations', { credential: token, json: {} });
    assert.deepEqual([missing.code, missing.body.error], ['validation_error', 'name is required.']);
    // 100 code points are 200 UTF-16 units here (P7).
    assert.equal((await client.createOrganization({ name: '😀'.repeat(100) })).name, '😀'.repeat(100));
  });

  it('O4 makes a unique slug that cannot be chosen and does not follow a rename', async () => {
    const word = (await aPerson(server())).subject.slice(4).toLowerCase();
    const slugFor = async (name: string, extra = {}) => {
      const { token } = await aPerson(server());
      const json = { name, ...extra };
      const { status, body } = await send(server(), 'POST', '/v1/organizations', { credential: token, json });
      assert.equal(status, 201);
      return String(body.slug);
    };
    assert.equal(await slugFor(`Café ${word}!!`, { slug: 'mine', status: 'x' }), `cafe-${word}`);
    assert.match(await slugFor(`Café ${word}`), new RegExp(`^cafe-${word}-[0-9a-z]{4}$`));
    assert.match(await slugFor('日本'), /^org-[0-9a-z]{8}$/);
    for (let turn = 0; turn < 2; turn++) {
      const long = await slugFor(`${word} ${'long '.repeat(14)}`);
      assert.match(long, /^[a-z0-9][a-z0-9-]{0,46}[a-z0-9]$/);
    }
  });

  it('4 reads it without the slug', async () => {
    const { owner, organizationId } = await aTeam(server(), 'Reading');
    const organization = await owner.client.getOrganization();
    assert.deepEqual(fieldsOf(organization), read);
    assert.deepEqual([organization.organizationId, organization.name], [organizationId, 'Reading']);
  });

  it('5 replaces the name and moves updatedAt, also for the same name (O6)', async () => {
    const { owner } = await aTeam(server(), 'Before');
    const before = await owner.client.getOrganization();
    await sleep(3);
    const renamed = await owner.client.renameOrganization({ name: ' After ' });
    assert.deepEqual(fieldsOf(renamed), read);
    assert.deepEqual({ ...renamed, updatedAt: before.updatedAt }, { ...before, name: 'After' });
    assert.ok(renamed.updatedAt > before.updatedAt);
    await sleep(3);
    const again = await owner.client.renameOrganization({ name: 'After' });
    assert.ok(again.updatedAt > renamed.updatedAt);
    const refused = await send(server(), 'PATCH', '/v1/organizations/me', {
      credential: owner.token,
      json: {},
    });
    assert.deepEqual([refused.code, refused.body.error], ['validation_error', 'name is required.']);
  });

  it('3 needs to know the e-mail address', async () => {
    const token = await server().issuer.token({ subject: 'no-email' });
    const refused = await send(server(), 'POST', '/v1/organizations', {
      credential: token,
      json: { name: 'Nameless' },
    });
    // No UserInfo can be reached in this test: an outage, never a refusal of the person.
    assert.equal(refused.code, 'identity_provider_unavailable');
  });
});
