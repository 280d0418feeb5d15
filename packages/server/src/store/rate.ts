import type pg from 'pg';

/** Counts older than this are of no minute that still matters. */
const keptMinutes = 2;

const addUp = `
insert into rate_counts as c (minute, key, points)
  select $1, * from unnest($2::text[], $3::bigint[]) as counted (key, points) order by key
  on conflict (minute, key) do update set points = c.points + excluded.points
  returning key, points`;

/** One statement adds up what the processes counted; the table survives no crash and need not. */
export const rateExchange =
  (pool: pg.Pool) => async (minute: number, counted: readonly { key: string; points: number }[]) => {
    const { rows } = await pool.query<{ key: string; points: number }>({
      name: 'add_up_rates',
      text: addUp,
      values: [minute, counted.map(({ key }) => key), counted.map(({ points }) => points)],
    });
    if (Math.random() < 0.02) {
      await pool.query('delete from rate_counts where minute < $1', [minute - keptMinutes]);
    }
    return new Map(rows.map(({ key, points }) => [key, points]));
  };
