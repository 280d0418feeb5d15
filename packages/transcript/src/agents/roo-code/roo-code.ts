/** Roo Code: task folders of the Cline family, see ../cline/task.ts. No model is recorded. */
import type { AgentReader } from '../../agent.ts';
import { time } from '../../json.ts';
import { readTask } from '../cline/task.ts';

export const rooCode: AgentReader = {
  id: 'roo-code',
  time: (record) => time(record.ts),
  read: (record, pen) => {
    readTask(record, pen);
  },
};
