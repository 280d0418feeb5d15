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
import { documentOr, folderIn, pick, readDocument } from '../document.ts';
import { findTasks, readTask } from '../task-folder.ts';
import { userFolders } from '../vscode.ts';
import { type FoundFile, sourceOf, walk } from '../walk.ts';

const dataOf = ({ env, home }: Surroundings): string =>
  env.CLINE_DATA_DIR || join(env.CLINE_DIR || join(home, '.cline'), 'data');

const sessionsOf = (where: Surroundings): string =>
  where.env.CLINE_SESSION_DATA_DIR || join(dataOf(where), 'sessions');

/** Tasks of the extension up to 3.x in every flavour of VS Code, and of the CLI up to 2.x. */
const tasksOf = (where: Surroundings): string[] => [
  ...userFolders(where).map((user) => join(user, 'globalStorage', 'saoudrizwan.claude-dev', 'tasks')),
  join(dataOf(where), 'tasks'),
];

const messages = '.messages.json';
const compaction = '.compaction.json';

/** Sub-agents and team tasks lie in the folder of the session that started them, without a head of their own. */
async function place(file: FoundFile, heads: Map<string, FoundFile>): Promise<Source> {
  const [session = '', name = ''] = file.segments;
  const located = await folderIn(heads.get(session), 'cwd');
  const identity = { agentId: 'cline' as const, externalId: session, ...located };
  const isCompaction = name.endsWith(compaction);
  const who = name.slice(0, isCompaction ? -compaction.length : -messages.length);
  const part = [...(who === session ? [] : [who]), ...(isCompaction ? ['compaction.json'] : [])].join('/');
  return sourceOf(file, { ...identity, part, ...(who !== session && { subagent: { id: who } }) });
}

async function readSession(source: Source): Promise<Row[]> {
  const document = fields(await readDocument(source.path));
  const list = (Array.isArray(document.messages) ? document.messages : []).map(fields);
  if (source.path.endsWith(compaction)) {
    const key = document.source_message_count ?? document.updated_at;
    const summary = list.find((one) => one.role === 'user');
    return [
      { id: `compaction ${key}`, record: { type: 'compaction', key, messages: summary ? [summary] : [] } },
    ];
  }
  const rows = list.map(
    (record, index): Row => ({ id: text(record.id) ?? `${record.ts ?? ''}#${index}`, record }),
  );
  if (source.part !== '') return rows;
  const head = await documentOr(source.path.replace(/\.messages\.json$/, '.json'));
  if (head.session_id === undefined) return rows;
  const record = {
    type: 'session',
    ...pick(
      head,
      'session_id',
      'source',
      'started_at',
      'ended_at',
      'exit_code',
      'status',
      'provider',
      'model',
    ),
    ...pick(head, 'cwd', 'workspace_root'),
    metadata: pick(fields(head.metadata), 'title', 'mode', 'fork'),
  };
  // A session that is over says so after its last message.
  return head.ended_at === undefined ? [{ id: 'head', record }, ...rows] : [...rows, { id: 'head', record }];
}

export const cline: Agent = {
  agentId: 'cline',
  name: 'Cline',
  homes: (where) => [sessionsOf(where), ...tasksOf(where)],
  async find(where) {
    const isOurs = ([folder = '', name = '']: string[]) =>
      name.endsWith(messages) || name.endsWith(compaction) || name === `${folder}.json`;
    const files = await walk(sessionsOf(where), isOurs, 1);
    const isHead = (file: FoundFile) => file.segments[1] === `${file.segments[0]}.json`;
    const heads = new Map(files.filter(isHead).map((file) => [file.segments[0] ?? '', file]));
    const sessions = files.filter((file) => !isHead(file)).map((file) => place(file, heads));
    return [...(await Promise.all(sessions)), ...(await findTasks('cline', tasksOf(where)))];
  },
  rows: (source) => (source.path.endsWith('ui_messages.json') ? readTask(source) : readSession(source)),
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd) ?? text(r.workspace_root) ?? text(r.workspace),
      at: instant(r.ts) ?? instant(r.ended_at) ?? instant(r.started_at),
      ended: r.type === 'session' && r.ended_at !== undefined,
    });
  },
};
