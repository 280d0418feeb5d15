import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { engines } from '../../testing/engine.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../testing/team.ts';

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

for (const engine of engines) {
  describe(`changing and removing members on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    const ownerId = async () =>
      (await team.owner.client.listMembers()).users.find((one) => one.role === 'owner')?.userId as string;

    it('gives a role that counts on the next request', async () => {
      server = await started;
      team = await aTeam(server);
      const member = await joinTeam(server, team, 'member');
      await assert.rejects(member.client.issueSecret({}), refusedWith('insufficient_role'));
      const changed = await team.owner.client.changeMember({ userId: member.userId, role: 'admin' });
      assert.deepEqual([changed.userId, changed.role, changed.status], [member.userId, 'admin', 'active']);
      await member.client.issueSecret({});
      await team.owner.client.changeMember({ userId: member.userId, role: 'member' });
      await assert.rejects(member.client.issueSecret({}), refusedWith('insufficient_role'));
    });

    it('ends a membership at once, an invitation too', async () => {
      const member = await joinTeam(server, team, 'member');
      await member.client.listSessions({});
      const removed = await team.owner.client.removeMember({ userId: member.userId });
      assert.equal(removed.userId, member.userId);
      await assert.rejects(member.client.listSessions({}), refusedWith('organization_not_found'));
      await assert.rejects(
        team.owner.client.removeMember({ userId: member.userId }),
        refusedWith('member_not_found'),
      );
      const { userId } = await team.owner.client.inviteMember({ email: 'guest@example.com' });
      const promoted = await team.owner.client.changeMember({ userId, role: 'admin' });
      assert.deepEqual([promoted.role, promoted.status], ['admin', 'invited']);
      await team.owner.client.removeMember({ userId });
      const { users } = await team.owner.client.listMembers();
      assert.ok(!users.some((one) => one.userId === userId || one.userId === member.userId));
    });

    it('lets a removed person come back by a new invitation', async () => {
      const member = await joinTeam(server, team, 'member');
      await team.owner.client.removeMember({ userId: member.userId });
      await team.owner.client.inviteMember({ email: member.email });
      assert.equal((await member.client.getOrganization()).organizationId, team.organizationId);
    });

    it('keeps owners from admins, and everybody from members', async () => {
      const admin = await joinTeam(server, team, 'admin');
      const member = await joinTeam(server, team, 'member');
      const userId = await ownerId();
      const refused = refusedWith('insufficient_role');
      await assert.rejects(admin.client.changeMember({ userId, role: 'member' }), refused);
      await assert.rejects(admin.client.removeMember({ userId }), refused);
      await assert.rejects(admin.client.changeMember({ userId: member.userId, role: 'owner' }), refused);
      const { userId: invited } = await team.owner.client.inviteMember({
        email: 'boss@example.com',
        role: 'owner',
      });
      await assert.rejects(admin.client.removeMember({ userId: invited }), refused);
      await assert.rejects(member.client.changeMember({ userId: admin.userId, role: 'member' }), refused);
      await assert.rejects(member.client.removeMember({ userId: member.userId }), refused);
      await admin.client.changeMember({ userId: member.userId, role: 'admin' });
      await admin.client.removeMember({ userId: admin.userId });
      await assert.rejects(admin.client.getOrganization(), refusedWith('organization_not_found'));
      const other = await aTeam(server, 'Other');
      await assert.rejects(
        other.owner.client.removeMember({ userId: member.userId }),
        refusedWith('member_not_found'),
      );
      await assert.rejects(other.owner.client.removeMember({ userId: 'x' }), refusedWith('member_not_found'));
    });

    it('always leaves an owner, also when two of them step on each other', async () => {
      const userId = await ownerId();
      const { client } = team.owner;
      await assert.rejects(client.removeMember({ userId }), refusedWith('last_owner'));
      await assert.rejects(client.changeMember({ userId, role: 'admin' }), refusedWith('last_owner'));
      await client.changeMember({ userId, role: 'owner' });
      for (let round = 0; round < 8; round++) {
        const fresh = await aTeam(server, `Round ${round}`);
        const second = await joinTeam(server, fresh, 'owner');
        const first = (await fresh.owner.client.listMembers()).users[0]?.userId as string;
        const outcomes = await Promise.allSettled([
          fresh.owner.client.changeMember({ userId: second.userId, role: 'member' }),
          second.client.removeMember({ userId: first }),
        ]);
        assert.ok(outcomes.some(({ status }) => status === 'fulfilled'));
        const witness = outcomes[1]?.status === 'fulfilled' ? second.client : fresh.owner.client;
        const { users } = await witness.listMembers();
        const owners = users.filter((one) => one.role === 'owner' && one.status === 'active');
        assert.equal(owners.length, 1);
        assert.equal((await witness.getOrganization()).ownerUserId, owners[0]?.userId);
      }
    });

    it('is audited', async () => {
      for (const action of ['member_role_changed', 'member_removed'] as const) {
        const { entries } = await team.owner.client.listAudit({ action });
        assert.ok(entries.length >= 3 && entries.every(({ actorId, targetId }) => actorId && targetId));
      }
      await server[Symbol.asyncDispose]();
    });
  });
}
