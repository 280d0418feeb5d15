import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines, migratedDatabase } from '../../testing/engine.ts';
import { eraseSession, storedSession, storedTenant } from '../../testing/record.ts';
import { appendSaid, bound, direct, foldAll, open, reading, until } from '../../testing/session/folding.ts';
import { SqliteReader } from '../log/sqlite/reader.ts';
import { Folding } from './folding.ts';
import type { Projection } from './port.ts';

/** What the folding finds by itself, and what it does when it was rung for a session that has nothing new. */

for (const engine of engines) {
  describe(`looking around on ${engine}`, async () => {
    const database = await migratedDatabase(engine);
    const storage = await open(database);
    const tenant = await storedTenant(storage.store);

    /** Runs the folding with a look around that a test answers. */
    async function withLooks(
      behind: Projection['behind'],
      during: (folding: Folding, folded: string[]) => Promise<void>,
    ) {
      const parts = reading(database);
      const folded: string[] = [];
      const folding = new Folding({
        ...parts,
        projection: { ...bound(parts.projection), behind, progress: async () => ({ total: 0, left: 0 }) },
        debounce: 0,
        onFolded: ({ sessionId }) => folded.push(sessionId),
        onFault: (fault) => assert.fail(String(fault)),
      });
      folding.start();
      await during(folding, folded);
      await folding.stop();
      if (parts.log instanceof SqliteReader) parts.log.close();
    }

    it('goes on at once, and as thoroughly, while there was as much as it may take and something came of it', async () => {
      const [first, second] = [
        await storedSession(storage.store, tenant),
        await storedSession(storage.store, tenant),
      ];
      for (const one of [first, second]) await appendSaid(storage, one, ['x']);
      const looks: boolean[] = [];
      await withLooks(
        async (limit, all) => {
          looks.push(all);
          if (looks.length === 1) return Array(limit).fill(first);
          return looks.length === 2 ? [second] : [];
        },
        async (_, folded) => {
          await until(() => folded.length === 2);
          assert.deepEqual(folded, [first.sessionId, second.sessionId]);
        },
      );
      assert.deepEqual(looks, [true, true]);
    });

    it('waits for the next look when nothing came of as much as it may take', async () => {
      const one = await storedSession(storage.store, tenant);
      await appendSaid(storage, one, ['x']);
      await foldAll(database);
      let looks = 0;
      await withLooks(
        async (limit) => {
          looks++;
          return Array(limit).fill(one);
        },
        async (_, folded) => {
          await until(() => looks > 0);
          await sleep(200);
          assert.deepEqual(folded, []);
        },
      );
      assert.equal(looks, 1);
    });

    it('notes whose a session is when nothing else of it is new', async () => {
      const [one, gone] = [
        await storedSession(storage.store, tenant),
        await storedSession(storage.store, tenant),
      ];
      for (const session of [one, gone]) await appendSaid(storage, session, ['x']);
      await foldAll(database);
      const authorOf = async (sessionId: string) => {
        const text = 'select author_user_id as author from';
        const row = await direct(
          database,
          (db) => db.prepare(`${text} session_insights where session_id = ?`).get(sessionId),
          async (client) =>
            (await client.query(`${text} projection.session_insights where session_id = $1`, [sessionId]))
              .rows[0],
        );
        return (row as { author: string } | undefined)?.author;
      };
      assert.equal(await authorOf(one.sessionId), '');
      const { projection, log } = reading(database);
      const subjectOf = async (sessionId: string) => {
        const found = await projection.find(sessionId);
        assert.ok(found);
        return { ...found.subject, authorUserId: 'usr_a', facts: 'usr_a   0 0' };
      };
      await projection.note(await subjectOf(one.sessionId));
      assert.equal(await authorOf(one.sessionId), 'usr_a');
      // One that is deleted meanwhile is not written again.
      const subject = await subjectOf(gone.sessionId);
      await eraseSession(storage, gone);
      await projection.forget(gone.sessionId);
      await projection.note(subject);
      assert.equal(await authorOf(gone.sessionId), undefined);
      await projection.close();
      if (log instanceof SqliteReader) log.close();
    });

    it('stops', async () => {
      await storage.stop();
      await database.remove();
    });
  });
}
