import { constants } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { replaceFile } from '../hooks/install.ts';

/** A file that is left as it is; the message says why. */
export class Refused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Refused';
  }
}

/** No instruction file is longer; agents read a small part of one that is. */
const mostBytes = 1024 * 1024;

/** A file of a repository that may be read and written: below its root, not in `.git`, and no way out by a link. */
export interface InstructionFile {
  /** From the root, with slashes. */
  path: string;
  /** Where it is, links followed. */
  real: string;
  /** Undefined: there is none. */
  bytes?: Buffer;
  /** When it was last written. */
  writtenAt?: number;
}

/** Throws `Refused` for what is not ours to touch. */
export async function placeOf(root: string, path: string): Promise<InstructionFile> {
  const home = await realpath(root);
  const given = join(home, path);
  const real = await followed(given);
  const isWithin = (one: string) => one.startsWith(home + sep);
  if (!isWithin(real)) throw new Refused('it is a link that leads out of the repository');
  if (real.slice(home.length).split(sep).includes('.git'))
    throw new Refused("it leads into git's own folder");
  const found = await lstat(real).catch(() => undefined);
  if (!found) return { path, real };
  if (!found.isFile()) throw new Refused('it is no file');
  if (found.size > mostBytes) throw new Refused('it is longer than 1 MB');
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { mtimeMs } = await file.stat();
    return { path, real, bytes: await file.readFile(), writtenAt: Math.floor(mtimeMs) };
  } finally {
    await file.close();
  }
}

/** Without links, also where the file, or folders above it, are not there. */
async function followed(path: string, depth = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  if (depth > 40) throw new Refused('its links lead nowhere');
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) return followed(resolve(dirname(path), target), depth + 1);
  const parent = dirname(path);
  return parent === path ? path : join(await followed(parent, depth + 1), path.slice(parent.length));
}

/** Whole or not at all, with the rights it had. A file that its owner may not write is left. */
export async function writePlace({ real }: InstructionFile, content: Uint8Array): Promise<void> {
  const found = await lstat(real).catch(() => undefined);
  if (found && (found.mode & 0o200) === 0) throw new Refused('it may not be written (read-only)');
  await makeFolders(dirname(real));
  await replaceFile(real, Buffer.from(content));
}

/** Folders of a repository are everybody's, whatever the rights of what Debrief makes elsewhere. */
async function makeFolders(path: string): Promise<void> {
  if (await lstat(path).catch(() => undefined)) return;
  await makeFolders(dirname(path));
  const before = process.umask(0o022);
  try {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    process.umask(before);
  }
}

/** Removes the file, and the folders that are empty without it. */
export async function removePlace(root: string, { real }: InstructionFile): Promise<void> {
  const home = await realpath(root);
  await unlink(real);
  for (let folder = dirname(real); folder.startsWith(home + sep); folder = dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
