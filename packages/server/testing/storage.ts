import { openStorage, type Storage } from '../src/storage.ts';
import type { Engine } from '../src/store/database.ts';
import { freshDatabase } from './engine.ts';

export interface TestStorage extends Storage {
  [Symbol.asyncDispose](): Promise<void>;
}

/** Both ports on an empty, migrated database; gone at the end of the test. */
export async function testStorage(engine: Engine): Promise<TestStorage> {
  const database = await freshDatabase(engine);
  const storage = await openStorage({
    config: { database: database.config },
    keyCheck: 'test',
    onFault: () => {},
  });
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage.stop();
      await database.remove();
    },
  };
}
