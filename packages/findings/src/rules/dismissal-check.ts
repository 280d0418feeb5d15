import type { Run } from '../acts/act.ts';
import {
  aboutOf,
  type CertainClaim,
  type CheckedClaim,
  type Course,
  runEvidence,
  seen,
} from './checked-claim.ts';

/**
 * “That failure was there before”: true when the same failure is shown before the session's first edit, or with its
 * edits put away; false when the same run passed then; open when nobody looked.
 */
export function checkDismissal(claim: CertainClaim, { runs, base: before }: Course): CheckedClaim {
  const about = aboutOf(claim);
  const own = runs.filter(({ of }) => of === claim.of);
  const failed = own.findLast(({ result }) => result === 'failed');
  if (!failed) return { ...about, support: 'unreadable', evidence: [] };
  const base = before.filter(({ of }) => of === claim.of);
  const same = base.findLast(
    (run) => run !== failed && run.result === 'failed' && isSameFailure(run, failed),
  );
  const answer = (support: CheckedClaim['support'], shown: Run): CheckedClaim => ({
    ...about,
    support,
    run: runEvidence(shown, 0),
    evidence: [seen(failed), ...(shown === failed ? [] : [seen(shown)])],
  });
  if (same) return answer('supported', same);
  if (base.includes(failed)) return answer('supported', failed);
  const passed = base.findLast((run) => run.result === 'passed' && covers(run, failed));
  return passed ? answer('contradicted', passed) : answer('unreadable', failed);
}

function isSameFailure(a: Run, b: Run): boolean {
  const [one, other] = [a.failedNames ?? [], b.failedNames ?? []];
  if (one.length === 0 || other.length === 0)
    return covers(a, b) && (a.failed === undefined || b.failed === undefined || b.failed <= a.failed);
  return other.every((name) => one.includes(name));
}

const covers = (a: Run, b: Run): boolean =>
  a.command === b.command || (a.tool === b.tool && a.suite === b.suite && a.scope === b.scope);
