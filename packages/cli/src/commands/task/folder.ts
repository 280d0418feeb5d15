import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { exitCodes, Failure } from '../../failure.ts';

/** A folder that is made beside its place and takes it when it is whole. */
export class TaskFolder {
  readonly #place: string;
  readonly #made: string;

  private constructor(place: string, made: string) {
    this.#place = place;
    this.#made = made;
  }

  static async begin(out: string): Promise<TaskFolder> {
    const place = resolve(out);
    await refuseFull(place);
    await mkdir(dirname(place), { recursive: true });
    return new TaskFolder(place, await mkdtemp(join(dirname(place), `.${basename(place)}-`)));
  }

  async write(path: string, content: string | Buffer, isExecutable = false): Promise<void> {
    const file = join(this.#made, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 });
  }

  async open(path: string): Promise<FileHandle> {
    const file = join(this.#made, path);
    await mkdir(dirname(file), { recursive: true });
    return open(file, 'wx', 0o644);
  }

  /** An empty folder may be there; a system refuses to put one in the place of a full one. */
  async finish(): Promise<void> {
    await refuseFull(this.#place);
    await rename(this.#made, this.#place);
  }

  drop(): Promise<void> {
    return rm(this.#made, { recursive: true, force: true });
  }
}

async function refuseFull(place: string): Promise<void> {
  const there = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new Failure(`"${place}" is a file.`, exitCodes.usage);
    throw error;
  });
  if (there.length > 0) throw new Failure(`"${place}" is not empty. Name another folder.`, exitCodes.usage);
}
