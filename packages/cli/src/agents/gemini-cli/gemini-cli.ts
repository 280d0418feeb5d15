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
import { type FoundFile, firstRecord, sourceOf, walk } from '../walk.ts';

const homeOf = (where: Surroundings): string => join(where.env.GEMINI_CLI_HOME || where.home, '.gemini');

/** `<slug>/chats/session-*.jsonl` (op log), `.json` before 0.40, sub-agents one folder deeper. */
const isChat = (segments: string[]): boolean =>
  segments[1] === 'chats' && /\.jsonl?$/.test(segments.at(-1) ?? '') && segments.length <= 4;

async function place(file: FoundFile, root: string): Promise<Source | undefined> {
  const [slug = '', , folder = ''] = file.segments;
  const cwd = (await readFile(join(root, slug, '.project_root'), 'utf8').catch(() => '')).trim();
  const located = cwd ? { cwd } : {};
  if (file.path.endsWith('.json')) {
    const session = await readFile(file.path, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined);
    const id = text(fields(session).sessionId);
    return id ? sourceOf(file, { agentId: 'gemini-cli', externalId: id, ...located }) : undefined;
  }
  const id = text(fields(await firstRecord(file)).sessionId);
  if (!id) return undefined;
  if (file.segments.length === 4) {
    return sourceOf(file, {
      agentId: 'gemini-cli',
      externalId: folder,
      part: id,
      subagent: { id },
      ...located,
    });
  }
  return sourceOf(file, { agentId: 'gemini-cli', externalId: id, ...located });
}

/** The document before 0.40: its head and each message become the records of the later log. */
async function readDocument(source: Source): Promise<Row[]> {
  const { messages, lastUpdated: _, ...head } = fields(JSON.parse(await readFile(source.path, 'utf8')));
  const list = Array.isArray(messages) ? messages : [];
  return [
    { id: 'head', record: head },
    ...list.map((message, index) => ({ id: text(fields(message).id) ?? `#${index}`, record: message })),
  ];
}

export const geminiCli: Agent = {
  agentId: 'gemini-cli',
  name: 'Gemini CLI',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const root = join(homeOf(where), 'tmp');
    const files = await walk(root, isChat, 4);
    const paths = new Set(files.map((file) => file.path));
    // Resuming an old document copies it into a log beside it, which then is the whole session.
    const live = files.filter((file) => !file.path.endsWith('.json') || !paths.has(`${file.path}l`));
    const placed = await Promise.all(live.map((file) => place(file, root)));
    return placed.filter((source) => source !== undefined);
  },
  rows: (source) => (source.path.endsWith('.json') ? readDocument(source) : undefined),
  facts(record) {
    const r = fields(record);
    return known({ at: instant(r.timestamp) ?? instant(r.lastUpdated) ?? instant(r.startTime) });
  },
};
