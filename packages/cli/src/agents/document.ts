import { readFile, stat } from 'node:fs/promises';
import { type Fields, fields, text } from './agent.ts';
import type { FoundFile } from './walk.ts';

/** No agent's document comes near it; what is larger would have to be held in memory several times over. */
const maxBytes = 64 * 1024 * 1024;

/** A whole JSON document; throws when it is half written, gone or absurdly large. */
export async function readDocument(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than a document of an agent has.`);
  return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
}

/** The same, or nothing. */
export const documentOr = async (path: string): Promise<Fields> =>
  fields(await readDocument(path).catch(() => undefined));

const known = new Map<string, { stamp: string; cwd: string | undefined }>();

/** The folder that a file beside the transcript names, asked again only when that file has changed. */
export async function folderIn(file: FoundFile | undefined, key: string): Promise<{ cwd?: string }> {
  if (!file) return {};
  const before = known.get(file.path);
  if (before?.stamp === file.stamp) return before.cwd ? { cwd: before.cwd } : {};
  const cwd = text((await documentOr(file.path))[key]);
  known.set(file.path, { stamp: file.stamp, cwd });
  return cwd ? { cwd } : {};
}

/** Those of the named fields that are there. */
export function pick(from: Fields, ...names: string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  );
}

const picked = new Map<string, { stamp: string; facts: Fields }>();

/** Those of the named fields that a document has, read again only when it has changed. */
export async function picksIn(file: FoundFile | undefined, ...names: string[]): Promise<Fields> {
  if (!file) return {};
  const key = `${file.path}\n${names.join()}`;
  const before = picked.get(key);
  if (before?.stamp === file.stamp) return before.facts;
  const facts = pick(await documentOr(file.path), ...names);
  picked.set(key, { stamp: file.stamp, facts });
  return facts;
}
