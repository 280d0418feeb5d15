import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { knownWrites } from '../../worker/known-writes.ts';
import { UnchangedRows } from './unchanged-rows.ts';

const roleOf = 'select role from members where issuer = ? and subject = ?';
const foldedTo = 'select folded_to as role from projection.states where issuer = ? and subject = ?';

describe('rows kept until their database changes', () => {
  let ours: DatabaseSync;
  let other: DatabaseSync;
  let rows: UnchangedRows;
  let reads: number;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-rows-'));
    const open = () => {
      const native = new DatabaseSync(join(folder, 'records.db'));
      native.exec(`pragma journal_mode = wal; attach database '${join(folder, 'projection.db')}' as projection;
        pragma projection.journal_mode = wal`);
      return native;
    };
    ours = open();
    ours.exec('create table members (issuer text, subject text, role text)');
    ours.exec('create table projection.states (issuer text, subject text, folded_to text)');
    other = open();
    other.exec(
      `insert into members values ('a', 'mira', 'member'), ('a b', 'c', 'owner'), ('a', 'b c', 'member')`,
    );
    other.exec(`insert into projection.states values ('a', 'mira', '7')`);
    rows = new UnchangedRows(ours);
    reads = 0;
  });
  afterEach(() => {
    ours.close();
    other.close();
    rmSync(folder, { recursive: true });
  });

  const find = (issuer = 'a', subject = 'mira', text = roleOf): unknown => {
    const row = rows.find(text, [issuer, subject], () => {
      reads++;
      return ours.prepare(text).get(issuer, subject);
    });
    return (row as { role: string } | undefined)?.role;
  };

  it('reads a row once while nothing is written, also one that is not there', async () => {
    for (let turn = 0; turn < 3; turn++) {
      assert.equal(find(), 'member');
      assert.equal(find('a', 'nobody'), undefined);
      await nextTurn();
    }
    assert.equal(reads, 2);
  });

  it('sees at once what a thread of this process wrote, when its message was heard', () => {
    assert.equal(find(), 'member');
    other.exec(`update members set role = 'owner' where subject = 'mira'`);
    knownWrites.count++;
    assert.equal(find(), 'owner');
    other.exec('delete from members');
    knownWrites.count++;
    assert.equal(find(), undefined);
  });

  it('sees a few milliseconds later what another process wrote', async () => {
    assert.equal(find(), 'member');
    other.exec(`update members set role = 'owner' where subject = 'mira'`);
    await sleep(15);
    assert.equal(find(), 'owner');
  });

  it('asks SQLite once in some milliseconds while nothing is heard of', () => {
    const prepared: string[] = [];
    const asking = new UnchangedRows({
      isTransaction: false,
      prepare(text: string) {
        return { setReturnArrays() {}, get: () => [prepared.push(text)] };
      },
    } as unknown as DatabaseSync);
    const begun = performance.now();
    for (let time = 0; time < 100; time++) asking.find(roleOf, [], () => undefined);
    assert.ok(prepared.length <= 1 + (performance.now() - begun) / 5, `asked ${prepared.length} times`);
    asking.wrote();
    asking.find(roleOf, [], () => undefined);
    assert.ok(prepared.length >= 1);
  });

  it('sees at once what its own connection wrote', () => {
    assert.equal(find(), 'member');
    ours.exec(`update members set role = 'owner' where subject = 'mira'`);
    rows.wrote();
    assert.equal(find(), 'owner');
  });

  it('keeps nothing of a transaction that may still be undone', () => {
    ours.exec('begin immediate');
    ours.exec(`update members set role = 'owner' where subject = 'mira'`);
    assert.equal(find(), 'owner');
    ours.exec('rollback');
    assert.equal(find(), 'member');
  });

  it('does not take one pair of values for another', () => {
    assert.equal(find('a b', 'c'), 'owner');
    assert.equal(find('a', 'b c'), 'member');
  });

  it('sees what was written to the projection, whoever asked for records before', () => {
    assert.equal(find('a', 'mira', foldedTo), '7');
    other.exec(`update projection.states set folded_to = '8'`);
    knownWrites.count++;
    assert.equal(find(), 'member');
    assert.equal(find('a', 'mira', foldedTo), '8');
    other.exec(`update members set role = 'owner' where subject = 'mira'`);
    knownWrites.count++;
    assert.equal(find('a', 'mira', foldedTo), '8');
    assert.equal(find(), 'owner');
  });

  it('keeps the rows of a thousand keys and no more', () => {
    for (let key = 0; key < 1000; key++) find('made up', String(key));
    find('made up', '0');
    assert.equal(reads, 1000);
    find('made up', 'one more');
    find('made up', '0');
    assert.equal(reads, 1002);
  });

  it('hands out what nobody can change', () => {
    const row = rows.find(roleOf, ['a', 'mira'], () => ({ role: 'member' }));
    assert.throws(() => Object.assign(row as object, { role: 'owner' }), TypeError);
  });
});
