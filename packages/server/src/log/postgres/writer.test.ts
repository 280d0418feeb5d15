import assert from 'node:assert/strict';
import { it } from 'node:test';
import { batchOf, closing, events, rangeOf, readFrom } from '../../../testing/log/event-log.ts';
import { aSecret, storedSession, storedTenant } from '../../../testing/record.ts';
import { testStorage } from '../../../testing/storage.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { isUnavailable } from '../../store/connection/unavailable.ts';
import { PostgresWriter } from './writer.ts';

it('each batch of a group gets its own outcome: sessions of several months, and one that goes on within it', async () => {
  await using storage = await testStorage('postgres');
  assert.ok(storage.config.engine === 'postgres');
  const { store, log } = storage;
  const tenant = await storedTenant(store);
  const [one, two, ended, old] = [
    await storedSession(store, tenant),
    await storedSession(store, tenant),
    await storedSession(store, tenant),
    await storedSession(store, tenant, { startedAt: Date.UTC(2024, 1, 1) }),
  ];
  const secret = aSecret(tenant.organization.organizationId);
  const revoked = aSecret(tenant.organization.organizationId, { status: 'revoked' });
  for (const stored of [secret, revoked]) await store.secret.add(stored, 10);
  await log.append(batchOf(two, events(2), 'known'));
  await log.append(batchOf(ended, events(1), 'before'));
  await log.append(batchOf(old, events(1), 'known'));
  await log.close(closing(ended));

  const { pool } = openPostgres({ url: storage.config.url, poolSize: 1 });
  const writer = new PostgresWriter({ pool, isUnavailable });
  const { secretId } = secret;
  const outcomes = await writer.append([
    { ...batchOf(one, events(2), 'a'), secretId },
    { ...batchOf(two, events(2), 'known'), secretId },
    batchOf(one, events(3), 'b'),
    batchOf(two, events(1), 'known'),
    { ...batchOf(one, events(1)), organizationId: 'org_000000000000000000000000' },
    { ...batchOf(one, events(1)), secretId: revoked.secretId },
    batchOf(ended, events(1), 'before'),
    batchOf(ended, events(1), 'after'),
    batchOf(old, events(1), 'known'),
    batchOf(old, events(1), 'c'),
    batchOf(one, events(1)),
  ]);
  await pool.end();
  const nothing = { first: null, count: null, status: null };
  assert.deepEqual(outcomes, [
    { kind: 'appended', first: 1, count: 2, status: 200 },
    { kind: 'replayed', first: 1, count: 2, status: 200 },
    { kind: 'appended', first: 3, count: 3, status: 200 },
    { kind: 'reused', ...nothing },
    { kind: 'missing', ...nothing },
    { kind: 'revoked', ...nothing },
    { kind: 'replayed', first: 1, count: 1, status: 200 },
    { kind: 'closed', ...nothing },
    { kind: 'replayed', first: 1, count: 1, status: 200 },
    { kind: 'appended', first: 2, count: 1, status: 200 },
    { kind: 'appended', first: 6, count: 1, status: 200 },
  ]);
  const counts = [];
  for (const session of [one, two, ended, old])
    counts.push((await readFrom(storage, rangeOf(session))).events.length);
  assert.deepEqual(counts, [6, 2, 1, 2]);
});
