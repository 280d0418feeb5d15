import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Source } from './agent.ts';

export interface FoundFile {
  path: string;
  /** Path below the root, by segment. */
  segments: string[];
  bytes: number;
  modifiedAt: number;
  stamp: string;
  /** Another file in its place has another one, also where the inode is used again. */
  identity: string;
}

/** Every file below `root` that `accept` wants; what cannot be read counts as absent. */
export async function walk(
  root: string,
  accept: (segments: string[]) => boolean,
  depth = 8,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const links = new FolderLinks(root);
  let since = Date.now();
  // Synchronous, with breaks: twenty thousand files through the thread pool take ten times as long.
  async function enter(directory: string, above: string[]): Promise<void> {
    if (Date.now() - since > 20) {
      await new Promise((resolve) => setImmediate(resolve));
      since = Date.now();
    }
    for (const entry of entriesOf(directory)) {
      const segments = [...above, entry.name];
      const path = join(directory, entry.name);
      if (entry.isDirectory() || (entry.isSymbolicLink() && links.isNewFolder(path))) {
        if (above.length < depth) await enter(path, segments);
      } else if (accept(segments)) {
        const file = lookNow(path);
        if (file) found.push({ path, segments, ...file });
      }
    }
  }
  await enter(root, []);
  return found;
}

/** Follows each linked folder once. What lies below the root, or was followed before, is not walked a second time. */
class FolderLinks {
  readonly #root: string;
  #followed: string[] | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  isNewFolder(path: string): boolean {
    try {
      if (!statSync(path).isDirectory()) return false;
      const target = realpathSync(path);
      this.#followed ??= [realpathSync(this.#root)];
      // Neither into what is walked anyway, nor up to a folder that contains it: that would be a cycle.
      const isWalked = this.#followed.some((folder) => isWithin(folder, target) || isWithin(target, folder));
      if (!isWalked) this.#followed.push(target);
      return !isWalked;
    } catch {
      return false;
    }
  }
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

type Looks = Omit<FoundFile, 'path' | 'segments'>;

/** Size and age of a regular file, following links. */
export const look = async (path: string): Promise<Looks | undefined> => lookNow(path);

function lookNow(path: string): Looks | undefined {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isFile()) return undefined;
  return {
    bytes: info.size,
    modifiedAt: info.mtimeMs,
    stamp: `${info.dev}.${info.ino}.${info.size}.${info.mtimeMs}`,
    identity: `${info.dev}.${info.ino}.${info.birthtimeMs}`,
  };
}

/** A source for a file found, without asking the disk again. */
export function sourceOf(
  file: FoundFile,
  identity: Pick<Source, 'agentId' | 'externalId'> & Partial<Source>,
): Source {
  const { path, bytes, modifiedAt, stamp } = file;
  return { part: '', path, bytes, modifiedAt, stamp, ...identity };
}

const longestHead = 8 * 1024 * 1024;
const heads = new Map<string, unknown>();

/**
 * The record on the first line, remembered per file. Codex' first line is 20 KB and more, so no fixed
 * buffer will do. Undefined while the line is still being written.
 */
export async function firstRecord(file: FoundFile): Promise<unknown> {
  const identity = `${file.path}:${file.identity}`;
  if (heads.has(identity)) return heads.get(identity);
  const record = await readFirst(file.path).catch(() => undefined);
  if (record !== undefined) heads.set(identity, record);
  return record;
}

async function readFirst(path: string): Promise<unknown> {
  const handle = await open(path, 'r');
  try {
    let seen = Buffer.alloc(0);
    for (let size = 32 * 1024; seen.length < longestHead; size *= 4) {
      const chunk = Buffer.alloc(size);
      const { bytesRead } = await handle.read(chunk, 0, size, seen.length);
      if (bytesRead === 0) return undefined;
      seen = Buffer.concat([seen, chunk.subarray(0, bytesRead)]);
      const end = seen.indexOf(10);
      if (end >= 0) return brief(JSON.parse(seen.toString('utf8', 0, end).replace(/^\uFEFF/, '')));
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Identity fields only: thousands of heads stay in memory, and Codex puts 18 KB of instructions into each. */
function brief(record: unknown): unknown {
  return JSON.parse(
    JSON.stringify(record, (key, value) =>
      key === 'base_instructions' || key === 'instructions' || key === 'dynamic_tools' ? undefined : value,
    ),
  );
}

export const isJsonl = (segments: string[]): boolean => segments.at(-1)?.endsWith('.jsonl') ?? false;

export const stem = (name: string): string => name.replace(/\.(jsonl|json|db)$/, '');
