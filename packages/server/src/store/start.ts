import { randomUUID } from 'node:crypto';
import { assertDurable, assertWhole, untilAnswering } from './connection/postgres.ts';
import { type OpenDatabase, UnfitDatabase } from './database.ts';
import { migrate } from './migrations/index.ts';
import { claimSetting } from './setting.ts';

/** What only a start does: its statements may take as long as they need, since migrations go through whole tables. */
export interface Starting {
  database: OpenDatabase;
  /** Makes what is derived from the log readable beside the records, as the schema `projection`. */
  prepareProjection(
    start: Pick<StartOptions, 'onMisfit'> & { lineage: string; isBeside: boolean },
  ): Promise<void>;
  end(): Promise<void>;
}

export interface StartOptions {
  keyCheck: string;
  /** Beside a server that may be running: what is derived is taken as it is. */
  isBeside?: boolean;
  /** Told why what was derived had to be thrown away. */
  onMisfit?(reason: string): void;
  /** Told once when the database does not answer yet, and is waited for. */
  onWaiting?(fault: unknown): void;
}

/** Makes the database fit for this version and this server; the names of the migrations it applied. */
export async function prepare(
  { database, prepareProjection, end }: Starting,
  { keyCheck, isBeside = false, onMisfit, onWaiting }: StartOptions,
): Promise<string[]> {
  try {
    if (database.engine === 'postgres') {
      await untilAnswering(database, onWaiting);
      await assertDurable(database);
    }
    await assertWhole(database);
    const migrated = await migrate(database);
    // With another key no stored secret would be recognised and no signing key could be read.
    if ((await claimSetting(database, 'server_key_check', keyCheck)) !== keyCheck) {
      throw new UnfitDatabase(
        'This database was set up with another server key. Set SERVER_KEY, or bring the server.key file of its data directory.',
      );
    }
    const lineage = await claimSetting(database, 'lineage', randomUUID());
    await prepareProjection({ lineage, isBeside, ...(onMisfit && { onMisfit }) });
    return migrated;
  } finally {
    await end();
  }
}
