import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { laterThan, sqliteDialect } from './keep.ts';
import { doneAtOnce, inFile } from './run.ts';
import { mostLater, type Share, sharesQuery } from './shares.ts';
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
    putAll: (sessionId: string, organizationId: string, opened: number, requests: string) =>
      rows(inFile(sqliteDialect.put), [sessionId, opened, requests, organizationId]),
    sharesOf: (sessionId: string) => rows(inFile(sharesQuery), [sessionId]) as Share[],
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

it('takes no longer for the last of a family than for others, however many forks it has', () => {
  const timeFor = (forks: number) => {
    const table = aTable();
    const requests = JSON.stringify(Array.from({ length: 20 }, (_, n) => [n + 1, n, 1, 1, 0, 0, 0]));
    for (let fork = 0; fork < forks; fork++) table.putAll(`ses_${fork}`, 'org_a', fork, requests);
    const begun = performance.now();
    for (let round = 0; round < 10; round++) {
      table.shares(`ses_${forks - 1}`);
      table.shares('ses_0');
      table.later('ses_0');
      table.later(`ses_${forks - 1}`);
    }
    return performance.now() - begun;
  };
  timeFor(100);
  const [few, many] = [timeFor(100), timeFor(1000)];
  assert.ok(isWithin(many, few * 4 + 20), `${few} ms with 100 forks, ${many} ms with 1 000`);
});

it('of a sum that goes on what it was before counts elsewhere', () => {
  const table = aTable();
  for (const [session, input] of [
    ['ses_a', 100],
    ['ses_b', 250],
    ['ses_c', 400],
  ] as const)
    table.putAll(session, 'org_a', input, JSON.stringify([[-7, input, input, 1, 0, 0, 0]]));
  assert.deepEqual(
    table.sharesOf('ses_c').map(({ owner, input }) => [owner, input]),
    [['ses_a', 250]],
  );
});
