import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListSessions } from '@debrief/contract';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

const call = (id: string, name: string, input: object, output: string, isError = false) =>
  [
    {
      type: 'assistant',
      uuid: `a${id}`,
      message: {
        id: `m${id}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        usage: { input_tokens: 1000 * id.length, output_tokens: 10 },
        content: [{ type: 'tool_use', id, name, input }],
      },
    },
    {
      type: 'user',
      uuid: `u${id}`,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }],
      },
    },
  ].map((payload) => ({ eventType: 'x', payload }));

const failing = (id: string) => call(id, 'Bash', { command: 'false' }, 'Exit code 1', true);
const writing = (id: string) => call(id, 'Write', { file_path: '/a', content: 'x' }, 'ok');
const refused = (id: string) => call(id, 'Bash', { command: 'rm' }, "The user doesn't want to proceed", true);

for (const engine of engines) {
  describe(`the list of sessions on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    const ids: string[] = [];
    const listed = async (query: ListSessions) =>
      (await team.owner.client.listSessions(query)).sessions.map(({ sessionId }) => ids.indexOf(sessionId));

    it('is filled', async () => {
      server = await started;
      team = await aTeam(server);
      const contents = [
        [...failing('a'), ...failing('bb'), ...writing('ccc')],
        [...refused('d')],
        [...writing('e'), ...writing('ff')],
        [],
      ];
      ids.push(team.sessionId);
      for (const [at, events] of contents.entries()) {
        const { sessionId } = await team.machine.openSession({
          environmentId: team.environmentId,
          agentInstallationId: team.installationId,
          repoRoot: at % 2 === 0 ? '/srv/even' : '/srv/odd',
        });
        ids.push(sessionId);
        if (events.length > 0) await team.machine.appendEvents({ sessionId, events });
        await sleep(3);
      }
      for (const sessionId of ids) {
        for (const begun = Date.now(); ; await sleep(30)) {
          const { session } = await team.owner.client.getSession({ sessionId });
          if (session.statistics?.foldedTo === session.eventCount) break;
          assert.ok(Date.now() - begun < 15_000, 'not folded in time');
        }
      }
    });

    it('keeps to what a session has, also in the search', async () => {
      assert.deepEqual(await listed({ has: ['errors'] }), [1]);
      assert.deepEqual(await listed({ has: ['denials'] }), [2]);
      assert.deepEqual(await listed({ has: ['edits'] }), [3, 1]);
      assert.deepEqual(await listed({ has: ['edits', 'errors'] }), [1]);
      const found = async (has: 'errors' | 'denials') =>
        (await team.owner.client.searchSessions({ q: 'false', has: [has] })).hits.length;
      assert.deepEqual([await found('errors'), await found('denials')], [1, 0]);
    });

    it('sorts by events, errors, edits, tokens, cost, start and repository, either way, page by page', async () => {
      assert.deepEqual((await listed({ sort: 'events' })).slice(0, 3), [1, 3, 2]);
      assert.deepEqual((await listed({ sort: 'errors' }))[0], 1);
      assert.deepEqual((await listed({ sort: 'edits' })).slice(0, 2), [3, 1]);
      assert.deepEqual((await listed({ sort: 'cost' })).slice(0, 3), [1, 3, 2]);
      assert.deepEqual((await listed({ sort: 'tokens' })).slice(0, 3), [1, 3, 2]);
      assert.deepEqual(await listed({ sort: 'startedAt', order: 'asc' }), [0, 1, 2, 3, 4]);
      assert.deepEqual(await listed({}), [4, 3, 2, 1, 0]);
      const byPlace = await listed({ sort: 'repository', order: 'asc' });
      assert.deepEqual(byPlace.slice(byPlace.indexOf(3)), [3, 1, 4, 2]);
      assert.deepEqual((await listed({ sort: 'repository', order: 'desc' })).slice(0, 4), [4, 2, 3, 1]);
      for (const sort of [
        'startedAt',
        'events',
        'errors',
        'edits',
        'tokens',
        'cost',
        'repository',
      ] as const) {
        for (const order of ['asc', 'desc'] as const) {
          const whole = await listed({ sort, order });
          const walked: number[] = [];
          let cursor: string | undefined;
          do {
            const page = await team.owner.client.listSessions({
              sort,
              order,
              limit: 2,
              ...(cursor && { cursor }),
            });
            walked.push(...page.sessions.map(({ sessionId }) => ids.indexOf(sessionId)));
            cursor = page.nextCursor ?? undefined;
          } while (cursor);
          assert.deepEqual(walked, whole, `${sort} ${order}`);
        }
      }
      const { nextCursor } = await team.owner.client.listSessions({ sort: 'events', limit: 1 });
      for (const sort of ['errors', 'repository'] as const) {
        await assert.rejects(team.owner.client.listSessions({ sort, cursor: nextCursor as string }), {
          code: 'invalid_cursor',
        });
      }
    });

    it('adds up what the filter leaves, whatever the page', async () => {
      const { totals } = await team.owner.client.listSessions({ totals: 'true', limit: 1 });
      assert.deepEqual([totals?.sessions, totals?.events, totals?.errors, totals?.edits], [5, 12, 2, 3]);
      assert.ok((totals?.costUsd ?? 0) > 0 && (totals?.tokens ?? 0) > 0);
      const some = await team.owner.client.listSessions({ totals: 'true', has: ['errors'] });
      assert.deepEqual([some.totals?.sessions, some.totals?.edits], [1, 1]);
      assert.equal((await team.owner.client.listSessions({})).totals, undefined);
    });

    it('names the repositories, used last first, of this organization only', async () => {
      const { repositories } = await team.owner.client.listRepositories();
      assert.deepEqual(
        repositories
          .filter(({ repoRoot }) => repoRoot.startsWith('/srv'))
          .map(({ repoRoot, sessions }) => [repoRoot, sessions]),
        [
          ['/srv/odd', 2],
          ['/srv/even', 2],
        ],
      );
      const other = await aTeam(server, 'Other');
      assert.ok(
        !(await other.owner.client.listRepositories()).repositories.some(({ repoRoot }) =>
          repoRoot.startsWith('/srv'),
        ),
      );
    });

    it('keeps to where the review stands, also in the search and the sums', async () => {
      const { client } = team.owner;
      const [, failed, denied] = ids as [string, string, string];
      const through = async (sessionId: string) =>
        (await client.getSession({ sessionId })).session.eventCount;
      await client.submitReview({
        sessionId: failed,
        outcome: 'accepted',
        throughSequence: await through(failed),
      });
      await client.submitReview({ sessionId: denied, outcome: 'follow_up', throughSequence: 0 });
      const { policy } = await client.getPolicy();
      const enter = { edits: false, highFindings: false, repositories: [], sample: 0 };
      const { reviewers, defaultReviewers } = policy;
      // Nobody is known as the author, so nothing is accepted unless the own counts.
      const selfCounts = true;
      // In two repositories every session needs a review, anywhere else none does.
      const rules = { reviewers, selfCounts, defaultReviewers, enter: { ...enter, sample: 1 } };
      const repositories = ['/srv/odd', '/srv/even'].map((repoRoot) => ({ repoRoot, rules }));
      await client.setPolicy({ ...policy, selfCounts, enter, repositories });
      assert.deepEqual(await listed({ reviewState: 'accepted' }), [1]);
      assert.deepEqual(await listed({ reviewState: 'follow_up' }), [2]);
      assert.deepEqual(await listed({ reviewState: 'unreviewed' }), [4, 3]);
      assert.deepEqual(await listed({ reviewState: 'not_needed' }), [0]);
      assert.deepEqual(await listed({ reviewState: 'outgrown' }), []);
      assert.deepEqual(await listed({ reviewState: 'accepted', has: ['denials'] }), []);
      assert.deepEqual(await listed({ reviewState: 'unreviewed', sort: 'edits', order: 'asc' }), [4, 3]);
      const { totals } = await client.listSessions({ totals: 'true', reviewState: 'unreviewed' });
      assert.deepEqual([totals?.sessions, totals?.edits], [2, 2]);
      const { nextCursor } = await client.listSessions({ reviewState: 'unreviewed', limit: 1 });
      assert.deepEqual(await listed({ reviewState: 'unreviewed', cursor: nextCursor as string }), [3]);
      const found = async (reviewState: 'accepted' | 'follow_up') =>
        (await client.searchSessions({ q: 'false', reviewState })).hits.map(({ session }) =>
          ids.indexOf(session.sessionId),
        );
      assert.deepEqual([await found('accepted'), await found('follow_up')], [[1], []]);
      const wrong = { reviewState: 'liked' as 'accepted' };
      await assert.rejects(client.listSessions(wrong), { code: 'validation_error' });
      // A session that goes on has outgrown what was accepted of it.
      await team.machine.appendEvents({ sessionId: failed, events: writing('gg') });
      for (const begun = Date.now(); (await listed({ reviewState: 'outgrown' })).length === 0; ) {
        assert.ok(Date.now() - begun < 15_000, 'not outgrown in time');
        await sleep(30);
      }
      assert.deepEqual(await listed({ reviewState: 'accepted' }), []);
    });

    it('stops', async () => {
      await server[Symbol.asyncDispose]();
    });
  });
}
