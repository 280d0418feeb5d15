import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccessPolicy } from '@debrief/contract';
import { plantContent } from '../../../../testing/access/planted-content.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { Listener } from '../../../../testing/review/listener.ts';
import { anotherSession, aReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

const usual: AccessPolicy = { visibility: 'organization', hold: 'none', repositories: [] };

onEveryEngine('holding, sharing and asking', (server) => {
  it('a session is held as the policy, its repository or its author says, whichever is longest', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, ada, machine, environmentId, installationId: agentInstallationId } = team;
    const open = async (repoRemote: string) => {
      const opened = await machine.openSession({ environmentId, agentInstallationId, repoRemote });
      await machine.completeSession(opened);
      const { session } = await author.client.getSession(opened);
      return session.access?.isHeld
        ? session.access.heldUntil
          ? (Date.parse(session.access.heldUntil) - Date.parse(session.updatedAt)) / 3_600_000
          : 'released'
        : 0;
    };
    assert.equal(await open('https://h.example/a/b.git'), 0);
    await assert.rejects(
      ada.client.setAccessPolicy({ ...usual, hold: '1h' }),
      refusedWith('insufficient_role'),
    );
    const repository = 'https://h.example/a/b.git';
    await owner.client.setAccessPolicy({
      ...usual,
      hold: '1h',
      repositories: [{ repository, visibility: 'organization', members: [], hold: '1d' }],
    });
    assert.equal(await open('https://h.example/other.git'), 1);
    assert.equal(await open('git@h.example:a/b.git'), 24, 'the remote in whatever form');
    assert.equal((await author.client.setOwnHold({ hold: '4h' })).ownHold, '4h');
    assert.equal(await open('https://h.example/other.git'), 4, 'longer');
    assert.equal(await open(repository), 24, 'not shorter');
    await author.client.setOwnHold({ hold: 'released' });
    assert.equal(await open(repository), 'released');
    const { sessions } = await author.client.listHeld();
    assert.equal(sessions.length, 5);
    assert.deepEqual((await ada.client.listHeld()).sessions, []);
  });

  it('what nobody is the author of is not held, because nobody could read it', async () => {
    const team = await aReviewedTeam(server());
    await team.owner.client.setAccessPolicy({ ...usual, hold: 'released' });
    await team.owner.client.clearAuthor({ environmentId: team.environmentId });
    const sessionId = await anotherSession(team);
    assert.equal((await team.ada.client.getSession({ sessionId })).session.access, undefined);
  });

  it('the author holds while it runs, extends, and shares; after that it stays shared', async () => {
    const team = await aReviewedTeam(server());
    const { author, ada, owner, machine } = team;
    const sessionId = await anotherSession(team);
    await assert.rejects(ada.client.holdSession({ sessionId, hold: '1h' }), refusedWith('not_yours'));
    assert.deepEqual(await author.client.holdSession({ sessionId, hold: '1h' }), { sessionId, isHeld: true });
    await assert.rejects(ada.client.listEvents({ sessionId }), refusedWith('session_not_shared'));
    await assert.rejects(owner.client.listEvents({ sessionId }), refusedWith('session_not_shared'));
    await machine.completeSession({ sessionId });
    assert.ok((await author.client.holdSession({ sessionId, hold: 'none' })).heldUntil, 'never shorter');
    const { heldUntil, isHeld } = await author.client.holdSession({ sessionId, hold: 'released' });
    assert.deepEqual([isHeld, heldUntil], [true, undefined]);
    await assert.rejects(ada.client.releaseSession({ sessionId }), refusedWith('insufficient_role'));
    assert.deepEqual(await author.client.releaseSession({ sessionId }), { sessionId, isHeld: false });
    await ada.client.listEvents({ sessionId });
    await assert.rejects(author.client.holdSession({ sessionId, hold: '1h' }), refusedWith('session_closed'));
  });

  it('an admin shares it with a reason, which the author is told; a deletion needs no sharing', async () => {
    const team = await aReviewedTeam(server());
    const { author, ada, owner } = team;
    const sessionId = await anotherSession(team);
    await author.client.holdSession({ sessionId, hold: 'released' });
    await assert.rejects(owner.client.releaseSession({ sessionId }), refusedWith('validation_error'));
    await assert.rejects(ada.client.listThreads({ sessionId }), refusedWith('session_not_shared'));
    await owner.client.releaseSession({ sessionId, reason: 'The incident needs it.' });
    const { threads } = await ada.client.listThreads({ sessionId });
    assert.ok(threads[0]?.comments[0]?.body.endsWith('I have released this session: The incident needs it.'));
    const { notifications } = await author.client.listInbox({});
    assert.deepEqual(
      notifications.filter((line) => line.sessionId === sessionId).map(({ reason }) => reason),
      ['mentioned'],
    );
    const other = await anotherSession(team);
    await author.client.holdSession({ sessionId: other, hold: 'released' });
    await author.client.removeSession({ sessionId: other });
    await assert.rejects(author.client.getSession({ sessionId: other }), refusedWith('session_not_found'));
  });

  it('whoever may not read asks, the author is told once and lets them, and takes it back', async () => {
    const planted = await plantContent(server());
    const { owner, author, ada, ben, sessionId } = planted;
    const asked = async () => (await ada.client.getSession({ sessionId })).session.access;
    assert.equal((await ada.client.askAccess({ sessionId })).request.state, 'granted', 'nothing to ask for');
    await owner.client.setAccessPolicy({ ...usual, visibility: 'reviewers' });
    assert.deepEqual(await asked(), { mayRead: false, isHeld: false });
    await ada.client.askAccess({ sessionId });
    assert.equal((await ada.client.askAccess({ sessionId })).request.state, 'asked');
    assert.deepEqual(await asked(), { mayRead: false, isHeld: false, request: 'asked' });
    const { notifications } = await author.client.listInbox({});
    const lines = notifications.filter(({ reason }) => reason === 'access');
    assert.deepEqual(
      lines.map(({ by, count, sessionId: about }) => [by, count, about]),
      [[ada.userId, 1, sessionId]],
    );
    assert.equal((await author.client.getSession({ sessionId })).session.access?.asking, 1);
    const decision = { sessionId, userId: ada.userId };
    await assert.rejects(
      ben.client.decideAccess({ ...decision, granted: true }),
      refusedWith('insufficient_role'),
    );
    await assert.rejects(ben.client.listAccessRequests({ sessionId }), refusedWith('insufficient_role'));
    await author.client.decideAccess({ ...decision, granted: true });
    assert.equal(await asked(), undefined);
    await ada.client.getTranscript({ sessionId });
    const told = await ada.client.listInbox({});
    assert.ok(told.notifications.some(({ reason, by }) => reason === 'shared' && by === author.userId));
    await author.client.decideAccess({ ...decision, granted: false });
    assert.deepEqual(await asked(), { mayRead: false, isHeld: false, request: 'refused' });
    const { requests } = await author.client.listAccessRequests({ sessionId });
    assert.deepEqual(
      requests.map(({ userId, state, decidedBy }) => [userId, state, decidedBy]),
      [[ada.userId, 'refused', author.userId]],
    );
  });

  it('a stream ends when access ends: by a rule, by a hold, by an answer', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, ada } = team;
    const sessionId = await anotherSession(team);
    const ends = async (deed: () => Promise<unknown>) => {
      const listener = await new Listener().open(server().url, ada.token, { sessionId });
      const has = (kind: string) => () => listener.messages.some(({ event }) => event === kind);
      await listener.until(has('session'), 30_000);
      await deed();
      await listener.until(has('unshared'), 30_000);
      await listener.until(() => listener.ended, 30_000);
      assert.equal(listener.messages.at(-1)?.event, 'unshared', 'and nothing after it');
    };
    await ends(() => owner.client.setAccessPolicy({ ...usual, visibility: 'reviewers' }));
    const decision = { sessionId, userId: ada.userId };
    await author.client.decideAccess({ ...decision, granted: true });
    await ends(() => author.client.decideAccess({ ...decision, granted: false }));
    await owner.client.setAccessPolicy(usual);
    await ends(() => author.client.holdSession({ sessionId, hold: '1h' }));
  });
});
