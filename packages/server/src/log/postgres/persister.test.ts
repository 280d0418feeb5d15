import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fakePool } from '../../../testing/log/fake-pool.ts';
import { Patience } from '../../store/connection/patience.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { isUnavailable } from '../../store/connection/unavailable.ts';
import { PostgresBusStore } from './persister.ts';

/** How the database behind a bus is asked; what it answers is in bus/behind.test.ts. */

const findLooks = '\nselect wanted.place';

it('looks that are asked for together travel together, two hundred at a time, and others on their own', async () => {
  const { pool, asked } = fakePool({
    [findLooks]: ([sessionIds]) =>
      (sessionIds as string[]).map((sessionId, index) => ({
        ...{ place: index + 1, may_append: true, status: 'active', ended_at: null, seen: null },
        event_count: Number(sessionId),
      })),
  });
  const store = new PostgresBusStore({ pool, patience: new Patience(), isUnavailable: () => false });
  const look = async (number: number) => {
    const found = await store.look({ organizationId: 'org_1', sessionId: String(number), keyHash: '' });
    return found?.eventCount;
  };
  const numbers = Array.from({ length: 450 }, (_, number) => number);
  assert.deepEqual(await Promise.all(numbers.map(look)), numbers);
  assert.equal(await look(7), 7);
  await Promise.all(numbers.slice(0, 200).map(look));
  assert.deepEqual(
    asked.map(({ values }) => (values[0] as string[]).length),
    [200, 200, 50, 1, 200],
  );
});

it('looks that come while others are under way travel together after them', async () => {
  const answered = Promise.withResolvers<Record<string, unknown>[]>();
  const { pool, asked } = fakePool({ [findLooks]: () => answered.promise });
  const store = new PostgresBusStore({ pool, patience: new Patience(), isUnavailable: () => false });
  const looks: Promise<unknown>[] = [];
  for (const sessionId of ['a', 'b', 'c']) {
    looks.push(store.look({ organizationId: 'org_1', sessionId, keyHash: '' }));
    await new Promise(setImmediate);
  }
  assert.deepEqual(
    asked.map(({ values }) => values[0]),
    [['a']],
  );
  answered.resolve([]);
  assert.deepEqual(await Promise.all(looks), [undefined, undefined, undefined]);
  assert.deepEqual(
    asked.map(({ values }) => values[0]),
    [['a'], ['b', 'c']],
  );
});

it('looks that fail are refused, each of them, and the next ones are asked for anew', async () => {
  const broken = new Error('broken');
  const answers: Parameters<typeof fakePool>[0] = { [findLooks]: broken };
  const { pool } = fakePool(answers);
  const store = new PostgresBusStore({ pool, patience: new Patience(), isUnavailable: () => false });
  const look = () => store.look({ organizationId: 'org_1', sessionId: 'ses_1', keyHash: '' });
  const failed = await Promise.allSettled([look(), look()]);
  assert.deepEqual(
    failed.map((one) => one.status === 'rejected' && one.reason),
    [broken, broken],
  );
  answers[findLooks] = [];
  assert.equal(await look(), undefined);
});

it('a database that is away is told by an error that passes, and no other error is', async () => {
  const { pool } = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 });
  const store = new PostgresBusStore({ pool, patience: new Patience(), isUnavailable });
  await assert.rejects(store.position(), { code: 'service_unavailable' });
  await assert.rejects(store.look({ organizationId: 'o', sessionId: 's', keyHash: '' }), {
    code: 'service_unavailable',
  });
  await pool.end();
  const broken = fakePool({ 'select stream': new RangeError('broken') });
  await assert.rejects(
    new PostgresBusStore({ pool: broken.pool, patience: new Patience(), isUnavailable }).position(),
    RangeError,
  );
});
