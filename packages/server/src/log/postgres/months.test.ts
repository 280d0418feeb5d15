import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakePool } from '../../../testing/log/fake-pool.ts';
import { dropMonths } from './months.ts';

const findMonths = '\nselect substring';
const lock = 'select pg_try_advisory_xact_lock';
const findNeeded = 'select 1 from sessions';
const dropEvents = 'drop table if exists event_batches_';
const dropKeys = 'drop table if exists idempotency_';

const months = [{ bucket: 202501 }, { bucket: 202502 }];
const locked = [{ locked: true }];

describe('dropping months in PostgreSQL', () => {
  it('drops the events and the keys of each month that nobody needs', async () => {
    const { pool, asked, statements, lent } = fakePool({
      [findMonths]: months,
      [lock]: locked,
      [findNeeded]: [],
      [`${dropEvents}202501`]: [],
      [`${dropKeys}202501`]: [],
      [`${dropEvents}202502`]: [],
      [`${dropKeys}202502`]: [],
    });
    assert.equal(await dropMonths(pool, 99, 99), 2);
    assert.deepEqual(
      asked.filter(({ what }) => what === findNeeded).map(({ values }) => values),
      [
        [202501, 99, 99],
        [202502, 99, 99],
      ],
    );
    assert.deepEqual(
      statements().slice(1),
      [202501, 202502].flatMap((month) => [
        ...['begin', lock, findNeeded, `${dropEvents}${month}`, `${dropKeys}${month}`, 'commit'],
      ]),
    );
    assert.equal(lent(), 0);
  });

  it('leaves a month alone that a session needs, or that another process is at', async () => {
    const needed = fakePool({ [findMonths]: months, [lock]: locked, [findNeeded]: [{}] });
    assert.equal(await dropMonths(needed.pool, 99, 99), 0);
    const taken = fakePool({ [findMonths]: months, [lock]: [{ locked: false }], [findNeeded]: [] });
    assert.equal(await dropMonths(taken.pool, 99, 99), 0);
    for (const { statements, lent } of [needed, taken])
      assert.deepEqual([statements().includes('drop'), statements().at(-1), lent()], [false, 'commit', 0]);
  });

  it('that fails is taken back, and the connection given back', async () => {
    const broken = new Error('broken');
    const { pool, statements, lent } = fakePool({
      ...{ [findMonths]: months, [lock]: locked, [findNeeded]: [] },
      drop: broken,
      rollback: new Error('no connection'),
    });
    await assert.rejects(dropMonths(pool, 99, 99), broken);
    assert.deepEqual([statements().slice(-2), lent()], [['drop', 'rollback'], 0]);
  });
});
