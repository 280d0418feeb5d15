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
import { sourceOf, stem, walk } from '../walk.ts';

function homeOf({ env, home, platform }: Surroundings): string {
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'amp');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'amp');
}

/** One thread document: everything but the messages is the head; `v` counts rewrites and would change it always. */
async function readThread(source: Source): Promise<Row[]> {
  const {
    messages,
    v: _,
    nextMessageId: __,
    ...head
  } = fields(JSON.parse(await readFile(source.path, 'utf8')));
  const list = Array.isArray(messages) ? messages : [];
  return [
    { id: 'head', record: { type: 'thread', ...head } },
    ...list.map((message, index) => ({ id: `m${fields(message).messageId ?? index}`, record: message })),
  ];
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
    const uri = text(fields(tree).uri);
    return known({
      cwd: uri?.startsWith('file://') ? decodeURIComponent(uri.slice(7)) : undefined,
      at: instant(fields(r.meta).sentAt) ?? instant(r.created),
    });
  },
};
