/**
 * The store of Kimi CLI, before it was Kimi Code: `<digest of the folder>/<session>/wire.jsonl` with `state.json`.
 * `context.jsonl` says the same once more and is rewritten by every compaction.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fields, type Source, type Surroundings, text } from '../agent.ts';
import { documentOr } from '../document.ts';
import { sourceOf, walk } from '../walk.ts';

export const olderHome = ({ env, home }: Surroundings): string => env.KIMI_SHARE_DIR || join(home, '.kimi');

const isOurs = (segments: string[]): boolean =>
  segments.length === 3 && (segments[2] === 'wire.jsonl' || segments[2] === 'state.json');

/** Sessions that Kimi Code has taken over are recorded from there. */
export async function olderSources(where: Surroundings, taken: ReadonlySet<string>): Promise<Source[]> {
  const home = olderHome(where);
  const files = await walk(join(home, 'sessions'), isOurs, 3);
  if (files.length === 0) return [];
  const folders = await foldersOf(home);
  return files.flatMap((file) => {
    const [digest = '', session = '', name] = file.segments;
    if (taken.has(session)) return [];
    // On other hosts their name stands before the digest.
    const cwd = folders.get(digest.slice(-32));
    const part = name === 'state.json' ? { part: 'state.json' } : {};
    return [sourceOf(file, { agentId: 'kimi-code', externalId: session, ...(cwd && { cwd }), ...part })];
  });
}

async function foldersOf(home: string): Promise<Map<string, string>> {
  const { work_dirs } = fields(await documentOr(join(home, 'kimi.json')));
  const paths = (Array.isArray(work_dirs) ? work_dirs : []).map((one) => text(fields(one).path));
  return new Map(
    paths.flatMap((path) => (path ? [[createHash('md5').update(path).digest('hex'), path]] : [])),
  );
}
