import assert from 'node:assert/strict';
import { it } from 'node:test';
import { behind } from '../../../../testing/links/found.ts';
import {
  aCommit,
  aSessionOf,
  eventually,
  linesOf,
  prompt,
  runs,
  shaOf,
  writes,
} from '../../../../testing/links/link.ts';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

const root = '/home/dev/app';
const me = '/v1/organizations/me';

onEveryEngine('links that people add and remove', (server) => {
  it('L13 what people say wins, in both directions, and is taken back in the same way', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const sessionId = await aSessionOf(team, writes(2, `${root}/src/delta.ts`, linesOf('delta')));
    const other = await aSessionOf(team, [prompt(1, 'nothing')]);
    await team.machine.reportCommits({ sessionId, commits: [aCommit('delta')] });
    const sha = shaOf('delta');
    await behind(team, sha);
    await member.client.removeLink({ sessionId, sha });
    assert.deepEqual((await member.client.findLinks({ commit: sha })).links, []);
    const added = await member.client.addLink({ sessionId: other, sha });
    assert.deepEqual(
      added.links.map(({ strength, byHand, evidence }) => [strength, byHand, evidence[0]?.kind]),
      [['stated', true, 'hand']],
    );
    await member.client.addLink({ sessionId, sha });
    const found = await member.client.findLinks({ commit: sha });
    assert.deepEqual(
      found.links.map(({ strength }) => strength),
      ['stated', 'stated'],
    );
    assert.equal(found.commits[0]?.linesOfSessions, 10);
    for (const path of [
      `${me}/sessions/${sessionId}/links/${shaOf('nobody')}`,
      `${me}/sessions/${sessionId}/links/not-a-sha`,
    ]) {
      const refused = await send(server(), 'PUT', path, { credential: member.token, json: {} });
      assert.equal(refused.code, 'commit_not_found', path);
    }
  });

  it('L13 people link sessions with pull requests and unlink them, also from what they were merged as', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const url = 'https://github.com/acme/app/pull/41';
    const opener = await aSessionOf(team, runs(2, 'gh pr create --fill', `${url}\n`));
    const other = await aSessionOf(team, [prompt(1, 'nothing')]);
    const behindPull = async () =>
      (await member.client.findLinks({ pull: url })).sessions.map(({ session, byHand = false }) => [
        session.sessionId,
        byHand,
      ]);
    await eventually(async () => (await behindPull()).length > 0);
    const added = await member.client.addPullLink({ sessionId: other, url: `${url}/?tab=files#top` });
    assert.deepEqual(added.pulls, [{ url, number: 41, state: 'unknown', byHand: true }]);
    const removed = await member.client.removePullLink({ sessionId: opener, url });
    assert.deepEqual(removed.pulls, []);
    assert.deepEqual(await behindPull(), [[other, true]]);
    await member.client.addPullLink({ sessionId: opener, url });
    assert.deepEqual((await member.client.listSessionLinks({ sessionId: opener })).pulls, [
      { url, number: 41, state: 'unknown', sequence: 1, byHand: true },
    ]);
    for (const bad of ['https://github.com/acme/app', 'javascript:alert(1)/pull/3', 'pull/3']) {
      await assert.rejects(member.client.addPullLink({ sessionId: other, url: bad }), {
        code: 'validation_error',
      });
    }
    const deeds = await team.owner.client.listAudit({ limit: 20 });
    assert.deepEqual(
      deeds.entries.filter(({ action }) => action.startsWith('link_')).map(({ action }) => action),
      ['link_added', 'link_removed', 'link_added'],
    );
  });
});
