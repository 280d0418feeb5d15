import { join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { findTasks, readTask } from '../task-folder.ts';
import { userFolders } from '../vscode.ts';

const tasksOf = (where: Surroundings): string[] =>
  userFolders(where).map((user) => join(user, 'globalStorage', 'rooveterinaryinc.roo-cline', 'tasks'));

export const rooCode: Agent = {
  agentId: 'roo-code',
  name: 'Roo Code',
  homes: tasksOf,
  find: (where) => findTasks('roo-code', tasksOf(where)),
  rows: readTask,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.cwd) ?? text(r.workspace), at: instant(r.ts) });
  },
};
