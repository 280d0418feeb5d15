import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusedWith } from '../../../testing/request.ts';
import { testServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';
import { deleteUser } from '../../domain/erasure/deletion.ts';

onEveryEngine('whose machine it is', (server) => {
  it('W1 a member who opens the link becomes the author of this machine', async () => {
    const team = await aTeam(server());
    const { environmentId, machine } = team;
    const { client, userId, email } = await joinTeam(server(), team, 'member');
    assert.deepEqual(await machine.getAuthor({ environmentId }), {});
    const { code, url, expiresAt } = await machine.issueClaim({ environmentId });
    assert.match(code, /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    assert.equal(url, `${server().url}/claim/${code}`);
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    assert.ok(minutes > 9 && minutes <= 10, expiresAt);
    const shown = await client.getClaim({ code });
    assert.equal(shown.environment.environmentId, environmentId);
    assert.equal(shown.environment.authorUserId, undefined);
    const { environment } = await client.claimEnvironment({ code: code.toLowerCase().replace('-', '') });
    assert.equal(environment.authorUserId, userId);
    assert.deepEqual(await machine.getAuthor({ environmentId }), { author: { userId, email } });
    // Once.
    await assert.rejects(client.claimEnvironment({ code }), refusedWith('claim_not_found'));
    await assert.rejects(client.getClaim({ code }), refusedWith('claim_not_found'));
  });

  it("W2 another organization's code, an older one and a made-up one are not found, and stay unused", async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server(), 'Other')];
    const { environmentId, machine, owner } = team;
    const first = await machine.issueClaim({ environmentId });
    const { code } = await machine.issueClaim({ environmentId });
    for (const name of ['getClaim', 'claimEnvironment'] as const) {
      for (const [client, wrong] of [
        [other.owner.client, code],
        [owner.client, first.code],
        [owner.client, 'ABCD-EFGH'],
        [owner.client, "'; drop table"],
        [owner.client, '2'.repeat(3000)],
      ] as const) {
        await assert.rejects(client[name]({ code: wrong }), refusedWith('claim_not_found'), wrong);
      }
    }
    await assert.rejects(other.machine.issueClaim({ environmentId }), refusedWith('environment_not_found'));
    await assert.rejects(other.machine.getAuthor({ environmentId }), refusedWith('environment_not_found'));
    assert.ok((await owner.client.claimEnvironment({ code })).environment.authorUserId);
  });

  it('W2 of twenty that use one code at once, one gets the machine', async () => {
    const team = await aTeam(server());
    const { code } = await team.machine.issueClaim({ environmentId: team.environmentId });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => team.owner.client.claimEnvironment({ code })),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('W3 who takes a machine gets the sessions that follow; earlier ones are given by an admin', async () => {
    const team = await aTeam(server());
    const { environmentId, installationId, machine, owner } = team;
    const [ada, ben] = [await joinTeam(server(), team, 'member'), await joinTeam(server(), team, 'member')];
    const open = async () =>
      (await machine.openSession({ environmentId, agentInstallationId: installationId })).sessionId;
    const { code } = await machine.issueClaim({ environmentId });
    await ada.client.claimEnvironment({ code });
    const second = await open();
    await owner.client.clearAuthor({ environmentId });
    const third = await open();
    await owner.client.setAuthor({ environmentId, userId: ben.userId });
    const fourth = await open();
    const authorOf = async (sessionId: string) =>
      (await owner.client.getSession({ sessionId })).session.authorUserId;
    const authors = () => Promise.all([team.sessionId, second, third, fourth].map(authorOf));
    assert.deepEqual(await authors(), [undefined, ada.userId, undefined, ben.userId]);
    await owner.client.setAuthor({ environmentId, userId: ada.userId, earlier: true });
    assert.deepEqual(await authors(), [ada.userId, ada.userId, ada.userId, ben.userId]);
    const found = async (author: string) =>
      (await owner.client.listSessions({ author, totals: 'true' })).totals?.sessions;
    assert.deepEqual(await Promise.all([ada.userId, ben.userId, 'none', 'x'].map(found)), [3, 1, 0, 0]);
    const { sessions } = await owner.client.listSessions({ author: ben.userId, status: 'active' });
    assert.deepEqual(
      sessions.map(({ sessionId }) => sessionId),
      [fourth],
    );
    assert.equal((await owner.client.searchSessions({ q: 'nothing', author: 'none' })).hits.length, 0);
  });

  it('W4 an admin assigns active members only; the member is told unless it was themselves', async () => {
    const team = await aTeam(server());
    const { environmentId, owner } = team;
    const { client, userId } = await joinTeam(server(), team, 'member');
    const { userId: invited } = await owner.client.inviteMember({ email: `${userId}.x@example.com` });
    for (const wrong of [invited, 'usr_000000000000000000000000', 'x', '']) {
      await assert.rejects(
        owner.client.setAuthor({ environmentId, userId: wrong }),
        refusedWith('member_not_found'),
      );
    }
    await assert.rejects(client.setAuthor({ environmentId, userId }), refusedWith('insufficient_role'));
    await assert.rejects(client.clearAuthor({ environmentId }), refusedWith('insufficient_role'));
    await owner.client.setAuthor({ environmentId, userId });
    await owner.client.setAuthor({ environmentId, userId });
    const { store } = server().running.context;
    const told = await store.notification.list(userId, { unread: true, now: Date.now(), limit: 10 });
    assert.deepEqual(
      told.map(({ reason, environmentId: about, count }) => [reason, about, count]),
      [['author', environmentId, 1]],
    );
    const audited = await store.audit.list(team.organizationId, {
      limit: 10,
      action: 'environment_author_set',
    });
    assert.equal(audited.length, 1);
  });

  it('W5 the machine of somebody who left is nobody’s; their sessions keep the id', async () => {
    const team = await aTeam(server());
    const { environmentId, owner, sessionId } = team;
    const { userId } = await joinTeam(server(), team, 'member');
    await owner.client.setAuthor({ environmentId, userId, earlier: true });
    await owner.client.removeMember({ userId });
    assert.equal((await owner.client.getEnvironment({ environmentId })).environment.authorUserId, undefined);
    assert.equal((await owner.client.getSession({ sessionId })).session.authorUserId, userId);
    const { store } = server().running.context;
    assert.deepEqual(await store.notification.list(userId, { unread: false, now: 0, limit: 10 }), []);
  });

  it('W5 what a deleted person wrote stays readable, with the opaque id in place of the name', async () => {
    const team = await aTeam(server());
    const { environmentId, owner, sessionId } = team;
    const writer = await joinTeam(server(), team, 'member');
    await owner.client.setAuthor({ environmentId, userId: writer.userId });
    await writer.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Is this right?' });
    await deleteUser(server().running.context, writer.userId);
    const { threads } = await owner.client.listThreads({ sessionId });
    assert.deepEqual(
      threads.map(({ openedBy, comments }) => [openedBy, comments[0]?.writtenBy, comments[0]?.body]),
      [[writer.userId, writer.userId, 'Is this right?']],
    );
    const { users } = await owner.client.listMembers();
    assert.ok(users.every(({ userId }) => userId !== writer.userId));
    const shown = JSON.stringify([threads, await owner.client.getSession({ sessionId }), users]);
    assert.ok(!shown.includes(writer.email), 'the address is nowhere');
    // Nobody can answer to somebody who left: it goes unsaid, and fails nobody.
    const [thread] = threads;
    await owner.client.addComment({ sessionId, threadId: thread?.threadId ?? '', body: 'It is.' });
    const { store } = server().running.context;
    assert.deepEqual(await store.notification.list(writer.userId, { unread: false, now: 0, limit: 10 }), []);
  });

  it('a revoked machine is not claimed', async () => {
    const team = await aTeam(server());
    const { environmentId, machine, owner } = team;
    const { code } = await machine.issueClaim({ environmentId });
    await owner.client.revokeEnvironment({ environmentId });
    await assert.rejects(owner.client.claimEnvironment({ code }), refusedWith('environment_revoked'));
    await assert.rejects(machine.issueClaim({ environmentId }), refusedWith('environment_revoked'));
  });
});

describe('guessing codes', () => {
  it('W2 is refused after ten tries a minute, whether they hit or not', async () => {
    await using server = await testServer('sqlite', { RATE_LIMIT_CLAIM: '10' });
    const team = await aTeam(server);
    for (let tries = 0; tries < 10; tries++) {
      await assert.rejects(team.owner.client.getClaim({ code: 'ABCD-EFGH' }), refusedWith('claim_not_found'));
    }
    const { code } = await team.machine.issueClaim({ environmentId: team.environmentId });
    await assert.rejects(team.owner.client.claimEnvironment({ code }), refusedWith('rate_limited'));
    // Nothing else is held up.
    assert.ok(await team.owner.client.getOrganization());
  });
});
