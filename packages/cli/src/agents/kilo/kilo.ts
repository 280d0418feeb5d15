import { join } from 'node:path';
import type { Agent, Surroundings } from '../agent.ts';
import { dataHome } from '../data-home.ts';
import { databasesIn, factsOf } from '../opencode/opencode.ts';
import { inDatabase, readRows } from '../opencode/store.ts';
import { sqliteObstacle } from '../sqlite.ts';
import { findTasks, readTask } from '../task-folder.ts';
import { userFolders } from '../vscode.ts';

const homeOf = (where: Surroundings): string => join(dataHome(where), 'kilo');

/** Before spring 2026 it was a relative of Roo Code. */
const tasksOf = (where: Surroundings): string[] =>
  userFolders(where).map((user) => join(user, 'globalStorage', 'kilocode.kilo-code', 'tasks'));

/** opencode under another name; older channels keep its name for the file. */
export const kilo: Agent = {
  agentId: 'kilo',
  name: 'Kilo Code',
  homes: (where) => [homeOf(where), ...tasksOf(where)],
  async find(where) {
    const databases = await databasesIn(homeOf(where), where.env.KILO_DB, /^(?:kilo|opencode)(?:-.+)?\.db$/);
    const stored = (await Promise.all(databases.map((path) => inDatabase('kilo', path)))).flat();
    return [...stored, ...(await findTasks('kilo', tasksOf(where)))];
  },
  rows: (source) => (source.path.includes('.db#') ? readRows(source) : readTask(source)),
  facts(record) {
    const task = record as { ts?: unknown; cwd?: unknown } | null;
    const facts = factsOf(record);
    const at = typeof task?.ts === 'number' ? { at: task.ts } : {};
    return { ...facts, ...(typeof task?.cwd === 'string' && { cwd: task.cwd }), ...at };
  },
  obstacle: () => sqliteObstacle('Kilo Code'),
};
