import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Connection, connect, explain, foundBy } from '../../../testing/plan.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { ListedSession } from '../../domain/records.ts';
import { defaultReviewPolicy } from '../../domain/review/default-policy.ts';
import type { QueueFilter, QueuePosition } from '../../domain/review/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { sessionList } from '../session-list/session-list.ts';
import { queueStore } from './queue.ts';

const count = 4000;
const firstStart = 1_700_000_000_000;

interface Filled {
  sessionId: string;
  /** It ended then, after it arrived; every other one arrived then and had ended before. */
  waitingSince: number;
  hasEndedLast: boolean;
  startedAt: number;
  /** None when nobody has looked for findings yet. */
  risk?: number;
}

/** Three sessions each wait since the same time, and what waits longest began last. In one of fifty something was found; every seventh was not looked at. */
const sessions: readonly Filled[] = Array.from({ length: count }, (_, at) => ({
  sessionId: `ses_${String((at * 7919) % count).padStart(6, '0')}`,
  waitingSince: firstStart + Math.floor(at / 3) * 1000,
  hasEndedLast: at % 2 === 0,
  startedAt: firstStart - (Math.floor(at / 2) + 1) * 1000,
  ...(at % 7 !== 0 && { risk: at % 50 === 1 ? 101 + (at % 3) : 0 }),
}));

const compare = (a: string, b: string) => (a < b ? -1 : 1);
const riskOf = ({ risk = 0 }: Filled) => risk;
const idsBy = (order: (a: Filled, b: Filled) => number) =>
  sessions
    .toSorted((a, b) => order(a, b) || compare(a.sessionId, b.sessionId))
    .map(({ sessionId }) => sessionId);
const byRisk = idsBy((a, b) => riskOf(b) - riskOf(a) || a.waitingSince - b.waitingSince);
const byWaiting = idsBy((a, b) => a.waitingSince - b.waitingSince);
const listedByRisk = idsBy((a, b) => riskOf(a) - riskOf(b) || a.startedAt - b.startedAt);

const importedId = (at: number) => `ses_h${String(at).padStart(23, '0')}`;
const currentId = (at: number) => `ses_c${String(at).padStart(23, '0')}`;

/** Imported long after they were over; in every other one something was found, two were begun with. */
const imported: readonly Filled[] = Array.from({ length: 3000 }, (_, at) => ({
  sessionId: importedId(at),
  waitingSince: firstStart + at * 1000,
  hasEndedLast: false,
  startedAt: firstStart - 30 * 86_400_000,
  risk: at % 2 === 0 ? 301 : 0,
}));
const current: readonly Filled[] = [
  {
    sessionId: currentId(1),
    waitingSince: firstStart + 10,
    hasEndedLast: true,
    startedAt: firstStart,
    risk: 0,
  },
  {
    sessionId: currentId(2),
    waitingSince: firstStart + 9,
    hasEndedLast: true,
    startedAt: firstStart,
    risk: 301,
  },
  {
    sessionId: currentId(3),
    waitingSince: firstStart + 8,
    hasEndedLast: true,
    startedAt: firstStart,
    risk: 101,
  },
];

/** Straight into the tables: through the routes it would take minutes. */
async function fill(
  { rows }: Connection,
  team: Team,
  filled: readonly Filled[],
  isHistory = 0,
): Promise<void> {
  const { organizationId, environmentId, installationId } = team;
  const list = (each: (session: Filled) => string) => filled.map(each).join(', ');
  await rows(
    `insert into sessions (session_id, organization_id, environment_id, installation_id, agent_id, status,
        secret_environment, started_at, event_count, compacted_to, created_at, updated_at, ended_at)
      values ${list(
        ({ sessionId, startedAt, waitingSince, hasEndedLast }) =>
          `('${sessionId}', '${organizationId}', '${environmentId}', '${installationId}', 'claude-code', 'completed',
            'live', ${startedAt}, 1, null, ${hasEndedLast ? startedAt : waitingSince}, ${waitingSince},
            ${hasEndedLast ? waitingSince : startedAt})`,
      )}`,
    [],
  );
  await rows(
    `insert into projection.session_statistics
        (session_id, organization_id, folded_to, state_to, figures, started_at, waiting_since, risk, is_history)
      values ${list(
        ({ sessionId, startedAt, waitingSince, risk = 0 }) =>
          `('${sessionId}', '${organizationId}', 1, 1, '{"edits":1}', ${startedAt}, ${waitingSince}, ${risk}, ${isHistory})`,
      )}`,
    [],
  );
  await rows(
    `insert into projection.session_findings
        (session_id, organization_id, mark, folded_to, high, medium, low, risk, top, body)
      values ${filled
        .filter(({ risk }) => risk !== undefined)
        .map(
          ({ sessionId, risk }) => `('${sessionId}', '${organizationId}', '', 1, 0, 0, 0, ${risk}, '[]', $1)`,
        )
        .join(', ')}`,
    [new Uint8Array()],
  );
}

onEveryEngine('a long queue', (server, engine) => {
  it('T17 is read by risk, then by waiting time, page by page, without sorting it', async () => {
    const team = await aTeam(server());
    const { ownerUserId: userId } = await team.owner.client.getOrganization();
    await using connection = await connect(server().config.database);
    await fill(connection, team, sessions);
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
    const walk = async (order: QueueFilter['order'], limit: number) => {
      const walked: string[] = [];
      let after: QueuePosition | undefined;
      do {
        const page = await queue.list({ ...filter, order, limit, after });
        walked.push(...page.map(({ session }) => session.sessionId));
        after = page.length < limit ? undefined : page.at(-1)?.position;
      } while (after);
      return walked;
    };
    for (const limit of [51, 997]) {
      assert.deepEqual(await walk('risk', limit), expected, `in pages of ${limit}`);
    }
    assert.deepEqual(await walk('waiting', 997), [...byWaiting, team.sessionId]);
    assert.deepEqual(await walk('newest', 997), [...byWaiting, team.sessionId].toReversed());

    const plans: string[] = [];
    const explaining = queueStore({
      engine,
      rows: async (text: string, values: readonly unknown[]) => {
        plans.push(await explain(connection, engine, text, values));
        return [];
      },
    } as unknown as OpenDatabase);
    const middle: QueuePosition = { risk: 0, since: firstStart + 700_000, sessionId: 'ses_' };
    await explaining.list({ ...filter, after: middle });
    await explaining.list({ ...filter, after: middle, state: 'unreviewed' });
    await explaining.list({ ...filter, order: 'waiting' });
    await explaining.list({ ...filter, order: 'newest' });
    assert.equal(plans.length, 4);
    for (const plan of plans) {
      assert.match(plan, /sessions_waiting/);
      assert.doesNotMatch(plan, /Sort|TEMP B-TREE/);
    }
    plans.length = 0;
    const withHistory = { ...defaultReviewPolicy.enter, history: true };
    await explaining.list({
      ...filter,
      order: 'newest',
      policy: { ...defaultReviewPolicy, enter: withHistory },
    });
    assert.match(plans[0] as string, /sessions_by_waiting/);
    assert.doesNotMatch(plans[0] as string, /Sort|TEMP B-TREE/);
    // What was found is read in the order of risk.
    plans.length = 0;
    await explaining.list({ ...filter, after: { risk: 103, since: 0, sessionId: 'ses_' } });
    assert.match(plans[0] as string, /statistics_waiting\b/);
    assert.doesNotMatch(foundBy(plans[0] as string), /Sort|TEMP B-TREE/);
    // What waits for a member is found by what waits for them, not by looking at every session.
    plans.length = 0;
    await explaining.list({ ...filter, tab: 'turn' });
    assert.doesNotMatch(plans.join(), /SEARCH s USING INDEX sessions_by|Seq Scan on sessions/);
  });

  it('lists sessions by risk, then by their start, either way, without sorting them all', async () => {
    const team = await aTeam(server());
    await using connection = await connect(server().config.database);
    // The sessions of the test before, which are known by their short ids, now belong to this team.
    for (const table of ['sessions', 'projection.session_statistics', 'projection.session_findings']) {
      await connection.rows(`update ${table} set organization_id = $1 where length(session_id) = 10`, [
        team.organizationId,
      ]);
    }
    if (engine === 'postgres') await connection.rows('analyze', []);
    const { session } = server().running.context.store;
    const review = { states: ['unreviewed'] as const, policy: defaultReviewPolicy, now: Date.now() };
    for (const order of ['asc', 'desc'] as const) {
      const walked: string[] = [];
      let after: { key: number; sessionId: string } | undefined;
      do {
        const page: ListedSession[] = await session.list(team.organizationId, {
          review,
          limit: 997,
          order: { sort: 'risk', order, after },
        });
        walked.push(...page.map(({ sessionId }) => sessionId));
        const last = page.at(-1);
        after = page.length === 997 && last ? { key: last.risk, sessionId: last.sessionId } : undefined;
      } while (after);
      const expected = order === 'asc' ? listedByRisk : listedByRisk.toReversed();
      assert.deepEqual(
        walked.filter((sessionId) => sessionId !== team.sessionId),
        expected,
        order,
      );
    }
    const plans: string[] = [];
    const explaining = sessionList({
      engine,
      rows: async (text, values) => {
        plans.push(await explain(connection, engine, text, values));
        return [];
      },
    });
    await explaining.list(team.organizationId, { review, limit: 51, order: { sort: 'risk', order: 'desc' } });
    assert.equal(plans.length, 1);
    assert.match(plans[0] as string, /statistics_by_risk_order/);
    // What is found, one page, may be put in order once more.
    assert.doesNotMatch(foundBy(plans[0] as string), /Sort|TEMP B-TREE/);
  });

  it('T17 imported history is not walked past, and what somebody has begun with is in its place', async () => {
    const team = await aTeam(server());
    const { ownerUserId: userId } = await team.owner.client.getOrganization();
    await using connection = await connect(server().config.database);
    await fill(connection, team, imported, 1);
    await fill(connection, team, current);
    // Both were spoken about.
    for (const sessionId of [importedId(4), importedId(5)]) {
      await team.owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
    }
    if (engine === 'postgres') await connection.rows('analyze', []);
    const filter: QueueFilter = {
      organizationId: team.organizationId,
      userId,
      tab: 'open',
      order: 'risk',
      policy: defaultReviewPolicy,
      now: Date.now(),
      limit: 4,
    };
    const { queue } = server().running.context.store;
    const walk = async (given: Partial<QueueFilter>) => {
      const walked: string[] = [];
      let after: QueuePosition | undefined;
      do {
        const page = await queue.list({ ...filter, ...given, after });
        walked.push(...page.map(({ session }) => session.sessionId));
        after = page.length < (given.limit ?? 4) ? undefined : page.at(-1)?.position;
      } while (after);
      return walked.filter((sessionId) => sessionId !== team.sessionId);
    };
    const found = [currentId(2), importedId(4), currentId(3)];
    assert.deepEqual(await walk({}), [...found, currentId(1), importedId(5)]);
    assert.deepEqual(await walk({ limit: 2 }), [...found, currentId(1), importedId(5)]);
    const sinceLong = [currentId(3), currentId(2), currentId(1), importedId(4), importedId(5)];
    assert.deepEqual(await walk({ order: 'waiting' }), sinceLong);
    assert.deepEqual(await walk({ order: 'newest' }), sinceLong.toReversed());
    const sessions = { severity: 'high' } as const;
    assert.deepEqual(await walk({ sessions }), [currentId(2), importedId(4)]);
    assert.deepEqual(await walk({ sessions, order: 'newest' }), [importedId(4), currentId(2)]);
    const { enter } = defaultReviewPolicy;
    const all = { policy: { ...defaultReviewPolicy, enter: { ...enter, history: true } }, limit: 700 };
    const worst = imported.filter(({ risk }) => risk === 301).map(({ sessionId }) => sessionId);
    const mild = imported.filter(({ risk }) => risk === 0).map(({ sessionId }) => sessionId);
    // The first of the imported have waited longer than what is current.
    assert.deepEqual(await walk(all), [
      ...[importedId(0), currentId(2), ...worst.slice(1)],
      ...[currentId(3), currentId(1), ...mild],
    ]);
    const plans: string[] = [];
    const explaining = queueStore({
      engine,
      rows: async (text: string, values: readonly unknown[]) => {
        plans.push(await explain(connection, engine, text, values));
        return text.includes('as count') ? [{ count: 2000 }] : [];
      },
    } as unknown as OpenDatabase);
    await explaining.list(filter);
    const [present, begun, rest] = plans as [string, string, string];
    assert.match(present, /statistics_waiting\b/);
    assert.match(begun, /sessions_begun_history/);
    assert.match(rest, /sessions_waiting/);
    assert.equal(plans.length, 3);
    // Of a severity by time: not by risk, which would have to be sorted.
    plans.length = 0;
    await explaining.list({ ...filter, sessions, order: 'newest' });
    assert.match(plans[1] as string, /statistics_waiting_since/);
    assert.doesNotMatch(foundBy(plans[1] as string), /Sort|TEMP B-TREE/);
  });

  it('T17 what few sessions have is found by that, in every order', async () => {
    const team = await aTeam(server());
    const { ownerUserId: userId } = await team.owner.client.getOrganization();
    await using connection = await connect(server().config.database);
    await connection.rows('update sessions set organization_id = $1 where length(session_id) = 10', [
      team.organizationId,
    ]);
    await connection.rows(
      'update projection.session_statistics set organization_id = $1 where length(session_id) = 10',
      [team.organizationId],
    );
    if (engine === 'postgres') await connection.rows('analyze', []);
    const plans: string[] = [];
    const explaining = queueStore({
      engine,
      rows: async (text: string, values: readonly unknown[]) => {
        plans.push(await explain(connection, engine, text, values));
        return text.includes('as count') ? [{ count: 3 }] : [];
      },
    } as unknown as OpenDatabase);
    const filter: QueueFilter = {
      organizationId: team.organizationId,
      userId,
      tab: 'open',
      order: 'waiting',
      policy: defaultReviewPolicy,
      now: Date.now(),
      limit: 51,
    };
    const asked: [sessions: QueueFilter['sessions'], assignee: string | undefined, by: RegExp][] = [
      [{ label: 'payments' }, undefined, /session_labels/],
      [{ authorUserId: 'usr_1' }, undefined, /sessions_by_author|sessions_authors/],
      [{ file: 'invoice.ts' }, undefined, /session_files/],
      [{ rule: 'fs.delete-outside' }, undefined, /session_rules/],
      [{}, 'usr_1', /assignments/],
    ];
    for (const [sessions, assignee, by] of asked) {
      for (const order of ['risk', 'waiting', 'newest'] as const) {
        plans.length = 0;
        await explaining.list({ ...filter, sessions, assignee, order });
        const [, ...read] = plans;
        assert.equal(read.length, order === 'risk' ? 2 : 1);
        for (const plan of read) {
          assert.match(plan, by);
          assert.doesNotMatch(
            plan,
            /sessions_waiting|sessions_by_waiting|statistics_waiting|Seq Scan on (sessions|session_statistics)/,
          );
        }
      }
    }
  });
});
