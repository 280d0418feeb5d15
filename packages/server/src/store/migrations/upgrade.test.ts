import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '@debrief/contract';
import { pino } from 'pino';
import { freePort } from '../../../../../scripts/services.ts';
import { earlierCommits, earlierDatabase } from '../../../testing/earlier/load.ts';
import { engines, type FreshDatabase, freshDatabase } from '../../../testing/engine.ts';
import { TestIssuer } from '../../../testing/issuer.ts';
import { databaseUrl } from '../../../testing/server.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { accountStore } from '../account/store.ts';
import { openPostgres } from '../connection/postgres.ts';
import { openSqlite } from '../connection/sqlite.ts';
import type { OpenDatabase } from '../database.ts';
import { migrate } from './index.ts';

/** A database made by any earlier commit has today's schema after a start, and every use works on it. */

const issuer = new TestIssuer();
const issuerUrl = 'https://idp.test/earlier';

function opened({ config }: FreshDatabase): OpenDatabase {
  return config.engine === 'sqlite' ? openSqlite(config.path) : openPostgres({ url: config.url });
}

/** Tables, columns, indexes, triggers and functions, each as one line. */
async function schemaOf(database: FreshDatabase): Promise<string[]> {
  const open = opened(database);
  try {
    await migrate(open);
    const rows = await open.rows<{ line: string }>(
      open.engine === 'sqlite' ? sqliteSchema : postgresSchema,
      [],
    );
    return rows.map(({ line }) => line.replaceAll('"', '').replaceAll(/\s+/g, ' ').toLowerCase()).sort();
  } finally {
    await open.db.destroy();
  }
}

const sqliteSchema = `select type || ' ' || name || ' ' || sql as line from sqlite_schema where sql is not null`;
const postgresSchema = `
select concat_ws(' ', 'column', c.relname, c.relkind, c.relpersistence, a.attname,
  format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity, a.attstorage,
  pg_get_expr(d.adbin, d.adrelid)) as line
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
union all
select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
where c.relnamespace = 'public'::regnamespace and not c.relispartition
union all
select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and not c.relispartition
union all
select concat_ws(' ', 'constraint', c.relname, n.conname, pg_get_constraintdef(n.oid)) from pg_constraint n
  join pg_class c on c.oid = n.conrelid
where c.relnamespace = 'public'::regnamespace and not c.relispartition
union all
-- A function with other parameters may stay behind for servers of the older version.
select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
  and p.proname not in ('append_batches', 'persist_batches')
union all
select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
  and p.prosrc ~ '^\\s*-- [0-9a-f]{64}'`;

async function served(database: FreshDatabase) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: database.folder,
    DATABASE_URL: databaseUrl(database),
    SERVER_KEY: '0'.repeat(64),
    LOG_LEVEL: 'silent',
    ...(await issuer.env()),
    IDP_ISSUER: issuerUrl,
  });
  const running = await startServer(config, pino({ level: 'silent' }));
  const client = (credential: string) => createClient({ baseUrl: url, credential: () => credential });
  return { url, running, client };
}

const event = (text: string) => ({ eventType: 'user', payload: { text } });

/** Everything a server does with its database, on one that holds an organization of before. */
async function use(database: FreshDatabase): Promise<void> {
  const { url, running, client } = await served(database);
  try {
    assert.equal((await fetch(`${url}/health`)).status, 200);
    const owner = client(
      await issuer.token({ subject: 'earlier-owner', email: 'owner@example.com', issuer: issuerUrl }),
    );
    assert.equal((await owner.getOrganization()).name, 'Earlier');
    const { sessions } = await owner.listSessions({});
    assert.deepEqual(sessions.map(({ title }) => title).sort(), ['erased', 'over', 'under way']);
    const before = sessions.find(({ title }) => title === 'under way');
    const over = sessions.find(({ title }) => title === 'over');
    assert.ok(before && over);
    const { sessionId } = before;
    const { secret } = await owner.issueSecret({ label: 'second' });
    const machine = client(secret);
    const again = { sessionId, events: [event('one'), event('two')], idempotencyKey: 'earlier-key' };
    assert.equal((await machine.appendEvents(again)).firstSequence, 1, 'the retry of an earlier append');
    const events = [event('after the upgrade')];
    assert.equal((await machine.appendEvents({ sessionId, events })).firstSequence, 4);
    const page = await owner.listEvents({ sessionId });
    assert.deepEqual(
      page.events.map(({ sequence, payload }) => [
        sequence,
        String((payload as { text: string }).text).slice(0, 20),
      ]),
      [
        [1, 'one'],
        [2, 'two'],
        [3, 'x'.repeat(20)],
        [4, 'after the upgrade'],
      ],
    );
    assert.equal((await owner.listEvents({ sessionId: over.sessionId })).events.length, 1);
    await assert.rejects(machine.appendEvents({ sessionId: over.sessionId, events }), {
      code: 'session_closed',
    });
    const opened = await machine.openSession({
      environmentId: before.environmentId,
      agentInstallationId: before.agentInstallationId,
      title: 'new',
    });
    assert.equal((await machine.appendEvents({ sessionId: opened.sessionId, events })).firstSequence, 1);
    await machine.completeSession({ sessionId: opened.sessionId, status: 'completed' });
    for (const filter of [{ status: 'active' as const }, { environmentId: before.environmentId }]) {
      assert.ok((await owner.listSessions(filter)).sessions.length > 0);
    }
    assert.ok((await owner.listAudit({})).entries.length > 0);
  } finally {
    await running.stop();
  }
}

interface Said {
  ticks: number;
  labels: number;
  views: number;
}

/** What people had said when these commits had the database; each has what the one before it had. */
const said: Record<string, Said> = {
  '36c9312': { ticks: 0, labels: 0, views: 0 },
  '089b0e8': { ticks: 1, labels: 0, views: 0 },
  '454e9c2': { ticks: 1, labels: 1, views: 0 },
  '4c0e94a': { ticks: 1, labels: 1, views: 1 },
};

async function reread(database: FreshDatabase, { ticks, labels, views }: Said) {
  const { running, client } = await served(database);
  try {
    const owner = client(
      await issuer.token({ subject: 'earlier-owner', email: 'owner@example.com', issuer: issuerUrl }),
    );
    const { sessions } = await owner.listSessions({});
    const titled = (title: string) => sessions.find((session) => session.title === title);
    const [underWay, over] = [titled('under way'), titled('over')];
    assert.ok(underWay && over);
    const { review, seen } = await owner.getReview({ sessionId: underWay.sessionId });
    assert.deepEqual(
      [review.state, review.openThreads, seen, review.marks.map(({ throughSequence }) => throughSequence)],
      ['follow_up', 1, 3, [2]],
    );
    assert.deepEqual(
      review.reviews.map(({ outcome, throughSequence, body }) => [outcome, throughSequence, body]),
      [['follow_up', 2, 'Not yet.']],
    );
    const { threads } = await owner.listThreads({ sessionId: underWay.sessionId });
    assert.deepEqual(
      threads.map(({ anchor, comments }) => [anchor.sequence, comments.map(({ body }) => body)]),
      [[2, ['Why was this done?']]],
    );
    const old = (await owner.getReview({ sessionId: over.sessionId })).review;
    assert.deepEqual(
      [old.state, old.acceptedTo, old.ticks.map(({ kind, subject }) => [kind, subject])],
      ['accepted', 1, [['file', 'src/billing.ts']].slice(0, ticks)],
    );
    assert.deepEqual(
      [underWay.labels ?? [], over.labels ?? []],
      labels ? [['flaky'], ['payments']] : [[], []],
    );
    assert.deepEqual(
      (await owner.listViews({})).views.map(({ name, search, page, team }) => [name, search, page, team]),
      [['Mine', 'has=errors', 'sessions', false]].slice(0, views),
    );
    const today = await owner.getToday({});
    assert.deepEqual(
      today.groups.flatMap(({ items }) => items.map(({ title }) => title)),
      ['under way'],
      'a judgement stands: only what wants a follow-up is open',
    );
  } finally {
    await running.stop();
  }
}

it('each of the databases that something was said in is there, on both engines', () => {
  for (const engine of ['sqlite', 'postgres'] as const)
    for (const commit of Object.keys(said)) assert.ok(earlierCommits(engine).includes(commit), commit);
});

for (const engine of engines) {
  describe(`upgrades on ${engine}`, () => {
    for (const commit of earlierCommits(engine)) {
      it(`a database of ${commit} gets today's schema`, async () => {
        const fresh = await freshDatabase(engine);
        const earlier = await earlierDatabase(engine, commit);
        try {
          assert.deepEqual(await schemaOf(earlier), await schemaOf(fresh));
          // A second start finds nothing to do and changes nothing.
          assert.deepEqual(await schemaOf(earlier), await schemaOf(fresh));
        } finally {
          await earlier.remove();
          await fresh.remove();
        }
      });

      const kept = said[commit];
      if (kept)
        it(`marks, judgements, ticks and labels of ${commit} are kept`, async () => {
          const database = await earlierDatabase(engine, commit);
          try {
            await reread(database, kept);
          } finally {
            await database.remove();
          }
        });

      it(`a database of ${commit} can be used`, async () => {
        const database = await earlierDatabase(engine, commit);
        try {
          await use(database);
          const open = opened(database);
          const [account] = await accountStore(open).account.findByEmail('owner@example.com');
          await open.db.destroy();
          assert.equal(account?.accountId, 'usr_earlier');
          assert.equal(account.emailVerified, false, 'nobody knows how its link travelled (O21)');
        } finally {
          await database.remove();
        }
      });
    }
  });
}
