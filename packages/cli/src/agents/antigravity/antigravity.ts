import { join } from 'node:path';
import { type Agent, type Fields, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { sourceOf, walk } from '../walk.ts';

/** The command line, the editor, and the editor under its newer name. */
const rootsOf = ({ home }: Surroundings): string[] =>
  ['antigravity-cli', 'antigravity', 'antigravity-ide'].map((name) => join(home, '.gemini', name));

const full = 'transcript_full.jsonl';

/** `brain/<conversation>/.system_generated/logs/…`: the full transcript, where there is one. */
const isOurs = ([, system, logs, name, ...deeper]: string[]): boolean =>
  system === '.system_generated' &&
  logs === 'logs' &&
  (name === full || name === 'transcript.jsonl') &&
  deeper.length === 0;

export const antigravity: Agent = {
  agentId: 'antigravity',
  name: 'Antigravity',
  homes: rootsOf,
  async find(where) {
    const found = await Promise.all(rootsOf(where).map((root) => walk(join(root, 'brain'), isOurs, 3)));
    const files = found.flat();
    const whole = new Set(files.filter((file) => file.path.endsWith(full)).map((file) => file.segments[0]));
    return files
      .filter((file) => file.path.endsWith(full) || !whole.has(file.segments[0]))
      .map((file) => sourceOf(file, { agentId: 'antigravity', externalId: file.segments[0] ?? '' }));
  },
  facts(record) {
    const r = fields(record);
    return known({ cwd: folderOf(r), at: instant(r.created_at) });
  },
};

/** The only folder that is told: that of a command, as JSON inside a string. */
function folderOf(record: Fields): string | undefined {
  for (const call of Array.isArray(record.tool_calls) ? record.tool_calls : []) {
    const cwd = text(fields(fields(call).args).Cwd);
    if (cwd !== undefined) return /^"([^"\\]{1,4096})"$/.exec(cwd)?.[1] ?? cwd;
  }
  return undefined;
}
