import type pg from 'pg';
import type { Phrase } from './snippet.ts';
import { scopeWord } from './words.ts';

/** PostgreSQL's own language, of words that hold nothing but letters and digits. */
export function expression(organizationId: string, phrases: readonly Phrase[], how: '&' | '|' = '&'): string {
  const parts = phrases.map(({ words, isPrefix }) => {
    const quoted = words.map(
      (word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`,
    );
    return `(${quoted.join(' <-> ')})`;
  });
  return `'${scopeWord(organizationId)}' & (${parts.join(` ${how} `)})`;
}

/** The values of a statement in the making: each is given its place, `$1`, `$2` and so on. */
export class Values {
  readonly list: unknown[] = [];

  readonly place = (value: unknown): string => `$${this.list.push(value)}`;
}

/** A search of common words in a rare order may have to look at very much; then the page ends with what there is. */
const patience = 4000;

export async function withPatience<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = ${patience}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
