import type pg from 'pg';
import { keptSql } from '../../domain/legal-hold/kept.ts';
import { hasRuleSql } from '../../domain/retention/rule.ts';

/** Months that hold events, except for the present one, in which sessions still arrive. */
const pastMonths = `
select substring(c.relname from '[0-9]+$')::int as bucket from pg_inherits i
  join pg_class c on c.oid = i.inhrelid where i.inhparent = 'event_batches'::regclass
    and substring(c.relname from '[0-9]+$')::int < to_char(now() at time zone 'UTC', 'YYYYMM')::int
  order by 1`;

const anyNeeded = `select 1 from sessions s where s.bucket = $1
  and (s.status = 'active' or s.ended_at >= $2 or s.updated_at >= $2 or ${keptSql('$3')}
    or ${hasRuleSql}) limit 1`;

/** Drops the months of which every session ended and arrived before and that no legal hold keeps and no rule of an organization is about: a deletion that costs nothing however much it removes. */
export async function dropMonths(pool: pg.Pool, before: number, at: number): Promise<number> {
  const { rows: months } = await pool.query<{ bucket: number }>(pastMonths);
  let dropped = 0;
  for (const { bucket } of months) if (await dropMonth(pool, bucket, before, at)) dropped++;
  return dropped;
}

async function dropMonth(pool: pg.Pool, bucket: number, before: number, at: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The same lock under which months are made; another process that is at it will do.
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_xact_lock(hashtext('debrief event partitions')) as locked",
    );
    const needed = !rows[0]?.locked || (await client.query(anyNeeded, [bucket, before, at])).rowCount;
    if (!needed) {
      for (const parent of ['event_batches', 'idempotency']) {
        await client.query(`drop table if exists ${parent}_${Number(bucket)}`);
      }
    }
    await client.query('commit');
    return !needed;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
