import { join } from 'node:path';
import {
  type Agent,
  fields,
  instant,
  isSettling,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { pick, picksIn, readDocument } from '../document.ts';
import { type FoundFile, sourceOf, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string => env.VIBE_HOME || join(home, '.vibe');

const meta = 'meta.json';
const isFile = (name: string | undefined): boolean => name === 'messages.jsonl' || name === meta;

/** `<session>/…`, and its sub-agents in `<session>/agents/<sub-agent>/…`. */
const isOurs = (segments: string[]): boolean =>
  (segments.length === 2 && isFile(segments[1])) ||
  (segments.length === 4 && segments[1] === 'agents' && isFile(segments[3]));

/** The configuration and the instructions, which stand in it too, are not sent. */
async function readMeta(source: Source): Promise<Row[]> {
  const document = fields(await readDocument(source.path));
  const model = text(fields(document.config).active_model) ?? text(document.model);
  const session = {
    type: 'session',
    ...pick(document, 'session_id', 'parent_session_id', 'start_time', 'git_commit', 'git_branch'),
    environment: pick(fields(document.environment), 'working_directory'),
    ...(model && { model }),
  };
  const totals = {
    type: 'totals',
    ...pick(document, 'end_time', 'title', 'title_source', 'total_messages'),
    stats: fields(document.stats),
    ...(model && { model }),
  };
  // The sums move with every step: worth an event when the session rests.
  const unsettled = isSettling(source.modifiedAt);
  return [
    { id: 'session', record: session },
    { id: 'totals', record: totals, ...(unsettled && { unsettled }) },
  ];
}

/** Messages carry no time; the only ones are in the file beside them. */
export const mistralVibe: Agent = {
  agentId: 'mistral-vibe',
  name: 'Mistral Vibe',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(join(homeOf(where), 'logs', 'session'), isOurs, 3);
    const folderOf = (file: FoundFile): string => file.segments.slice(0, -1).join('/');
    const metas = new Map(
      files.filter((file) => file.segments.at(-1) === meta).map((file) => [folderOf(file), file]),
    );
    return Promise.all(
      files.map(async (file) => {
        const [session = '', , agent] = file.segments.length === 4 ? file.segments : [file.segments[0]];
        const { environment } = await picksIn(metas.get(folderOf(file)), 'environment');
        const cwd = text(fields(environment).working_directory);
        const isMeta = file.segments.at(-1) === meta;
        return sourceOf(file, {
          agentId: 'mistral-vibe',
          externalId: session,
          part: [...(agent ? [agent] : []), ...(isMeta ? [meta] : [])].join('/'),
          ...(agent && { subagent: { id: agent } }),
          ...(cwd && { cwd }),
        });
      }),
    );
  },
  rows: (source) => (source.path.endsWith(meta) ? readMeta(source) : undefined),
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(fields(r.environment).working_directory),
      gitBranch: text(r.git_branch),
      at: instant(r.start_time) ?? instant(r.end_time),
    });
  },
};
