import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseConfig } from '../src/config.ts';
import { projectionPath } from '../src/projection/sqlite-schema.ts';
import { ProjectionClient } from '../src/store/connection/projection-client.ts';
import type { Engine } from '../src/store/database.ts';

/** How a database goes about a query of the store, asked beside the server. */

type Rows = (text: string, values: readonly unknown[]) => Promise<object[]>;

export interface Connection extends AsyncDisposable {
  rows: Rows;
}

export async function connect(config: DatabaseConfig): Promise<Connection> {
  if (config.engine === 'sqlite') {
    const file = new DatabaseSync(config.path);
    file.exec('PRAGMA busy_timeout = 5000');
    file.prepare('attach database ? as projection').run(projectionPath(config.path));
    return {
      rows: async (text, values) =>
        file
          .prepare(text)
          .all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value as SQLInputValue]))),
      [Symbol.asyncDispose]: async () => file.close(),
    };
  }
  const client = new ProjectionClient({ connectionString: config.url });
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  return {
    rows: async (text, values) => (await client.query(text, [...values])).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

interface Plan {
  detail?: string;
  'QUERY PLAN'?: string;
}

export async function explain(
  { rows }: Connection,
  engine: Engine,
  text: string,
  values: readonly unknown[],
): Promise<string> {
  const plan = await rows(`explain ${engine === 'sqlite' ? 'query plan ' : ''}${text}`, values);
  return (plan as Plan[]).map((line) => line.detail ?? line['QUERY PLAN']).join('\n');
}

/** How the rows of a page are found, without what is done with the page. */
export const foundBy = (plan: string): string => plan.slice(Math.max(0, plan.indexOf('Limit')));
