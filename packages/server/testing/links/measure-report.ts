import { Concluder } from '../../src/projection/links/concluder.ts';
import { SqliteProjection } from '../../src/projection/sqlite.ts';
import { projectionPath } from '../../src/projection/sqlite-schema.ts';
import { openStorage } from '../../src/storage.ts';
import { sqlitePragmas } from '../../src/store/connection/sqlite-pragmas.ts';
import { freshDatabase } from '../engine.ts';
import { storedTenant } from '../record.ts';
import { madeUpCommit, madeUpSession, tellCommits } from './repository.ts';

/**
 * `node packages/server/testing/links/measure-report.ts [SESSIONS] [COMMITS]` measures what one more commit costs in a
 * repository where all sessions and commits are of the same day.
 */
async function measure(sessions: number, commits: number): Promise<void> {
  const database = await freshDatabase('sqlite');
  if (database.config.engine !== 'sqlite') throw new Error('This measures SQLite.');
  const { path } = database.config;
  const config = { database: database.config };
  const storage = await openStorage({ config, keyCheck: 'measure', onFault: () => {} });
  const projection = new SqliteProjection({
    path,
    pragmas: sqlitePragmas,
    projectionPath: projectionPath(path),
  });
  const made = {
    store: storage.store,
    links: projection.links,
    tenant: await storedTenant(storage.store),
    repository: 'github.com/acme/app',
  };
  const ids: string[] = [];
  for (let n = 0; n < sessions; n++) ids.push(await madeUpSession(made, `s${n}`, { lines: 500 }));
  const [teller = ''] = ids;
  const concluder = new Concluder(projection.links);
  const tell = async (names: readonly string[]) => {
    const told = names.map((name, n) => madeUpCommit(made, name, { of: `s${n % sessions}`, hashes: 40 }));
    await tellCommits(made, teller, told);
    await concluder.note(teller);
    const steps: number[] = [];
    for (let begun = performance.now(); await concluder.step(); begun = performance.now()) {
      steps.push(performance.now() - begun);
    }
    const total = steps.reduce((sum, ms) => sum + ms, 0);
    console.log(
      `${names.length} commits: ${total.toFixed(0)} ms in ${steps.length} steps, the longest ${Math.max(...steps).toFixed(0)} ms`,
    );
  };
  await tell(Array.from({ length: commits }, (_, n) => `c${n}`));
  for (const name of ['one', 'two', 'three']) await tell([name]);
  await projection.close();
  await storage.stop();
  await database.remove();
}

if (import.meta.main) await measure(Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1000));
