import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakePool } from '../../../testing/log/fake-pool.ts';
import { PostgresStored } from './stored.ts';
import { PostgresWriter } from './writer.ts';

const of = { organizationId: 'org_1', sessionId: 'ses_1' };
const range = { ...of, order: 'asc' as const, after: 0, limit: 10, bytes: 1e6 };
const closing = { ...of, status: 'completed' as const, endedAt: 1, at: 2 };
const batch = { ...of, lines: Buffer.from('"e"\t1\n'), count: 1, key: undefined, at: 1 };

/** A log whose database fails with this at every statement. */
function failing(error: Error, isUnavailable: boolean) {
  const statements = ['select', '\nselect', 'update', 'delete', 'begin'];
  const { pool } = fakePool(Object.fromEntries(statements.map((begin) => [begin, error])));
  const options = { pool, isUnavailable: (asked: unknown) => asked === error && isUnavailable };
  const stored = new PostgresStored(options);
  return {
    read: () => stored.read(range),
    close: () => stored.close(closing),
    erase: () => stored.erase({ organizationId: 'org_1', sessionId: 'ses_1', sessionPk: 1, bucket: 202601 }),
    expire: () => stored.expire(1, 1),
    compact: () => stored.compact(1),
    append: () => new PostgresWriter(options).append([batch]),
  };
}

describe('the log in PostgreSQL when its database fails', () => {
  const broken = new Error('broken');

  for (const [name, work] of Object.entries(failing(broken, true)))
    it(`${name} is refused for a while where that passes`, () =>
      assert.rejects(work(), { code: 'service_unavailable', cause: broken }));

  for (const [name, work] of Object.entries(failing(broken, false)))
    it(`${name} passes on what went wrong otherwise`, () => assert.rejects(work(), broken));
});
