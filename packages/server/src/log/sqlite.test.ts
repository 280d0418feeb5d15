import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { freshDatabase } from '../../testing/engine.ts';
import { storedSession, storedTenant } from '../../testing/record.ts';
import { encodeEvents } from '../domain/event-lines.ts';
import { openStorage } from '../storage.ts';

it('the WAL stays small however small the appends are', async () => {
  const database = await freshDatabase('sqlite');
  const storage = await openStorage({
    config: { database: database.config, bus: undefined },
    keyCheck: 'test',
    onFault: () => {},
  });
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  const lines = () => encodeEvents([{ eventType: 'e', payload: 'x'.repeat(500) }]);
  for (let round = 0; round < 100; round++) {
    await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        storage.log.append({
          organizationId,
          sessionId,
          lines: lines(),
          count: 1,
          key: `${round}-${n}`,
          at: 1,
        }),
      ),
    );
    // One commit after the other, as from a single client: each writes its pages anew.
    const batch = { organizationId, sessionId, lines: lines(), count: 1, at: 1 };
    for (let n = 0; n < 16; n++) await storage.log.append({ ...batch, key: `${round}-alone-${n}` });
  }
  const { size } = statSync(join(database.folder, 'debrief.db-wal'));
  assert.ok(size < 12 * 1024 * 1024, `${size} bytes`);
  await storage.stop();
  await database.remove();
});
