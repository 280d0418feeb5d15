import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anOrganizationAlone, begin, type OrganizationAlone } from '../../../testing/domain/organization.ts';
import type { MemberActor } from '../actor.ts';
import { deleteOrganization, deleteUser } from '../erasure/deletion.ts';
import { changeMember, inviteByLink, inviteMember, listMembers, removeMember } from '../member.ts';

describe('members, on a store alone', () => {
  let team: OrganizationAlone;
  let admin: MemberActor;
  before(async () => {
    team = await anOrganizationAlone();
    admin = await team.member('admin');
  });
  after(() => team[Symbol.asyncDispose]());

  const withMail = () => ({ ...team.context, invitations: { ...team.context.invitations, sendsMail: true } });
  const found = async (userId: string) =>
    (await listMembers(team.context, team.owner)).users.find((user) => user.userId === userId);

  it('an invitation is mailed where mail can be sent, after it was counted, and only there', async () => {
    const invite = (context: typeof team.context, email: string) =>
      team.hears(() => inviteMember(context, team.owner, { email }));
    assert.deepEqual((await invite(team.context, 'a@example.com')).invitations, []);
    assert.deepEqual((await invite(withMail(), 'b@example.com')).invitations, [
      ['admit', 'b@example.com'],
      ['invite', 'b@example.com', undefined],
    ]);
    const refusing = {
      ...withMail(),
      invitations: {
        ...withMail().invitations,
        admit: async () => {
          throw new Error('too often');
        },
      },
    };
    await assert.rejects(inviteMember(refusing, team.owner, { email: 'c@example.com' }), /too often/);
    const { users } = await listMembers(team.context, team.owner);
    assert.ok(!users.some(({ email }) => email === 'c@example.com'), 'what was refused is not stored');
  });

  it('an admin invites members and admins, and renews their invitations; each is told of once', async () => {
    team.time.now = begin + 1000;
    const first = await inviteMember(team.context, admin, { email: 'd@example.com' });
    assert.deepEqual([first.role, first.status], ['member', 'invited']);
    assert.equal((await found(first.userId))?.createdAt, '2026-01-31T10:00:01.000Z');
    const again = await inviteMember(team.context, admin, { email: 'd@example.com', role: 'admin' });
    assert.deepEqual([again.userId, again.role], [first.userId, 'admin']);
    const entries = (await team.entries('member_invited')).filter(
      ({ targetId }) => targetId === first.userId,
    );
    assert.deepEqual(
      entries.map(({ actorId, at }) => [actorId, at]),
      [admin, admin].map(({ userId }) => [userId, begin + 1000]),
    );
  });

  it('a link is mailed again only when none was mailed a moment ago, or it is asked for by hand', async () => {
    const { userId } = await inviteMember(team.context, team.owner, { email: 'e@example.com' });
    const link = (handOver?: boolean, context = team.context) =>
      team.hears(() => inviteByLink(context, admin, { userId, ...(handOver !== undefined && { handOver }) }));
    assert.deepEqual((await link()).invitations, [
      ['find', 'e@example.com'],
      ['admit', 'e@example.com'],
      ['invite', 'e@example.com', undefined],
    ]);
    assert.deepEqual((await link(true)).invitations, [
      ['admit', 'e@example.com'],
      ['invite', 'e@example.com', true],
    ]);
    const issued = async () =>
      (await team.entries('invitation_link_issued')).filter(({ targetId }) => targetId === userId).length;
    assert.equal(await issued(), 2);
    const mailed = {
      ...team.context.invitations,
      findMailed: async () => ({ singleUse: true, sent: true, expiresAt: begin }),
    };
    const before = await inviteByLink({ ...team.context, invitations: mailed }, admin, { userId });
    assert.deepEqual(before, { userId, singleUse: true, sent: true, expiresAt: '2026-01-31T10:00:00.000Z' });
    assert.equal(await issued(), 2, 'nothing was issued');
    await assert.rejects(inviteByLink(team.context, team.owner, { userId: admin.userId }), {
      code: 'member_active',
    });
    const boss = await inviteMember(team.context, team.owner, { email: 'boss@example.com', role: 'owner' });
    await assert.rejects(inviteByLink(team.context, admin, { userId: boss.userId }), {
      code: 'insufficient_role',
    });
  });

  it('a changed role is audited, dated and heard at once; the same role again changes nothing', async () => {
    const { userId } = await team.member('member');
    team.time.now = begin + 5000;
    const changed = await team.hears(() => changeMember(team.context, team.owner, { userId, role: 'admin' }));
    assert.deepEqual(changed.members, [userId]);
    assert.equal((await found(userId))?.updatedAt, '2026-01-31T10:00:05.000Z');
    const again = await team.hears(() => changeMember(team.context, team.owner, { userId, role: 'admin' }));
    assert.deepEqual(again.members, []);
    const entries = (await team.entries('member_role_changed')).filter(({ targetId }) => targetId === userId);
    assert.equal(entries.length, 1);
  });

  it('streams of a member who was removed or deleted end, and of all when the organization is deleted', async () => {
    const [one, two] = [await team.member(), await team.member()];
    const removed = await team.hears(() => removeMember(team.context, team.owner, { userId: one.userId }));
    assert.deepEqual(removed.members, [one.userId]);
    const deleted = await team.hears(() => deleteUser(team.context, two.userId));
    assert.deepEqual(deleted.members, [two.userId]);
    assert.equal(await deleteUser(team.context, two.userId), undefined);
    await using other = await anOrganizationAlone();
    const member = await other.member();
    const session = await other.session();
    const gone = await other.hears(() => deleteOrganization(other.context, member.organizationId));
    assert.deepEqual(gone.members.sort(), [member.userId, other.owner.userId].sort());
    assert.equal(await other.storage.store.session.find(member.organizationId, session.sessionId), undefined);
    assert.deepEqual(await other.storage.store.member.list(member.organizationId), []);
  });
});
