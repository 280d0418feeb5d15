import type { Act, Commit, Edit, Run } from '../acts/act.ts';
import type { Evidence, Finding } from '../finding.ts';
import { type CheckedClaim, editEvidence } from './checked-claim.ts';
import { checkClaims } from './claim-check.ts';
import { type Draft, draft, only, plural, type Whole } from './draft.ts';
import { changesOutcome } from './stale.ts';

/** Rules about runs, commits and what was said of them. */
export function truthRules({ acts, isContinued, isEnded }: Whole): Draft[] {
  const runs = acts
    .filter(only('run'))
    .filter(({ of, from }) => of === 'tests' && from !== 'pasted' && from !== 'ci');
  const edits = acts
    .filter(only('edit'))
    .filter((edit) => edit.file === 'code' && changesOutcome(edit, 'tests'));
  const found = [...maskedRuns(acts), ...claimsToCheck(acts, isContinued), ...untestedCommits(acts)];
  return isEnded ? [...found, ...atTheEnd(acts, runs, edits, isContinued)] : found;
}

/** A failure that a pipe hid, and that was committed as if there were none. One that was seen and mended is nothing. */
function maskedRuns(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  let masked: Run | undefined;
  for (const act of acts) {
    if (act.kind === 'run' && act.of === 'tests')
      masked = act.isMasked && act.from !== 'hook' ? act : undefined;
    else if (act.kind === 'edit' && changesOutcome(act, 'tests')) masked = undefined;
    else if (act.kind === 'claim' && act.about !== 'pass') masked = undefined;
    else if (act.kind === 'commit' && masked && act.sequence > masked.sequence) {
      const why = `A failing run counted as successful, and its code was committed: \`${masked.command}\`.`;
      found.push(
        draft(
          'test.masked',
          'medium',
          masked,
          'run',
          why,
          [runEvidence(masked), { sequence: act.sequence, label: 'commit' }],
          countsOf(masked),
        ),
      );
      masked = undefined;
    }
  }
  return found;
}

function claimsToCheck(acts: readonly Act[], isContinued: boolean): Draft[] {
  const found: Draft[] = [];
  for (const claim of checkClaims(acts, { isContinued })) {
    const because = whyFlagged(claim);
    if (because === undefined) continue;
    const severity =
      claim.about === 'dismissal' || (claim.of !== 'tests' && claim.support !== 'contradicted')
        ? 'medium'
        : 'high';
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
  return found;
}

function whyFlagged({ support, about, run, of }: CheckedClaim): string | undefined {
  if (about === 'dismissal')
    return support === 'contradicted'
      ? `the same run #${run?.sequence} passed before the session changed anything`
      : undefined;
  if (support === 'contradicted')
    return `run #${run?.sequence} failed${run?.failed ? ` (${run.failed})` : ''}: \`${run?.command}\``;
  if (support === 'edited' && of === 'tests') return `code was edited since the last run #${run?.sequence}`;
  return support === 'none' ? `no ${of === 'tests' ? 'test' : of} ran in this session` : undefined;
}

/** What a session leaves behind. */
function atTheEnd(
  acts: readonly Act[],
  runs: readonly Run[],
  edits: readonly Edit[],
  isContinued: boolean,
): Draft[] {
  const found: Draft[] = [];
  const last = runs.at(-1);
  const lastEdit = edits.at(-1);
  // A session that changes nothing only reports what it saw.
  const hasChanged = acts.some((act) => act.kind === 'edit' && changesOutcome(act, 'tests'));
  if (last?.result === 'failed' && hasChanged && !isOutdone(last, runs))
    found.push(
      draft(
        'test.red-end',
        isAdmitted(acts, last) ? 'medium' : 'high',
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

/** Another run of the same call passed on the same tests. */
const isOutdone = (last: Run, runs: readonly Run[]): boolean =>
  runs.some(
    (run) => run.sequence === last.sequence && run.result === 'passed' && run.command === last.command,
  );

/** The agent says that it fails: the session was handed over so. */
const isAdmitted = (acts: readonly Act[], { sequence }: Run): boolean =>
  acts.some((act) => act.kind === 'claim' && act.about !== 'pass' && act.sequence > sequence);

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
      changesOutcome(act, 'tests')
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
