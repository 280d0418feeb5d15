import { chmod, lstat, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { writeDurably } from '../disk.ts';
import { Failure } from '../failure.ts';
import { runGit } from '../git/git.ts';
import { type Home, pathsOf } from '../home.ts';
import {
  beforeName,
  hookNames,
  hookScript,
  hooksOf,
  isOurs,
  type MarkerKind,
  markerProgram,
} from './script.ts';

/** Where git looks for hooks in this repository, also when \`core.hooksPath\` says so. */
async function hooksFolder(root: string): Promise<string> {
  // The safe options of \`runGit\` set another path for hooks, so the configuration itself is asked.
  const configured = await runGit(['config', '--includes', '--path', '--get-all', 'core.hooksPath'], { root })
    .then((printed) => printed.toString().trim().split('\n'))
    .catch(() => [] as string[]);
  // The last one is ours, given on the command line.
  const own = configured.filter((path) => path !== '/dev/null').at(-1);
  if (own) return resolve(root, own);
  const common = (await runGit(['rev-parse', '--git-common-dir'], { root })).toString().trim();
  return join(resolve(root, common), 'hooks');
}

/** Whether writing there would change a file that belongs to the repository's content. */
async function isContent(root: string, path: string): Promise<boolean> {
  const inside = relative(root, path);
  if (inside.startsWith('..') || inside.startsWith('.git/') || inside.startsWith('.git\\')) return false;
  return runGit(['check-ignore', '-q', '--', inside], { root }).then(
    () => false,
    () => true,
  );
}

const contentOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Puts the hooks of one kind into a repository, beside those of others. Running it again changes nothing. */
export async function installMarker(home: Home, root: string, kind: MarkerKind): Promise<void> {
  const folder = await hooksFolder(root);
  const { marker } = pathsOf(home);
  for (const hook of hooksOf[kind]) {
    if (await isContent(root, join(folder, hook))) {
      throw new Failure(
        `The hooks of this repository are files of the repository itself (${relative(root, folder)}). Nothing was changed. Add this line to ${hooksOf[kind].join(' and ')} there if everybody wants it: "${marker}" HOOK "$@"`,
      );
    }
  }
  await writeDurably(marker, markerProgram(pathsOf(home).activeSessions), 0o700);
  await removeMarker(root);
  await mkdir(folder, { recursive: true });
  for (const hook of hooksOf[kind]) {
    const path = join(folder, hook);
    if (await isThere(path)) await rename(path, join(folder, beforeName(hook)));
    await writeFile(path, hookScript(hook, marker));
    await chmod(path, 0o755);
  }
}

/** Takes the hooks away and puts back what was there. Answers whether there were any. */
export async function removeMarker(root: string): Promise<boolean> {
  const folder = await hooksFolder(root);
  let isFound = false;
  for (const hook of hookNames) {
    const path = join(folder, hook);
    const before = join(folder, beforeName(hook));
    if (isOurs((await contentOf(path)) ?? '')) {
      isFound = true;
      await unlink(path);
    }
    // Somebody may have put another hook in our place: then that one stays.
    if ((await isThere(before)) && !(await isThere(path))) await rename(before, path);
  }
  return isFound;
}

/** Which hooks of ours are in place. */
export async function markerIn(root: string): Promise<MarkerKind | undefined> {
  const folder = await hooksFolder(root);
  for (const kind of Object.keys(hooksOf) as MarkerKind[]) {
    const contents = await Promise.all(hooksOf[kind].map((hook) => contentOf(join(folder, hook))));
    if (contents.every((content) => isOurs(content ?? ''))) return kind;
  }
  return undefined;
}

/** The program that the hooks run, once no repository uses it any more. */
export const removeMarkerProgram = (home: Home): Promise<void> =>
  unlink(pathsOf(home).marker).catch(() => {});
