import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines, migratedDatabase } from '../../testing/engine.ts';
import { eraseSession, storedSession, storedTenant, type Tenant } from '../../testing/record.ts';
import {
  appendSaid,
  bound,
  changeLineage,
  chunkCount,
  emptyState,
  foldAll,
  forge,
  noTerms,
  open,
  reading,
  searchFor,
  until,
} from '../../testing/session/folding.ts';
import type { SessionRecord } from '../domain/records.ts';
import { SqliteReader } from '../log/sqlite/reader.ts';
import { SessionFold } from './fold.ts';
import { Folding, type FoldingOptions } from './folding.ts';
import type { Projection } from './port.ts';
import type { PageKey } from './reading/page.ts';

/** The folding on its own, without the thread: what it does with what goes wrong. */

for (const engine of engines) {
  describe(`folding on ${engine}`, async () => {
    const database = await migratedDatabase(engine);
    let storage = await open(database);
    const tenant: Tenant = await storedTenant(storage.store);
    const session = (given: Partial<SessionRecord> = {}) => storedSession(storage.store, tenant, given);
    const append = (to: SessionRecord, texts: string[]) => appendSaid(storage, to, texts);
    const statistics = async (of: SessionRecord) => {
      const found = (await storage.store.statistics.find([of.sessionId])).get(of.sessionId);
      return found && { foldedTo: found.foldedTo, ...JSON.parse(found.figures) };
    };
    const search = (word: string) => searchFor(storage, tenant, word);
    const catchUp = (options: Partial<FoldingOptions> = {}) => foldAll(database, options);

    it('finds by itself what nobody rang for', async () => {
      const one = await session({ title: 'Alpha' });
      await append(one, ['first', 'second']);
      await session();
      assert.deepEqual(await catchUp(), []);
      assert.deepEqual([(await statistics(one)).foldedTo, (await statistics(one)).prompts], [2, 2]);
      assert.equal((await search('alpha')).length, 1);
    });

    it('goes on where it stopped, as if it had never stopped', async () => {
      const one = await session();
      for (let round = 0; round < 5; round++) {
        await append(one, ['again', `round ${round}`]);
        await catchUp();
      }
      assert.equal((await statistics(one)).prompts, 10);
      const [hit] = await search('round');
      assert.equal(hit?.snippets.length, 3);
    });

    it('discards a step when somebody else was first', async () => {
      const one = await session();
      await append(one, ['osprey']);
      const { projection, log } = reading(database);
      const found = await projection.find(one.sessionId);
      assert.ok(found);
      const { events } = await log.read({
        organizationId: one.organizationId,
        sessionId: one.sessionId,
        order: 'asc',
        after: 0,
        limit: 100,
        bytes: 1e6,
      });
      const source = {
        pages: (keys: readonly PageKey[]) => projection.pages(one.sessionId, keys),
        length: () => projection.length(one.sessionId, 'edits', 0),
      };
      const step = () =>
        new SessionFold(found.subject, found.saved, undefined).step(found.subject, events, source, noTerms);
      const beside = reading(database).projection;
      const steps = [await step(), await step()] as const;
      assert.ok(steps[0].findings, 'of which there is one row for each session');
      const saved = await Promise.all([projection.save(steps[0]), beside.save(steps[1])]);
      assert.deepEqual(saved.sort(), [false, true], 'whichever is first');
      await beside.close();
      assert.equal((await search('osprey'))[0]?.snippets.filter(({ kind }) => kind === 'prompt').length, 1);
      const late = { ...(await step()), from: 5, to: 9 };
      assert.equal(await projection.save(late), false);
      await eraseSession(storage, one);
      await storage.store.statistics.delete(one.sessionId);
      assert.equal(await projection.save(await step()), false);
      assert.equal(await statistics(one), undefined);
      await projection.close();
    });

    it('indexes nothing twice when the state is older than the statistics', async () => {
      const one = await session();
      await append(one, ['kestrel', 'kestrel']);
      await catchUp();
      const old = emptyState();
      await forge(database, one.sessionId, old);
      await append(one, ['kestrel']);
      await catchUp();
      assert.deepEqual([(await statistics(one)).foldedTo, (await statistics(one)).prompts], [3, 3]);
      const { projection } = reading(database);
      assert.equal(await chunkCount(database, one.sessionId), 4);
      await projection.close();
    });

    it('counts secrets that slipped through, once each, and none that were redacted', async () => {
      const one = await session();
      const token = (last: string) => `${'gh'.concat('p_')}8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1S${last}`;
      await append(one, [
        `use ${token('a')}`,
        'nothing here',
        'The token is [REDACTED:github:1f2e], as sent.',
      ]);
      await catchUp();
      assert.deepEqual((await statistics(one)).leaks, [{ rule: 'github', count: 1 }]);
      await append(one, [`${token('b')} and DB_PASSWORD=tr0ub4dor-and-3`]);
      await catchUp();
      const both = [
        { rule: 'github', count: 2 },
        { rule: 'named-secret', count: 1 },
      ];
      assert.deepEqual((await statistics(one)).leaks, both);
      // As if the state had not been written for a while: what is read again is not counted again.
      await forge(database, one.sessionId, emptyState());
      await append(one, ['more']);
      await catchUp();
      assert.deepEqual((await statistics(one)).leaks, both);
      const clean = await session();
      await append(clean, ['The token is [REDACTED:github:1f2e], as sent.']);
      await catchUp();
      assert.equal((await statistics(clean)).leaks, undefined);
    });

    it('sets a session aside that cannot be folded, and one that took a thread down', async () => {
      const bad = await session({ agentId: 'claude-code' });
      const deadly = await session();
      const good = await session();
      await append(bad, ['x']);
      await append(deadly, ['x']);
      await append(good, ['x']);
      const parts = reading(database);
      const log: FoldingOptions['log'] = {
        async read(range) {
          const page = await parts.log.read(range);
          return range.sessionId === bad.sessionId
            ? { ...page, events: page.events.map((event) => ({ ...event, payload: Buffer.from('{broken') })) }
            : page;
        },
      };
      const setAside: unknown[] = [];
      const faults = await catchUp({
        log,
        deadly: [{ sessionId: deadly.sessionId, cause: 'slow', reason: 'It took too long.' }],
        onSetAside: ({ sessionId }, cause) => setAside.push([sessionId, cause]),
      });
      assert.deepEqual(setAside, [
        [deadly.sessionId, 'slow'],
        [bad.sessionId, 'unreadable'],
      ]);
      // In the database, so that a restart does not read it again.
      assert.equal((await parts.projection.find(deadly.sessionId))?.saved?.fault, 'It took too long.');
      assert.equal(faults.length, 1);
      assert.equal(await statistics(bad), undefined);
      assert.equal(await statistics(deadly), undefined);
      assert.equal((await statistics(good)).prompts, 1);
      await parts.projection.close();
    });

    it('is not stopped by a database that fails for a while', async () => {
      const one = await session();
      await append(one, ['y']);
      const parts = reading(database);
      let failures = 2;
      const projection: Projection = {
        ...bound(parts.projection),
        async save(step) {
          if (failures-- > 0) throw new Error('database is locked');
          return parts.projection.save(step);
        },
      };
      const faults: string[] = [];
      const folding = new Folding({
        ...parts,
        projection,
        debounce: 1,
        scanEvery: 50,
        onFault: (f) => faults.push(String(f)),
      });
      folding.start();
      await until(async () => (await statistics(one))?.foldedTo === 1);
      assert.equal(faults.length, 2);
      await folding.stop();
    });

    it('lets organizations take turns, whether they were rung for or found', async () => {
      const crowd = await storedTenant(storage.store);
      const [mine, theirs] = [[], []] as SessionRecord[][] as [SessionRecord[], SessionRecord[]];
      for (let n = 0; n < 2; n++) mine.push(await session());
      // All of them newer.
      for (let n = 0; n < 20; n++) theirs.push(await storedSession(storage.store, crowd));
      const all = [...theirs, ...mine];
      for (const one of all) await append(one, ['z']);
      const { projection } = reading(database);
      const few = await projection.behind(4, true);
      assert.deepEqual(
        few.map(({ organizationId }) => organizationId).sort(),
        [...[crowd, crowd], ...[tenant, tenant]].map((one) => one.organization.organizationId).sort(),
      );
      await projection.close();
      const order = async (isRung: boolean) => {
        const begun: string[] = [];
        const parts = reading(database);
        const folding = new Folding({
          ...parts,
          debounce: 0,
          // Rung ones must not be found first.
          ...(isRung && { projection: { ...bound(parts.projection), behind: async () => [] } }),
          onBegin: (sessionId) => begun.push(sessionId),
        });
        if (isRung) folding.rung(all);
        folding.start();
        await until(() => mine.every(({ sessionId }) => begun.includes(sessionId)));
        await folding.stop();
        if (parts.log instanceof SqliteReader) parts.log.close();
        return mine.map(({ sessionId }) => begun.indexOf(sessionId));
      };
      const found = await order(false);
      assert.ok(Math.max(...found) < 8, `found: ${found}`);
      for (const one of all) await append(one, ['z']);
      const rung = await order(true);
      assert.ok(Math.max(...rung) < 4, `rung: ${rung}`);
      for (const one of all) await eraseSession(storage, one);
      await catchUp();
    });

    it('folds a backlog while one session is rung for all the time', async () => {
      const [busy, waiting] = [await session(), await session()];
      await append(busy, ['q']);
      await append(waiting, ['q']);
      const parts = reading(database);
      const folding = new Folding({
        ...parts,
        debounce: 0,
        onBegin: () => folding.rung([busy]),
      });
      folding.rung([busy]);
      folding.start();
      await until(async () => (await statistics(waiting))?.foldedTo === 1);
      await folding.stop();
      if (parts.log instanceof SqliteReader) parts.log.close();
    });

    it('forgets what is derived from sessions that are gone, and folds anew what was restored', async () => {
      const gone = await session({ title: 'Plover' });
      const restored = await session();
      await append(gone, ['plover']);
      await append(restored, ['a', 'b', 'c']);
      await catchUp();
      await eraseSession(storage, gone);
      await forge(database, restored.sessionId, emptyState(), 9);
      await catchUp();
      assert.equal(await statistics(gone), undefined);
      assert.equal(await chunkCount(database, gone.sessionId), 0);
      assert.equal((await statistics(restored)).foldedTo, 3);
    });

    it('throws away what was folded from another log and builds everything anew', async () => {
      const one = await session({ title: 'Avocet' });
      await append(one, ['avocet']);
      await catchUp();
      await storage.stop();
      await changeLineage(database);
      storage = await open(database);
      assert.equal(await statistics(one), undefined);
      await catchUp();
      assert.equal((await statistics(one)).prompts, 1);
      assert.equal((await search('avocet')).length, 1);
    });

    it('stops', async () => {
      await storage.stop();
      await database.remove();
    });
  });
}
