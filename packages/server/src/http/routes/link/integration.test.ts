import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deliverGithub, deliverGitlab, githubPull, gitlabMerge } from '../../../../testing/links/delivery.ts';
import {
  aCommit,
  aSessionOf,
  eventually,
  linesOf,
  runs,
  shaOf,
  writes,
} from '../../../../testing/links/link.ts';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';

const root = '/home/dev/app';
const integrate = (team: Team, provider: 'github' | 'gitlab') =>
  team.owner.client.createIntegration({ provider });

onEveryEngine('integrations', (server) => {
  it('L14 a secret is shown once, by an admin, and a removed integration takes nothing', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    await assert.rejects(member.client.createIntegration({ provider: 'github' }), {
      code: 'insufficient_role',
    });
    const { secret, integrationId, url } = await integrate(team, 'github');
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { integrations } = await member.client.listIntegrations();
    assert.deepEqual(
      integrations.map((one) => one.integrationId),
      [integrationId],
    );
    assert.ok(!JSON.stringify(integrations).includes(secret));
    const body = githubPull({ headSha: shaOf('head') });
    assert.equal((await deliverGithub(server(), body, { url, secret })).body.outcome, 'accepted');
    assert.ok((await member.client.listIntegrations()).integrations[0]?.lastDeliveryAt);
    await assert.rejects(member.client.removeIntegration({ integrationId }), { code: 'insufficient_role' });
    await team.owner.client.removeIntegration({ integrationId });
    assert.equal((await deliverGithub(server(), body, { url, secret })).code, 'invalid_signature');
  });

  it('L15 a squash merge is linked through its pull request, whichever comes first', async () => {
    for (const order of ['delivery first', 'commits first']) {
      const team = await aTeam(server());
      const { url, secret } = await integrate(team, 'github');
      const sessionId = await aSessionOf(team, writes(2, `${root}/src/head.ts`, linesOf('head')));
      const head = aCommit('head', { branch: 'feature', parents: [shaOf('middle')] });
      const middle = aCommit('middle', { branch: 'feature', parents: [shaOf('base')] });
      const base = aCommit('base', { branch: 'main', lines: linesOf('head') });
      // Long after, with other lines: nothing but the pull request connects it.
      const squash = aCommit('squash', { lines: linesOf('formatted'), at: Date.UTC(2026, 8, 1), files: [] });
      const deliver = async () => {
        const opened = githubPull({ headSha: head.sha, commits: 2, updatedAt: '2026-06-01T12:00:00Z' });
        const merged = githubPull({ headSha: head.sha, commits: 2, state: 'merged', mergeSha: squash.sha });
        assert.equal((await deliverGithub(server(), merged, { url, secret })).body.outcome, 'accepted');
        // The older one comes late, and changes nothing.
        assert.equal((await deliverGithub(server(), opened, { url, secret })).body.outcome, 'accepted');
      };
      const tell = () => team.machine.reportCommits({ sessionId, commits: [base, middle, head, squash] });
      if (order === 'delivery first') await deliver().then(tell);
      else await tell().then(deliver);
      const found = await eventually(async () => {
        const answer = await team.owner.client.findLinks({ commit: squash.sha });
        return answer.links.length > 0 && answer;
      });
      const pull = 'https://github.com/acme/app/pull/7';
      assert.deepEqual(
        found.links.map(({ strength, session, evidence }) => [strength, session.sessionId, evidence]),
        [['matched', sessionId, [{ kind: 'pull', sha: head.sha, pull }]]],
        order,
      );
      assert.equal(found.pulls[0]?.state, 'merged');
      const byPull = await team.owner.client.findLinks({ pull: `${pull}?x=1` });
      const shas = byPull.commits.map(({ sha }) => sha).sort();
      assert.deepEqual(shas, [head.sha, middle.sha, squash.sha].sort());
      const own = await team.owner.client.listSessionLinks({ sessionId });
      assert.deepEqual(
        own.pulls.map(({ url: address, state }) => [address, state]),
        [[pull, 'merged']],
      );
      assert.ok(own.links.some(({ sha }) => sha === squash.sha));
      const linkedCommits = async () => {
        const page = await team.owner.client.getRepository({ repository: 'github.com/acme/app' });
        return [page.linkedCommits, page.commits];
      };
      assert.deepEqual(await linkedCommits(), [2, 4], 'the head of the branch, and the squashed commit');
      // Unlinked from the pull request, the session is not behind what that was merged as either.
      assert.deepEqual((await team.owner.client.removePullLink({ sessionId, url: pull })).pulls, []);
      assert.deepEqual((await team.owner.client.findLinks({ commit: squash.sha })).links, []);
      assert.deepEqual((await team.owner.client.findLinks({ pull })).links, []);
      assert.deepEqual(await linkedCommits(), [1, 4]);
      await team.owner.client.addPullLink({ sessionId, url: pull });
      assert.equal((await team.owner.client.findLinks({ commit: squash.sha })).links.length, 1);
      // Said to be wrong by a person, it is gone.
      await team.owner.client.removeLink({ sessionId, sha: squash.sha });
      assert.deepEqual((await team.owner.client.findLinks({ commit: squash.sha })).links, []);
      assert.deepEqual(await linkedCommits(), [1, 4]);
      await team.owner.client.removeLink({ sessionId, sha: head.sha });
      assert.deepEqual(await linkedCommits(), [0, 4], 'people took back every link');
    }
  });

  it('L15 GitLab: signed or with the token; a merge request links what it was merged as', async () => {
    const team = await aTeam(server());
    const { url, secret } = await integrate(team, 'gitlab');
    const given = { repoRemote: 'git@gitlab.example.com:acme/app.git' };
    const sessionId = await aSessionOf(team, writes(2, `${root}/src/lab.ts`, linesOf('lab')), given);
    const squash = aCommit('lab squash', { lines: linesOf('z'), at: Date.UTC(2026, 8, 1), files: [] });
    await team.machine.reportCommits({ sessionId, commits: [aCommit('lab', { branch: 'feature' }), squash] });
    const open = gitlabMerge({ headSha: shaOf('lab'), updatedAt: '2026-06-01 10:00:00 UTC' });
    const merged = gitlabMerge({ headSha: shaOf('lab'), state: 'merged', mergeSha: squash.sha });
    assert.equal(
      (await deliverGitlab(server(), open, { url, secret, token: true })).body.outcome,
      'accepted',
    );
    assert.equal((await deliverGitlab(server(), merged, { url, secret })).body.outcome, 'accepted');
    await eventually(
      async () => (await team.owner.client.findLinks({ commit: squash.sha })).links.length > 0,
    );
    const late = await deliverGitlab(server(), merged, { url, secret, at: Date.now() - 3_600_000 });
    assert.equal(late.code, 'invalid_signature');
    const both = { 'X-Gitlab-Token': secret, 'webhook-signature': 'v1,AAAA' };
    assert.equal(
      (await deliverGitlab(server(), merged, { url, secret, headers: both })).code,
      'invalid_signature',
    );
  });

  it('L15 pull requests that a session opened or named are shown at once', async () => {
    const team = await aTeam(server());
    const pull = 'https://github.com/acme/app/pull/12';
    const sessionId = await aSessionOf(
      team,
      runs(2, 'gh pr create --fill', `Creating pull request\n${pull}\n`),
    );
    const own = await team.owner.client.listSessionLinks({ sessionId });
    assert.deepEqual(own.pulls, [{ url: pull, number: 12, state: 'unknown', sequence: 1 }]);
    const found = await team.owner.client.findLinks({ pull });
    assert.deepEqual(
      found.sessions.map(({ session }) => session.sessionId),
      [sessionId],
    );
  });

  it('L14 a delivery counts once, however often it is sent', async () => {
    const team = await aTeam(server());
    const { url, secret } = await integrate(team, 'github');
    const body = githubPull({ headSha: shaOf('once') });
    const sent = { url, secret, id: 'one-delivery' };
    assert.equal((await deliverGithub(server(), body, sent)).body.outcome, 'accepted');
    assert.equal((await deliverGithub(server(), body, sent)).body.outcome, 'known');
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => deliverGithub(server(), body, { url, secret, id: 'raced' })),
    );
    assert.equal(racing.filter((reply) => reply.body.outcome === 'accepted').length, 1);
    const ping = await deliverGithub(
      server(),
      { zen: 'Design for failure.' },
      { url, secret, event: 'ping' },
    );
    assert.equal(ping.body.outcome, 'ignored');
  });

  it('L14 refuses what is not signed, too large, or no JSON, without a word about why', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server(), 'Other')];
    const { url, secret } = await integrate(team, 'github');
    const theirs = await integrate(other, 'github');
    const lab = await integrate(team, 'gitlab');
    const body = githubPull({ headSha: shaOf('x') });
    const wrong = [
      await deliverGithub(server(), body, { url, secret: theirs.secret }),
      await deliverGithub(server(), body, { url: theirs.url, secret }),
      await deliverGithub(server(), body, { url: lab.url.replace('gitlab?', 'github?'), secret: lab.secret }),
      await deliverGithub(server(), body, { url: url.split('?')[0] as string, secret }),
      await deliverGithub(server(), body, { url: `${url}x`, secret }),
      await deliverGithub(server(), body, { url, secret, headers: { 'X-Hub-Signature-256': 'sha256=' } }),
      await deliverGithub(server(), body, {
        url,
        secret,
        headers: { 'X-Hub-Signature-256': 'x'.repeat(5000) },
      }),
      await deliverGitlab(server(), body, { url: lab.url, secret: `${lab.secret}x`, token: true }),
    ];
    for (const reply of wrong) assert.equal(reply.code, 'invalid_signature');
    assert.equal(new Set(wrong.map(({ text }) => text)).size, 1);
    const unsigned = await send(server(), 'POST', new URL(url).pathname + new URL(url).search, {
      json: body,
    });
    assert.equal(unsigned.code, 'invalid_signature');
    const form = { url, secret, contentType: 'application/x-www-form-urlencoded' };
    assert.equal((await deliverGithub(server(), 'payload=%7B%7D', form)).code, 'unsupported_media_type');
    assert.equal((await deliverGithub(server(), 'not json', { url, secret })).code, 'invalid_json');
    assert.equal((await deliverGithub(server(), '[1]', { url, secret })).code, 'invalid_json');
    assert.equal(
      (await deliverGithub(server(), `{"a":${'['.repeat(400)}`, { url, secret })).code,
      'invalid_json',
    );
    const large = JSON.stringify({ ...body, fill: 'x'.repeat(1_100_000) });
    assert.equal((await deliverGithub(server(), large, { url, secret })).code, 'body_too_large');
  });

  it('L14 takes any JSON that is signed, and keeps only what fits', async () => {
    const team = await aTeam(server());
    const { url, secret } = await integrate(team, 'github');
    const good = githubPull({ headSha: shaOf('y') }) as { pull_request: Record<string, unknown> };
    const odd = (change: object) => ({ ...good, pull_request: { ...good.pull_request, ...change } });
    for (const change of [
      { html_url: 'javascript:alert(1)' },
      { html_url: 7 },
      { number: -1 },
      { number: 1.5 },
      { updated_at: 'never' },
      { base: null },
      { base: { repo: { clone_url: 'file:///etc/passwd' } } },
    ]) {
      const reply = await deliverGithub(server(), odd(change), { url, secret });
      assert.equal(reply.body.outcome, 'ignored', JSON.stringify(change));
    }
    const hostile = odd({
      number: 99,
      html_url: 'https://user:pass@github.com/acme/app/pull/99',
      title: `<script>\u0000\u001b[31m${'x'.repeat(2000)}\ud800`,
      merge_commit_sha: "'; drop table commits; --",
      head: { ref: '$(id)', sha: [] },
      commits: 'many',
      merged: true,
    });
    assert.equal((await deliverGithub(server(), hostile, { url, secret })).body.outcome, 'accepted');
    const { pulls } = await team.owner.client.findLinks({ pull: 'https://github.com/acme/app/pull/99' });
    assert.equal(pulls[0]?.title?.length, 500);
    assert.equal(pulls[0]?.mergeSha, undefined);
    assert.ok(!JSON.stringify(pulls).includes('pass'));
  });
});
