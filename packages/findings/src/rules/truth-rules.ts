import type { Act, Commit, Edit, Run } from '../acts/act.ts';
import { outdatesTests } from '../file.ts';
import type { Evidence, Finding } from '../finding.ts';
import { checkClaims, editEvidence } from './claim-check.ts';
import { type Draft, draft, only, plural, type Whole } from './draft.ts';

/** Rules about runs, commits and what was said of them. */
export function truthRules({ acts, isContinued, isEnded }: Whole): Draft[] {
  const found: Draft[] = [];
  const runs = acts.filter(only('run')).filter(({ of }) => of === 'tests');
  const edits = acts.filter(only('edit')).filter((edit) => edit.file === 'code' && !edit.isCosmetic);
  for (const run of runs.filter(({ isMasked }) => isMasked)) {
    found.push(
      draft(
        'test.masked',
        'medium',
        run,
        'run',
        `A failing run counted as successful: \`${run.command}\`.`,
        [runEvidence(run)],
        countsOf(run),
      ),
    );
  }
  for (const claim of checkClaims(acts, { isContinued })) {
    if (claim.support !== 'failed' && claim.support !== 'edited' && claim.support !== 'none') continue;
    const because = {
      failed: `the last run #${claim.run?.sequence} failed`,
      edited: `code was edited since the last run #${claim.run?.sequence}`,
      none: 'no test ran in this session',
    }[claim.support];
    const severity = claim.of === 'tests' || claim.support === 'failed' ? 'high' : 'medium';
    found.push(
      draft(
        'claim.unsupported',
        severity,
        claim,
        `${claim.of} ${claim.support} ${claim.run?.sequence ?? ''}`,
        `Says “${claim.text}”, but ${because}.`,
        [{ sequence: claim.sequence, label: 'claim' }, ...claim.evidence],
        { support: claim.support },
      ),
    );
  }
  found.push(...untestedCommits(acts));
  return isEnded ? [...found, ...atTheEnd(runs, edits, isContinued)] : found;
}

/** What a session leaves behind. */
function atTheEnd(runs: readonly Run[], edits: readonly Edit[], isContinued: boolean): Draft[] {
  const found: Draft[] = [];
  const last = runs.at(-1);
  const lastEdit = edits.at(-1);
  if (last?.result === 'failed')
    found.push(
      draft(
        'test.red-end',
        'high',
        last,
        'end',
        `The last test run failed: \`${last.command}\`.`,
        [runEvidence(last)],
        countsOf(last),
      ),
    );
  if (!last && lastEdit && !isContinued) {
    found.push(
      draft(
        'test.none',
        'medium',
        edits[0] as Edit,
        'none',
        `${plural(edits.length, 'edit')} of code and no test run.`,
        edits.slice(0, 3).map(editEvidence),
        { edits: edits.length },
      ),
    );
  }
  if (last && last.result !== 'failed' && lastEdit && lastEdit.sequence > last.sequence) {
    const since = edits.filter(({ sequence }) => sequence > last.sequence);
    found.push(
      draft(
        'test.stale-end',
        'medium',
        since[0] as Edit,
        'stale',
        `${plural(since.length, 'edit')} of code after the last test run #${last.sequence}.`,
        [runEvidence(last), ...since.slice(-3).map(editEvidence)],
        { edits: since.length },
      ),
    );
  }
  return found;
}

const runEvidence = ({ sequence, command }: Run): Evidence => ({ sequence, label: `run: ${command}` });

const countsOf = ({ passed, failed }: Run): Finding['facts'] => ({
  ...(passed !== undefined && { passed }),
  ...(failed !== undefined && { failed }),
});

function untestedCommits(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  let edits: Edit[] = [];
  let hasRun = false;
  for (const act of acts) {
    if (act.kind === 'run' && act.of === 'tests') {
      edits = [];
      hasRun = true;
    } else if (
      act.kind === 'edit' &&
      (act.file === 'code' || act.file === 'test') &&
      !act.isCosmetic &&
      outdatesTests(act.file)
    )
      edits.push(act);
    else if (act.kind === 'commit') {
      if (edits.length > 0 && !act.ranTests && hasRun) found.push(commitFinding(act, edits));
      edits = [];
    }
  }
  return found;
}

const commitFinding = (commit: Commit, edits: readonly Edit[]): Draft =>
  draft(
    'commit.untested',
    'medium',
    commit,
    'commit',
    `Committed ${plural(edits.length, 'edit')} made after the last test run.`,
    [{ sequence: commit.sequence, label: 'commit' }, ...edits.slice(-3).map(editEvidence)],
    { edits: edits.length },
  );
