import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { dataHome } from '../data-home.ts';
import { splitRows, sqliteObstacle } from '../sqlite.ts';
import { inDatabase, readRows } from './store.ts';
import { inTree, readTree } from './tree.ts';

const homeOf = (where: Surroundings): string => join(dataHome(where), 'opencode');

/** Every channel has a database of its own; a variable names another. */
export async function databasesIn(
  home: string,
  named: string | undefined,
  defaultName: RegExp,
): Promise<string[]> {
  if (named && named !== ':memory:') return [isAbsolute(named) ? named : join(home, named)];
  const names = await readdir(home).catch(() => []);
  return names.filter((name) => defaultName.test(name)).map((name) => join(home, name));
}

const databasesOf = (where: Surroundings): Promise<string[]> =>
  databasesIn(homeOf(where), where.env.OPENCODE_DB, /^opencode(?:-.+)?\.db$/);

/** What a row of the store says about its session. */
export function factsOf(record: unknown): ReturnType<Agent['facts']> {
  const r = fields(record);
  const time = fields(r.time);
  return known({
    cwd: text(r.directory) ?? text(fields(r.path).cwd),
    version: text(r.version),
    at: instant(time.completed) ?? instant(time.end) ?? instant(time.created) ?? instant(time.start),
  });
}

export const opencode: Agent = {
  agentId: 'opencode',
  name: 'opencode',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const stored = (
      await Promise.all((await databasesOf(where)).map((path) => inDatabase('opencode', path)))
    ).flat();
    const known = new Set(stored.map((source) => splitRows(source.path).id));
    const tree = await inTree(join(homeOf(where), 'storage'));
    // The migration to SQLite leaves the files where they were.
    return [...stored, ...tree.filter((source) => !known.has(source.part || source.externalId))];
  },
  rows: (source) => (source.path.includes('.db#') ? readRows(source) : readTree(source)),
  facts: factsOf,
  obstacle: () => sqliteObstacle('opencode'),
};
