import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshDatabase } from '../../../testing/engine.ts';
import { openPostgres } from './postgres.ts';

it('every connection counts what it costs to start processes, so that pages of lists start none', async (t) => {
  const database = await freshDatabase('postgres');
  t.after(() => database.remove());
  assert.ok(database.config.engine === 'postgres');
  const { db, pool } = openPostgres({ url: database.config.url });
  t.after(() => db.destroy());
  const show = 'show parallel_setup_cost';
  const answers = await Promise.all(Array.from({ length: 3 }, () => pool.query(show)));
  assert.deepEqual(
    answers.map(({ rows }) => rows),
    answers.map(() => [{ parallel_setup_cost: '20000' }]),
  );
});

it('a database that is closed has no connection left, also one that only its pool was asked for', async (t) => {
  const database = await freshDatabase('postgres');
  t.after(() => database.remove());
  assert.ok(database.config.engine === 'postgres');
  const opened = openPostgres({ url: database.config.url });
  await opened.rows('select 1', []);
  assert.equal(opened.pool.totalCount, 1);
  await opened.close();
  assert.deepEqual([opened.pool.totalCount, opened.pool.ended], [0, true]);
});
