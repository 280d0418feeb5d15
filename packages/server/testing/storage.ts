import { randomBytes } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { BusConfig, DatabaseConfig } from '../src/config.ts';
import { JetStreamLog } from '../src/log/bus/log.ts';
import { openStorage, type Storage } from '../src/storage.ts';
import type { Engine } from '../src/store/database.ts';
import { migratedDatabase } from './engine.ts';

export interface TestStorage extends Storage {
  /** Resolves when everything accepted so far can be read. */
  settled(): Promise<void>;
  /** Where the database's file is, if it is one. */
  folder: string;
  config: DatabaseConfig;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A database alone, or one behind a bus. */
export const arrangements = ['sqlite', 'postgres', 'nats+sqlite', 'nats+postgres'] as const;
export type Arrangement = (typeof arrangements)[number];

/** Both ports on an empty, migrated database; gone at the end of the test. */
export async function testStorage(
  arrangement: Arrangement,
  given: Partial<BusConfig> = {},
): Promise<TestStorage> {
  const database = await migratedDatabase(arrangement.replace('nats+', '') as Engine);
  const bus = arrangement.startsWith('nats+') ? { ...freshBus(), ...given } : undefined;
  const storage = await openStorage({
    config: { database: database.config, bus },
    keyCheck: 'test',
    onFault: () => {},
  });
  storage.serve();
  const { log } = storage;
  return {
    ...storage,
    folder: database.folder,
    config: database.config,
    settled: async () => {
      if (log instanceof JetStreamLog) await log.settled();
    },
    async [Symbol.asyncDispose]() {
      await storage.stop();
      if (bus) await removeStream(bus);
      await database.remove();
    },
  };
}

/** A stream of its own in the test server. */
export function freshBus(): BusConfig {
  const url = process.env.TEST_NATS_URL;
  if (!url) {
    throw new Error('TEST_NATS_URL is not set: run this through `npm test -- <file>`, which brings a NATS.');
  }
  const stream = `test_${randomBytes(6).toString('hex')}`;
  return { url, stream, replicas: 1, window: 120_000, persists: true, monitorUrl: undefined };
}

export async function removeStream({ url, stream }: BusConfig): Promise<void> {
  const connection = await connect({ servers: url });
  try {
    await (await jetstreamManager(connection)).streams.delete(stream);
  } finally {
    await connection.close();
  }
}
