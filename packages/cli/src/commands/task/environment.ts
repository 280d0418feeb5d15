import { Failure } from '../../failure.ts';
import { contentsOf, submodule, symbolicLink, treeFiles } from '../../git/commit-change.ts';
import type { TaskFolder } from './folder.ts';
import { checkPaths, staysWithin } from './path.ts';
import type { SolutionLines } from './solution-lines.ts';
import { tarEnd, tarEntry } from './tar.ts';

const limit = { files: 100_000, bytes: 512 * 1024 * 1024, file: 64 * 1024 * 1024 };

export interface WrittenTree {
  /** At the root of the repository. */
  paths: string[];
  /** Submodules, and symbolic links that lead out of the repository. */
  left: string[];
}

/** Writes the files of a commit as an archive, and takes their lines out of those that are to be hidden. */
export async function writeEnvironment(
  root: string,
  parent: string,
  folder: TaskFolder,
  hidden: readonly SolutionLines[],
): Promise<WrittenTree> {
  const tree = await treeFiles(root, parent);
  const total = tree.reduce((sum, { bytes }) => sum + bytes, 0);
  if (tree.length > limit.files || total > limit.bytes || tree.some(({ bytes }) => bytes > limit.file))
    throw new Failure(
      'The repository is too large for a task: at most 100 000 files and 512 MB, 64 MB each.',
    );
  checkPaths(tree.map(({ path }) => path));
  const left = tree.filter(({ mode }) => mode === submodule).map(({ path }) => path);
  const kept = tree.filter(({ mode }) => mode !== submodule);
  const file = await folder.open('environment/repository.tar');
  try {
    for await (const [{ path, mode }, content] of contentsOf(root, kept)) {
      if (mode === symbolicLink) {
        const linkTo = content.toString('utf8');
        if (!staysWithin(path, linkTo)) left.push(path);
        else for (const part of tarEntry({ path, linkTo }, Buffer.alloc(0))) await file.write(part);
        continue;
      }
      for (const lines of hidden) lines.wasThere(content);
      for (const part of tarEntry({ path, isExecutable: mode === '100755' }, content)) await file.write(part);
    }
    await file.write(tarEnd());
  } finally {
    await file.close();
  }
  return { paths: tree.map(({ path }) => path).filter((path) => !path.includes('/')), left };
}
