import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  deliverGithub,
  deliverGitlab,
  githubPull,
  gitlabMerge,
  type PullGiven,
} from '../../../testing/links/delivery.ts';
import { aCommit, aSessionOf, eventually, linesOf, runs, writes } from '../../../testing/links/link.ts';
import { aForge } from '../../../testing/outbox/forge.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { stateCommits } from './commit-status.ts';

const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_FIRST_PAUSE_MS: '20' };
const minutes = 60_000;
const token = 'forge-token-of-a-test';
const forgeKinds = ['github', 'gitlab', 'forgejo'] as const;

onEveryEngine(
  'commit statuses',
  (server) => {
    before(() => server().hurry('deliveries'));
    const at = (later: number) => ({ ...server().running.context, clock: () => Date.now() + later });

    /** A team with a forge as its endpoint; `pull` tells of a pull request of it. */
    async function aTeamWith(url: string, kind: (typeof forgeKinds)[number] = 'github', name = 'Acme') {
      const team = await aTeam(server(), name);
      const { client } = team.owner;
      const { endpointId } = await client.addEndpoint({ kind, name: 'forge', url, credential: token });
      const isGitlab = kind === 'gitlab';
      const integration = await client.createIntegration({ provider: isGitlab ? 'gitlab' : 'github' });
      let told = 0;
      const pull = (given: PullGiven) => {
        const updatedAt = new Date(Date.now() + told++).toISOString();
        const all = { host: url, updatedAt, ...given };
        return isGitlab
          ? deliverGitlab(server(), gitlabMerge(all), integration)
          : deliverGithub(server(), githubPull(all), integration);
      };
      return { team, endpointId, pull };
    }

    /** A session that makes a commit, as its machine tells; the session still runs. */
    async function aLinked(team: Team, name: string) {
      const commit = aCommit(name, { branch: 'feature' });
      const sessionId = await aSessionOf(team, [
        ...writes(1, `/home/dev/app/src/${name}.ts`, linesOf(name)),
        ...runs(2, 'git commit -m x', `[feature ${commit.sha.slice(0, 7)}] x`),
      ]);
      await team.machine.reportCommits({ sessionId, commits: [commit] });
      await eventually(async () => {
        const { sessions } = await team.owner.client.askGate({ commits: [commit.sha] });
        return sessions.some(({ strength }) => strength !== 'likely');
      });
      return { sessionId, sha: commit.sha };
    }

    const settled = (team: Team, endpointId: string) =>
      eventually(async () => {
        const { deliveries } = await team.owner.client.listDeliveries({ endpointId });
        return deliveries.every(({ state }) => state !== 'waiting') && deliveries;
      });

    const paths = {
      github: (sha: string) => `/api/v3/repos/acme/app/statuses/${sha}`,
      gitlab: (sha: string) => `/api/v4/projects/acme%2Fapp/statuses/${sha}`,
      forgejo: (sha: string) => `/api/v1/repos/acme/app/statuses/${sha}`,
    };

    for (const kind of forgeKinds) {
      it(`N12 ${kind} is told pending while a session runs, then one final state that nothing changes`, async () => {
        await using forge = await aForge();
        const { team, endpointId, pull } = await aTeamWith(forge.url, kind);
        const { owner, machine } = team;
        const { sessionId, sha } = await aLinked(team, 'parser');
        await pull({ headSha: sha });
        await eventually(async () => forge.asked.length === 1);
        await stateCommits(at(11 * minutes));
        await machine.completeSession({ sessionId, status: 'completed' });
        await stateCommits(at(0));
        await eventually(async () => forge.asked.length === 2);
        // Whatever people find later: this head was judged.
        await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
        const { policy } = await owner.client.getGatePolicy();
        await owner.client.setGatePolicy({ ...policy, unreviewed: 'fail', openThreads: 'fail' });
        for (let again = 0; again < 3; again++) await stateCommits(at(again * 60 * minutes));
        await settled(team, endpointId);
        const name = { [kind === 'gitlab' ? 'name' : 'context']: 'debrief/main' };
        const target_url = `${server().url}/commit/${sha}`;
        assert.deepEqual(
          forge.asked.map(({ method, path, body }) => ({ method, path, body })),
          [
            ['pending', 'Not decided yet: the page says what is waited for'],
            ['success', '1 session, 1 not reviewed'],
          ].map(([state, description]) => ({
            method: 'POST',
            path: paths[kind](sha),
            body: { state, target_url, description, ...name },
          })),
        );
        const tokens = {
          github: ['authorization', `Bearer ${token}`],
          gitlab: ['private-token', token],
          forgejo: ['authorization', `token ${token}`],
        } as const;
        const [header, value] = tokens[kind];
        for (const { headers } of forge.asked) {
          assert.equal(headers[header], value);
          assert.match(headers['user-agent'] ?? '', /^Debrief\//);
          assert.equal(headers['content-type'], 'application/json');
          assert.equal(headers['webhook-signature'], undefined);
        }
      });
    }

    it('N12 what the policy stops stays pending until people decide, and has failed when it was merged before', async () => {
      await using forge = await aForge();
      const { team, endpointId, pull } = await aTeamWith(forge.url);
      const { owner, machine } = team;
      const { policy } = await owner.client.getGatePolicy();
      await owner.client.setGatePolicy({ ...policy, unreviewed: 'fail' });
      const [one, two] = [await aLinked(team, 'one'), await aLinked(team, 'two')];
      for (const { sessionId } of [one, two])
        await machine.completeSession({ sessionId, status: 'completed' });
      await pull({ number: 1, headSha: one.sha });
      await pull({ number: 2, headSha: two.sha });
      await eventually(async () => forge.asked.length === 2);
      await stateCommits(at(60 * minutes));
      const reviewer = await joinTeam(server(), team, 'member');
      await reviewer.client.submitReview({
        ...{ sessionId: one.sessionId, outcome: 'accepted', throughSequence: 4 },
      });
      await pull({ number: 2, headSha: two.sha, state: 'merged', mergeSha: two.sha });
      await stateCommits(at(0));
      await settled(team, endpointId);
      const toldOf = ({ sha }: { sha: string }) =>
        forge.asked
          .filter(({ path }) => path.endsWith(sha))
          .map(({ body }) => `${body?.state} ${body?.description}`);
      const waits = 'pending Not decided yet: the page says what is waited for';
      assert.deepEqual(toldOf(one), [waits, 'success 1 session']);
      assert.deepEqual(toldOf(two), [
        waits,
        'failure Merged before it was decided: 1 session, 1 not reviewed',
      ]);
    });

    it('N12 a commit that no machine knows is pending for ten minutes, then what the policy says', async () => {
      await using forge = await aForge();
      const { team, endpointId, pull } = await aTeamWith(forge.url);
      const headSha = 'a1'.repeat(20);
      await pull({ headSha, commits: 3 });
      await eventually(async () => forge.asked.length === 1);
      await stateCommits(at(9 * minutes));
      await settled(team, endpointId);
      assert.deepEqual(
        forge.asked.map(({ body }) => body?.state),
        ['pending'],
      );
      const { policy } = await team.owner.client.getGatePolicy();
      await team.owner.client.setGatePolicy({ ...policy, unknownCommits: 'warn' });
      await stateCommits(at(11 * minutes));
      await eventually(async () => forge.asked.length === 2);
      assert.deepEqual(
        [forge.asked[1]?.body?.state, forge.asked[1]?.body?.description],
        ['success', 'No session known behind this, 3 commits of unknown origin'],
      );
    });

    it('N12 a forge that was away hears only of the newest head, and of that only its newest state', async () => {
      await using forge = await aForge(() => 503);
      const { team, endpointId, pull } = await aTeamWith(forge.url);
      const [before, now] = ['b1'.repeat(20), 'b2'.repeat(20)];
      await pull({ headSha: before });
      await eventually(async () => forge.asked.length >= 2);
      await team.owner.client.changeEndpoint({ endpointId, isOn: false });
      await pull({ headSha: now });
      await team.owner.client.changeEndpoint({ endpointId, isOn: true });
      await stateCommits(at(0));
      await stateCommits(at(11 * minutes));
      forge.answer = () => 201;
      const deliveries = await settled(team, endpointId);
      const taken = forge.asked.filter(({ status }) => status === 201);
      assert.deepEqual(
        taken.map(({ path, body }) => [path, body?.state]),
        [[paths.github(now), 'success']],
      );
      assert.deepEqual(deliveries.map(({ subjectId, state }) => [subjectId, state]).sort(), [
        [before, 'dropped'],
        [now, 'delivered'],
        [now, 'dropped'],
      ]);
      // Back to the commit before: it is told anew, from its beginning.
      await pull({ headSha: before });
      await stateCommits(at(0));
      await settled(team, endpointId);
      assert.deepEqual(
        [forge.asked.at(-1)?.path, forge.asked.at(-1)?.body?.state],
        [paths.github(before), 'pending'],
      );
    });

    it('N12 what one repository refuses holds up no other; GitLab that has a state already is no failure', async () => {
      let calls = 0;
      await using forge = await aForge(({ path }) => {
        if (path.includes('c1')) return 404;
        // The first answer is lost on its way; then it has that state.
        return [0, 400][calls++] ?? 201;
      });
      const { team, endpointId, pull } = await aTeamWith(forge.url, 'gitlab');
      for (let number = 1; number <= 6; number++) {
        await pull({ number, headSha: `c1${number}`.padEnd(40, '0') });
      }
      await eventually(async () => forge.asked.length === 6);
      await pull({ number: 7, headSha: 'd7'.repeat(20) });
      await eventually(async () => calls === 2);
      const deliveries = await settled(team, endpointId);
      assert.deepEqual(
        deliveries.map(({ state, lastStatus, attempts }) => [state, lastStatus, attempts]),
        [['delivered', 400, 2], ...Array.from({ length: 6 }, () => ['failed', 404, 1])],
      );
      const [endpoint] = (await team.owner.client.listEndpoints()).endpoints;
      assert.deepEqual([endpoint?.isOn, endpoint?.failingSince], [true, undefined]);
    });

    it('N12 many servers state a commit once; another organization and another forge state nothing', async () => {
      await using forge = await aForge();
      await using foreign = await aForge();
      const { team, endpointId, pull } = await aTeamWith(forge.url);
      const other = await aTeamWith(forge.url, 'github', 'Other');
      const away = await team.owner.client.addEndpoint({
        ...{ kind: 'forgejo', name: 'away', url: `${foreign.url}/elsewhere`, credential: token },
      });
      await pull({ headSha: 'e1'.repeat(20) });
      await Promise.all(Array.from({ length: 10 }, () => stateCommits(at(0))));
      await Promise.all(Array.from({ length: 10 }, () => stateCommits(at(11 * minutes))));
      const deliveries = await settled(team, endpointId);
      const finals = forge.asked.filter(({ body }) => body?.state === 'success');
      assert.equal(finals.length, 1);
      assert.equal(deliveries.length, 2);
      assert.deepEqual(await settled(other.team, other.endpointId), []);
      assert.deepEqual(await settled(team, away.endpointId), []);
      assert.equal(foreign.asked.length, 0);
    });

    it('N12 a token is kept sealed, shown to nobody, replaced; a test asks and states nothing', async () => {
      await using forge = await aForge(({ headers }) =>
        headers.authorization === 'Bearer another' ? 200 : 401,
      );
      const { team, endpointId } = await aTeamWith(forge.url);
      const { client } = team.owner;
      const { store } = server().running.context;
      const kept = JSON.stringify(await store.outbox.find(team.organizationId, endpointId));
      const shown = JSON.stringify([await client.listEndpoints(), await client.listAudit({})]);
      for (const text of [kept, shown]) assert.ok(!text.includes(token));
      await client.changeEndpoint({ endpointId, credential: 'another' });
      await client.testEndpoint({ endpointId });
      await settled(team, endpointId);
      assert.deepEqual(
        forge.asked.map(({ method, path, body, status }) => [method, path, body, status]),
        [['GET', '/api/v3/user', undefined, 200]],
      );
      const add = (given: object) =>
        client.addEndpoint({ kind: 'github', name: 'x', url: forge.url, credential: token, ...given });
      for (const wrong of [
        { credential: undefined },
        { credential: 'two lines\r\nx: y' },
        { types: ['thread.opened'] },
        { url: 'https://169.254.169.254/' },
        { url: 'https://[::ffff:10.0.0.1]/api/v3' },
        { url: `${forge.url}/?x=1` },
        { kind: 'slack', types: ['thread.opened'] },
        { kind: 'webhook', credential: undefined },
      ]) {
        await assert.rejects(add(wrong), { code: 'validation_error' }, JSON.stringify(wrong));
      }
      await assert.rejects(client.changeEndpoint({ endpointId, types: ['thread.opened'] }), {
        code: 'validation_error',
      });
    });
  },
  env,
);
