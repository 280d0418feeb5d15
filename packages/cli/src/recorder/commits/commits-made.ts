import { type CommitFacts, type CommitRewrite, commitLimits } from '@debrief/links';
import { isCovered, type Pause } from '../../pause.ts';
import { factsOf } from './commit-facts.ts';
import { type HeadMove, readHeadMoves, rewritesIn } from './reflog.ts';
import { branchIn, remoteOf, type Worktree, worktreeOf } from './worktree.ts';

/** A person who rebases hundreds of commits gets the newest of them linked. */
const maxCommits = 200;

/** The commits that were made in a folder outside of pauses and still stand, and which took the place of which. */
export async function commitsMade(
  worktree: Worktree,
  pauses: readonly Pause[],
): Promise<{ made: HeadMove[]; rewrites: CommitRewrite[] }> {
  const all = await readHeadMoves(worktree);
  const held = heldBack(
    all,
    all.filter(({ at }) => pauses.some((pause) => isOfPause(pause, worktree.root, at))),
  );
  const moves = all.filter(({ to }) => !held.has(to));
  const rewrites = rewritesIn(moves);
  const gone = new Set(rewrites.filter(({ kind }) => kind !== 'cherry-pick').map(({ from }) => from));
  return { made: moves.filter(({ to }) => !gone.has(to)), rewrites };
}

/**
 * What was committed during a pause, and what took its place later: amended, rebased or picked after the pause, it is the
 * same work with the same files.
 */
function heldBack(moves: readonly HeadMove[], ofPause: readonly HeadMove[]): ReadonlySet<string> {
  const held = new Set(ofPause.map(({ to }) => to));
  if (held.size > 0) for (const { from, to } of rewritesIn(moves)) if (held.has(from)) held.add(to);
  return held;
}

/** Git counts whole seconds, so one that a pause began in belongs to it. */
const isOfPause = ({ repository, from, to }: Pause, root: string, at: number): boolean =>
  isCovered(repository, root) && at + 999 >= from && at < (to ?? Number.POSITIVE_INFINITY);

export async function factsIn(
  worktree: Worktree,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<CommitFacts[]> {
  const { root } = worktree;
  const branch = await branchIn(worktree);
  const wanted = shas.slice(-maxCommits);
  const facts: CommitFacts[] = [];
  for (let from = 0; from < wanted.length; from += commitLimits.commits) {
    const some = wanted.slice(from, from + commitLimits.commits);
    facts.push(...(await factsOf(some, { root, branch, ...(signal && { signal }) })));
  }
  return facts;
}

/** The pairs that lead to one of these commits, over any number of steps. */
export function leadingTo(shas: ReadonlySet<string>, rewrites: readonly CommitRewrite[]): CommitRewrite[] {
  const reached = new Set(shas);
  const found: CommitRewrite[] = [];
  // A pair is later in the log than those it continues.
  for (const rewrite of rewrites.toReversed()) {
    if (!reached.has(rewrite.to)) continue;
    reached.add(rewrite.from);
    found.unshift(rewrite);
  }
  return found;
}

/** What the server is told of a session's commits, in one request or several. */
export interface CommitReport {
  repoRemote?: string;
  commits: CommitFacts[];
  rewrites: CommitRewrite[];
}

/** People commit what an agent wrote hours later; after two days it is somebody else's work. */
export const watchedFor = 48 * 60 * 60_000;
/** Clocks and whole seconds: a commit may seem a little older than the session it came from. */
const slack = 60_000;

/** When a session began and when something last happened in it. */
export interface Span {
  from: number;
  lastChange: number;
}

export const isInTime = (at: number, { from, lastChange }: Span): boolean =>
  at >= from - slack && at <= lastChange + watchedFor;

/** Everything that would be told of one session by now. */
export async function commitReport(
  root: string,
  span: Span,
  pauses: readonly Pause[],
): Promise<CommitReport> {
  const worktree = await worktreeOf(root);
  if (!worktree) return { commits: [], rewrites: [] };
  const { made, rewrites } = await commitsMade(worktree, pauses);
  const shas = [...new Set(made.filter(({ at }) => isInTime(at, span)).map(({ to }) => to))];
  const commits = await factsIn(worktree, shas);
  const repoRemote = await sendableRemote(worktree);
  return {
    ...(repoRemote !== undefined && { repoRemote }),
    commits,
    rewrites: leadingTo(new Set(shas), rewrites),
  };
}

/** The remote of the repository where the server would take it. */
export async function sendableRemote(worktree: Worktree): Promise<string | undefined> {
  const remote = await remoteOf(worktree);
  return remote !== undefined && remote.length <= longestRemote && !/[\p{Cc}\p{Cs}]/u.test(remote)
    ? remote
    : undefined;
}

const longestRemote = 500;
