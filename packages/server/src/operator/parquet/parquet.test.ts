import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { behind } from '../../../testing/links/found.ts';
import { aCommit, aSessionOf, linesOf, prompt, runs, writes } from '../../../testing/links/link.ts';
import type { TestServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { operatorCommands } from '../../operator.ts';
import { UsageError } from '../usage-error.ts';
import { type Column, tableNames, tables } from './tables.ts';

const word = 'periwinkle';
const root = '/home/dev/app';

/** Two sessions on one day and one on another, with something in every table. */
async function plant(team: Team) {
  const { client } = team.owner;
  const first = await aSessionOf(team, [
    prompt(1, `Write the cart, ${word}`),
    ...writes(2, `${root}/src/cart.ts`, linesOf('cart')),
    ...runs(5, 'git checkout -- src/menu.ts', ''),
    ...runs(7, `npm test -- ${word}`, `1 failing ${word}`),
    {
      type: 'assistant',
      uuid: 'said',
      timestamp: new Date(Date.UTC(2026, 5, 1, 9, 1)).toISOString(),
      message: {
        id: 'm9',
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text: 'All tests pass.' }],
      },
    },
    prompt(70, 'Thanks'),
  ]);
  const second = await aSessionOf(team, [
    prompt(1, 'Another'),
    ...writes(2, `${root}/src/menu.ts`, linesOf('menu', 30)),
  ]);
  const commit = aCommit('cart');
  await team.machine.reportCommits({ sessionId: first, commits: [commit] });
  await behind(team, commit.sha, ({ links }) => links.some(({ session }) => session.sessionId === first));
  await client.submitReview({ sessionId: first, outcome: 'noted', throughSequence: 3, body: `Fine ${word}` });
  return [first, second];
}

async function run(test: TestContext, { config }: TestServer, ...args: string[]): Promise<string> {
  const printed = test.mock.method(console, 'log', () => {});
  try {
    await operatorCommands.export?.run({ config, args, log: pino({ level: 'silent' }) });
    return printed.mock.calls.map((call) => call.arguments.join(' ')).join('\n');
  } finally {
    printed.mock.restore();
  }
}

const fresh = (test: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-parquet-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

onEveryEngine('export --parquet', (server) => {
  it('is opened by DuckDB, and comes to the totals of the API', async (test) => {
    const team = await aTeam(server());
    const [first = ''] = await plant(team);
    const folder = fresh(test);
    const said = await run(test, server(), '--parquet', folder, '--text');
    assert.match(said, /^Wrote \d+ sessions in \d+ files to /);
    const instance = await DuckDBInstance.create(':memory:');
    const db = await instance.connect();
    const ask = async (text: string) => (await db.runAndReadAll(text)).getRowObjectsJson();
    const from = (table: string) =>
      `(select * from read_parquet('${folder}/${table}/*/*.parquet', hive_partitioning = true) where organization_id = '${team.organizationId}')`;
    try {
      const { client } = team.owner;
      assert.deepEqual(readdirSync(folder).sort(), [...tableNames].sort(), 'every table has rows');
      const { totals, sessions } = await client.listSessions({ totals: 'true' });
      const [sums] = await ask(
        `select count(*) as sessions, sum(events) as events, sum(errors) as errors, sum(edits) as edits,
          sum(tokens_input + tokens_output + tokens_cache_read + tokens_cache_write) as tokens,
          sum(cost_usd) as "costUsd" from ${from('sessions')}`,
      );
      const { costUsd, ...counted } = sums as Record<string, string>;
      const { costUsd: cost = 0, ...expected } = totals ?? {};
      assert.deepEqual(
        Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Number(value)])),
        expected,
      );
      assert.ok(Math.abs(Number(costUsd) - cost) < 1e-6, `${costUsd} is not ${cost}`);
      const counts = async (table: string, sessionId: string) =>
        Number(
          (await ask(`select count(*) as n from ${from(table)} where session_id = '${sessionId}'`))[0]?.n,
        );
      for (const { sessionId, statistics } of sessions) {
        const { findings, claims } = await client.getFindings({ sessionId });
        const { totalTurns } = await client.getOutline({ sessionId });
        const { links } = await client.listSessionLinks({ sessionId });
        const { reviews } = (await client.getReview({ sessionId })).review;
        const wanted = {
          ...{ calls: statistics?.tools ?? 0, edits: statistics?.edits ?? 0, turns: totalTurns },
          ...{ findings: findings.length, claims: claims.length, links: links.length },
          reviews: reviews.length,
        };
        for (const [table, count] of Object.entries(wanted)) {
          assert.equal(await counts(table, sessionId), count, `${table} of ${sessionId}`);
        }
      }
      const [edit] = await ask(
        `select path, added, change from ${from('edits')} where session_id = '${first}'`,
      );
      assert.deepEqual(edit, { path: `${root}/src/cart.ts`, added: '10', change: 'add' });
      const [call] = await ask(
        `select output, cast(called_at as varchar) as called from ${from('calls')} where output like '%${word}%'`,
      );
      assert.deepEqual(call, { output: `1 failing ${word}`, called: '2026-06-01 09:00:07' });
      const days = await ask(
        `select distinct cast(day as varchar) as day from ${from('sessions')} order by 1`,
      );
      assert.equal(days[0]?.day, '2026-06-01');
      assert.equal(days.length, 2, 'by the day they began');
      const [review] = await ask(`select body, outcome from ${from('reviews')}`);
      assert.deepEqual(review, { body: `Fine ${word}`, outcome: 'noted' });
    } finally {
      db.closeSync();
      instance.closeSync();
    }
  });

  it('has the record alone of a session that its author has not shared, and all of it afterwards', async (test) => {
    const team = await aTeam(server());
    const [first = ''] = await plant(team);
    const { client } = team.owner;
    const { ownerUserId } = await client.getOrganization();
    await client.setAuthor({ environmentId: team.environmentId, userId: ownerUserId, earlier: true });
    /** In how many rows of which tables it is, and its own row. */
    const exported = async () => {
      const folder = fresh(test);
      await run(test, server(), '--parquet', folder, '--text');
      const instance = await DuckDBInstance.create(':memory:');
      const db = await instance.connect();
      try {
        const rows: Record<string, object[]> = {};
        for (const table of tableNames) {
          const files = `read_parquet('${folder}/${table}/*/*.parquet')`;
          const found = await db.runAndReadAll(`select * from ${files} where session_id = '${first}'`);
          if (found.currentRowCount > 0) rows[table] = found.getRowObjectsJson();
        }
        return rows;
      } finally {
        db.closeSync();
        instance.closeSync();
      }
    };
    await client.holdSession({ sessionId: first, hold: 'released' });
    const held = await exported();
    assert.deepEqual(Object.keys(held), ['sessions']);
    const { title, git_branch, outcome, prompts } = (held.sessions as object[])[0] as Record<string, unknown>;
    assert.deepEqual([title, git_branch, outcome, prompts], [null, null, null, '2']);
    assert.ok(!JSON.stringify(held).includes(word));
    await client.releaseSession({ sessionId: first });
    const shared = await exported();
    assert.deepEqual(Object.keys(shared).sort(), [...tableNames].sort());
    assert.ok(JSON.stringify(shared).includes(word));
  });

  it('has no words of sessions unless they are asked for, and never writes over anything', async (test) => {
    const team = await aTeam(server());
    await plant(team);
    const folder = fresh(test);
    await run(test, server(), '--parquet', folder);
    const instance = await DuckDBInstance.create(':memory:');
    const db = await instance.connect();
    try {
      for (const table of tableNames) {
        const files = `${folder}/${table}/*/*.parquet`;
        const columns = await db.runAndReadAll(`describe select * from read_parquet('${files}')`);
        const found = columns.getRowObjectsJson().map((one) => String(one.column_name));
        const plain = Object.entries<Column>(tables[table]).filter(([, { isText }]) => !isText);
        assert.deepEqual(found, [...plain.map(([name]) => name), 'day'], table);
        const rows = (await db.runAndReadAll(`select * from read_parquet('${files}')`)).getRowObjectsJson();
        assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(word), table);
      }
    } finally {
      db.closeSync();
      instance.closeSync();
    }
    const refused = (error: unknown) => error instanceof UsageError;
    await assert.rejects(run(test, server(), '--parquet', folder), refused);
    const other = fresh(test);
    mkdirSync(join(other, 'x'));
    writeFileSync(join(other, 'x/y'), '');
    await assert.rejects(run(test, server(), '--parquet', other), refused);
    for (const args of [[], ['--parquet'], ['DIR'], ['--csv', 'x'], ['--parquet', fresh(test), 'more']]) {
      await assert.rejects(run(test, server(), ...args), refused, args.join(' '));
    }
  });
});
