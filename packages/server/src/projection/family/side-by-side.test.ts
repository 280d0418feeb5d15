import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines, migratedDatabase } from '../../../testing/engine.ts';
import { eraseSession, storedSession, storedTenant } from '../../../testing/record.ts';
import { noTerms, open, reading, until } from '../../../testing/session/folding.ts';
import type { SessionRecord } from '../../domain/records.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { SqliteReader } from '../../log/sqlite/reader.ts';
import type { Storage } from '../../storage.ts';
import { ProjectionClient } from '../../store/connection/projection-client.ts';
import { SessionFold } from '../fold.ts';
import { Folding } from '../folding.ts';
import type { FoldStep } from '../port.ts';
import { familyLock } from './postgres.ts';

/** Sessions that share requests, folded by several at once. */

type Parts = ReturnType<typeof reading>;

const noon = Date.UTC(2026, 5, 1, 12);
const sessions = 12;
const rounds = 4;
const eachRound = 5;

const reply = (number: number) => ({
  eventType: 'assistant',
  payload: {
    type: 'assistant',
    uuid: `u-${number}`,
    requestId: `req_${number}`,
    timestamp: new Date(noon + number * 1000).toISOString(),
    message: {
      id: `msg_${number}`,
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'ok' }],
      usage: { input_tokens: 100, output_tokens: 1 },
    },
  },
});

async function append(storage: Storage, sessions: readonly SessionRecord[], numbers: readonly number[]) {
  for (const { organizationId, sessionId } of sessions)
    await storage.log.append({
      ...{ organizationId, sessionId, lines: encodeEvents(numbers.map(reply)), count: numbers.length },
      ...{ key: undefined, at: Date.now() },
    });
}

/** Everything of a session as one step. */
async function stepOf(
  { projection, log }: Parts,
  { organizationId, sessionId }: SessionRecord,
): Promise<FoldStep> {
  const found = await projection.find(sessionId);
  assert.ok(found);
  const range = { order: 'asc', after: 0, limit: 100, bytes: 1e6 } as const;
  const { events } = await log.read({ organizationId, sessionId, ...range });
  const source = { pages: async () => [], length: async () => 0 };
  return new SessionFold(found.subject, found.saved, undefined).step(found.subject, events, source, noTerms);
}

/** What each has been folded to, and the tokens that count there. */
async function counted({ store }: Storage, sessions: readonly SessionRecord[]): Promise<[number, number][]> {
  const found = await store.statistics.find(sessions.map(({ sessionId }) => sessionId));
  return sessions.map(({ sessionId }) => {
    const one = found.get(sessionId);
    return one ? [one.foldedTo, JSON.parse(one.figures).tokens.total] : [0, 0];
  });
}

for (const engine of engines) {
  describe(`a family folded side by side, on ${engine}`, async () => {
    const database = await migratedDatabase(engine);
    after(() => database.remove());

    it('counts each request once, with nothing that fails', async () => {
      const storage = await open(database);
      const tenant = await storedTenant(storage.store);
      const all: SessionRecord[] = [];
      for (let n = 0; n < sessions; n++)
        all.push(await storedSession(storage.store, tenant, { startedAt: noon + n, agentId: 'claude-code' }));
      const faults: unknown[] = [];
      const parts = [reading(database), reading(database), reading(database)];
      const foldings = parts.map(
        (part) => new Folding({ ...part, onFault: (fault) => faults.push(fault), debounce: 1 }),
      );
      for (const folding of foldings) folding.start();
      const { statistics } = storage.store;
      let left = all;
      for (let round = 0; round < rounds; round++) {
        // All of them tell of the same requests in this round.
        await append(
          storage,
          left,
          Array.from({ length: eachRound }, (_, at) => round * eachRound + at),
        );
        for (const folding of foldings) folding.rung(left);
        // The first has counted all of them so far: what it counted, the next one does.
        const [first, ...others] = left;
        if (round < rounds - 1 && first) {
          await eraseSession(storage, first);
          await statistics.delete(first.sessionId);
          left = others;
        }
      }
      await until(async () => (await counted(storage, left)).every(([to]) => to === rounds * eachRound));
      for (const folding of foldings) await folding.stop();
      for (const { log } of parts) if (log instanceof SqliteReader) log.close();
      assert.deepEqual(
        (await counted(storage, left)).map(([, tokens]) => tokens),
        [rounds * eachRound * 101, ...Array(left.length - 1).fill(0)],
      );
      assert.deepEqual(faults, []);
      await storage.stop();
    });
  });
}

describe('two steps that tell of the same requests, on postgres', async () => {
  const database = await migratedDatabase('postgres');
  after(() => database.remove());

  it('count one after the other, and write what is their own before', async () => {
    assert.ok(database.config.engine === 'postgres');
    const storage = await open(database);
    const tenant = await storedTenant(storage.store);
    const both: SessionRecord[] = [];
    for (const startedAt of [noon, noon + 1])
      both.push(await storedSession(storage.store, tenant, { startedAt, agentId: 'claude-code' }));
    await append(storage, both, [1, 2]);
    const client = new ProjectionClient({ connectionString: database.config.url });
    await client.connect();
    const count = async (text: string) => Number((await client.query(text)).rows[0].n);
    await client.query('begin');
    await client.query(familyLock, [tenant.organization.organizationId]);
    const parts = [reading(database), reading(database)];
    const steps = await Promise.all(parts.map((part, at) => stepOf(part, both[at] as SessionRecord)));
    const saved = Promise.all(parts.map(({ projection }, at) => projection.save(steps[at] as FoldStep)));
    await until(
      async () =>
        (await count(`select count(*) as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)) === 2,
    );
    assert.deepEqual(await counted(storage, both), [
      [0, 0],
      [0, 0],
    ]);
    await client.query('commit');
    assert.deepEqual(await saved, [true, true]);
    assert.deepEqual(await counted(storage, both), [
      [2, 202],
      [2, 0],
    ]);
    await client.end();
    for (const { projection } of parts) await projection.close();
    await storage.stop();
  });
});
