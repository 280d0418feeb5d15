import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Agent,
  fields,
  instant,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { sourceOf, walk } from '../walk.ts';

function sessionsOf({ env, home }: Surroundings): string {
  if (env.CLINE_SESSION_DATA_DIR) return env.CLINE_SESSION_DATA_DIR;
  const data = env.CLINE_DATA_DIR || join(env.CLINE_DIR || join(home, '.cline'), 'data');
  return join(data, 'sessions');
}

/** Every flavour of VS Code keeps the extension's tasks under its own root. */
function tasksOf({ env, home, platform }: Surroundings): string[] {
  const base =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? env.APPDATA || join(home, 'AppData', 'Roaming')
        : env.XDG_CONFIG_HOME || join(home, '.config');
  return ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'].map((flavour) =>
    join(base, flavour, 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'tasks'),
  );
}

const parsed = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/** Newer: `<id>.json` beside `<id>.messages.json`. The extension: one array of messages. */
async function readSession(source: Source): Promise<Row[]> {
  const document = await parsed(source.path);
  const list = Array.isArray(document) ? document : fields(document).messages;
  const messages = (Array.isArray(list) ? list : []).map((message, index) => {
    const m = fields(message);
    return { id: text(m.id) ?? `${m.ts ?? ''}#${index}`, record: message };
  });
  if (!source.path.endsWith('.messages.json')) return messages;
  const head = await parsed(source.path.replace(/\.messages\.json$/, '.json')).catch(() => undefined);
  return head ? [{ id: 'head', record: { type: 'session', ...fields(head) } }, ...messages] : messages;
}

export const cline: Agent = {
  agentId: 'cline',
  name: 'Cline',
  homes: (where) => [sessionsOf(where), ...tasksOf(where)],
  async find(where) {
    const isMessages = ([, name = '']: string[]) => name.endsWith('.messages.json');
    const sessions = await walk(sessionsOf(where), isMessages, 1);
    const tasks = await Promise.all(
      tasksOf(where).map((root) => walk(root, ([, name]) => name === 'ui_messages.json', 1)),
    );
    return [...sessions, ...tasks.flat()].map((file) =>
      sourceOf(file, { agentId: 'cline', externalId: file.segments[0] ?? '' }),
    );
  },
  rows: readSession,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.cwd) ?? text(r.workspace_root), at: instant(r.ts) ?? instant(r.started_at) });
  },
};
