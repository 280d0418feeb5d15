import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';
import { missingTables } from './earlier-tables.ts';

interface Definition {
  name: string;
  sql: string;
}

const sessionKey = 'session_pk integer primary key';

/**
 * On a database whose first migration ran before 15 November 2026, 07:08: adds what that migration has made since. The
 * steps that are done already change nothing.
 */
export async function catchUpSqlite<DB>(db: Kysely<DB>, types: ColumnTypes): Promise<void> {
  const { rows } = await sql<Definition>`
    select name, sql from sqlite_schema where tbl_name = 'sessions' and sql is not null order by type desc`.execute(
    db,
  );
  const table = rows.find(({ name }) => name === 'sessions');
  if (!table) return;
  for (const statement of missingTables(types)) await sql.raw(statement).execute(db);
  if (table.sql.includes(`${sessionKey} autoincrement`)) return;
  // SQLite cannot change a key in place: the table is copied, with whatever indexes it has.
  const renamed = table.sql
    .replace(/^create table "?sessions"?/i, 'create table sessions_renewed')
    .replace(sessionKey, `${sessionKey} autoincrement`);
  await sql.raw(renamed).execute(db);
  await sql.raw('insert into sessions_renewed select * from sessions').execute(db);
  const others = await sql<Definition>`
    select name, sql from sqlite_schema
    where tbl_name = 'sessions' and sql is not null and type <> 'table'`.execute(db);
  await sql.raw('drop table sessions').execute(db);
  await sql.raw('alter table sessions_renewed rename to sessions').execute(db);
  for (const other of others.rows) await sql.raw(other.sql).execute(db);
}
