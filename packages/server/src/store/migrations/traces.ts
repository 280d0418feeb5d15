import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';

/** A session that ends, or is released, while traces are wanted (a row in `settings`) waits to be sent. */
export const traces = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end } = columnTypes[engine];
    const statements = [
      `create table waiting_traces (
        session_id text primary key references sessions (session_id) on delete cascade,
        organization_id text not null,
        since ${int} not null,
        attempts ${int} not null default 0,
        next_at ${int} not null default 0
      )${end}`,
      'create index waiting_traces_due on waiting_traces (next_at)',
      ...trigger(engine, 'ended', 'status', `old.status = 'active' and new.status <> 'active'`),
      ...trigger(
        engine,
        'released',
        'held_for',
        `old.held_for is not null and new.held_for is null and new.status <> 'active'`,
      ),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

const now: Record<Engine, string> = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
};

function trigger(engine: Engine, what: string, column: string, when: string): string[] {
  const name = `trace_session_${what}`;
  const head = `create trigger ${name} after update of ${column} on sessions for each row`;
  const insert = `insert into waiting_traces (session_id, organization_id, since)
    select new.session_id, new.organization_id, ${now[engine]}
    where exists (select 1 from settings where name = 'traces')
    on conflict (session_id) do update set next_at = 0, attempts = 0;`;
  if (engine === 'sqlite') return [`${head} when (${when}) begin ${insert} end`];
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${insert} return null; end $$`,
    `${head} when (${when}) execute function ${name}()`,
  ];
}
