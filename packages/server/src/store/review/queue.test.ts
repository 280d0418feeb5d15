import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { it } from 'node:test';
import pg from 'pg';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { DatabaseConfig } from '../../config.ts';
import { defaultReviewPolicy } from '../../domain/review/default-policy.ts';
import type { QueueFilter, QueuePosition } from '../../domain/review/review-ports.ts';
import type { OpenDatabase } from '../database.ts';
import { queueStore } from './queue.ts';

const count = 4000;
const firstStart = 1_700_000_000_000;

interface Filled {
  sessionId: string;
  startedAt: number;
  /** None when nobody has looked for findings yet. */
  risk?: number;
}

/** Three sessions each start at the same time. In one of fifty something was found; every seventh was not looked at. */
const sessions: readonly Filled[] = Array.from({ length: count }, (_, at) => ({
  sessionId: `ses_${String((at * 7919) % count).padStart(6, '0')}`,
  startedAt: firstStart + Math.floor(at / 3) * 1000,
  ...(at % 7 !== 0 && { risk: at % 50 === 1 ? 101 + (at % 3) : 0 }),
}));

const compare = (a: string, b: string) => (a < b ? -1 : 1);
const isFound = ({ risk = 0 }: Filled) => risk > 0;
const byRisk = [
  ...sessions
    .filter(isFound)
    .sort((a, b) => (b.risk ?? 0) - (a.risk ?? 0) || -compare(a.sessionId, b.sessionId)),
  ...sessions
    .filter((one) => !isFound(one))
    .sort((a, b) => a.startedAt - b.startedAt || compare(a.sessionId, b.sessionId)),
].map(({ sessionId }) => sessionId);

type Rows = (text: string, values: readonly unknown[]) => Promise<object[]>;

interface Connection extends AsyncDisposable {
  rows: Rows;
}

async function connect(config: DatabaseConfig): Promise<Connection> {
  if (config.engine === 'sqlite') {
    const file = new DatabaseSync(config.path);
    file.exec('PRAGMA busy_timeout = 5000');
    file.prepare('attach database ? as projection').run(join(dirname(config.path), 'projections.db'));
    return {
      rows: async (text, values) =>
        file
          .prepare(text)
          .all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value as SQLInputValue]))),
      [Symbol.asyncDispose]: async () => file.close(),
    };
  }
  const client = new pg.Client({ connectionString: config.url });
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  return {
    rows: async (text, values) => (await client.query(text, [...values])).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Straight into the tables: through the routes it would take minutes. */
async function fill({ rows }: Connection, team: Team): Promise<void> {
  const { organizationId, environmentId, installationId } = team;
  const list = (each: (session: Filled) => string) => sessions.map(each).join(', ');
  await rows(
    `insert into sessions (session_id, organization_id, environment_id, installation_id, agent_id, status,
        secret_environment, started_at, event_count, compacted_to, created_at, updated_at)
      values ${list(
        ({ sessionId, startedAt }) =>
          `('${sessionId}', '${organizationId}', '${environmentId}', '${installationId}', 'claude-code', 'completed',
            'live', ${startedAt}, 1, null, ${startedAt}, ${startedAt})`,
      )}`,
    [],
  );
  await rows(
    `insert into projection.session_statistics (session_id, organization_id, folded_to, state_to, brief)
      values ${list(({ sessionId }) => `('${sessionId}', '${organizationId}', 1, 1, '{"edits":1}')`)}`,
    [],
  );
  await rows(
    `insert into projection.session_findings
        (session_id, organization_id, mark, folded_to, high, medium, low, risk, top, body)
      values ${sessions
        .filter(({ risk }) => risk !== undefined)
        .map(
          ({ sessionId, risk }) => `('${sessionId}', '${organizationId}', '', 1, 0, 0, 0, ${risk}, '[]', $1)`,
        )
        .join(', ')}`,
    [new Uint8Array()],
  );
}

interface Plan {
  detail?: string;
  'QUERY PLAN'?: string;
}

onEveryEngine('a long queue', (server, engine) => {
  it('T17 is read by risk, then by waiting time, page by page, without sorting it', async () => {
    const team = await aTeam(server());
    const { ownerUserId: userId } = await team.owner.client.getOrganization();
    await using connection = await connect(server().config.database);
    await fill(connection, team);
    // As PostgreSQL does by itself, and the server never on SQLite.
    if (engine === 'postgres') await connection.rows('analyze', []);
    const filter: QueueFilter = {
      organizationId: team.organizationId,
      userId,
      tab: 'open',
      order: 'risk',
      policy: defaultReviewPolicy,
      now: Date.now(),
      limit: 51,
    };
    const { queue } = server().running.context.store;
    // The team's own session has just begun.
    const expected = [...byRisk, team.sessionId];
    for (const limit of [51, 997]) {
      const walked: string[] = [];
      let after: QueuePosition | undefined;
      do {
        const page = await queue.list({ ...filter, limit, after });
        walked.push(...page.map(({ session }) => session.sessionId));
        after = page.length < limit ? undefined : page.at(-1)?.position;
      } while (after);
      assert.deepEqual(walked, expected, `in pages of ${limit}`);
    }

    const plans: string[] = [];
    const explaining = queueStore({
      engine,
      rows: async (text: string, values: readonly unknown[]) => {
        const plan = (await connection.rows(
          `explain ${engine === 'sqlite' ? 'query plan ' : ''}${text}`,
          values,
        )) as Plan[];
        plans.push(plan.map((line) => line.detail ?? line['QUERY PLAN']).join('\n'));
        return [];
      },
    } as unknown as OpenDatabase);
    const middle: QueuePosition = { part: 'waiting', key: firstStart + 700_000, sessionId: 'ses_' };
    await explaining.list({ ...filter, after: middle });
    await explaining.list({ ...filter, after: middle, state: 'unreviewed' });
    await explaining.list({ ...filter, order: 'waiting' });
    await explaining.list({ ...filter, order: 'newest' });
    assert.equal(plans.length, 4);
    for (const plan of plans) {
      assert.match(plan, /sessions_by_review/);
      assert.doesNotMatch(plan, /Sort|TEMP B-TREE/);
    }
    // What waits for a member is found by what waits for them, not by looking at every session.
    plans.length = 0;
    await explaining.list({ ...filter, tab: 'turn' });
    assert.doesNotMatch(plans.join(), /SEARCH s USING INDEX sessions_by|Seq Scan on sessions/);
  });
});
