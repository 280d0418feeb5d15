import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionSort } from '@debrief/contract';
import { type Connection, connect, explain, foundBy } from '../../../testing/plan.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { defaultReviewPolicy } from '../../domain/review/default-policy.ts';
import type { SessionListFilter } from '../../domain/session/ports.ts';
import { concludedLinkReader } from '../../projection/links/reader.ts';
import type { Rows } from '../../projection/reading/reader.ts';
import type { OpenDatabase } from '../database.ts';
import { repositoryStore } from '../link/repository.ts';
import { sessionStore } from '../session.ts';
import { sessionList } from './session-list.ts';

const count = 6000;
const numbers = `with recursive n(at) as (select 1 union all select at + 1 from n where at < ${count})`;
const sorts = [
  'startedAt',
  'events',
  'errors',
  'edits',
  'tokens',
  'cost',
  'risk',
  'repository',
  'author',
] as const;

/** Straight into the tables: through the routes it would take minutes. */
async function fill({ rows }: Connection, team: Team): Promise<void> {
  const { organizationId, environmentId, installationId } = team;
  await rows(
    `${numbers} insert into sessions (session_id, organization_id, environment_id, installation_id, agent_id, status,
        secret_environment, repo_root, repository, started_at, event_count, created_at, updated_at, ended_at)
      select 'ses_' || (100000 + (at * 7919) % ${count}), '${organizationId}', '${environmentId}', '${installationId}',
        case when at % 3 = 0 then 'codex' else 'claude-code' end, 'completed', 'live', '/srv/' || (at % 10),
        'host/' || (at % 10), 1700000000000 + at * 1000, 1, 1700000000000 + at * 1000, 1, 1700000000000 + at * 1000 from n`,
    [],
  );
  await rows(
    `insert into projection.session_statistics (session_id, organization_id, folded_to, state_to, figures, started_at,
        waiting_since, agent_id, environment_id, secret_environment, repo_root, repository, events, risk, noteworthy)
      select s.session_id, s.organization_id, 1, 1, '{"errors":' || (s.session_pk % 5) || ',"edits":' || (s.session_pk % 7)
          || ',"outcome":{"kind":"' || (case when s.session_pk % 3 = 0 then 'failed' else 'finished' end) || '"},"denials":' || (s.session_pk % 2) || ',"tokens":{"total":' || s.session_pk || '},"costUsd":' || s.session_pk || '}',
        s.started_at, s.ended_at, s.agent_id, s.environment_id, s.secret_environment, s.repo_root, s.repository,
        s.session_pk % 50, case when s.session_pk % 4 = 0 then 300 + s.session_pk % 9 else 0 end, 2
      from sessions s where s.repository like 'host/%'`,
    [],
  );
}

onEveryEngine('a list of many sessions', (server, engine) => {
  let team: Team;

  it('is filled', async () => {
    team = await aTeam(server());
    await using connection = await connect(server().config.database);
    await fill(connection, team);
    if (engine === 'postgres') await connection.rows('analyze', []);
  });

  /** The plans of what is asked; every query is explained and finds nothing. */
  async function plansOf(ask: (database: OpenDatabase) => Promise<unknown>): Promise<string[]> {
    await using connection = await connect(server().config.database);
    const plans: string[] = [];
    const rows = async (text: string, values: readonly unknown[]) => {
      plans.push(await explain(connection, engine, text, values));
      return [];
    };
    await ask({ engine, rows } as unknown as OpenDatabase);
    return plans;
  }

  const isWalked = (plan: string, what: string) => {
    // What is found, one page, may be put in order once more.
    assert.doesNotMatch(foundBy(plan), /Sort|TEMP B-TREE/, `${what} is sorted:\n${plan}`);
    assert.doesNotMatch(
      plan,
      /Seq Scan on (sessions|session_statistics)|SCAN [sp]$/m,
      `${what} reads everything:\n${plan}`,
    );
  };

  for (const sort of sorts) {
    it(`by ${sort} is read by an index in that order, either way, and goes on in the middle`, async () => {
      for (const order of ['asc', 'desc'] as const) {
        for (const after of [undefined, { key: 1_700_000_900_000, sessionId: 'ses_1', group: '/srv/4' }]) {
          const plans = await plansOf((database) =>
            sessionList(database).list(team.organizationId, { limit: 51, order: { sort, order, after } }),
          );
          assert.equal(plans.length, 1);
          isWalked(plans[0] as string, `${sort} ${order}${after ? ' from the middle' : ''}`);
        }
      }
    });
  }

  const filters: Record<string, SessionListFilter> = {
    agent: { agentId: 'claude-code' },
    environment: { secretEnvironment: 'live' },
    errors: { has: ['errors'] },
    denials: { has: ['denials'] },
    edits: { has: ['edits', 'errors'], agentId: 'claude-code' },
    severity: { severity: 'high' },
    agents: { agentId: ['claude-code', 'codex'] },
    outcome: { outcome: 'finished' },
    outcomes: { outcome: ['finished', 'failed'] },
    authors: { authorUserId: ['usr_1', null] },
    review: { review: { states: ['unreviewed'], policy: defaultReviewPolicy, now: 0 } },
  };
  for (const [name, filter] of Object.entries(filters)) {
    it(`filtered by ${name} is walked in its order, by start and by cost`, async () => {
      for (const sort of ['startedAt', 'cost'] as const) {
        const plans = await plansOf((database) =>
          sessionList(database).list(team.organizationId, {
            ...filter,
            limit: 51,
            order: { sort, order: 'desc' },
          }),
        );
        isWalked(plans.at(-1) as string, `${name} by ${sort}`);
      }
    });
  }

  it('records are those of the list, page by page', async () => {
    await using connection = await connect(server().config.database);
    const store = sessionList({ engine, rows: connection.rows } as unknown as OpenDatabase);
    const filter = { secretEnvironment: 'live', repository: 'host/1', limit: 70 } as const;
    let before: { startedAt: number; sessionId: string } | undefined;
    for (const _ of [1, 2]) {
      const page = { ...filter, ...(before && { before }) };
      const listed = await store.list(team.organizationId, page);
      const records = await store.records(team.organizationId, page);
      assert.equal(records.length, filter.limit);
      assert.equal(listed.length, filter.limit);
      for (const [at, { stamp, ...record }] of records.entries()) {
        assert.partialDeepStrictEqual(listed[at], record);
        // The session's first step was looked at, and no word was taken out of it.
        assert.match(stamp ?? '', /^\d+\.\d+\.\d+\.\S* 0\.[01]$/);
      }
      before = records.at(-1);
    }
  });

  it('repositories and sums are read from what is kept, not from sessions', async () => {
    const plans = await plansOf(async (database) => {
      await sessionStore(database).repositories(team.organizationId, 500);
      await sessionList(database)
        .totals(team.organizationId, { secretEnvironment: 'live' })
        .catch(() => {});
      await repositoryStore(database).summary(team.organizationId, 'host/1', 0);
    });
    assert.equal(plans.length, 3);
    for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on session|SCAN (s|p)\b/, plan);
    assert.match(plans[1] as string, /repository_weeks|SEARCH t USING PRIMARY KEY/);
    assert.doesNotMatch(plans[1] as string, /session_statistics/);
  });

  it('files of a repository are counted in its newest sessions only', async () => {
    await using connection = await connect(server().config.database);
    const newest = (await connection.rows(
      `select session_id as "sessionId" from sessions where repository = 'host/3' order by started_at desc limit 3`,
      [],
    )) as { sessionId: string }[];
    for (const [at, paths] of [['a.ts'], ['a.ts', 'b.ts'], ['b.ts', 'c.ts']].entries())
      for (const path of paths)
        await connection.rows(
          `insert into projection.session_files (session_id, organization_id, path, sequence, started_at)
            values ('${newest[at]?.sessionId}', '${team.organizationId}', '${path}', 1, 0)`,
          [],
        );
    const { concludedLink } = server().running.context.store;
    const files = (sessions: number, limit: number) =>
      concludedLink.filesOf(team.organizationId, 'host/3', sessions, limit, undefined);
    const [a, b] = [
      { path: 'a.ts', sessions: 2 },
      { path: 'b.ts', sessions: 2 },
    ];
    assert.deepEqual(await files(2, 50), [a, { ...b, sessions: 1 }]);
    assert.deepEqual(await files(3, 50), [a, b, { path: 'c.ts', sessions: 1 }]);
    assert.deepEqual(await files(3, 1), [a]);
  });

  it('finds the same sessions in the same order as a sort of all of them would', async () => {
    await using connection = await connect(server().config.database);
    const { session } = server().running.context.store;
    const columns: Record<SessionSort, string> = {
      startedAt: 's.started_at desc',
      events: 'p.events desc',
      errors: 'p.errors desc',
      edits: 'p.edits desc',
      tokens: 'p.tokens desc',
      cost: 'p.cost desc',
      risk: 'p.risk desc, s.started_at desc',
      repository: `coalesce(s.repo_root, '') desc, s.started_at desc`,
      author: `coalesce(s.author_user_id, '') desc, s.started_at desc`,
    };
    for (const sort of sorts) {
      for (const filter of [
        {},
        { agentId: 'codex' },
        { has: ['errors'] as const },
        { severity: 'high' as const },
      ]) {
        const found = await session.list(team.organizationId, {
          ...filter,
          secretEnvironment: 'live',
          repoRoot: '/srv/3',
          limit: 200,
          order: { sort, order: 'desc' },
        });
        const expected = (await connection.rows(
          `select s.session_id as id from sessions s join projection.session_statistics p on p.session_id = s.session_id
            where s.repo_root = '/srv/3' ${'agentId' in filter ? "and s.agent_id = 'codex'" : ''}
              ${'has' in filter ? 'and p.errors > 0' : ''} ${'severity' in filter ? 'and p.risk >= 300' : ''}
            order by ${columns[sort]}, s.session_id desc limit 200`,
          [],
        )) as { id: string }[];
        assert.ok(expected.length > 30);
        assert.deepEqual(
          found.map(({ sessionId }) => sessionId),
          expected.map(({ id }) => id),
          `${sort} ${JSON.stringify(filter)}`,
        );
      }
    }
  });

  it('of a file that many changed are read in the order of starts, each once, whatever else is asked', async () => {
    await using connection = await connect(server().config.database);
    // Every second session, and every fourth has two files of that name.
    for (const [path, each] of [
      ['src/cart.ts', 2],
      ['test/cart.ts', 4],
      ['src/other.ts', 1],
      ['src/rare.ts', 40],
    ] as const)
      await connection.rows(
        `insert into projection.session_files (session_id, organization_id, path, name, sequence, started_at)
          select s.session_id, s.organization_id, '${path}', '${path.split('/').at(-1)}', 1, s.started_at from sessions s
          where s.organization_id = '${team.organizationId}' and s.session_pk % ${each} = 0`,
        [],
      );
    if (engine === 'postgres') await connection.rows('analyze', []);
    const { session } = server().running.context.store;
    for (const [file, each] of [
      ['cart.ts', 2],
      ['./test/cart.ts', 4],
    ] as const) {
      for (const more of [{}, { agentId: 'codex' }, { has: ['errors'] as const }]) {
        for (const sort of ['startedAt', 'cost'] as const) {
          const found: string[] = [];
          for (let after: { key: number; sessionId: string } | undefined; ; ) {
            const filter = { ...more, file, secretEnvironment: 'live' as const };
            const order = { sort, order: 'desc' as const, ...(after && { after }) };
            const page = await session.list(team.organizationId, { ...filter, limit: 40, order });
            found.push(...page.map(({ sessionId }) => sessionId));
            const last = page.at(-1);
            if (!last || found.length >= 200 || sort === 'cost') break;
            after = { key: last.startedAt, sessionId: last.sessionId };
          }
          const expected = (await connection.rows(
            `select s.session_id as id from sessions s join projection.session_statistics p on p.session_id = s.session_id
              where s.session_pk % ${each} = 0 ${'agentId' in more ? "and s.agent_id = 'codex'" : ''}
                ${'has' in more ? 'and p.errors > 0' : ''} and s.organization_id = '${team.organizationId}'
              order by ${sort === 'cost' ? 'p.cost' : 's.started_at'} desc, s.session_id desc limit ${found.length}`,
            [],
          )) as { id: string }[];
          assert.ok(found.length >= 40);
          assert.deepEqual(
            found,
            expected.map(({ id }) => id),
            `${file} ${sort} ${JSON.stringify(more)}`,
          );
        }
      }
    }
    let plan = '';
    const rows = async (text: string, values: readonly unknown[]) => {
      const isCount = text.startsWith('select count(*)');
      if (!isCount) plan = await explain(connection, engine, text, values);
      return isCount ? [{ count: count / 2 }] : [];
    };
    const asked = ['cart.ts', 'rare.ts'].flatMap((file) => [
      { file, sort: 'startedAt' as const },
      { file, sort: 'cost' as const },
    ]);
    for (const { file, sort } of asked) {
      await sessionList({ engine, rows } as unknown as OpenDatabase).list(team.organizationId, {
        file,
        limit: 51,
        order: { sort, order: 'desc' },
      });
      isWalked(plan, `${file} by ${sort}`);
      // PostgreSQL chooses by itself how it looks a file of one session up.
      if (engine === 'sqlite' || sort === 'startedAt') assert.match(plan, /session_files_name/);
      // A session that has not changed the file is not read.
      if (engine === 'sqlite')
        assert.ok(plan.indexOf('session_files_name') < plan.indexOf('SEARCH s '), plan);
    }
  });

  it('in any order knows by its index alone what the file of a session is looked up by', async () => {
    await using connection = await connect(server().config.database);
    const derived = ['events', 'errors', 'edits', 'tokens', 'cost', 'risk_order'];
    if (engine === 'postgres') {
      // What an index has, whichever plan so few sessions get.
      const found = (await connection.rows(
        `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
          join pg_attribute a on a.attrelid = x.indexrelid
          where x.indrelid = 'projection.session_statistics'::regclass and a.attname = 'started_at'`,
        [],
      )) as { name: string }[];
      const names = new Set(found.map(({ name }) => name));
      for (const column of derived) assert.ok(names.has(`statistics_by_${column}`), column);
      return;
    }
    for (const column of derived) {
      const plan = await explain(
        connection,
        engine,
        `select p.session_id, p.started_at from projection.session_statistics p indexed by statistics_by_${column}
          where p.organization_id = $1`,
        [team.organizationId],
      );
      assert.match(plan, /USING COVERING INDEX/, column);
    }
  });

  it('of a path that many changed the newest are read, not all', async () => {
    const [plan] = await plansOf(async ({ rows }) => {
      const { sessionsTouching } = concludedLinkReader(rows as Rows, () => '');
      await sessionsTouching(team.organizationId, undefined, 'src/cart.ts', 100, undefined);
    });
    assert.match(plan as string, /session_files_path/);
    assert.doesNotMatch(plan as string, /Sort|TEMP B-TREE/, plan);
  });

  it('keeps its counts and sums right as sessions come, change and go', async () => {
    await using connection = await connect(server().config.database);
    const { store } = server().running.context;
    const kept = async () => [
      await connection.rows(`select * from repository_roots order by 1, 2`, []),
      await connection.rows(`select * from repository_sessions order by 1, 2, 3, 4, 5, 6`, []),
      await connection.rows(
        `select organization_id, repository, secret_environment, week, sessions, events, errors, edits, tokens, cost,
          noteworthy from projection.repository_weeks order by 1, 2, 3, 4`,
        [],
      ),
    ];
    const counted = async () => [
      await connection.rows(
        `select organization_id, repo_root, count(*) as sessions from sessions where repo_root is not null
          group by 1, 2 order by 1, 2`,
        [],
      ),
      await connection.rows(
        `select organization_id, coalesce(repository, '') as repository, repo_root, environment_id, agent_id,
            coalesce(author_user_id, '') as author_user_id, count(*) as sessions from sessions
          where repo_root is not null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
        [],
      ),
      await connection.rows(
        `select organization_id, coalesce(repository, '') as repository, secret_environment,
            (started_at + 259200000) / 604800000 as week, count(*) as sessions,
            ${['events', 'errors', 'edits', 'tokens', 'cost', 'noteworthy'].map((name) => `cast(sum(${name}) as bigint) as ${name}`).join(', ')}
          from projection.session_statistics group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
        [],
      ),
    ];
    const same = async (what: string) => assert.deepEqual(await kept(), await counted(), what);
    await same('filled');
    assert.equal(await store.repository.adopt(team.organizationId, 'host/1', 'host/2'), count / 10);
    await store.statistics.adopt(team.organizationId, 'host/1', 'host/2');
    await same('adopted');
    const summary = await store.repository.summary(team.organizationId, 'host/2', 0);
    assert.equal(summary?.sessions, count / 5);
    assert.equal(
      summary?.weeks.reduce((sum, { sessions }) => sum + sessions, 0),
      count / 5,
    );
    for (const sessionId of ['ses_100001', 'ses_100002']) {
      await store.session.giveAuthor(sessionId, 'usr_1');
      await same('given an author');
      await store.statistics.delete(sessionId);
      await connection.rows(`delete from sessions where session_id = '${sessionId}'`, []);
      await same('deleted');
    }
    const { sessionId } = await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
      repoRoot: '/srv/new',
    });
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'x', payload: { type: 'user' } }] });
    for (let tries = 0; tries < 300; tries++) {
      const { session } = await team.owner.client.getSession({ sessionId });
      if (session.statistics?.foldedTo === 1) break;
      await sleep(50);
    }
    await same('folded');
    await connection.rows(
      `update projection.session_statistics set started_at = 0, secret_environment = 'test'
      where session_id = '${sessionId}'`,
      [],
    );
    await same('another week');
  });
});
