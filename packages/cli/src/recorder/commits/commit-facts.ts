import {
  type CommitFacts,
  type CommitFile,
  commitLimits,
  gitAiTrailers,
  hashText,
  packHashes,
  sortedHashes,
  trailersIn,
} from '@debrief/links';
import { runGit, TooMuch } from '../../git/git.ts';
import { readPatch } from './patch.ts';

/** Only these parts of a commit are asked for; neither names nor addresses are among them. */
const format = ['%H', '%T', '%P', '%at', '%ct', '%B', '%N'].join('%x00');

const logOptions = [
  'log',
  '--no-walk=unsorted',
  '--ignore-missing',
  '--no-color',
  '--no-decorate',
  '--no-show-signature',
  '--no-mailmap',
  '--no-notes',
  '--notes=refs/notes/debrief',
  '--notes=refs/notes/ai',
  '--encoding=UTF-8',
  // A line of a patch never begins with a NUL, so nothing in a commit can pass for the beginning of the next one.
  `--format=%x00%x00commit%x00${format}%x00`,
];

const patchOptions = [
  '--patch',
  '--no-ext-diff',
  '--no-textconv',
  '--diff-merges=off',
  '--unified=3',
  '--find-renames',
  '-l200',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
];

export interface FactsOptions {
  root: string;
  branch?: string | undefined;
  signal?: AbortSignal;
}

/** The facts of some commits, by two git processes: `git log`, and `git patch-id` for what it printed. */
export async function factsOf(shas: readonly string[], options: FactsOptions): Promise<CommitFacts[]> {
  if (shas.length === 0) return [];
  try {
    return await readFacts(shas, options, patchOptions);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    // Of a commit that is too large its files and lines are left out.
    const [only] = shas;
    if (shas.length === 1 && only !== undefined) return factsOfLarge(only, options);
    const facts: CommitFacts[] = [];
    for (const sha of shas) facts.push(...(await factsOf([sha], options)));
    return facts;
  }
}

async function factsOfLarge(sha: string, options: FactsOptions): Promise<CommitFacts[]> {
  try {
    return await readFacts([sha], options, ['--no-patch']);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    // A note can be as large as it likes, too.
    return readFacts([sha], options, ['--no-patch', '--no-notes']);
  }
}

async function readFacts(
  shas: readonly string[],
  { root, branch, signal }: FactsOptions,
  more: readonly string[],
): Promise<CommitFacts[]> {
  const run = { root, ...(signal && { signal }) };
  const printed = (await runGit([...logOptions, ...more, ...shas], run)).toString('latin1');
  const commits = printed
    .split(/(?:^|\n)\0\0commit\0/)
    .slice(1)
    .flatMap(parseCommit);
  const patchIds = await patchIdsOf(commits, run);
  return commits.map(({ sha, patch, message, notes, ...fields }) => {
    const { files, hashes } = readPatch(patch);
    const sendable = files.filter(isSendable);
    const patchId = patchIds.get(sha);
    const name = branch !== undefined && branch.length <= commitLimits.branch && isPrintable(branch);
    return {
      sha,
      ...fields,
      ...(name && { branch }),
      ...(patchId !== undefined && { patchId }),
      subjectHash: hashText(message.trimStart().split('\n', 1)[0] ?? ''),
      files: sendable.slice(0, commitLimits.files),
      fileCount: files.length,
      addedLines: packHashes(sortedHashes(hashes, commitLimits.lines)),
      lineCount: hashes.size,
      trailers: [...trailersIn(`${message}\n${notes}`), ...gitAiTrailers(notes)].slice(
        0,
        commitLimits.trailers,
      ),
    };
  });
}

interface ParsedCommit extends Pick<CommitFacts, 'sha' | 'tree' | 'parents' | 'authoredAt' | 'committedAt'> {
  message: string;
  notes: string;
  patch: string;
}

function parseCommit(text: string): ParsedCommit[] {
  const [sha = '', tree = '', parents = '', authored, committed, message = '', notes = '', ...rest] =
    text.split('\0');
  if (!isSha(sha) || !isSha(tree)) return [];
  return [
    {
      sha,
      tree,
      parents: parents.split(' ').filter(isSha).slice(0, commitLimits.parents),
      authoredAt: timeOf(authored),
      committedAt: timeOf(committed),
      message: Buffer.from(message, 'latin1').toString('utf8'),
      notes,
      patch: rest.join('\0'),
    },
  ];
}

async function patchIdsOf(
  commits: readonly ParsedCommit[],
  run: { root: string; signal?: AbortSignal },
): Promise<Map<string, string>> {
  const patched = commits.filter(({ patch }) => patch.includes('diff --git '));
  if (patched.length === 0) return new Map();
  const input = Buffer.from(patched.map(({ sha, patch }) => `${sha}\n${patch}\n`).join(''), 'latin1');
  const printed = (await runGit(['patch-id', '--stable'], { ...run, input })).toString('latin1');
  return new Map(
    printed.split('\n').flatMap((line): [string, string][] => {
      const [patchId = '', sha = ''] = line.split(' ');
      return isSha(patchId) && isSha(sha) ? [[sha, patchId]] : [];
    }),
  );
}

const isSha = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** A commit may state any time; the server takes those of this era. */
function timeOf(seconds: string | undefined): string {
  const at = Number(seconds) * 1000;
  return new Date(Number.isFinite(at) ? Math.min(Math.max(at, 0), Date.UTC(9999, 0)) : 0).toISOString();
}

const isPrintable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

const isSendable = ({ path }: CommitFile): boolean => path.length <= commitLimits.path && isPrintable(path);
