import type { Act, Edit, Run } from '../acts/act.ts';
import {
  aboutOf,
  type CertainClaim,
  type CheckedClaim,
  type Course,
  isOfTool,
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
  const isMeant = (run: Run) =>
    run.of === claim.of && (!claim.tools || claim.tools.some((tool) => isOfTool(run, tool)));
  const own = course.runs.filter(isMeant);
  const failed = own.findLast(({ result }) => result === 'failed');
  if (!failed) return { ...about, support: 'unreadable', evidence: [] };
  const answer = (support: CheckedClaim['support'], shown: Run): CheckedClaim => ({
    ...about,
    support,
    run: runEvidence(shown, 0),
    evidence: [seen(failed), ...(shown === failed ? [] : [seen(shown)])],
  });
  const base = course.base.filter((run) => isMeant(run) && !run.isOneOff);
  // Faults in what the session wrote are none that were there before.
  if (own.slice(-maxRuns).some((run) => hasFaultsIn(run, course.edits))) return answer('unreadable', failed);
  const same = base.findLast(
    (run) => run !== failed && run.result === 'failed' && isSameFailure(run, failed, claim.text),
  );
  if (same) return answer('supported', same);
  if (base.includes(failed)) return answer('supported', failed);
  const without = base.findLast(
    (run) => run !== failed && (covers(run, failed) || isWithin(run, failed)) && isWithout(run, failed),
  );
  if (flaky.test(claim.text)) {
    const passed = passedWithoutEdit(failed, own, course);
    if (passed) return answer('supported', passed);
    const times = timesInARow(failed, own, course);
    return without && times > 1
      ? { ...answer('contradicted', without), times }
      : answer('unreadable', failed);
  }
  return without ? answer('contradicted', without) : answer('unreadable', failed);
}

/** The run failed in a file that had been written to before it. */
function hasFaultsIn(run: Run, edits: readonly Edit[]): boolean {
  const known = ownFaults.get(run);
  if (known !== undefined) return known;
  const { result, faultFiles = [], sequence } = run;
  const isOwn =
    result === 'failed' &&
    faultFiles.length > 0 &&
    edits
      .filter((edit) => !edit.isOutside && edit.sequence < sequence)
      .slice(-maxLooked)
      .some(({ path }) => faultFiles.some((file) => isSameFile(file, path)));
  ownFaults.set(run, isOwn);
  return isOwn;
}

/** Every dismissal asks it of the runs before. */
const ownFaults = new WeakMap<Run, boolean>();
const maxRuns = 20;

/** Either may be written from another folder. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a.replaceAll('\\', '/'), b.replaceAll('\\', '/')];
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

const maxLooked = 200;

/** A later run of the same checker that finds fault with the session's own files takes the proof away. */
export function withOwnFaults(
  found: CheckedClaim,
  claim: CertainClaim,
  acts: readonly Act[],
  from: number,
): CheckedClaim {
  const edits = acts.slice(Math.max(0, from - 10 * maxLooked), from).filter((act) => act.kind === 'edit');
  for (const act of acts.slice(from + 1, from + 1 + maxLooked)) {
    if (act.kind === 'edit' && changesOutcome(act, claim.of)) break;
    if (act.kind !== 'run' || act.of !== claim.of) continue;
    if (claim.tools && !claim.tools.some((tool) => isOfTool(act, tool))) continue;
    if (hasFaultsIn(act, edits))
      return {
        ...found,
        support: 'unreadable',
        run: runEvidence(act, 0),
        evidence: [...found.evidence, seen(act)],
      };
  }
  return found;
}

const flaky = /\b(?:flak|intermittent|sporadic|timing|race condition)/i;

/** How often it failed since the last edit, with nothing in between that passed. */
function timesInARow(failed: Run, own: readonly Run[], { edits }: Course): number {
  const edited = edits.findLast((edit) => changesOutcome(edit, failed.of))?.sequence ?? -1;
  const since = own.filter(({ sequence }) => sequence > edited);
  return since.every(({ result }) => result === 'failed') ? since.length : 0;
}

function passedWithoutEdit(failed: Run, own: readonly Run[], { edits }: Course): Run | undefined {
  return own.findLast((run) => {
    if (run.result !== 'passed' || !(covers(run, failed) || isWithin(run, failed))) return false;
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

/** What it is called without the folders and the suites around it. */
const lastPart = (name: string): string =>
  name
    .split(/[\s/#:>]+/)
    .filter((part) => part !== '')
    .at(-1) ?? name;

/** The run of the state before shows what is dismissed. It may have looked at that alone. */
function isSameFailure(base: Run, failed: Run, text: string): boolean {
  const [before, now] = [base.failedNames ?? [], failed.failedNames ?? []];
  if (before.length === 0 || now.length === 0) {
    if (base.tool !== failed.tool && base.command !== failed.command) return false;
    return base.failed === undefined || failed.failed === undefined || failed.failed <= base.failed;
  }
  if (now.every((name) => before.includes(name))) return true;
  return before.some((name) => now.includes(name) && text.includes(lastPart(name)));
}

/** The one looked at everything that the other looked at. */
const covers = (a: Run, b: Run): boolean =>
  a.command === b.command || (a.tool === b.tool && (a.scope === 'all' || a.suite === b.suite));

/** The run looked at a part, and what failed lies in it. */
function isWithin({ suite, tool }: Run, failed: Run): boolean {
  const part = (suite ?? '').replace(/^(?:in |-{1,2}[\w-]{1,30}[= ]|\.\/)/, '').replace(/[/*"']{1,3}$/, '');
  return (
    part.length > 3 &&
    tool === failed.tool &&
    (failed.failedNames ?? []).some((name) => name.includes(part) || (name.length > 3 && part.includes(name)))
  );
}
