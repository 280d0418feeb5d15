import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Session } from '@debrief/contract';
import { refusedWith, send } from '../../../../testing/request.ts';
import { Listener } from '../../../../testing/review/listener.ts';
import { asks, completedSession, says, until } from '../../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { deleteSession } from '../../../domain/erasure/deletion.ts';

const shownTitle = ({ statistics, title }: Session) => statistics?.title ?? title;

const aSession = async (team: Team) => {
  const { sessionId } = await completedSession(team, [asks('Split the address'), says('Done.')]);
  await until(
    async () => (await team.owner.client.getSession({ sessionId })).session,
    (session) => shownTitle(session) === 'Split the address',
    'the title it has by itself',
  );
  return sessionId;
};

onEveryEngine('the title of a session', (server) => {
  it('is what a member says, in the list, in the search and on the stream; what it was is kept, and noted', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const sessionId = await aSession(team);
    assert.deepEqual(await team.owner.client.listTitles({ sessionId }), { titles: [] });
    const listener = await new Listener().open(server().url, team.owner.token, { sessionId, after: 2 });
    const { titles } = await member.client.renameSession({ sessionId, title: ' Postcodes apart ' });
    assert.deepEqual(
      titles.map(({ title, givenBy }) => [title, givenBy]),
      [
        ['Split the address', undefined],
        ['Postcodes apart', member.userId],
      ],
    );
    const { session } = await until(
      () => team.owner.client.getSession({ sessionId }),
      (answer) => answer.session.statistics?.title === 'Postcodes apart',
      'the session',
    );
    assert.equal(session.title, 'Postcodes apart');
    const { sessions } = await team.owner.client.listSessions({ q: 'postcodes AP' });
    assert.deepEqual(sessions.map(shownTitle), ['Postcodes apart']);
    const found = await until(
      () => team.owner.client.searchSessions({ q: 'postcodes' }),
      ({ hits }) => hits.length > 0,
      'the search',
    );
    assert.deepEqual(
      found.hits.map(({ session: { sessionId: id } }) => id),
      [sessionId],
    );
    await listener.until(() => listener.sessions().some((one) => shownTitle(one) === 'Postcodes apart'));
    listener.close();
    const { entries } = await team.owner.client.listAudit({ action: 'session_renamed' });
    assert.deepEqual(
      entries.map(({ actorId, targetId, outcome }) => ({ actorId, targetId, outcome })),
      [{ actorId: member.userId, targetId: sessionId, outcome: 'ok' }],
    );
  });

  it('may be one that stands in the records, and is kept when more of them come', async () => {
    const team = await aTeam(server());
    const { sessionId } = await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
    });
    const append = (payload: object) =>
      team.machine.appendEvents({ sessionId, events: [{ eventType: 'x', payload }] });
    await append(asks('Make both a constant'));
    await append(asks('Later words'));
    await team.owner.client.renameSession({ sessionId, title: 'Later words' });
    await append(says('Done.'));
    const { session } = await until(
      () => team.owner.client.getSession({ sessionId }),
      (answer) => answer.session.statistics?.foldedTo === 3,
      'folded',
    );
    assert.equal(shownTitle(session), 'Later words');
  });

  it('given twice is given once; each other one is kept in order', async () => {
    const team = await aTeam(server());
    const sessionId = await aSession(team);
    for (const title of ['One', 'One', 'Two', 'One'])
      await team.owner.client.renameSession({ sessionId, title });
    const { titles } = await team.owner.client.listTitles({ sessionId });
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['Split the address', 'One', 'Two', 'One'],
    );
    const { entries } = await team.owner.client.listAudit({ action: 'session_renamed' });
    assert.equal(entries.length, 3);
  });

  it('is words: not blank, not too long, no controls, and nothing else is taken with it', async () => {
    const team = await aTeam(server());
    const path = `/v1/organizations/me/sessions/${team.sessionId}/title`;
    for (const json of [
      {},
      { title: ' ' },
      { title: 'x'.repeat(201) },
      { title: 'a\u0007b' },
      { title: 7 },
    ]) {
      const { status } = await send(server(), 'PUT', path, { credential: team.owner.token, json });
      assert.equal(status, 400, JSON.stringify(json));
    }
    assert.deepEqual(await team.owner.client.listTitles(team), { titles: [] });
    const more = { title: 'Ours', status: 'failed', repoRoot: '/elsewhere' };
    await send(server(), 'PUT', path, { credential: team.owner.token, json: more });
    const { session } = await team.owner.client.getSession(team);
    assert.deepEqual([session.title, session.status, session.repoRoot], ['Ours', 'active', undefined]);
  });

  it('goes with the session', async () => {
    const team = await aTeam(server());
    const sessionId = await aSession(team);
    await team.owner.client.renameSession({ sessionId, title: 'Gone' });
    await deleteSession(server().running.context, { sessionId, organizationId: team.organizationId });
    await assert.rejects(team.owner.client.listTitles({ sessionId }), refusedWith('session_not_found'));
    assert.deepEqual(await server().running.context.store.session.titles(sessionId), []);
  });

  it('was something else before: the first title and the newest are kept, fifty in all', async () => {
    const team = await aTeam(server());
    const sessionId = await aSession(team);
    for (let n = 1; n <= 53; n++) await team.owner.client.renameSession({ sessionId, title: `Title ${n}` });
    const { titles } = await team.owner.client.listTitles({ sessionId });
    const newest = Array.from({ length: 49 }, (_, at) => `Title ${at + 5}`);
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['Split the address', ...newest],
    );
    assert.equal((await team.owner.client.listAudit({ action: 'session_renamed' })).entries.length, 50);
  });
});
