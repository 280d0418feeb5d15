/**
 * The chats of `cursor-agent`: `~/.cursor/chats/<folder>/<agent>/store.db`. Blobs are named by the hash of their
 * content. Messages are JSON; what holds them together is protobuf that lists the names of others. The conversation
 * is what the latest root reaches; the rest are branches that were given up.
 */
import { fields, type Row, type Source, text } from '../agent.ts';
import { pick } from '../document.ts';
import { parsedJson, readDatabase } from '../sqlite.ts';
import { look, sourceOf, walk } from '../walk.ts';
import { waiting } from './composer.ts';

export async function inChats(root: string): Promise<Source[]> {
  const files = await walk(root, ([, , name, ...deeper]) => name === 'store.db' && deeper.length === 0, 2);
  return Promise.all(
    files.map(async (file) => {
      const log = await look(`${file.path}-wal`);
      const modifiedAt = Math.max(file.modifiedAt, log?.modifiedAt ?? 0);
      const source = sourceOf(file, { agentId: 'cursor', externalId: file.segments[1] ?? '' });
      return { ...source, modifiedAt, stamp: `${file.stamp}/${log?.stamp}` };
    }),
  );
}

const maxBytes = 256 * 1024 * 1024;
const deepest = 16;

export async function readChat(source: Source): Promise<Row[]> {
  const later = waiting(source);
  if (later) return later;
  const found = await readDatabase(source.path, (database) => {
    const size = Number(database.prepare('SELECT sum(length(data)) AS size FROM blobs').get()?.size ?? 0);
    return {
      size,
      meta: database.prepare("SELECT value FROM meta WHERE key = '0'").get(),
      blobs: size > maxBytes ? [] : database.prepare('SELECT id, data FROM blobs').all(),
    };
  });
  if (!found?.meta) throw new Error(`${source.path} could not be read.`);
  if (found.size > maxBytes) throw new Error(`${source.path} has ${found.size} bytes, more than a chat has.`);
  const meta = fields(parsedJson(Buffer.from(String(found.meta.value), 'hex').toString('utf8')));
  const blobs = new Map(found.blobs.map((blob) => [String(blob.id), Buffer.from(blob.data as Uint8Array)]));
  const head = { type: 'chat', ...pick(meta, 'agentId', 'name', 'mode', 'createdAt', 'lastUsedModel') };
  const messages: Row[] = [];
  const counts = new Map<string, number>();
  for (const id of reached(text(meta.latestRootBlobId) ?? '', blobs)) {
    const message = fields(parsedJson(blobs.get(id)?.toString('utf8')));
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    messages.push({
      id: `${id.slice(0, 32)}${count > 0 ? `#${count}` : ''}`,
      record: { type: 'chat-message', message },
      eventType: `chat-message/${text(message.role) ?? 'unknown'}`,
    });
  }
  return [{ id: 'chat', record: head }, ...messages];
}

/** The messages below a blob, in order. Bounded: a store may list itself. */
function reached(root: string, blobs: Map<string, Buffer>): string[] {
  const found: string[] = [];
  const entered = new Set<string>();
  const visit = (id: string, depth: number): void => {
    const data = blobs.get(id);
    if (!data || depth > deepest) return;
    if (data[0] === 0x7b) {
      found.push(id);
      return;
    }
    if (entered.has(id)) return;
    entered.add(id);
    for (const child of namesIn(data, blobs, 0)) visit(child, depth + 1);
  };
  visit(root, 0);
  return found;
}

/** Fields of 32 bytes that are the name of a blob; other fields may be messages that hold such. */
function namesIn(data: Buffer, blobs: Map<string, Buffer>, depth: number): string[] {
  const names: string[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; at < data.length && shift < 35; shift += 7) {
      const byte = data[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  while (at < data.length) {
    const kind = number() & 7;
    if (kind === 0) number();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = number();
      if (length < 0 || at + length > data.length) break;
      const part = data.subarray(at, at + length);
      at += length;
      const name = length === 32 ? part.toString('hex') : '';
      if (blobs.has(name)) names.push(name);
      else if (depth < 4) names.push(...namesIn(part, blobs, depth + 1));
    } else break;
  }
  return names;
}
