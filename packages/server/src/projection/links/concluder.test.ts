import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CommitRewrite } from '@debrief/links';
import { engines, type FreshDatabase, migratedDatabase } from '../../../testing/engine.ts';
import { linkTime, shaOf } from '../../../testing/links/link.ts';
import { type MadeUp, madeUpCommit, madeUpSession, tellCommits } from '../../../testing/links/repository.ts';
import { storedTenant } from '../../../testing/record.ts';
import { openStorage, type Storage } from '../../storage.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import { PostgresProjection } from '../postgres.ts';
import { SqliteProjection } from '../sqlite.ts';
import { projectionPath } from '../sqlite-schema.ts';
import { Concluder } from './concluder.ts';
import type { LinkDatabase } from './port.ts';

function projectionOf({ config }: FreshDatabase) {
  if (config.engine === 'postgres') {
    return new PostgresProjection(openPostgres({ url: config.url, poolSize: 2 }).pool);
  }
  const { path } = config;
  return new SqliteProjection({ path, pragmas: sqlitePragmas, projectionPath: projectionPath(path) });
}

for (const engine of engines) {
  describe(`concluding on ${engine}`, () => {
    let database: FreshDatabase;
    let storage: Storage;
    let projection: SqliteProjection | PostgresProjection;
    before(async () => {
      database = await migratedDatabase(engine);
      storage = await openStorage({
        config: { database: database.config },
        keyCheck: 'test',
        onFault: () => {},
      });
      projection = projectionOf(database);
    });
    after(async () => {
      await projection.close();
      await storage.stop();
      await database.remove();
    });

    const repository = async (name = 'github.com/acme/app'): Promise<MadeUp> => ({
      store: storage.store,
      links: projection.links,
      tenant: await storedTenant(storage.store),
      repository: name,
    });
    const linksOf = async (sessionId: string) =>
      (await storage.store.concludedLink.ofSession(sessionId)).map(({ sha, strength, evidence }) => [
        sha,
        strength,
        evidence,
      ]);
    const finish = async (concluder: Concluder): Promise<number> => {
      let steps = 0;
      while (await concluder.step()) steps++;
      return steps;
    };

    /** Three sessions of a new repository, and commits that lead to each other in every way. */
    async function scenario() {
      const made = await repository();
      const printed = [{ sha: shaOf('c3').slice(0, 7), subjectHash: 'c3', sequence: 1 }];
      const sessions = [
        await madeUpSession(made, 'one', { facts: { commits: printed } }),
        await madeUpSession(made, 'two'),
        await madeUpSession(made, 'three'),
      ];
      const elsewhere = { of: 'nobody' };
      const commits = [
        madeUpCommit(made, 'c0', { of: 'one' }),
        madeUpCommit(made, 'c1', { of: 'two', patchId: shaOf('patch') }),
        // The same change as c1, an hour later.
        madeUpCommit(made, 'c2', {
          ...elsewhere,
          patchId: shaOf('patch'),
          committedAt: linkTime + 3_600_000,
        }),
        madeUpCommit(made, 'c3', elsewhere),
        madeUpCommit(made, 'c4', { ...elsewhere, trailers: `["Debrief-Session: ${sessions[2]}"]` }),
        madeUpCommit(made, 'c5', elsewhere),
        madeUpCommit(made, 'c6', elsewhere),
        madeUpCommit(made, 'c7', { of: 'three', subjectHash: 'c3' }),
        madeUpCommit(made, 'c8', elsewhere),
      ];
      const rewrites: CommitRewrite[] = [
        { from: shaOf('c0'), to: shaOf('c5'), kind: 'amend' },
        { from: shaOf('c5'), to: shaOf('c6'), kind: 'rebase' },
      ];
      return { made, sessions, commits, rewrites };
    }

    for (const order of ['012345678', '876543210', '627035184']) {
      it(`what is told piece by piece (${order}) is concluded as if it had been told at once`, async () => {
        const { made, sessions, commits, rewrites } = await scenario();
        const [teller = ''] = sessions;
        const concluder = new Concluder(projection.links);
        const conclude = async () => {
          await concluder.note(teller);
          await finish(concluder);
        };
        for (const index of order) {
          await tellCommits(made, teller, commits.slice(Number(index), Number(index) + 1));
          await conclude();
        }
        // Told last, of commits that are known.
        await tellCommits(made, teller, [], rewrites);
        await conclude();
        const byPiece = await Promise.all(sessions.map(linksOf));
        for (const sessionId of sessions) await concluder.conclude(sessionId);
        assert.deepEqual(byPiece, await Promise.all(sessions.map(linksOf)));
        const names = (...list: string[]) => list.map(shaOf).sort();
        assert.deepEqual(
          byPiece.map((links) => links.map(([sha]) => sha).sort()),
          [names('c0', 'c3', 'c5', 'c6'), names('c1', 'c2'), names('c4', 'c7')],
        );
      });
    }

    it('a new commit is compared in small steps, organizations take turns, and only its sessions are concluded anew', async () => {
      const [large, small] = [await repository(), await repository()];
      const sessions: string[] = [];
      for (let n = 0; n < 25; n++) sessions.push(await madeUpSession(large, `s${n}`));
      const commits = Array.from({ length: 50 }, (_, n) =>
        madeUpCommit(large, `known${n}`, { of: `s${n % 25}` }),
      );
      await tellCommits(large, sessions[0] as string, commits);
      const counted = counting(projection.links);
      const concluder = new Concluder(counted.db);
      await concluder.note(sessions[0] as string);
      await finish(concluder);

      const other = await madeUpSession(small, 'other');
      await tellCommits(large, sessions[0] as string, [madeUpCommit(large, 'new', { of: 's7' })]);
      await tellCommits(small, other, [madeUpCommit(small, 'other')]);
      await concluder.note(sessions[0] as string);
      await concluder.note(other);
      counted.reset();
      await concluder.step();
      assert.ok(counted.sessions <= 20, 'sessions of one step');
      await concluder.step();
      assert.deepEqual(
        (await linksOf(other)).map(([sha]) => sha),
        [shaOf('other')],
        'the other organization comes second',
      );
      counted.reset();
      await finish(concluder);
      assert.deepEqual(
        (await linksOf(sessions[7] as string)).map(([sha]) => sha).sort(),
        ['known7', 'known32', 'new'].map(shaOf).sort(),
      );
      // One session is concluded with all 51 commits; the others are compared with the new one.
      assert.ok(counted.commits <= 51 + 5, `${counted.commits} commits were read`);
      assert.ok(counted.sessions <= 25);
    });
  });
}

/** Counts the commits whose lines are read, and the sessions whose facts are. */
function counting(db: LinkDatabase) {
  const counted = {
    commits: 0,
    sessions: 0,
    reset: () => Object.assign(counted, { commits: 0, sessions: 0 }),
    db: {
      ...db,
      async rows<Row>(text: string, values: Parameters<LinkDatabase['rows']>[1]) {
        const rows = await db.rows<Row>(text, values);
        if (text.includes('c.lines')) counted.commits += rows.length;
        if (text.includes('p.facts\n')) counted.sessions += rows.length;
        return rows;
      },
    } satisfies LinkDatabase,
  };
  return counted;
}
