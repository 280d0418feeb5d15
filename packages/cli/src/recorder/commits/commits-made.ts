import { type CommitFacts, type CommitRewrite, commitLimits } from '@debrief/links';
import { isCovered, type Pause } from '../../pause.ts';
import { factsOf } from './commit-facts.ts';
import { type HeadMove, readHeadMoves, rewritesIn } from './reflog.ts';
import { branchIn, type Worktree } from './worktree.ts';

/** A person who rebases hundreds of commits gets the newest of them linked. */
const mostCommits = 200;

/** The commits that were made in a folder outside of pauses and still stand, and which took the place of which. */
export async function commitsMade(
  worktree: Worktree,
  pauses: readonly Pause[],
): Promise<{ made: HeadMove[]; rewrites: CommitRewrite[] }> {
  const moves = (await readHeadMoves(worktree)).filter(
    ({ at }) => !pauses.some((pause) => isOfPause(pause, worktree.root, at)),
  );
  const rewrites = rewritesIn(moves);
  const gone = new Set(rewrites.filter(({ kind }) => kind !== 'cherry-pick').map(({ from }) => from));
  return { made: moves.filter(({ to }) => !gone.has(to)), rewrites };
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
  const wanted = shas.slice(-mostCommits);
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
