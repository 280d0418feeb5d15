import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { aSecret, storedSession, storedTenant, type Tenant } from '../../../testing/record.ts';
import { type TestStorage, testStorage } from '../../../testing/storage.ts';
import type { SessionRecord } from '../../domain/records.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import { worthCompressing } from '../batch.ts';
import { probeName } from '../storable.ts';
import { type Job, SqliteWriter } from './writer.ts';

describe('the writer of SQLite', () => {
  let storage: TestStorage;
  let tenant: Tenant;
  let session: SessionRecord;
  let writer: SqliteWriter;
  let db: DatabaseSync;
  const file = () => join(storage.folder, 'debrief.db');
  before(async () => {
    storage = await testStorage('sqlite');
    tenant = await storedTenant(storage.store);
    db = new DatabaseSync(file());
    writer = new SqliteWriter(file(), sqlitePragmas);
  });
  after(async () => {
    writer.close();
    db.close();
    await storage[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    session = await storedSession(storage.store, tenant);
  });
  const append = (
    key?: string,
    given: { count?: number; text?: string; secretId?: string; at?: number } = {},
  ): Job => {
    const { count = 1, text = 'x', at = 10, secretId } = given;
    const { organizationId, sessionId } = session;
    const lines = encodeEvents(
      Array.from({ length: count }, (_, n) => ({ eventType: 'e', payload: { n, text } })),
    );
    return {
      kind: 'append',
      organizationId,
      sessionId,
      lines,
      count,
      key,
      at,
      ...(secretId && { secretId }),
    };
  };
  const close = (status: 'completed' | 'failed', at = 5): Job => {
    const { organizationId, sessionId } = session;
    return { kind: 'close', organizationId, sessionId, status, endedAt: 3, at };
  };
  const row = () =>
    db
      .prepare(
        'select session_pk as pk, event_count as count, status, ended_at as ended, compacted_to as merged from sessions where session_id = ?',
      )
      .get(session.sessionId) as {
      pk: number;
      count: number;
      status: string;
      ended: number;
      merged: number | null;
    };
  const batches = () =>
    db
      .prepare(
        `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding & 1 as packed from event_batches
          where batch_key >> 32 = ? order by 1`,
      )
      .all(row().pk)
      .map(({ first, count, at, packed }) => [first, count, at, packed]);
  const keys = () =>
    db.prepare('select count(*) as n from idempotency where session_pk = ?').get(row().pk)?.n;
  const appended = (first: number, count = 1) => ({ kind: 'appended', first, count, status: 200 });

  it('stores a group in one go, each in the order it came', () => {
    assert.deepEqual(writer.write([append(), append('k', { count: 3 }), close('failed'), append()]), [
      appended(1),
      appended(2, 3),
      { status: 'failed', endedAt: 3, now: true },
      { kind: 'closed' },
    ]);
    assert.deepEqual(batches(), [
      [1, 1, 10, 0],
      [2, 3, 10, 0],
    ]);
    const { count, status, ended } = row();
    assert.deepEqual([count, status, ended, keys()], [4, 'failed', 3, 1]);
  });

  it('stores nothing of a group that fails', () => {
    const broken = { ...append('k'), lines: undefined } as unknown as Job;
    assert.throws(() => writer.write([append('a'), broken]));
    const late = { ...append('k'), count: 'many' } as unknown as Job;
    assert.throws(() => writer.write([append('a'), { ...late, at: {} } as unknown as Job]));
    assert.deepEqual([row().count, batches(), keys()], [0, [], 0]);
    assert.deepEqual(writer.write([append('a')]), [appended(1)], 'the next group is not of that transaction');
  });

  it('answers a key with what it was answered first, and refuses other events under it', () => {
    writer.write([append('k', { count: 2 }), append()]);
    assert.deepEqual(
      writer.write([append('k', { count: 2 }), append('k', { count: 1 }), append('other', { count: 2 })]),
      [{ kind: 'replayed', first: 1, count: 2, status: 200 }, { kind: 'reused' }, appended(4, 2)],
    );
    writer.write([close('completed')]);
    assert.deepEqual(writer.write([append('k', { count: 2 }), append('new')]), [
      { kind: 'replayed', first: 1, count: 2, status: 200 },
      { kind: 'closed' },
    ]);
    assert.equal(row().count, 5);
  });

  it('refuses a session that is not there and a secret that is not active', async () => {
    const { organizationId } = session;
    const secret = aSecret(organizationId);
    await storage.store.secret.add(secret, 10);
    const { secretId } = secret;
    assert.deepEqual(writer.write([append(undefined, { secretId })]), [appended(1)]);
    await storage.store.secret.revoke(organizationId, secretId, 5);
    const elsewhere = { ...append(), organizationId: 'org_0' } as Job;
    assert.deepEqual(writer.write([append(undefined, { secretId }), elsewhere]), [
      { kind: 'revoked' },
      { kind: 'missing' },
    ]);
    assert.deepEqual(writer.write([{ ...close('failed'), organizationId: 'org_0' } as Job]), [undefined]);
    assert.deepEqual([row().count, row().status], [1, 'active']);
  });

  it('closes once, and tells what it was closed as', () => {
    writer.write([close('failed')]);
    assert.deepEqual(writer.write([{ ...close('completed'), endedAt: 99 } as Job]), [
      { status: 'failed', endedAt: 3, now: false },
    ]);
  });

  it('packs what is worth it', () => {
    writer.write([
      append(undefined, { text: 'x'.repeat(worthCompressing) }),
      append(undefined, { text: 'x' }),
    ]);
    assert.deepEqual(
      batches().map(([, , , packed]) => packed),
      [1, 0],
    );
  });

  it('erases in short steps, the keys with the last one, and nothing of a neighbour', async () => {
    const first = session;
    session = await storedSession(storage.store, tenant);
    writer.write([append('of the neighbour')]);
    const neighbour = session;
    session = first;
    writer.write(Array.from({ length: 201 }, (_, n) => append(`k${n}`)));
    const { pk: sessionPk } = db
      .prepare('select session_pk as pk from sessions where session_id = ?')
      .get(session.sessionId) as { pk: number };
    const erase: Job = { kind: 'erase', sessionPk };
    assert.deepEqual(writer.write([erase]), [200]);
    assert.deepEqual([batches().length, keys()], [1, 201]);
    assert.deepEqual([writer.write([erase]), writer.write([erase])], [[1], [0]]);
    assert.deepEqual([batches(), keys()], [[], 0]);
    assert.deepEqual(writer.write([{ kind: 'erase', sessionPk: 0 }]), [0]);
    session = neighbour;
    assert.deepEqual([batches().length, keys()], [1, 1]);
  });

  it('merges the batches of one closed session at a time, and each once', async () => {
    const merge = () => writer.write([{ kind: 'compact' }])[0];
    while (merge() === 1);
    writer.write([append(undefined, { at: 1 }), append(undefined, { at: 2, count: 3 })]);
    assert.equal(merge(), 0, 'it is not closed');
    writer.write([close('completed')]);
    assert.equal(merge(), 1);
    assert.deepEqual(batches(), [[1, 4, 1, 0]]);
    assert.deepEqual([row().merged, merge()], [null, 0]);
  });

  it('merges a long session in runs of two thousand', () => {
    while (writer.write([{ kind: 'compact' }])[0] === 1);
    writer.write(Array.from({ length: 2001 }, () => append()));
    writer.write([close('completed')]);
    assert.deepEqual(writer.write([{ kind: 'compact' }]), [1]);
    assert.deepEqual(
      [batches().length, row().merged],
      [9, 2000],
      'eight merged ones and the one that is left',
    );
    assert.deepEqual(writer.write([{ kind: 'compact' }]), [1]);
    assert.deepEqual([row().merged, writer.write([{ kind: 'compact' }])], [null, [0]]);
    assert.equal(
      batches().reduce((sum, [, count]) => sum + Number(count), 0),
      2001,
    );
  });

  it('proves that it can write, and leaves nothing of that behind', () => {
    const probes = () => db.prepare('select value from settings where name = ?').all(probeName).length;
    for (const text of ['one', 'two']) writer.write([{ kind: 'probe', text }]);
    assert.equal(probes(), 1);
    writer.write([{ kind: 'probe', text: undefined }]);
    assert.equal(probes(), 0);
  });

  it('moves what is committed into the file when it is told to, and all of it when it ends', () => {
    const wal = () => statSync(`${file()}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const main = () => statSync(file()).size;
    const own = new SqliteWriter(file(), sqlitePragmas);
    own.write([append(undefined, { text: randomBytes(150_000).toString('base64') })]);
    const before = main();
    assert.ok(wal() > 150_000);
    own.checkpoint();
    assert.ok(main() > before + 100_000);
    own.close();
    assert.equal(wal(), 0);
  });
});
