import type { Act, Claim, Commit, Run, Step } from '../acts/act.ts';
import type { CheckKind } from '../check-kind.ts';
import { type ClaimContext, checkClaims } from '../rules/claim-check.ts';
import { type Brief, type StandingCheck, shown } from './brief.ts';

/** What the acts of a session show of its checks and its commits. */
export interface Proof {
  checks: StandingCheck[];
  runs: Brief['did']['runs'];
  commits: Brief['changed']['commits'];
  /** Calls that were refused, the last ones; some agents record no decision beside them. */
  refused: number[];
}

const kinds: readonly CheckKind[] = ['tests', 'types', 'build', 'lint'];

/** `acts` in order, with the ends of runs in their places. */
export function proofOf(acts: readonly Act[], context: ClaimContext): Proof {
  const runs = acts.filter((act): act is Run => act.kind === 'run' && isOwn(act));
  const commits = acts.filter((act): act is Commit => act.kind === 'commit');
  return {
    checks: standing(acts, runs, context),
    runs: {
      items: runs.slice(0, shown.runs).map(({ sequence, of }) => ({ sequence, of })),
      total: runs.length,
    },
    commits: {
      items: commits
        .slice(-shown.commits)
        .map(({ sequence, hash }) => ({ sequence, ...(hash !== undefined && { hash }) })),
      total: commits.length,
    },
    refused: acts
      .filter((act): act is Step => act.kind === 'step' && act.outcome === 'denied')
      .slice(-shown.steppedIn)
      .map(({ sequence }) => sequence),
  };
}

const isOwn = ({ from }: Run): boolean => from !== 'pasted' && from !== 'ci';

/** As if the agent had said at the end that each of its checks passes: the same judgement as of a claim it makes. */
function standing(acts: readonly Act[], runs: readonly Run[], context: ClaimContext): StandingCheck[] {
  const sequence = acts.at(-1)?.sequence ?? 0;
  const claims = kinds
    .filter((of) => runs.some((run) => run.of === of))
    .map((of): Claim => ({ kind: 'claim', sequence, of, about: 'pass', scope: 'all', text: '' }));
  if (claims.length === 0) return [];
  const silent = acts.filter(({ kind }) => kind !== 'claim');
  return checkClaims([...silent, ...claims], context).flatMap(({ of, support, run }) =>
    run && support !== 'none' ? [{ of, state: states[support], run }] : [],
  );
}

const states = {
  supported: 'passed',
  contradicted: 'failed',
  edited: 'edited',
  partly: 'partly',
  'not-run': 'not-run',
  unreadable: 'unreadable',
} as const;
