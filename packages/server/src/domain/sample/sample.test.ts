import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebriefError, type Session } from '@debrief/contract';
import { createPriceList } from '@debrief/prices';
import { createReader, type Entry } from '@debrief/transcript';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

const prices = createPriceList();

const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(entry.kind === 'subagent' ? flatten(entry.entries) : [])]);

for (const engine of engines) {
  describe(`the sample on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    const samples = async (): Promise<Session[]> =>
      (await team.owner.client.listSessions({ secretEnvironment: 'test' })).sessions;

    it('is there after loading, once, however often and at once it is loaded', async () => {
      server = await started;
      team = await aTeam(server);
      const { client } = team.owner;
      const answers = await Promise.allSettled([client.loadSample(), client.loadSample()]);
      // Of two at the same time, one may be told to wait for the other's append.
      for (const answer of answers) {
        if (answer.status === 'rejected')
          assert.ok(refusedWith('idempotency_in_progress')(answer.reason), answer.reason);
      }
      assert.deepEqual(await client.loadSample(), { sessions: 10 });
      const first = await samples();
      assert.deepEqual(await client.loadSample(), { sessions: 10 });
      assert.deepEqual(
        (await samples()).map(({ sessionId, eventCount }) => [sessionId, eventCount]),
        first.map(({ sessionId, eventCount }) => [sessionId, eventCount]),
      );
      assert.equal(first.length, 10);
      assert.deepEqual(
        Object.entries(Object.groupBy(first, ({ status }) => status)).map(([status, some]) => [
          status,
          some?.length,
        ]),
        [
          ['active', 2],
          ['completed', 7],
          ['failed', 1],
        ],
      );
      assert.deepEqual([...new Set(first.map(({ agentId }) => agentId))].sort(), [
        'claude-code',
        'codex',
        'gemini-cli',
      ]);
      const me = (await client.getOrganization()).ownerUserId;
      const own = first.filter(({ authorUserId }) => authorUserId === me).length;
      const nobodys = first.filter(({ authorUserId }) => authorUserId === undefined).length;
      assert.deepEqual([own, nobodys], [5, 5], 'some are the member’s own');
      const days = (Date.now() - Date.parse(first.at(-1)?.startedAt ?? '')) / 86_400_000;
      assert.ok(days > 4 && days < 6, `${days} days`);
      const { environments } = await client.listEnvironments();
      assert.deepEqual(
        environments.map(({ displayName }) => displayName).filter((name) => name === 'Sample data').length,
        1,
      );
    });

    it('reads like real sessions, with everything a session can have and nothing unknown', async () => {
      const kinds = new Set<string>();
      const outcomes = new Set<string>();
      for (const session of await samples()) {
        const reader = createReader(session.agentId, prices);
        const page = await team.owner.client.listEvents({ sessionId: session.sessionId, limit: 200 });
        reader.feed(page.events);
        assert.equal(page.nextCursor, null);
        const entries = flatten(reader.entries);
        for (const entry of entries) {
          kinds.add(entry.kind === 'tool' ? entry.tool : entry.kind);
          if ('outcome' in entry) outcomes.add(entry.outcome);
          assert.notEqual(entry.kind, 'unknown', JSON.stringify(entry));
        }
        const { usage, cost, files, title } = reader.summary();
        assert.ok(usage.requests > 3 && usage.output > 0 && cost.total > 0, session.agentId);
        assert.ok(files.length > 0 && title, session.agentId);
        assert.deepEqual(cost.unknownModels, []);
      }
      for (const kind of [
        'prompt',
        'thinking',
        'reply',
        'shell',
        'edit',
        'write',
        'plan',
        'subagent',
        'compaction',
      ]) {
        assert.ok(kinds.has(kind), `${kind} in ${[...kinds]}`);
      }
      assert.deepEqual([...outcomes].sort(), ['error', 'ok']);
    });

    it('is counted and found like any session', async () => {
      for (const begun = Date.now(); ; await sleep(50)) {
        const sessions = await samples();
        if (sessions.every(({ statistics, eventCount }) => statistics?.foldedTo === eventCount)) break;
        assert.ok(Date.now() - begun < 60_000, 'not folded in time');
      }
      const { hits } = await team.owner.client.searchSessions({
        q: 'basket total',
        secretEnvironment: 'test',
      });
      assert.equal(hits.length, 1);
      assert.ok((hits[0]?.session.statistics?.linesAdded ?? 0) > 5);
    });

    it('goes away whole and takes nothing else along', async () => {
      const { client } = team.owner;
      const before = (await client.listSessions({ secretEnvironment: 'live' })).sessions;
      assert.deepEqual(await client.removeSample(), { sessions: 10 });
      assert.deepEqual(await samples(), []);
      assert.deepEqual((await client.listSessions({ secretEnvironment: 'live' })).sessions, before);
      assert.equal((await client.listEnvironments()).environments.length, 1);
      assert.equal((await client.listInstallations()).installations.length, 1);
      assert.deepEqual((await client.searchSessions({ q: 'basket total' })).hits, []);
      assert.deepEqual(await client.removeSample(), { sessions: 0 });
      assert.deepEqual(await client.loadSample(), { sessions: 10 });
    });

    it('can be loaded again after its environment was revoked', async () => {
      const { client } = team.owner;
      const { environments } = await client.listEnvironments();
      const sample = environments.find(({ displayName }) => displayName === 'Sample data');
      await client.revokeEnvironment({ environmentId: sample?.environmentId ?? '' });
      assert.deepEqual(await client.loadSample(), { sessions: 10 });
      assert.equal((await samples()).length, 10);
    });

    it('is for admins, and audited', async () => {
      const member = await joinTeam(server, team, 'member');
      await assert.rejects(member.client.loadSample(), refusedWith('insufficient_role'));
      await assert.rejects(member.client.removeSample(), refusedWith('insufficient_role'));
      const admin = await joinTeam(server, team, 'admin');
      await admin.client.removeSample();
      for (const action of ['sample_loaded', 'sample_removed'] as const) {
        const { entries } = await team.owner.client.listAudit({ action });
        assert.ok(entries.length >= 2 && entries.every(({ actorId }) => actorId), action);
      }
    });

    it('stops', async () => {
      await server[Symbol.asyncDispose]();
    });
  });
}
