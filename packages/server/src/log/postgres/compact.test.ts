import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answers, fakePool } from '../../../testing/log/fake-pool.ts';
import { compactOne } from './compact.ts';

const findSession = 'select bucket, session_pk, compacted_to';
const findBatches = 'select first_sequence as first';
const mark = 'update sessions set compacted_to';

const session = { bucket: 202611, session_pk: 7, compacted_to: 40 };
/** One event each, from 41 on. */
const batches = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ first: 41 + index, count: 1, at: 5, encoding: 0, body: Buffer.from('"e"\t1\n') },
  }));
const withSession = (count: number): Answers => ({
  [findSession]: [session],
  [findBatches]: batches(count),
  [mark]: [],
});

describe('merging a closed session in PostgreSQL', () => {
  it('replaces its batches, and marks it as done, in one transaction', async () => {
    const { pool, asked, statements, lent } = fakePool(withSession(3));
    assert.equal(await compactOne(pool), true);
    assert.deepEqual(statements(), ['begin', findSession, findBatches, 'delete', 'insert', mark, 'commit']);
    const [, , find, remove, insert, marked] = asked;
    assert.deepEqual(
      [find?.values, remove?.values],
      [
        [202611, 7, 40],
        [202611, 7, [41, 42, 43]],
      ],
    );
    assert.deepEqual(insert?.values.slice(0, 6), [202611, 7, 41, 3, 5, 2]);
    assert.deepEqual([marked?.values, lent()], [[7, null], 0]);
  });

  it('goes on after the two thousandth batch the next time', async () => {
    const marks = async (count: number) => {
      const { pool, asked } = fakePool(withSession(count));
      await compactOne(pool);
      return asked.at(-2)?.values;
    };
    assert.deepEqual(await marks(2000), [7, 2040]);
    assert.deepEqual(await marks(1999), [7, null]);
    assert.deepEqual(await marks(0), [7, null]);
  });

  it('is nothing where there is no such session', async () => {
    const { pool, statements, lent } = fakePool({ [findSession]: [] });
    assert.equal(await compactOne(pool), false);
    assert.deepEqual([statements(), lent()], [['begin', findSession, 'commit'], 0]);
  });

  it('that fails is taken back, and the connection given back', async () => {
    const broken = new Error('broken');
    const { pool, statements, lent } = fakePool({ ...withSession(3), insert: broken });
    await assert.rejects(compactOne(pool), broken);
    assert.deepEqual([statements().slice(-2), lent()], [['insert', 'rollback'], 0]);
    const cut = fakePool({ [findSession]: broken, rollback: new Error('no connection') });
    await assert.rejects(compactOne(cut.pool), broken);
    assert.equal(cut.lent(), 0);
  });
});
