import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { laterThan, sqliteDialect } from './keep.ts';
import { doneAtOnce, inFile } from './run.ts';
import { mostLater, sharesQuery } from './shares.ts';
import { requestTable } from './tables.ts';

function aTable() {
  const db = new DatabaseSync(':memory:');
  db.exec(requestTable('', { int: 'integer', end: ' strict, without rowid' }));
  const rows = (text: string, values: readonly unknown[]) =>
    db.prepare(text).all(...(values as string[])) as object[];
  return {
    put: (sessionId: string, organizationId: string, at: number) =>
      rows(inFile(sqliteDialect.put), [
        sessionId,
        at,
        JSON.stringify([[7, at, 1, 1, 0, 0, 0]]),
        organizationId,
      ]),
    isShared: (sessionId: string, organizationId: string) =>
      rows(inFile(sqliteDialect.isShared), [sessionId, '[7]', organizationId]).length > 0,
    shares: (sessionId: string) => rows(inFile(sharesQuery), [sessionId]).length,
    later: (sessionId: string) => doneAtOnce(laterThan(sessionId), rows),
  };
}

it('two organizations whose requests have the same digest share nothing', () => {
  const table = aTable();
  table.put('ses_a', 'org_a', 1);
  table.put('ses_b', 'org_b', 2);
  assert.deepEqual(
    [table.isShared('ses_b', 'org_b'), table.shares('ses_b'), table.later('ses_a')],
    [false, 0, []],
  );
  table.put('ses_c', 'org_a', 3);
  assert.deepEqual(
    [table.isShared('ses_c', 'org_a'), table.shares('ses_c'), table.later('ses_a')],
    [true, 1, ['ses_c']],
  );
});

it('one step counts no more than two hundred others anew', () => {
  const table = aTable();
  for (let n = 0; n < 300; n++) table.put(`ses_${n}`, 'org_a', n);
  assert.equal(table.later('ses_0').length, mostLater);
  assert.equal(mostLater, 200);
});
