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
