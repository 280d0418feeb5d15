import { join } from 'node:path';
import {
  type Agent,
  type Fields,
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
import { look, sourceOf, stem, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string => env.CONTINUE_GLOBAL_DIR || join(home, '.continue');

const sessionsOf = (where: Surroundings): string => join(homeOf(where), 'sessions');

const pathOf = (folder: string | undefined): string | undefined =>
  folder?.startsWith('file://') ? folder.slice('file://'.length) : folder;

const isRunning = (state: unknown): boolean =>
  ['generating', 'generated', 'calling'].includes(String(fields(state).status));

/** Items have neither ids nor times: their position is all there is. */
async function readSession(source: Source): Promise<Row[]> {
  const document = fields(await readDocument(source.path));
  const history = (Array.isArray(document.history) ? document.history : []).map(fields);
  const recent = isSettling(source.modifiedAt);
  const began = await beganAt(source);
  const head = {
    type: 'session',
    ...pick(document, 'sessionId', 'title', 'workspaceDirectory', 'mode', 'chatModelTitle'),
    ...(began !== undefined && { dateCreated: began }),
  };
  const items = history.map((item, index): Row => {
    // The text as the editor holds it, and requests with everything that was sent: both say it again.
    const { editorState: _, promptLogs: __, ...rest } = item;
    const states = Array.isArray(item.toolCallStates) ? item.toolCallStates : [];
    const isOpen = recent && index === history.length - 1 && states.some(isRunning);
    return {
      id: `#${index}`,
      record: { type: 'item', index, ...rest },
      eventType: `item/${text(fields(item.message).role) ?? 'unknown'}`,
      ...(isOpen && { unsettled: true }),
    };
  });
  const usage: Row[] =
    document.usage === undefined
      ? []
      : [
          {
            id: 'usage',
            record: { type: 'usage', usage: document.usage },
            ...(recent && { unsettled: true }),
          },
        ];
  return [{ id: 'session', record: head }, ...items, ...usage];
}

const lists = new Map<string, { stamp: string; began: Map<string, string> }>();

/** A list of all sessions is the only place with a time; it is read once per change. */
async function beganAt(source: Source): Promise<string | undefined> {
  const path = join(source.path, '..', 'sessions.json');
  const file = await look(path);
  if (!file) return undefined;
  const before = lists.get(path);
  if (before?.stamp === file.stamp) return before.began.get(source.externalId);
  const list: unknown = await readDocument(path).catch(() => undefined);
  const began = new Map<string, string>();
  for (const one of (Array.isArray(list) ? list : []).map(fields)) {
    const at = text(one.dateCreated);
    // Milliseconds as text, in some versions.
    const isCount = at !== undefined && /^\d{12,14}$/.test(at);
    if (at !== undefined) began.set(String(one.sessionId), isCount ? new Date(Number(at)).toISOString() : at);
  }
  lists.set(path, { stamp: file.stamp, began });
  return began.get(source.externalId);
}

export const continueAgent: Agent = {
  agentId: 'continue',
  name: 'Continue',
  homes: (where) => [sessionsOf(where)],
  async find(where) {
    const isOurs = ([name = '']: string[]) => name.endsWith('.json') && name !== 'sessions.json';
    const files = await walk(sessionsOf(where), isOurs, 0);
    return Promise.all(
      files.map(async (file) => {
        const facts: Fields = await picksIn(file, 'workspaceDirectory');
        const cwd = pathOf(text(facts.workspaceDirectory));
        const externalId = stem(file.segments[0] ?? '');
        return sourceOf(file, { agentId: 'continue', externalId, ...(cwd && { cwd }) });
      }),
    );
  },
  rows: readSession,
  facts(record) {
    const r = fields(record);
    return known({ cwd: pathOf(text(r.workspaceDirectory)), at: instant(r.dateCreated) });
  },
};
