import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aPerson, aTeam, joinTeam } from '../../../testing/team.ts';

onEveryEngine('members', (server) => {
  const invited = async (team: Awaited<ReturnType<typeof aTeam>>, userId: string) =>
    (await team.owner.client.listMembers()).users.find((user) => user.userId === userId);

  it('6 lists active and invited ones, oldest first; joinedAt only once joined (O7, O8)', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    await sleep(3);
    const pending = await team.owner.client.inviteMember({ email: 'Pending.Person+tag@Example.com' });
    const { users } = await member.client.listMembers();
    assert.deepEqual(
      users.map(({ email, role, status }) => [email, role, status]),
      [
        [team.owner.email, 'owner', 'active'],
        [member.email, 'member', 'active'],
        ['Pending.Person+tag@Example.com', 'member', 'invited'],
      ],
    );
    const common = ['createdAt', 'email', 'organizationId', 'role', 'status', 'updatedAt', 'userId'];
    assert.deepEqual(users.map(fieldsOf), [
      [...common, 'joinedAt'].sort(),
      [...common, 'joinedAt'].sort(),
      common,
    ]);
    assert.equal(users[0]?.joinedAt, users[0]?.createdAt);
    assert.equal(users[2]?.userId, pending.userId);
  });

  it('7 invites with the role member unless told otherwise (A17)', async () => {
    const { owner } = await aTeam(server());
    const answer = await owner.client.inviteMember({ email: '  new@example.com ' });
    assert.deepEqual(fieldsOf(answer), ['email', 'role', 'status', 'userId']);
    assert.deepEqual([answer.email, answer.role, answer.status], ['new@example.com', 'member', 'invited']);
    assert.match(answer.userId, /^usr_[A-Za-z0-9]{24}$/);
  });

  it('7 refuses what is not an address or a role (O10)', async () => {
    const { owner } = await aTeam(server());
    const bad: unknown[] = ['', 'a', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b\u0000', 'a\n@b', '\ud800@b', 7, null];
    const long = `${'x'.repeat(243)}@example.com`;
    for (const email of [...bad, long]) {
      const json = { email };
      const refused = await send(server(), 'POST', '/v1/organizations/me/members', {
        credential: owner.token,
        json,
      });
      assert.equal(refused.code, 'validation_error', JSON.stringify(email));
    }
    for (const role of ['Owner', 'guest', '', 3, ['admin']]) {
      const json = { email: 'a@b.c', role };
      const refused = await send(server(), 'POST', '/v1/organizations/me/members', {
        credential: owner.token,
        json,
      });
      assert.equal(refused.code, 'validation_error', JSON.stringify(role));
    }
    assert.equal((await owner.client.inviteMember({ email: long.slice(1) })).email, long.slice(1));
  });

  it('A16 only an owner invites an owner, or changes such an invitation', async () => {
    const team = await aTeam(server());
    const admin = await joinTeam(server(), team, 'admin');
    const { email } = await aPerson(server());
    await assert.rejects(
      admin.client.inviteMember({ email, role: 'owner' }),
      refusedWith('insufficient_role'),
    );
    await team.owner.client.inviteMember({ email, role: 'owner' });
    await assert.rejects(admin.client.inviteMember({ email }), refusedWith('insufficient_role'));
    const second = await joinTeam(server(), team, 'owner');
    assert.equal((await second.client.inviteMember({ email, role: 'owner' })).role, 'owner');
    assert.equal(
      (await second.client.getOrganization()).ownerUserId,
      (await team.owner.client.listMembers()).users[0]?.userId,
    );
  });

  it('O11, O16 refuses an active member and oneself, in any case of the address', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    for (const email of [member.email, member.email.toUpperCase(), team.owner.email]) {
      await assert.rejects(team.owner.client.inviteMember({ email }), refusedWith('member_exists'));
    }
  });

  it('O12 refreshes a standing invitation under the same user id', async () => {
    const team = await aTeam(server());
    const first = await team.owner.client.inviteMember({ email: 'Twice@example.com' });
    const again = await team.owner.client.inviteMember({ email: 'twice@EXAMPLE.com', role: 'admin' });
    assert.deepEqual(again, { ...first, role: 'admin' });
    assert.equal((await team.owner.client.listMembers()).users.length, 2);
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => team.owner.client.inviteMember({ email: 'race@example.com' })),
    );
    assert.equal(new Set(racing.map(({ userId }) => userId)).size, 1);
  });

  it('O13 answers the same for a member of another organization as for a stranger', async () => {
    const team = await aTeam(server());
    const elsewhere = (await aTeam(server(), 'Elsewhere')).owner;
    const answer = await team.owner.client.inviteMember({ email: elsewhere.email });
    assert.deepEqual([fieldsOf(answer), answer.status], [['email', 'role', 'status', 'userId'], 'invited']);
    assert.notEqual((await elsewhere.client.getOrganization()).organizationId, team.organizationId);
    assert.equal((await invited(team, answer.userId))?.status, 'invited');
  });

  it('O14 activates on the first request, with the verified address in any case, oldest invitation first', async () => {
    const [older, newer] = [await aTeam(server()), await aTeam(server())];
    const person = await aPerson(server());
    const { userId } = await older.owner.client.inviteMember({ email: person.email.toUpperCase() });
    await sleep(3);
    await newer.owner.client.inviteMember({ email: person.email, role: 'admin' });
    // Parallel first requests: one activation, and all of them are let in.
    const seen = await Promise.all(Array.from({ length: 6 }, () => person.client.getOrganization()));
    for (const { organizationId } of seen) assert.equal(organizationId, older.organizationId);
    const joined = await invited(older, userId);
    assert.equal(joined?.status, 'active');
    assert.ok((joined?.joinedAt ?? '') > (joined?.createdAt ?? ''));
    assert.ok((await newer.owner.client.listMembers()).users.some(({ status }) => status === 'invited'));
  });

  it('O14 GET /v1/agents activates too; an unverified address never does', async () => {
    const team = await aTeam(server());
    const person = await aPerson(server());
    const { userId } = await team.owner.client.inviteMember({ email: person.email });
    const unverified = await server().issuer.token({
      subject: 'attacker',
      email: person.email,
      emailVerified: false,
    });
    await assert.rejects(
      server().client(unverified).getOrganization(),
      refusedWith('organization_not_found'),
    );
    assert.equal((await invited(team, userId))?.status, 'invited');
    await person.client.listAgents();
    assert.equal((await invited(team, userId))?.status, 'active');
  });

  it('O15 keeps the binding when the address at the provider changes', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'admin');
    const token = await server().issuer.token({ subject: member.subject, email: team.owner.email });
    const renamed = server().client(token);
    assert.equal((await renamed.getOrganization()).organizationId, team.organizationId);
    await assert.rejects(
      renamed.inviteMember({ email: 'x@example.com', role: 'owner' }),
      refusedWith('insufficient_role'),
    );
  });

  it('A15 roles and membership are read at every request, not taken from the token', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const claims = server().issuer.claims({ subject: member.subject, email: member.email });
    const boastful = await server().issuer.sign({ ...claims, role: 'owner', 'cognito:groups': ['owner'] });
    await assert.rejects(
      server().client(boastful).renameOrganization({ name: 'Mine' }),
      refusedWith('insufficient_role'),
    );
    await server().running.context.store.member.delete(member.userId, Date.now());
    await assert.rejects(member.client.getOrganization(), refusedWith('organization_not_found'));
  });
});
