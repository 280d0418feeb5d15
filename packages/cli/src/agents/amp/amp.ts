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
import { localDataHome } from '../data-home.ts';
import { pick, readDocument } from '../document.ts';
import { sourceOf, stem, walk } from '../walk.ts';

const homeOf = (where: Surroundings): string => join(localDataHome(where), 'amp');

/** What names the machine (`installationID`, `deviceFingerprint`), Amp's own traces and counters are not sent. */
function headOf(thread: Fields): Fields {
  const initial = fields(fields(thread.env).initial);
  return {
    type: 'thread',
    ...pick(thread, 'id', 'created', 'title', 'agentMode'),
    ...(Object.keys(initial).length > 0 && {
      env: {
        initial: {
          ...pick(initial, 'trees', 'tags'),
          platform: pick(fields(initial.platform), 'os', 'client', 'clientVersion'),
        },
      },
    }),
  };
}

async function readThread(source: Source): Promise<Row[]> {
  const thread = fields(await readDocument(source.path));
  const messages = (Array.isArray(thread.messages) ? thread.messages : []).map(fields);
  const recent = isSettling(source.modifiedAt);
  return [
    { id: 'head', record: headOf(thread) },
    ...messages.map((message, index): Row => {
      const { userState: _, ...record } = message;
      const isOpen = recent && fields(message.state).type === 'streaming';
      return { id: `m${message.messageId ?? index}`, record, ...(isOpen && { unsettled: true }) };
    }),
  ];
}

/** `file:///a%20b`; a wrong escape stays as it is written. */
function pathOf(uri: string | undefined): string | undefined {
  if (!uri?.startsWith('file://')) return undefined;
  try {
    return decodeURIComponent(uri.slice(7));
  } catch {
    return uri.slice(7);
  }
}

export const amp: Agent = {
  agentId: 'amp',
  name: 'Amp',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(
      join(homeOf(where), 'threads'),
      ([name = '', ...deeper]) => deeper.length === 0 && /^T-.+\.json$/.test(name),
      0,
    );
    return files.map((file) => sourceOf(file, { agentId: 'amp', externalId: stem(file.segments[0] ?? '') }));
  },
  rows: readThread,
  facts(record) {
    const r = fields(record);
    const [tree] = [fields(fields(r.env).initial).trees].flat();
    const ref = text(fields(fields(tree).repository).ref);
    return known({
      cwd: pathOf(text(fields(tree).uri)),
      gitBranch: ref?.replace(/^refs\/heads\//, ''),
      version: text(fields(fields(fields(r.env).initial).platform).clientVersion),
      at: instant(fields(r.meta).sentAt) ?? instant(fields(r.usage).timestamp) ?? instant(r.created),
    });
  },
};
