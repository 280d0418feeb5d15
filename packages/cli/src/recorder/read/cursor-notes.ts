import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fields, fields, type Source, text } from '../../agents/agent.ts';
import { isJsonl, sourceOf, stem, walk } from '../../agents/walk.ts';

/**
 * Cursor's transcripts name neither model nor folder; its hooks do. What they say is kept as lines in a file
 * per conversation, which then is one more source of that session. The user's e-mail is not among it.
 */
const kept = [
  'hook_event_name',
  'conversation_id',
  'model',
  'cwd',
  'workspace_roots',
  'cursor_version',
] as const;

const folderOf = (directory: string): string => join(directory, 'cursor');

/** Adds a line when the hook says something new. */
export async function noteCursor(directory: string, payload: Fields): Promise<void> {
  const id = text(payload.conversation_id);
  if (!id || !/^[\w-]{1,128}$/.test(id)) return;
  const note = Object.fromEntries(
    kept.filter((key) => payload[key] !== undefined).map((key) => [key, payload[key]]),
  );
  const path = join(folderOf(directory), `${id}.jsonl`);
  const last = await lastNote(path);
  if (kept.slice(2).every((key) => JSON.stringify(last[key]) === JSON.stringify(note[key]))) return;
  await mkdir(folderOf(directory), { recursive: true, mode: 0o700 });
  await appendFile(path, `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

async function lastNote(path: string): Promise<Fields> {
  const line = (await readFile(path, 'utf8').catch(() => '')).trimEnd().split('\n').at(-1);
  try {
    return fields(JSON.parse(line ?? ''));
  } catch {
    return {};
  }
}

/** The notes as sources beside the transcripts they belong to, which learn their folder from them. */
export async function withCursorNotes(directory: string, sources: Source[]): Promise<Source[]> {
  const all: Source[] = [];
  const notes = new Map(
    (await walk(folderOf(directory), isJsonl, 0)).map((file) => [stem(file.segments[0] ?? ''), file]),
  );
  for (const source of sources) {
    const file = source.part === '' ? notes.get(source.externalId) : undefined;
    if (!file) {
      all.push(source);
      continue;
    }
    const note = await lastNote(file.path);
    const cwd = text(note.cwd) ?? text([note.workspace_roots].flat()[0]);
    all.push({ ...source, ...(cwd && { cwd }) });
    all.push(sourceOf(file, { agentId: 'cursor', externalId: source.externalId, part: 'notes' }));
  }
  return all;
}
