/** Kilo Code: the store of opencode under another name; tasks of before spring 2026 are of the Cline family. */
import type { AgentReader } from '../../agent.ts';
import { time } from '../../json.ts';
import { readTask } from '../cline/task.ts';
import { opencode } from '../opencode/opencode.ts';

const isTask = (record: Record<string, unknown>): boolean =>
  record.type === 'task' || record.type === 'say' || record.type === 'ask';

export const kilo: AgentReader = {
  ...opencode,
  id: 'kilo',
  lane: (record, pen) => (isTask(record) ? undefined : opencode.lane?.(record, pen)),
  time: (record) => (isTask(record) ? time(record.ts) : opencode.time?.(record)),
  read(record, pen) {
    if (!isTask(record)) return opencode.read(record, pen);
    readTask(record, pen);
  },
};
