import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

onEveryEngine('a machine that has an author', (server) => {
  async function claimed() {
    const team = await aTeam(server());
    const { environmentId, machine, owner } = team;
    const author = await joinTeam(server(), team, 'member');
    const colleague = await joinTeam(server(), team, 'member');
    await owner.client.setAuthor({ environmentId, userId: author.userId });
    const claim = async (by: typeof author) =>
      by.client.claimEnvironment({ code: (await machine.issueClaim({ environmentId })).code });
    const open = async () => {
      const opening = { environmentId, agentInstallationId: team.installationId };
      return (await machine.openSession(opening)).sessionId;
    };
    const told = async (userId: string) => {
      const { store } = server().running.context;
      const lines = await store.notification.list(userId, { unread: true, now: Date.now(), limit: 10 });
      return lines.map(({ reason, byUserId }) => [reason, byUserId]);
    };
    const ownerId = (await owner.client.getOrganization()).ownerUserId;
    return { ...team, author, colleague, claim, open, told, ownerId };
  }

  it('W15 is not taken by a colleague with a code: they own and delete none of its sessions', async () => {
    const team = await claimed();
    const { author, colleague, owner, environmentId, told, ownerId } = team;
    const answer = await team.claim(colleague);
    assert.deepEqual([answer.requested, answer.environment.authorUserId], [true, author.userId]);
    const sessionId = await team.open();
    assert.equal((await owner.client.getSession({ sessionId })).session.authorUserId, author.userId);
    await assert.rejects(colleague.client.removeSession({ sessionId }), refusedWith('insufficient_role'));
    // The author and the admins are told, once however often somebody asks.
    await team.claim(colleague);
    assert.deepEqual(await told(author.userId), [
      ['claim', colleague.userId],
      ['author', ownerId],
    ]);
    assert.deepEqual(await told(ownerId), [['claim', colleague.userId]]);
    const decide = (by: typeof author, accept: boolean) =>
      by.client.decideClaim({ environmentId, userId: colleague.userId, accept });
    await assert.rejects(decide(colleague, true), refusedWith('not_yours'));
    const stranger = await joinTeam(server(), team, 'member');
    await assert.rejects(decide(stranger, false), refusedWith('not_yours'));
    assert.deepEqual((await stranger.client.listClaimRequests()).requests, []);
    for (const [client, mayDecide] of [
      [author.client, true],
      [owner.client, true],
      [colleague.client, false],
    ] as const) {
      const { requests } = await client.listClaimRequests();
      assert.deepEqual(
        requests.map((one) => [one.environment.environmentId, one.userId, one.mayDecide]),
        [[environmentId, colleague.userId, mayDecide]],
      );
    }
  });

  it("W15 changes hands with the author's yes or an admin's, for new sessions; both sides are told", async () => {
    for (const by of ['author', 'owner'] as const) {
      const team = await claimed();
      const { author, colleague, owner, environmentId, told, ownerId } = team;
      const before = await team.open();
      await team.claim(colleague);
      const { client } = team[by];
      const { environment } = await client.decideClaim({
        environmentId,
        userId: colleague.userId,
        accept: true,
      });
      assert.equal(environment.authorUserId, colleague.userId);
      const sessionId = await team.open();
      const authorOf = async (of: string) =>
        (await owner.client.getSession({ sessionId: of })).session.authorUserId;
      assert.deepEqual(
        [await authorOf(before), await authorOf(sessionId)],
        [author.userId, colleague.userId],
      );
      const decider = by === 'author' ? author.userId : ownerId;
      assert.deepEqual(await told(colleague.userId), [['author', decider]]);
      if (by === 'owner') assert.ok((await told(author.userId)).some(([reason]) => reason === 'author'));
      await assert.rejects(
        client.decideClaim({ environmentId, userId: colleague.userId, accept: true }),
        refusedWith(by === 'author' ? 'not_yours' : 'claim_not_found'),
      );
    }
  });

  it('W15 stays where it is after a no; who asked is told, or takes it back; an admin takes it at once', async () => {
    const team = await claimed();
    const { author, colleague, owner, environmentId, told, ownerId } = team;
    const place = { environmentId, userId: colleague.userId, accept: false };
    await team.claim(colleague);
    await author.client.decideClaim(place);
    assert.deepEqual(await told(colleague.userId), [['claim', author.userId]]);
    await team.claim(colleague);
    await colleague.client.decideClaim(place);
    assert.deepEqual((await owner.client.listClaimRequests()).requests, []);
    assert.equal(
      (await owner.client.getEnvironment({ environmentId })).environment.authorUserId,
      author.userId,
    );
    const { environment, requested } = await team.claim({ ...colleague, client: owner.client });
    assert.deepEqual([environment.authorUserId, requested], [ownerId, undefined]);
    assert.ok((await told(author.userId)).some(([reason, by]) => reason === 'author' && by === ownerId));
  });

  it('W3 who takes an unclaimed machine owns and deletes nothing of what was there; the admins hear of it', async () => {
    const team = await aTeam(server());
    const { environmentId, machine, sessionId, owner } = team;
    const member = await joinTeam(server(), team, 'member');
    const { code } = await machine.issueClaim({ environmentId });
    await member.client.claimEnvironment({ code });
    await assert.rejects(member.client.removeSession({ sessionId }), refusedWith('insufficient_role'));
    const { notifications } = await owner.client.listInbox({});
    assert.deepEqual(
      notifications.map(({ reason, environmentId: about }) => [reason, about]),
      [['claim', environmentId]],
    );
    await owner.client.setAuthor({ environmentId, userId: member.userId, earlier: true });
    await member.client.removeSession({ sessionId });
  });
});
