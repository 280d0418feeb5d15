import { exitCodes, Failure } from '../failure.ts';
import { runGit } from './git.ts';

/** A file of a tree. */
export interface TreeFile {
  path: string;
  /** As git writes it: `100644`, `100755`, `120000` for a symbolic link, `160000` for a submodule. */
  mode: string;
  blob: string;
  bytes: number;
}

/** A file that a commit changed; without a side where it was or is not. */
export interface TwoSides {
  path: string;
  before?: { mode: string; blob: string };
  after?: { mode: string; blob: string };
}

export interface CommitChange {
  sha: string;
  parent: string;
  files: TwoSides[];
}

const longest = 60_000;
const batchBytes = 16 * 1024 * 1024;
const batchFiles = 2000;

export const submodule = '160000';
export const symbolicLink = '120000';

/** The whole name of a commit that is in this repository. */
export async function commitNamed(root: string, name: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{7,64}$/i.test(name)) return undefined;
  const printed = await runGit(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { root }).catch(
    () => undefined,
  );
  const sha = printed?.toString('latin1').trim() ?? '';
  // A branch may be called like the beginning of another commit.
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) && sha.startsWith(name.toLowerCase()) ? sha : undefined;
}

/** What a commit changed against its only parent. Nothing is taken for a renamed file. */
export async function commitChange(root: string, sha: string): Promise<CommitChange> {
  const listed = await runGit(['rev-list', '--parents', '-n', '1', sha, '--'], { root });
  const [, parent, second] = listed.toString('latin1').trim().split(' ');
  const short = sha.slice(0, 10);
  if (second !== undefined)
    throw new Failure(`${short} is a merge; a task is made of one commit.`, exitCodes.usage);
  const isThere = parent && (await commitNamed(root, parent)) === parent;
  if (!parent || !isThere) {
    throw new Failure(
      `The parent of ${short} is not in this repository: it is the first commit, or the clone is shallow ("git fetch --unshallow").`,
      exitCodes.usage,
    );
  }
  const printed = await runGit(
    ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', parent, sha],
    {
      root,
      timeoutMs: longest,
    },
  );
  const fields = printed.toString('utf8').split('\0');
  const files: TwoSides[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', mode = '', oldBlob = '', blob = ''] = (fields[at] ?? '').slice(1).split(' ');
    files.push({
      path: fields[at + 1] ?? '',
      ...(Number(oldMode) !== 0 && { before: { mode: oldMode, blob: oldBlob } }),
      ...(Number(mode) !== 0 && { after: { mode, blob } }),
    });
  }
  return { sha, parent, files };
}

/** The change of these files alone, as `git apply` takes it. */
export function patchOf(root: string, { parent, sha }: CommitChange, paths: string[]): Promise<Buffer> {
  const args = ['diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', '--unified=3'];
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv'];
  return runGit([...args, ...plain, parent, sha, '--', ...paths], { root, timeoutMs: longest });
}

export async function treeFiles(root: string, commit: string): Promise<TreeFile[]> {
  const printed = await runGit(['ls-tree', '-r', '-l', '-z', '--full-tree', commit], {
    root,
    timeoutMs: longest,
  });
  return printed
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , blob = '', bytes = '0'] = line.slice(0, tab).split(/ +/);
      return { path: line.slice(tab + 1), mode, blob, bytes: Number(bytes) || 0 };
    });
}

/** The bytes of files as they are kept, some at a time: no filter of the repository is run on them. */
export async function* contentsOf<File extends { blob: string; bytes: number }>(
  root: string,
  files: readonly File[],
): AsyncGenerator<[file: File, content: Buffer]> {
  for (let from = 0; from < files.length; ) {
    const batch: File[] = [];
    for (let bytes = 0; from < files.length && batch.length < batchFiles; from++) {
      const file = files[from] as File;
      if (batch.length > 0 && bytes + file.bytes > batchBytes) break;
      bytes += file.bytes;
      batch.push(file);
    }
    const total = batch.reduce((sum, { bytes }) => sum + bytes + 200, 1000);
    const input = Buffer.from(batch.map(({ blob }) => `${blob}\n`).join(''));
    const printed = await runGit(['cat-file', '--batch'], {
      ...{ root, input, timeoutMs: longest, maxBytes: total },
    });
    let at = 0;
    for (const file of batch) {
      const end = printed.indexOf(10, at);
      const [, type, size] = printed.toString('latin1', at, end).split(' ');
      if (type !== 'blob')
        throw new Failure('This repository has not all files of that commit: it is a partial clone.');
      at = end + 1 + Number(size) + 1;
      yield [file, printed.subarray(end + 1, at - 1)];
    }
  }
}

/** How large blobs are. */
export async function sizesOf(root: string, blobs: readonly string[]): Promise<Map<string, number>> {
  const input = Buffer.from(blobs.map((blob) => `${blob}\n`).join(''));
  const printed = await runGit(['cat-file', '--batch-check'], { root, input, timeoutMs: longest });
  const lines = printed.toString('latin1').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [blob, type, size] = line.split(' ');
      return blob && type === 'blob' ? [[blob, Number(size)] as const] : [];
    }),
  );
}
