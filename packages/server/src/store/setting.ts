import type { DatabaseSync } from 'node:sqlite';
import type { OpenDatabase } from './database.ts';

/** Writes a value unless one stands there already, and returns what stands: the first process to start decides. */
export async function claimSetting({ db }: OpenDatabase, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** The same for a file that no server has open: what stands there, and another value in its place. */
export const settingIn = (db: DatabaseSync, name: string): unknown =>
  db.prepare('select value from settings where name = ?').get(name)?.value;

export function setSettingIn(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert or replace into settings (name, value) values (?, ?)').run(name, value);
}
