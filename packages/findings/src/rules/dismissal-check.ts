import type { Run } from '../acts/act.ts';
import {
  aboutOf,
  type CertainClaim,
  type CheckedClaim,
  type Course,
  runEvidence,
  seen,
} from './checked-claim.ts';
import { changesOutcome } from './stale.ts';

/**
 * “That failure was there before”: true when the same failure is shown before the session's first edit, or with its
 * edits put away; false when the same run did not show it then; open when nobody looked. “That test is flaky”: true
 * when the same run passed without an edit in between.
 */
export function checkDismissal(claim: CertainClaim, course: Course): CheckedClaim {
  const about = aboutOf(claim);
  const own = course.runs.filter(({ of }) => of === claim.of);
  const failed = own.findLast(({ result }) => result === 'failed');
  if (!failed) return { ...about, support: 'unreadable', evidence: [] };
  const answer = (support: CheckedClaim['support'], shown: Run): CheckedClaim => ({
    ...about,
    support,
    run: runEvidence(shown, 0),
    evidence: [seen(failed), ...(shown === failed ? [] : [seen(shown)])],
  });
  const base = course.base.filter(({ of, isOneOff }) => of === claim.of && !isOneOff);
  const same = base.findLast(
    (run) => run !== failed && run.result === 'failed' && isSameFailure(run, failed),
  );
  if (same) return answer('supported', same);
  if (base.includes(failed)) return answer('supported', failed);
  if (flaky.test(claim.text)) {
    const passed = passedWithoutEdit(failed, own, course);
    return passed ? answer('supported', passed) : answer('unreadable', failed);
  }
  const without = base.findLast((run) => covers(run, failed) && isWithout(run, failed));
  return without ? answer('contradicted', without) : answer('unreadable', failed);
}

const flaky = /\b(?:flak|intermittent|sporadic|timing|race condition)/i;

function passedWithoutEdit(failed: Run, own: readonly Run[], { edits }: Course): Run | undefined {
  return own.findLast((run) => {
    if (run.result !== 'passed' || !covers(run, failed)) return false;
    const [from, to] = [Math.min(run.sequence, failed.sequence), Math.max(run.sequence, failed.sequence)];
    return !edits.some(
      (edit) => edit.sequence > from && edit.sequence < to && changesOutcome(edit, failed.of),
    );
  });
}

/** The run passed, or it named every failure and these were others. */
function isWithout(base: Run, failed: Run): boolean {
  if (base.result === 'passed') return true;
  const [before, now] = [base.failedNames ?? [], failed.failedNames ?? []];
  return (
    base.result === 'failed' &&
    base.output === 'whole' &&
    base.failed === before.length &&
    before.length > 0 &&
    now.some((name) => !before.includes(name))
  );
}

function isSameFailure(a: Run, b: Run): boolean {
  const [one, other] = [a.failedNames ?? [], b.failedNames ?? []];
  if (one.length === 0 || other.length === 0)
    return covers(a, b) && (a.failed === undefined || b.failed === undefined || b.failed <= a.failed);
  return other.every((name) => one.includes(name));
}

/** The one looked at everything that the other looked at. */
const covers = (a: Run, b: Run): boolean =>
  a.command === b.command || (a.tool === b.tool && (a.scope === 'all' || a.suite === b.suite));
