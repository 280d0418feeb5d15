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
import { folderIn, pick, readDocument } from '../document.ts';
import { sourceOf, walk } from '../walk.ts';
import { olderHome, olderSources } from './older.ts';

const homeOf = ({ env, home }: Surroundings): string => env.KIMI_CODE_HOME || join(home, '.kimi-code');

/** `<work dir>/<session>/agents/<agent>/wire.jsonl`, and `state.json` for the session. */
const isOurs = (segments: string[]): boolean =>
  (segments[2] === 'agents' && segments.length === 5 && segments[4] === 'wire.jsonl') ||
  (segments.length === 3 && segments[2] === 'state.json');

/** Times and the last prompt change with every turn: only what names the session is worth an event. */
async function readState(source: Source): Promise<Row[]> {
  const state = fields(await readDocument(source.path));
  const record = {
    type: 'state',
    ...pick(state, 'createdAt', 'title', 'isCustomTitle', 'workDir', 'agents'),
    // Before it was Kimi Code.
    ...(text(state.custom_title) && { title: state.custom_title, isCustomTitle: true }),
  };
  return [{ id: 'state', record }];
}

/** Every agent but `main` is a sub-agent. */
export const kimiCode: Agent = {
  agentId: 'kimi-code',
  name: 'Kimi Code',
  homes: (where) => [homeOf(where), olderHome(where)],
  async find(where) {
    const files = await walk(join(homeOf(where), 'sessions'), isOurs, 5);
    const states = new Map(
      files.filter((file) => file.segments.length === 3).map((file) => [file.segments[1], file]),
    );
    // `session_<id>` of one that was taken over has the id it had.
    const taken = new Set(files.map((file) => (file.segments[1] ?? '').replace(/^session_/, '')));
    const older = await olderSources(where, taken);
    const own = await Promise.all(
      files.map(async (file) => {
        const [, session = '', , agent = 'main'] = file.segments;
        const located = await folderIn(states.get(session), 'workDir');
        const nested =
          file.segments.length === 3
            ? { part: 'state.json' }
            : agent === 'main'
              ? {}
              : { part: agent, subagent: { id: agent } };
        return sourceOf(file, { agentId: 'kimi-code', externalId: session, ...located, ...nested });
      }),
    );
    return [...own, ...older];
  },
  rows: (source) => (source.part === 'state.json' ? readState(source) : undefined),
  facts(record) {
    const r = fields(record);
    const cwd = text(r.workDir) ?? text(r.cwd) ?? text(fields(r.environmentDisclosure).cwd);
    return known({ cwd, at: instant(r.time) ?? instant(r.timestamp) ?? instant(r.created_at) });
  },
};
