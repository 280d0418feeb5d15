import { appendFile, type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes creations, renames and removals in a directory survive a power cut. Windows cannot and need not. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

let writes = 0;

/** Two writers of one file never share it, also not within a process. */
const besideOf = (path: string): string => `${path}.${process.pid}.${++writes}.tmp`;

/** Whole or not at all, also after a crash half-way. */
export async function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = besideOf(path);
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

/** All of it, or an error: a disk that becomes full half-way only answers with a smaller number of bytes. */
export async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < bytes)
    throw new Error(`Only ${bytesWritten} of ${bytes} bytes were written: the disk is full.`);
}

/** For what is only shown to people: whole or not at all while nothing crashes. */
export async function writeQuickly(path: string, content: string): Promise<void> {
  const temporary = besideOf(path);
  await writeFile(temporary, content, { mode: 0o600 });
  await rename(temporary, path);
}

/** Appends; the folder is made where it turns out to be missing, which is once. */
export async function appendInto(path: string, content: string | Uint8Array): Promise<void> {
  const append = () => appendFile(path, content, { mode: 0o600 });
  try {
    await append();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await append();
  }
}

/** What a file keeps in the form of this version; undefined where there is none yet, or none that can be read. */
export async function readKept<Kept extends { version: number }>(
  path: string,
  version: Kept['version'],
): Promise<Kept | undefined> {
  const content = await readFile(path, 'utf8').catch(() => '');
  try {
    const kept = JSON.parse(content) as Kept | null;
    return kept?.version === version ? kept : undefined;
  } catch {
    return undefined;
  }
}
