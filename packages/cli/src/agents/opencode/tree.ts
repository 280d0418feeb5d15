import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fields, type Row, type Source, text } from '../agent.ts';
import { parsedJson } from '../sqlite.ts';
import { stem, walk } from '../walk.ts';

/** Before 2026: one JSON file per session, message and part below `storage/`. */
export async function inTree(root: string): Promise<Source[]> {
  const sessions = await walk(join(root, 'session'), ([, name]) => name?.endsWith('.json') ?? false, 1);
  return Promise.all(
    sessions.map(async (file): Promise<Source> => {
      const id = stem(file.segments.at(-1) ?? '');
      const info = fields(parsedJson(await readFile(file.path, 'utf8').catch(() => '')));
      const parent = text(info.parentID);
      const directory = text(info.directory);
      return {
        agentId: 'opencode',
        externalId: parent ?? id,
        part: parent ? id : '',
        path: file.path,
        stamp: file.stamp,
        modifiedAt: file.modifiedAt,
        bytes: file.bytes,
        ...(directory && { cwd: directory }),
        ...(parent && { subagent: { id } }),
      };
    }),
  );
}

export async function readTree(source: Source): Promise<Row[]> {
  const info = fields(parsedJson(await readFile(source.path, 'utf8')));
  const storage = join(source.path, '..', '..', '..');
  const messages = await walk(
    join(storage, 'message', stem(source.path.split(/[\\/]/).at(-1) ?? '')),
    () => true,
    0,
  );
  const rows: Row[] = [{ id: text(info.id) ?? 'session', record: info, eventType: 'session' }];
  for (const file of messages.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const message = fields(parsedJson(await readFile(file.path, 'utf8')));
    rows.push({
      id: stem(file.segments[0] ?? ''),
      record: message,
      eventType: `message/${text(message.role)}`,
    });
    const parts = await walk(join(storage, 'part', stem(file.segments[0] ?? '')), () => true, 0);
    for (const one of parts.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const part = fields(parsedJson(await readFile(one.path, 'utf8')));
      rows.push({ id: stem(one.segments[0] ?? ''), record: part, eventType: `part/${text(part.type)}` });
    }
  }
  return rows;
}
