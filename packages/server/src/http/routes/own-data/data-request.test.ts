import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DataRequest } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, type ReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';
import { carryOutRequests } from '../../../domain/own-data/carry-out.ts';

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString();

/** The server does it by itself, too, at the same time: what it has begun may take it a moment. */
async function soon(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await check();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

onEveryEngine('requests about what is stored of members', (server) => {
  const carryOut = () => carryOutRequests(server().running.context);
  const isThere = async (team: ReviewedTeam, sessionId: string) =>
    (await server().running.context.store.session.find(team.organizationId, sessionId)) !== undefined;
  const shownOf = async (team: ReviewedTeam, { requestId }: Pick<DataRequest, 'requestId'>) =>
    (await team.owner.client.listDataRequests({})).requests.find((one) => one.requestId === requestId);
  const comment = async (team: ReviewedTeam, sessionId: string) => {
    const { author } = team;
    const { thread } = await author.client.openThread({
      ...{ sessionId, anchor: { sequence: 0 }, body: 'My words' },
    });
    return { sessionId, threadId: thread.threadId };
  };

  it('a member asks, an admin grants: sessions and comments of then are deleted, nothing else', async () => {
    const team = await aReviewedTeam(server());
    const { author, ada, owner, sessionId, environmentId } = team;
    const second = await anotherSession(team);
    await owner.client.setAuthor({ environmentId, userId: ada.userId });
    const adas = await anotherSession(team);
    const { threadId } = await comment(team, adas);

    const asked = await author.client.askDeletion({ reason: 'I have left the project.' });
    assert.deepEqual([asked.state, asked.left, asked.isLeaving], ['asked', 2, false]);
    const again = await author.client.askDeletion({ reason: 'Again' });
    assert.equal(again.requestId, asked.requestId, 'one at a time');
    const { notifications } = await owner.client.listInbox({});
    assert.equal(notifications.filter(({ reason }) => reason === 'data_asked').length, 1);
    assert.deepEqual((await ada.client.listDataRequests({})).requests, [], 'of nobody else’s business');
    const { requestId } = asked;
    await assert.rejects(
      ada.client.decideDataRequest({ requestId, granted: true }),
      refusedWith('insufficient_role'),
    );
    await assert.rejects(
      ada.client.withdrawDataRequest({ requestId }),
      refusedWith('data_request_not_found'),
    );

    await owner.client.decideDataRequest({ requestId, granted: true });
    await carryOut();
    await soon(async () => {
      const done = await shownOf(team, asked);
      assert.deepEqual([done?.state, done?.sessions, done?.comments, done?.kept], ['done', 2, 1, 0]);
    });
    for (const id of [sessionId, second]) assert.equal(await isThere(team, id), false);
    assert.equal(await isThere(team, adas), true);
    const { threads } = await ada.client.listThreads({ sessionId: adas });
    const said = threads.find((one) => one.threadId === threadId)?.comments[0];
    assert.equal(said?.body ?? '', '');
    const receipt = await owner.client.getErasure({ sessionId });
    assert.equal(receipt.requestedBy, (await owner.client.getOrganization()).ownerUserId);
    const told = (await author.client.listInbox({})).notifications;
    assert.ok(told.some(({ reason }) => reason === 'data_answered'));
    await assert.rejects(
      owner.client.decideDataRequest({ requestId, granted: true }),
      refusedWith('data_request_not_found'),
    );

    // What comes after the answer stays.
    await owner.client.setAuthor({ environmentId, userId: author.userId });
    const later = await anotherSession(team);
    await carryOut();
    assert.equal(await isThere(team, later), true);
  });

  it('a refusal has a reason, and what was asked can be taken back', async () => {
    const team = await aReviewedTeam(server());
    const { author, owner, sessionId } = team;
    const asked = await author.client.askDeletion({});
    await assert.rejects(
      owner.client.decideDataRequest({ requestId: asked.requestId, granted: false }),
      refusedWith('validation_error'),
    );
    const refused = await owner.client.decideDataRequest({
      ...{ requestId: asked.requestId, granted: false, answer: 'Kept for the audit.' },
    });
    assert.equal(refused.state, 'refused');
    const { requests } = await author.client.listDataRequests({});
    assert.equal(requests[0]?.answer, 'Kept for the audit.');
    const next = await author.client.askDeletion({});
    const taken = await author.client.withdrawDataRequest({ requestId: next.requestId });
    assert.equal(taken.state, 'withdrawn');
    await carryOut();
    assert.equal(await isThere(team, sessionId), true);
    const other = await aTeam(server());
    await assert.rejects(
      other.owner.client.decideDataRequest({ requestId: next.requestId, granted: true }),
      refusedWith('data_request_not_found'),
    );
  });

  it('a legal hold beats it: on the member at once, on a session until it ends; each refusal is audited once', async () => {
    const team = await aReviewedTeam(server());
    const { author, owner, sessionId } = team;
    const kept = await anotherSession(team);
    const asked = await author.client.askDeletion({});
    const { requestId } = asked;
    const hold = await owner.client.setLegalHold({
      ...{ kind: 'member', subject: author.userId, reason: 'A dispute', until: inAYear() },
    });
    await assert.rejects(
      owner.client.decideDataRequest({ requestId, granted: true }),
      refusedWith('legal_hold'),
    );
    await assert.rejects(
      owner.client.removeMember({ userId: author.userId, sessions: 'delete' }),
      refusedWith('legal_hold'),
    );
    assert.equal((await shownOf(team, asked))?.state, 'asked');
    const second = await joinTeam(server(), team, 'admin');
    await owner.client.liftLegalHold({ legalHoldId: hold.legalHoldId, agreed: true });
    await second.client.liftLegalHold({ legalHoldId: hold.legalHoldId, agreed: true });
    await owner.client.setLegalHold({
      ...{ kind: 'session', subject: kept, reason: 'A dispute', until: inAYear() },
    });
    await owner.client.decideDataRequest({ requestId, granted: true });
    await carryOut();
    await carryOut();
    await soon(async () => {
      const waits = await shownOf(team, asked);
      assert.deepEqual([waits?.state, waits?.sessions, waits?.kept, waits?.left], ['granted', 1, 1, 1]);
    });
    assert.deepEqual([await isThere(team, sessionId), await isThere(team, kept)], [false, true]);
    const { entries } = await owner.client.listAudit({ action: 'legal_hold_refused' });
    assert.deepEqual(
      entries.map(({ targetId, outcome }) => [targetId, outcome]).sort(),
      [
        [kept, 'refused'],
        [author.userId, 'refused'],
        [author.userId, 'refused'],
      ].sort(),
    );
    // It has ended: the rest follows.
    const { context } = server().running;
    await carryOutRequests({ ...context, clock: () => Date.now() + 366 * 86_400_000 });
    assert.equal(await isThere(team, kept), false);
    assert.equal((await shownOf(team, asked))?.state, 'done');
  });

  it('an admin who removes a member says what becomes of their sessions', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, ada, ben, environmentId, sessionId, organizationId } = team;
    const { store } = server().running.context;
    const sessions = new Map([[author.userId, sessionId]]);
    for (const { userId } of [ada, ben]) {
      await owner.client.setAuthor({ environmentId, userId });
      sessions.set(userId, await anotherSession(team));
    }
    const of = (userId: string) => sessions.get(userId) as string;
    await ada.client.openThread({ sessionId: of(ada.userId), anchor: { sequence: 0 }, body: 'Mine' });
    await owner.client.removeMember({ userId: author.userId });
    await owner.client.removeMember({ userId: ada.userId, sessions: 'anonymise' });
    await owner.client.removeMember({ userId: ben.userId, sessions: 'delete' });
    await carryOut();
    const authorOf = async (userId: string) =>
      (await store.session.find(organizationId, of(userId)))?.authorUserId;
    await soon(async () => {
      const { requests } = await owner.client.listDataRequests({});
      assert.deepEqual(
        requests.map((one) => [one.userId, one.kind, one.state, one.isLeaving, one.sessions]),
        [
          [ben.userId, 'delete', 'done', true, 1],
          [ada.userId, 'anonymise', 'done', true, 1],
        ],
      );
    });
    assert.deepEqual(
      [await authorOf(author.userId), await authorOf(ada.userId), await authorOf(ben.userId)],
      [author.userId, null, undefined],
    );
    const { sessions: listed } = await owner.client.listSessions({ author: ['none'] });
    assert.ok(listed.some((one) => one.sessionId === of(ada.userId)));
    const { threads } = await owner.client.listThreads({ sessionId: of(ada.userId) });
    assert.equal(threads.length, 1, 'what was said stays');
  });

  it('a session that a legal hold keeps keeps its author, also when it is set at the last moment', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, sessionId, organizationId } = team;
    const other = await anotherSession(team);
    const { store, clock } = server().running.context;
    const set = { kind: 'session' as const, reason: 'A dispute', until: inAYear() };
    await owner.client.setLegalHold({ ...set, subject: sessionId });
    const { userId } = author;
    const wanted = { organizationId, userId, sessionIds: [sessionId, other], at: clock(), channels: [] };
    const both = await Promise.all([store.author.takeAway(wanted), store.author.takeAway(wanted)]);
    assert.deepEqual(both.map(({ taken }) => taken).sort(), [0, 1], 'counted once');
    const authors = [sessionId, other].map(
      async (id) => (await store.session.find(organizationId, id))?.authorUserId,
    );
    assert.deepEqual(await Promise.all(authors), [author.userId, null]);
  });

  it('a request that waits is forgotten with the membership', async () => {
    const team = await aReviewedTeam(server());
    await team.author.client.askDeletion({});
    await team.owner.client.removeMember({ userId: team.author.userId });
    assert.deepEqual((await team.owner.client.listDataRequests({})).requests, []);
  });
});
