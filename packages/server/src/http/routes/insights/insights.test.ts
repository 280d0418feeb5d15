import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Insights } from '@debrief/contract';
import { runStatement } from '../../../../testing/engine.ts';
import { comparable, counted, inWeek, seenBy } from '../../../../testing/insights/recount.ts';
import {
  agents,
  aWorkingTeam,
  firstWeek,
  judged,
  type WorkingTeam,
  work,
} from '../../../../testing/insights/team.ts';
import { connect } from '../../../../testing/plan.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import type { DatabaseConfig } from '../../../config.ts';
import { projectionSchema } from '../../../domain/projection-version.ts';
import { projectionPath } from '../../../projection/sqlite-schema.ts';

const day = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();
const [from, to] = [iso(firstWeek), iso(firstWeek + 14 * day)];
const repositoryOf = (name: string): string => `git.example.com/acme/${name}`;

/** Everybody works in `app`; in `web` only the first two, so that it is not shown. */
async function filled(team: WorkingTeam): Promise<string[]> {
  const [first, second, third, fourth] = team.workers;
  const plan = [
    ...[first, second, third, fourth].map((worker, story) => ({ worker, repository: 'app', story, week: 0 })),
    ...[first, second, third].map((worker, story) => ({
      worker,
      repository: 'app',
      story: story + 2,
      week: 1,
    })),
    { worker: first, repository: 'web', story: 3, week: 0 },
    { worker: second, repository: 'web', story: 4, week: 0 },
    { worker: undefined, repository: 'app', story: 1, week: 0 },
  ];
  const ids: string[] = [];
  for (const one of plan) ids.push(await work(team, { ...one, agentId: agents[0] }));
  await judged(team.owner.client, ids);
  return ids;
}

/** Until Insights says what the sessions say, one by one. */
async function recounted(team: WorkingTeam, what: string): Promise<Insights> {
  const { client } = team.owner;
  for (const begun = Date.now(); ; await sleep(100)) {
    try {
      const [insights, seen] = [await client.getInsights({ from, to }), await seenBy(client)];
      const expected = insights.weeks
        .map((week) => ({ from: week.from, figures: counted(inWeek(seen, week.from)) }))
        .filter(({ figures }) => figures.record.sessions > 0);
      assert.deepEqual(comparable(insights), expected, what);
      return insights;
    } catch (error) {
      if (Date.now() - begun > 15_000) throw error;
    }
  }
}

/** Who is named beside the sums, and who the authors are that are counted. */
async function assertPeople(database: DatabaseConfig): Promise<void> {
  await using connection = await connect(database);
  type Part = { week: number; repository: string; agent_id: string };
  const place = ({ week, repository, agent_id }: Part, author: string) =>
    [week, repository, agent_id, author].join(' ');
  const [authors, people] = await Promise.all([
    connection.rows(`select * from projection.insight_authors where author_user_id <> ''`, []),
    connection.rows('select * from projection.insight_people', []),
  ]);
  assert.ok(authors.length > 0);
  assert.deepEqual(
    (people as (Part & { authors: string })[])
      .flatMap((row) =>
        row.authors
          .slice(1, -1)
          .split(',,')
          .map((author) => place(row, author)),
      )
      .sort(),
    (authors as (Part & { author_user_id: string })[]).map((row) => place(row, row.author_user_id)).sort(),
  );
}

onEveryEngine('insights', (server) => {
  it('says what the sessions say, after every deed, a deletion and a rebuild', async () => {
    const team = await aWorkingTeam(server(), 4);
    const ids = await filled(team);
    const [one = '', two = '', three = ''] = ids;
    const begun = await recounted(team, 'folded');
    assert.deepEqual(
      begun.weeks.map(({ record, isWhole }) => [record?.sessions, isWhole]),
      [
        [7, true],
        [3, true],
      ],
    );
    const { client } = team.owner;
    const [helper] = team.workers.slice(3);
    const { review } = await client.submitReview({
      sessionId: one,
      outcome: 'follow_up',
      throughSequence: 1,
      body: 'Why?',
    });
    const opened = await client.openThread({ sessionId: two, anchor: { sequence: 1 }, body: 'And this?' });
    await client.submitReview({ sessionId: three, outcome: 'accepted', throughSequence: 4 });
    const { findings } = await client.getFindings({ sessionId: ids[3] as string });
    assert.ok(findings[0], 'a session with a finding');
    await client.decideFinding({
      sessionId: ids[3] as string,
      findingId: findings[0].findingId,
      verdict: 'wrong',
    });
    const said = await recounted(team, 'reviewed');
    const content = said.weeks[0]?.content;
    assert.deepEqual([content?.reviewed, content?.followUps, content?.openThreads], [2, 1, 1]);
    assert.equal(said.weeks[0]?.record?.setAside, 1);
    await helper?.client.decideFinding({
      ...{ sessionId: ids[7] as string, verdict: 'confirmed' },
      findingId: findings[0].findingId,
    });
    await client.withdrawReview({ sessionId: one, reviewId: review.reviewId });
    await client.changeThread({ sessionId: two, threadId: opened.thread.threadId, state: 'resolved' });
    await recounted(team, 'withdrawn');
    await client.removeSession({ sessionId: three });
    await client.redactSession({ sessionId: two, text: 'Add a page', reason: 'a name' });
    const last = await recounted(team, 'deleted and redacted');
    assert.equal(last.weeks[0]?.record?.sessions, 6);

    const { database } = server().config;
    await assertPeople(database);
    await server().restart(async () => {
      if (database.engine === 'sqlite')
        for (const ending of ['', '-wal', '-shm'])
          rmSync(projectionPath(database.path) + ending, { force: true });
      else await runStatement(database, `drop schema ${projectionSchema} cascade`);
    });
    await judged(
      client,
      ids.filter((id) => id !== three),
    );
    assert.deepEqual(await recounted(team, 'rebuilt'), last);
    await assertPeople(database);
  });

  it('shows nothing of fewer than three, and no answer by which they could be computed', async () => {
    const team = await aWorkingTeam(server(), 4);
    await filled(team);
    const { client } = team.owner;
    const { repositories, agents: shown } = await recounted(team, 'folded');
    assert.deepEqual(
      repositories.map(({ repository }) => repository),
      // What is left without it is of two: so the one repository of four people is not shown beside the sum either.
      [repositoryOf('app')],
    );
    assert.deepEqual(shown, [{ agentId: 'claude-code', sessions: [7, 3] }]);
    const web = await client.getInsights({ from, to, repository: repositoryOf('web') });
    assert.deepEqual(
      web.weeks.map(({ record, content, isWhole }) => [record, content, isWhole]),
      [
        [undefined, undefined, false],
        [undefined, undefined, true],
      ],
    );
    const app = await client.getInsights({ from, to, repository: repositoryOf('app') });
    assert.deepEqual(
      app.weeks.map(({ record, isWhole }) => [record?.sessions, isWhole]),
      [
        [undefined, false],
        [3, true],
      ],
    );
    const own = await team.workers[0]?.client.getInsights({ from, to, of: 'me' });
    assert.deepEqual(
      own?.weeks.map(({ record }) => record?.sessions),
      [2, 1],
    );
    assert.deepEqual([own?.agents, own?.repositories], [[], []]);
    const ownWeb = await team.workers[0]?.client.getInsights({
      from,
      to,
      of: 'me',
      repository: repositoryOf('web'),
    });
    assert.equal(ownWeb?.weeks[0]?.record?.sessions, 1);
    const alone = await client.getInsights({ from, to, of: 'me' });
    assert.ok(alone.weeks.every(({ record }) => record === undefined));
  });

  it('counts of what is held or restricted only what the record says', async () => {
    const team = await aWorkingTeam(server(), 4);
    await filled(team);
    const { client } = team.owner;
    const whole = await recounted(team, 'folded');
    const policy = { visibility: 'organization' as const, hold: 'none' as const };
    await client.setAccessPolicy({
      ...policy,
      repositories: [{ repository: repositoryOf('app'), visibility: 'reviewers', members: [], hold: 'none' }],
    });
    const restricted = await client.getInsights({ from, to });
    assert.deepEqual(
      restricted.weeks.map(({ record }) => record),
      whole.weeks.map(({ record }) => record),
    );
    assert.deepEqual(
      restricted.weeks.map(({ content }) => content),
      [undefined, undefined],
    );
    await client.setAccessPolicy({ ...policy, repositories: [] });
    assert.deepEqual(await client.getInsights({ from, to }), whole);
    // One more of the second week that only its author reads: alone it is of too few, so nothing is told apart.
    await client.setAccessPolicy({ ...policy, hold: 'released', repositories: [] });
    const [worker] = team.workers;
    const held = await work(team, { worker, agentId: agents[0], repository: 'app', week: 1, story: 0 });
    await client.setAccessPolicy({ ...policy, repositories: [] });
    await judged(worker?.client ?? client, [held]);
    const after = await client.getInsights({ from, to });
    assert.equal(after.weeks[1]?.record?.sessions, 4);
    assert.equal(after.weeks[1]?.content, undefined);
    assert.deepEqual(after.weeks[0], whole.weeks[0]);
  });

  it('shows whole weeks that are over, and says what is wrong with a range', async () => {
    const team = await aWorkingTeam(server(), 1);
    const { client } = team.owner;
    const { weeks } = await client.getInsights({});
    assert.equal(weeks.length, 12);
    const last = Date.parse(weeks.at(-1)?.from ?? '');
    assert.ok(last + 7 * day <= Date.now() && last + 14 * day > Date.now());
    assert.equal(new Date(last).getUTCDay(), 1);
    const ahead = await client.getInsights({ from: iso(last), to: iso(Date.now() + 90 * day) });
    assert.equal(ahead.weeks.length, 1);
    for (const wrong of [{ from: iso(Date.now()) }, { from: to, to: from }, { from: '2020-01-01T00:00:00Z' }])
      await assert.rejects(client.getInsights(wrong), { code: 'validation_error' });
  });
});
