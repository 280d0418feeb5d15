import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { engines, type FreshDatabase, migratedDatabase } from '../../../testing/engine.ts';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { openStorage } from '../../storage.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import type { Projection } from '../port.ts';
import { PostgresProjection } from '../postgres.ts';
import { SqliteProjection } from '../sqlite.ts';
import { projectionPath } from '../sqlite-schema.ts';

/** More text than is simply read through, so that every way of searching is taken. */

const sessionCount = 720;
const chunksEach = 6;

function projectionOf({ config }: FreshDatabase): Projection {
  if (config.engine === 'postgres') return new PostgresProjection(openPostgres({ url: config.url }).pool);
  const { path } = config;
  return new SqliteProjection({ path, pragmas: sqlitePragmas, projectionPath: projectionPath(path) });
}

for (const engine of engines) {
  describe(`search in ${sessionCount} sessions on ${engine}`, async () => {
    const database = await migratedDatabase(engine);
    const storage = await openStorage({
      config: { database: database.config },
      keyCheck: 'test',
      onFault: () => {},
    });
    const projection = projectionOf(database);
    const tenant = await storedTenant(storage.store);
    const find = (q: string, limit = 50, before?: { startedAt: number; sessionId: string }) =>
      storage.store.search.search(
        { organizationId: tenant.organization.organizationId, person: '' },
        {
          q,
          limit,
          before,
        },
      );
    const timed = async (q: string) => {
      const begun = performance.now();
      const { hits } = await find(q);
      const took = performance.now() - begun;
      assert.ok(isWithin(took, 1000), `"${q}" took ${took} ms`);
      const sessions = await storage.store.session.findAll(
        tenant.organization.organizationId,
        hits.map(({ sessionId }) => sessionId),
      );
      return hits.map(({ sessionId }) => Number(sessions.get(sessionId)?.title));
    };

    it('is filled', async () => {
      const store = async (number: number) => {
        const session = await storedSession(storage.store, tenant, {
          title: String(number),
          // Several in one second, and in one millisecond.
          startedAt: 1_700_000_000_000 + Math.floor(number / 3) * 400,
        });
        const chunks = Array.from({ length: chunksEach }, (_, index) => ({
          sequence: index + 1,
          kind: 'reply' as const,
          text: `common words everywhere ${number} ${index}${number === 4 ? ' a rare phrase here' : ''}`,
        }));
        const found = await projection.find(session.sessionId);
        assert.ok(found);
        const saved = await projection.save({
          subject: found.subject,
          from: undefined,
          to: 0,
          lastEvent: undefined,
          figures: '{}',
          state: undefined,
          title: undefined,
          chunks,
          pages: [],
          findings: undefined,
          work: undefined,
          links: undefined,
          requests: [],
        });
        assert.ok(saved);
      };
      for (let number = 0; number < sessionCount; number += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => store(number + index)));
      }
    });

    it('finds what is rare, what is everywhere and what is nowhere, in under a second', async () => {
      // The first one also starts the thread.
      await find('anything');
      assert.deepEqual(await timed('"rare phrase"'), [4]);
      assert.deepEqual(await timed('rare phr'), [4]);
      assert.deepEqual(await timed('"words common"'), []);
      assert.deepEqual(await timed('nowhere'), []);
      assert.equal((await timed('common')).length, 50);
      assert.equal((await timed('co')).length, 50);
    });

    it('walks through all of them in order, each once', async () => {
      const walked: string[] = [];
      let before: { startedAt: number; sessionId: string } | undefined;
      do {
        const page = await find('everywhere', 47, before);
        walked.push(...page.hits.map(({ sessionId }) => sessionId));
        for (const { snippets } of page.hits) assert.equal(snippets.length, 3);
        before = page.next;
      } while (before);
      const listed: string[] = [];
      for (let last: { startedAt: number; sessionId: string } | undefined; ; ) {
        const page = await storage.store.session.list(tenant.organization.organizationId, {
          limit: 200,
          before: last,
        });
        listed.push(...page.map(({ sessionId }) => sessionId));
        last = page.at(-1);
        if (!last) break;
      }
      assert.equal(walked.length, sessionCount);
      assert.deepEqual(walked, listed);
    });

    it('stops', async () => {
      await projection.close();
      await storage.stop();
      await database.remove();
    });
  });
}
