import { join } from 'node:path';
import {
  type Agent,
  type Fields,
  fields,
  instant,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { pick, picksIn, readDocument } from '../document.ts';
import { type FoundFile, sourceOf, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string => env.GROK_HOME || join(home, '.grok');

const summary = 'summary.json';
const updates = 'updates.jsonl';
const names = new Set([summary, updates, 'chat_history.jsonl']);

interface Session {
  id: string;
  files: FoundFile[];
  facts: Fields;
}

/** What names the session; counters and times move with every turn. */
async function readSummary(source: Source): Promise<Row[]> {
  const document = fields(await readDocument(source.path));
  const record = {
    type: 'summary',
    info: pick(fields(document.info), 'id', 'cwd'),
    ...pick(document, 'generated_title', 'session_summary', 'created_at', 'current_model_id', 'agent_name'),
    ...pick(document, 'parent_session_id', 'session_kind', 'git_root_dir', 'git_remotes', 'head_commit'),
    ...pick(document, 'head_branch', 'reasoning_effort', 'sandbox_profile'),
  };
  return [{ id: 'summary', record }];
}

/** The session that started it all; a session with a parent that is no sub-agent is a fork. */
function rootOf(session: Session, all: Map<string, Session>): Session {
  let root = session;
  for (let depth = 0; depth < 32 && root.facts.session_kind === 'subagent'; depth++) {
    const parent = all.get(text(root.facts.parent_session_id) ?? '');
    if (!parent || parent === root) break;
    root = parent;
  }
  return root;
}

function sourcesOf(session: Session, all: Map<string, Session>): Source[] {
  const root = rootOf(session, all);
  const isChild = root !== session;
  const cwd = text(fields(session.facts.info).cwd);
  const named = new Map(session.files.map((file) => [file.segments[2], file]));
  // The history is made of the updates, and written again whenever the session is opened.
  const transcript = named.get(updates) ?? named.get('chat_history.jsonl');
  return [transcript, named.get(summary)].flatMap((file): Source[] => {
    if (!file || !transcript) return [];
    const part = [...(isChild ? [session.id] : []), ...(file === transcript ? [] : [summary])].join('/');
    return [
      sourceOf(file, {
        agentId: 'grok-build',
        externalId: root.id,
        part,
        ...(isChild && { subagent: { id: session.id } }),
        ...(cwd && { cwd }),
      }),
    ];
  });
}

export const grokBuild: Agent = {
  agentId: 'grok-build',
  name: 'Grok Build',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const isOurs = ([, , name, ...deeper]: string[]) => names.has(name ?? '') && deeper.length === 0;
    const sessions = new Map<string, Session>();
    for (const file of await walk(join(homeOf(where), 'sessions'), isOurs, 2)) {
      const id = file.segments[1] ?? '';
      const session = sessions.get(id) ?? { id, files: [], facts: {} };
      session.files.push(file);
      sessions.set(id, session);
    }
    for (const session of sessions.values()) {
      const file = session.files.find((one) => one.segments[2] === summary);
      session.facts = await picksIn(file, 'info', 'parent_session_id', 'session_kind');
    }
    return [...sessions.values()].flatMap((session) => sourcesOf(session, sessions));
  },
  rows: (source) => (source.path.endsWith(summary) ? readSummary(source) : undefined),
  facts(record) {
    const r = fields(record);
    const meta = fields(fields(r.params)._meta);
    return known({
      cwd: text(fields(r.info).cwd),
      gitBranch: text(r.head_branch),
      at: instant(meta.agentTimestampMs) ?? instant(r.timestamp) ?? instant(r.created_at),
    });
  },
};
