import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadChannel } from '@debrief/contract';
import { migratedDatabase, runStatement } from '../../../testing/engine.ts';
import { refusedWith } from '../../../testing/request.ts';
import { databaseUrl, type TestServer, testServer } from '../../../testing/server.ts';
import { foldedTo } from '../../../testing/session/folded.ts';
import { freshBus, removeStream } from '../../../testing/storage.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Person, type Team } from '../../../testing/team.ts';
import type { Context } from '../../domain/context.ts';
import { noteReads } from '../../domain/session/note-reads.ts';

const word = 'xylophone';

/** A session with something in it, folded. */
async function aReadSession(server: TestServer): Promise<Team> {
  const team = await aTeam(server);
  const { sessionId, machine } = team;
  const record = { type: 'user', message: { role: 'user', content: `please find the ${word}` } };
  await machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload: record }] });
  await foldedTo(server, sessionId, 1);
  return team;
}

/** Every way to see something of a session. */
const looks: [ReadChannel, (person: Person, sessionId: string, server: TestServer) => Promise<unknown>][] = [
  ['session', ({ client }, sessionId) => client.getSession({ sessionId })],
  ['events', ({ client }, sessionId) => client.listEvents({ sessionId })],
  ['transcript', ({ client }, sessionId) => client.getTranscript({ sessionId })],
  ['transcript', ({ client }, sessionId) => client.getSkeleton({ sessionId })],
  ['transcript', ({ client }, sessionId) => client.getEntry({ sessionId, entryId: '1.0' })],
  ['outline', ({ client }, sessionId) => client.getOutline({ sessionId })],
  ['brief', ({ client }, sessionId) => client.getBrief({ sessionId })],
  ['changes', ({ client }, sessionId) => client.getChanges({ sessionId })],
  ['changes', ({ client }, sessionId) => client.getFileAt({ sessionId, path: 'a.ts' })],
  ['find', ({ client }, sessionId) => client.findInSession({ sessionId, q: word })],
  ['search', ({ client }) => client.searchSessions({ q: word })],
  [
    'stream',
    async ({ token }, sessionId, server) => {
      const stream = await openStream(server, token, sessionId);
      await stream.close();
    },
  ],
];

const readsOf = async (server: TestServer, team: Team, userId: string) =>
  (
    await server.running.context.store.audit.list(team.organizationId, { limit: 100, action: 'session_read' })
  ).filter(({ actorId, targetId }) => actorId === userId && targetId === team.sessionId);

onEveryEngine('who read a session', (server) => {
  it('W9 every channel is noted, once for a member, a session and an hour', async () => {
    const team = await aReadSession(server());
    const reader = await joinTeam(server(), team, 'member');
    for (const [channel, look] of looks) {
      await look(reader, team.sessionId, server());
      const noted = await readsOf(server(), team, reader.userId);
      assert.ok(
        noted.some((read) => read.channel === channel),
        channel,
      );
    }
    for (const [, look] of looks) await look(reader, team.sessionId, server());
    const noted = await readsOf(server(), team, reader.userId);
    const channels = new Set(noted.map(({ channel }) => channel));
    assert.deepEqual([...channels].sort(), [...new Set(looks.map(([channel]) => channel))].sort());
    const once = new Set(noted.map(({ channel, at }) => `${channel} ${Math.floor(at / 3_600_000)}`));
    assert.equal(once.size, noted.length);
    assert.ok(noted.every(({ ip, requestId }) => ip !== null && requestId !== null));
  });

  it('W9 what a page fetches ahead is noted as that, and as no visit', async () => {
    const team = await aReadSession(server());
    const reader = await joinTeam(server(), team, 'member');
    const { sessionId } = team;
    const options = { headers: { Purpose: 'prefetch' } };
    await reader.client.getSession({ sessionId }, options);
    await reader.client.getTranscript({ sessionId }, options);
    await reader.client.getBrief({ sessionId }, options);
    const noted = await readsOf(server(), team, reader.userId);
    assert.deepEqual(new Set(noted.map(({ channel }) => channel)), new Set(['ahead']));
    const channelsOf = async () =>
      (await team.owner.client.listReaders({ sessionId })).readers.find(
        ({ userId }) => userId === reader.userId,
      )?.channels;
    assert.deepEqual(await channelsOf(), ['ahead']);
    await reader.client.getBrief({ sessionId });
    assert.deepEqual(await channelsOf(), ['ahead', 'brief']);
  });

  it('W9 what the list shows is no read, nor what finds nothing', async () => {
    const team = await aReadSession(server());
    const reader = await joinTeam(server(), team, 'member');
    await reader.client.listSessions({});
    await reader.client.searchSessions({ q: 'nothing at all like it' });
    assert.deepEqual(await readsOf(server(), team, reader.userId), []);
  });

  it('W9 the next hour is noted anew; a hundred reads are one write, whoever else writes', async () => {
    const team = await aReadSession(server());
    const { userId } = await joinTeam(server(), team, 'member');
    const { organizationId, sessionId } = team;
    const { context } = server().running;
    let writes = 0;
    /** As another server process would have it: with a memory of its own. */
    const process = (clock: () => number): Context => ({
      ...context,
      clock,
      store: {
        ...context.store,
        audit: {
          ...context.store.audit,
          addNew: (entries) => {
            writes++;
            return context.store.audit.addNew(entries);
          },
        },
      },
    });
    const reader = { kind: 'member', organizationId, userId, role: 'member' } as const;
    const noon = Date.UTC(2026, 10, 15, 12);
    const [one, two] = [process(() => noon + 1), process(() => noon + 2)];
    for (let n = 0; n < 100; n++) await noteReads(one, reader, [sessionId], 'transcript');
    assert.equal(writes, 1);
    await noteReads(two, reader, [sessionId], 'transcript');
    assert.equal((await readsOf(server(), team, userId)).length, 1);
    await noteReads(
      process(() => noon + 3_600_000),
      reader,
      [sessionId],
      'transcript',
    );
    await noteReads(
      process(() => noon + 86_400_000),
      reader,
      [sessionId],
      'find',
    );
    assert.equal((await readsOf(server(), team, userId)).length, 3);
    const { readers } = await team.owner.client.listReaders({ sessionId });
    assert.deepEqual(readers, [
      {
        userId,
        firstAt: '2026-11-15T12:00:00.001Z',
        lastAt: '2026-11-16T12:00:00.000Z',
        channels: ['find', 'transcript'],
        days: [
          { day: '2026-11-16', hours: 1 },
          { day: '2026-11-15', hours: 2 },
        ],
      },
    ]);
  });

  it('W9 the memory of what was written is bounded', async () => {
    const { context } = server().running;
    let count = 0;
    const counting: Context = {
      ...context,
      store: {
        ...context.store,
        audit: {
          ...context.store.audit,
          addNew: async (entries) => {
            count += entries.length;
          },
        },
      },
    };
    const reader = { kind: 'member', organizationId: 'org_x', userId: 'usr_x', role: 'member' } as const;
    for (let n = 0; n < 50_001; n++) await noteReads(counting, reader, [`ses_${n}`], 'find');
    await noteReads(counting, reader, ['ses_50000'], 'find');
    assert.equal(count, 50_001, 'the last is remembered');
    await noteReads(counting, reader, ['ses_0'], 'find');
    assert.equal(count, 50_002, 'the first is not');
  });

  it('W10 the author and admins see the readers, admins included; others do not', async () => {
    const team = await aReadSession(server());
    const { sessionId, environmentId, owner } = team;
    const author = await joinTeam(server(), team, 'member');
    const member = await joinTeam(server(), team, 'member');
    const admin = await joinTeam(server(), team, 'admin');
    await owner.client.setAuthor({ environmentId, userId: author.userId, earlier: true });
    await admin.client.getTranscript({ sessionId });
    for (const { client } of [author, admin, owner]) {
      const { readers } = await client.listReaders({ sessionId });
      assert.deepEqual(
        readers.map(({ userId }) => userId),
        [admin.userId],
      );
    }
    await assert.rejects(member.client.listReaders({ sessionId }), refusedWith('insufficient_role'));
    const other = await aTeam(server(), 'Other');
    await assert.rejects(other.owner.client.listReaders({ sessionId }), refusedWith('session_not_found'));
  });
});

onEveryEngine('deleting a session from the page', (server, engine) => {
  it('W11 is for the author and admins, and leaves nothing but the audit log', async () => {
    for (const role of ['author', 'admin', 'owner'] as const) {
      const team = await aReadSession(server());
      const { sessionId, environmentId, owner, machine } = team;
      const author = await joinTeam(server(), team, 'member');
      const member = await joinTeam(server(), team, 'member');
      const admin = await joinTeam(server(), team, 'admin');
      await owner.client.setAuthor({ environmentId, userId: author.userId, earlier: true });
      const other = await aTeam(server(), 'Other');
      await assert.rejects(member.client.removeSession({ sessionId }), refusedWith('insufficient_role'));
      await assert.rejects(other.owner.client.removeSession({ sessionId }), refusedWith('session_not_found'));
      const { client } = { author, admin, owner }[role];
      // Something of every kind that people leave on a session.
      const body = `What is this, @${author.userId}?`;
      await member.client.openThread({ sessionId, anchor: { sequence: 1 }, body });
      await member.client.setMark({ sessionId, throughSequence: 1 });
      await member.client.submitReview({ sessionId, outcome: 'noted', throughSequence: 1 });
      assert.deepEqual(await client.removeSession({ sessionId }), { sessionId, eventCount: 1 });
      await assert.rejects(client.removeSession({ sessionId }), refusedWith('session_not_found'));
      await assert.rejects(client.getSession({ sessionId }), refusedWith('session_not_found'));
      await assert.rejects(
        machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] }),
        refusedWith('session_not_found'),
      );
      const [entry] = await server().running.context.store.audit.list(team.organizationId, {
        limit: 1,
        action: 'session_deleted',
      });
      assert.equal(entry?.targetId, sessionId);
      assert.ok(entry?.actorId?.startsWith('usr_') && entry.requestId);
      await nothingLeft(server(), engine, sessionId);
    }
  });

  it('W11 the audit log is not asked for a name that no database takes', async () => {
    const { owner } = await aTeam(server());
    await assert.rejects(owner.client.listAudit({ actorId: 'us\0r' }), refusedWith('validation_error'));
  });

  it('W11 a stream that follows it ends within two seconds', async () => {
    const team = await aReadSession(server());
    const reader = await joinTeam(server(), team, 'member');
    const stream = await openStream(server(), reader.token, team.sessionId);
    await team.owner.client.removeSession({ sessionId: team.sessionId });
    await stream.ended(2000);
  });
});

describe('deleting a session whose events are on the bus', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`W11 leaves nothing, also of what was not persisted yet, on ${engine}`, async () => {
      const bus = freshBus();
      const database = await migratedDatabase(engine);
      try {
        const env = { NATS_URL: bus.url, NATS_STREAM: bus.stream, DATABASE_URL: databaseUrl(database) };
        await using server = await testServer(engine, env);
        const team = await aTeam(server);
        const { sessionId, machine, owner } = team;
        for (let n = 0; n < 20; n++) {
          await machine.appendEvents({ sessionId, events: [{ eventType: 'x', payload: { word } }] });
        }
        await owner.client.removeSession({ sessionId });
        await assert.rejects(owner.client.getSession({ sessionId }), refusedWith('session_not_found'));
        await assert.rejects(
          machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] }),
          refusedWith('session_not_found'),
        );
        await sleep(300);
        const batches = await runStatement(server.config.database, 'select count(*) as n from event_batches');
        assert.equal(Number((batches[0] as { n: unknown }).n), 0);
      } finally {
        await removeStream(bus).catch(() => {});
        await database.remove();
      }
    });
  }
});

/** Looks through every table that has a column for sessions. */
async function nothingLeft(server: TestServer, engine: string, sessionId: string): Promise<void> {
  const { database } = server.config;
  const named =
    engine === 'sqlite'
      ? `select m.name as "table" from sqlite_master m
          where m.type = 'table' and exists (select 1 from pragma_table_info(m.name) c where c.name = 'session_id')`
      : `select table_schema || '.' || table_name as "table" from information_schema.columns
          where column_name = 'session_id' and table_schema in ('public', 'projection')`;
  const tables = (await runStatement(database, named)) as { table: string }[];
  assert.ok(tables.length >= 3, `looked at ${tables.length} tables`);
  for (const { table } of tables) {
    const [row] = await runStatement(
      database,
      `select count(*) as n from ${table} where session_id = '${sessionId}'`,
    );
    // The receipt, which holds ids and times.
    assert.equal(Number((row as { n: unknown }).n), table.endsWith('erasures') ? 1 : 0, table);
  }
}

async function openStream(server: TestServer, token: string, sessionId: string) {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/v1/organizations/me/sessions/${sessionId}/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  assert.equal(response.status, 200);
  const first = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const _ of response.body as ReadableStream<Uint8Array>) first.resolve();
  })().catch(() => {});
  await first.promise;
  return {
    ended: (ms: number) =>
      Promise.race([reading, sleep(ms).then(() => assert.fail(`it went on for ${ms} ms`))]),
    async close() {
      abort.abort();
      await reading;
    },
  };
}
