import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createClient, DebriefError, type GateAnswer, limits } from '@debrief/contract';
import { serverAddress } from '../../address.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { runGit } from '../../git/git.ts';
import { createFetch } from '../../recorder/send/http.ts';
import { repositoryOf } from '../../repository.ts';
import { say, sayJson, sayVerbatim } from '../../terminal.ts';
import { markdownOf, textOf } from './gate-text.ts';
import { sarifOf } from './sarif.ts';

export interface GateOptions {
  repo: string;
  server?: string;
  markdown?: boolean;
  json?: boolean;
  sarif?: boolean;
  titles?: boolean;
  failUnreachable?: boolean;
}

/** Of the server; scripts rely on it. */
const cannotAsk = 3;
const patience = 8000;

/** What is behind the commits of a range, and whether a merge may go on. */
export async function gate(range: string | undefined, options: GateOptions): Promise<void> {
  const root = repositoryOf(resolve(options.repo));
  if (root === undefined) throw new Failure(`"${options.repo}" is in no git repository.`, exitCodes.usage);
  const commits = await commitsOf(root, range ?? (await usualRange(root)));
  if (commits.length === 0) return say('No commits in this range.');
  const remote = await git(root, 'config', '--get', 'remote.origin.url').catch(() => '');
  let answer: GateAnswer;
  try {
    answer = await ask(options, { commits, ...(remote && { remote: withoutSecrets(remote) }) });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = error instanceof DebriefError ? error.message : 'it did not answer in time';
    process.stderr.write(`debrief gate: the server could not be asked: ${why}\n`);
    process.exitCode = options.failUnreachable ? cannotAsk : exitCodes.ok;
    return;
  }
  await print(root, answer, options);
  if (answer.verdict === 'fail') process.exitCode = exitCodes.failed;
}

async function print(root: string, answer: GateAnswer, options: GateOptions): Promise<void> {
  if (options.json) sayJson(answer);
  else if (options.sarif) sayJson(sarifOf(answer, await firstFiles(root, answer)));
  else if (options.markdown) sayVerbatim(markdownOf(answer));
  else say(textOf(answer));
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (options.markdown && summary) await appendFile(summary, `${markdownOf(answer)}\n`);
}

const git = async (root: string, ...args: string[]): Promise<string> =>
  (await runGit(args, { root })).toString('utf8').trim();

/** Of a request to merge what it would bring, as the forge says where it says so; else what is ahead of its upstream. */
async function usualRange(root: string): Promise<string> {
  const { GITHUB_BASE_REF, CI_MERGE_REQUEST_DIFF_BASE_SHA, CHANGE_TARGET } = process.env;
  if (CI_MERGE_REQUEST_DIFF_BASE_SHA) return `${CI_MERGE_REQUEST_DIFF_BASE_SHA}..HEAD`;
  const target = GITHUB_BASE_REF || CHANGE_TARGET;
  if (target) return `origin/${target}..HEAD`;
  const upstream = await git(root, 'rev-parse', '--abbrev-ref', 'origin/HEAD').catch(() => '');
  if (upstream) return `${upstream}..HEAD`;
  throw new Failure('Say which commits: debrief gate origin/main..HEAD', exitCodes.usage);
}

/** The oldest first. A merge has no lines of its own; what it brings is there. */
async function commitsOf(root: string, range: string): Promise<string[]> {
  if (range.startsWith('-')) throw new Failure(`"${range}" is no range of commits.`, exitCodes.usage);
  const listed = await git(
    root,
    'rev-list',
    '--reverse',
    '--no-merges',
    '--end-of-options',
    range,
    '--',
  ).catch(() => {
    throw new Failure(
      `git knows no "${range}" here. In CI the history has to be there: fetch it in full (fetch-depth: 0).`,
      exitCodes.usage,
    );
  });
  const commits = listed.split('\n').filter((line) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line));
  if (commits.length > limits.gateCommits) {
    throw new Failure(
      `${commits.length} commits are too many; at most ${limits.gateCommits}.`,
      exitCodes.usage,
    );
  }
  return commits;
}

/** CI puts tokens into remotes. */
const withoutSecrets = (remote: string): string =>
  remote.replace(/^(https?:\/\/)[^/@]*@/, '$1').slice(0, 2000);

async function ask(
  options: GateOptions,
  question: { commits: string[]; remote?: string },
): Promise<GateAnswer> {
  const token = process.env.DEBRIEF_TOKEN?.trim();
  const given = (options.server ?? process.env.DEBRIEF_SERVER)?.trim();
  if (!token || !given) {
    throw new Failure(
      'Set DEBRIEF_SERVER to the address of the server and DEBRIEF_TOKEN to a token with the scope gate:read.',
      exitCodes.usage,
    );
  }
  // Whoever writes http:// into their CI means it.
  const server = serverAddress(given, true);
  const client = createClient({ baseUrl: server, credential: () => token, fetch: createFetch() });
  const signal = AbortSignal.timeout(patience);
  return client.askGate({ ...question, ...(options.titles && { titles: true }) }, { signal });
}

/** A file that each commit changed: where a forge shows what is said about it. */
async function firstFiles(root: string, { sessions }: GateAnswer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const sha of new Set(sessions.map(({ commits }) => commits[0] ?? ''))) {
    if (!/^[0-9a-f]{40,64}$/.test(sha)) continue;
    const printed = await git(
      root,
      'diff-tree',
      '--no-commit-id',
      '--name-only',
      '-r',
      '--root',
      '-z',
      sha,
    ).catch(() => '');
    const [first] = printed.split('\0');
    if (first) files.set(sha, first);
  }
  return files;
}
