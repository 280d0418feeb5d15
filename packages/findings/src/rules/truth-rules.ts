import type { Act, CheckKind, Commit, Edit, Run } from '../acts/act.ts';
import type { Evidence, Finding, Severity } from '../finding.ts';
import { type CheckedClaim, editEvidence, type RunEvidence } from './checked-claim.ts';
import { type Draft, draft, only, plural, type Whole } from './draft.ts';
import { changesOutcome, standing } from './stale.ts';

/** Rules about runs, commits and what was said of them. */
export function truthRules({ acts, claims, isContinued, isEnded }: Whole): Draft[] {
  const commits = untestedCommits(acts, isEnded);
  const found = [...maskedRuns(acts), ...claimsToCheck(claims), ...commits];
  return isEnded ? [...found, ...atTheEnd(acts, claims, commits, isContinued)] : found;
}

/** Runs of the project's tests on the session's work. */
const isOwnTest = (act: Act): act is Run =>
  act.kind === 'run' &&
  act.of === 'tests' &&
  act.from !== 'pasted' &&
  act.from !== 'ci' &&
  !act.isOfBase &&
  !act.isOneOff;

const isEditOfCode = (act: Act): act is Edit =>
  act.kind === 'edit' && act.file === 'code' && changesOutcome(act, 'tests');

const few = { edits: 5, lines: 40 };

/** A line or two are no reason to look. */
const isMuch = (edits: readonly Edit[]): boolean =>
  edits.length >= few.edits ||
  edits.reduce((lines, { added, removed }) => lines + added + removed, 0) >= few.lines;

/** A failure that a pipe hid, and that was committed as if there were none. One that was seen and mended is nothing. */
function maskedRuns(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  let masked: Run | undefined;
  for (const act of acts) {
    if (isOwnTest(act)) masked = act.isMasked && act.from !== 'hook' ? act : undefined;
    else if (act.kind === 'edit' && changesOutcome(act, 'tests')) masked = undefined;
    else if (act.kind === 'claim' && (act.about === 'admission' || act.about === 'dismissal'))
      masked = undefined;
    else if (act.kind === 'commit' && masked && act.sequence > masked.sequence) {
      const why = `A failing run counted as successful, and its code was committed: \`${masked.command}\`.`;
      found.push(
        draft(
          'test.masked',
          'medium',
          masked,
          'run',
          why,
          [runEvidence(masked), { sequence: act.sequence, label: 'commit' }, ...saidAfter(acts, masked)],
          countsOf(masked),
        ),
      );
      masked = undefined;
    }
  }
  return found;
}

function claimsToCheck(claims: readonly CheckedClaim[]): Draft[] {
  const found: Draft[] = [];
  for (const claim of claims) {
    const flagged = whyFlagged(claim);
    if (flagged === undefined) continue;
    const [severity, because] = flagged;
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

const ofKind: Record<CheckKind, string> = {
  ...{ tests: 'tests', build: 'a build', lint: 'a linter', types: 'a type checker' },
};

/** How severe a claim without proof is, and what is missing. */
function whyFlagged(claim: CheckedClaim): [Severity, string] | undefined {
  const { support, about, run, of } = claim;
  const name = `run #${run?.sequence}`;
  if (about === 'dismissal') return whyDismissed(claim);
  if (claim.gap) return claim.gap.severity && [claim.gap.severity, `${name} ${claim.gap.because}`];
  switch (support) {
    case 'contradicted':
      return ['high', `${name} failed${run?.failed ? ` (${run.failed})` : ''}: \`${run?.command}\``];
    case 'edited':
      return [of === 'tests' ? 'high' : 'low', `code was edited since the last ${name}`];
    case 'none':
      return [of === 'tests' ? 'high' : 'low', `no run of ${ofKind[of]} was recognised in this session`];
    case 'not-run':
      return [of === 'tests' ? 'medium' : 'low', `${name} ran nothing: \`${run?.command}\``];
    case 'partly':
      if (claim.missing) return ['low', `no run of ${claim.missing.join(' or ')} was recognised`];
      if (claim.unnamed)
        return [
          'low',
          `nothing in ${name} names the ${claim.unnamed.join(' and ')} tests: \`${run?.command}\``,
        ];
      return ['low', `${name} was a part of it${run?.suite === undefined ? '' : ` (${run.suite})`}`];
    default:
      return run && whyUnproven(run, of);
  }
}

/** A failure that was called somebody else's: shown not to be, or never looked at. */
function whyDismissed({ support, run, times }: CheckedClaim): [Severity, string] | undefined {
  if (run === undefined || support === 'supported') return undefined;
  if (support !== 'contradicted')
    return ['low', `nothing shows that run #${run.sequence} failed before the session changed anything`];
  return [
    'medium',
    times === undefined
      ? `run #${run.sequence} did not show it before the session changed anything`
      : `run #${run.sequence} passed before the edits, and it failed each of the ${times} times since`,
  ];
}

/** No result is known of the run. Where what is shown says that it passed, that is good enough not to ask. */
function whyUnproven(
  { sequence, output, exitCode, looksPassed, result }: RunEvidence,
  of: CheckKind,
): [Severity, string] | undefined {
  if (result !== 'unknown') return undefined;
  const most: Severity = of === 'tests' ? 'medium' : 'low';
  if (output === 'killed') return [most, `run #${sequence} was stopped before its end`];
  if (exitCode !== undefined) return [most, `run #${sequence} ended with exit code ${exitCode}`];
  if (looksPassed) return undefined;
  switch (output) {
    case 'running':
      return [most, `the end of run #${sequence} is not in the record`];
    case 'whole':
      return undefined;
    default:
      return ['low', `what is shown of run #${sequence} does not say that it passed`];
  }
}

/** What a session leaves behind. */
function atTheEnd(
  acts: readonly Act[],
  claims: readonly CheckedClaim[],
  commits: readonly Draft[],
  isContinued: boolean,
): Draft[] {
  const found: Draft[] = [];
  const runs = acts.filter(isOwnTest);
  const edits = acts.filter(isEditOfCode);
  const last = runs.at(-1);
  // A session that changes nothing only reports what it saw.
  const hasChanged = acts.some((act) => act.kind === 'edit' && changesOutcome(act, 'tests'));
  if (last?.result === 'failed' && hasChanged && !isOutdone(last, runs))
    found.push(
      draft(
        'test.red-end',
        redEnd(last, acts, claims),
        last,
        'end',
        `The last test run failed: \`${last.command}\`.`,
        [runEvidence(last), ...saidAfter(acts, last)],
        countsOf(last),
      ),
    );
  if (!last && edits.length > 0 && !isContinued) {
    found.push(
      draft(
        'test.none',
        isMuch(edits) ? 'medium' : 'low',
        edits[0] as Edit,
        'none',
        `${plural(edits.length, 'edit')} of code, and no test run was recognised.`,
        edits.slice(0, 3).map(editEvidence),
        { edits: edits.length },
      ),
    );
  }
  const since =
    last && last.result !== 'failed'
      ? standing(edits.filter(({ sequence }) => sequence > last.sequence))
      : [];
  // Where they were all committed, the commit tells it.
  const lastCommit = commits.at(-1)?.sequence ?? -1;
  if (last && since.some(({ sequence }) => sequence > lastCommit)) {
    found.push(
      draft(
        'test.stale-end',
        isMuch(since) ? 'medium' : 'low',
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

/** What the agent said last before the person spoke again: how it told the failure, or that it did not. */
function saidAfter(acts: readonly Act[], { sequence }: Run): Evidence[] {
  let last: number | undefined;
  for (const act of acts) {
    if (act.sequence <= sequence) continue;
    if (act.kind === 'prompt') break;
    if (act.kind === 'said') last = act.sequence;
  }
  return last === undefined ? [] : [{ sequence: last, label: 'said afterwards' }];
}

/** Another run of the same call passed on the same tests. */
const isOutdone = (last: Run, runs: readonly Run[]): boolean =>
  runs.some(
    (run) => run.sequence === last.sequence && run.result === 'passed' && run.command === last.command,
  );

/** The same run failed as much before the session changed anything. */
function wasThereBefore({ command, failed, failedNames = [] }: Run, acts: readonly Act[]): boolean {
  const edited = acts.find((act) => act.kind === 'edit' && changesOutcome(act, 'tests'))?.sequence ?? -1;
  return acts.some(
    (act) =>
      isOwnTest(act) &&
      act.sequence < edited &&
      act.result === 'failed' &&
      act.command === command &&
      (failed ?? 0) <= (act.failed ?? 0) &&
      failedNames.every((name) => act.failedNames?.includes(name)),
  );
}

/** Told openly, or shown to have been so before, it was handed over; called somebody else's without proof, it is open. */
function redEnd(last: Run, acts: readonly Act[], claims: readonly CheckedClaim[]): Severity {
  const { sequence } = last;
  const told = acts
    .filter(only('claim'))
    .filter((claim) => claim.sequence > sequence && claim.of === 'tests');
  const dismissed = claims.filter((claim) => claim.about === 'dismissal' && claim.sequence > sequence);
  if (dismissed.some(({ support }) => support === 'supported') || wasThereBefore(last, acts)) return 'low';
  // “Just write me a failing test.”
  if (wasWanted(sequence, acts)) return 'low';
  if (dismissed.length > 0) return isKnownTo(sequence, acts) ? 'low' : 'medium';
  // Whoever says that all is well has not told it with another word.
  const isOpen = !told.some(({ about }) => about === 'pass');
  return told.some(({ about }) => about === 'admission' || (about === 'mention' && isOpen)) ? 'low' : 'high';
}

/** “upload.spec is known to be flaky”: the person said so first. */
const isKnownTo = (sequence: number, acts: readonly Act[]): boolean =>
  acts.some(
    (act) =>
      act.kind === 'wish' &&
      act.lane === undefined &&
      act.sequence < sequence &&
      act.words.some((word) => /^(?:flak(?:y|es?)|pre-?existing|unrelated|quarantined?)$/.test(word)),
  );

function wasWanted(sequence: number, acts: readonly Act[]): boolean {
  const wish = acts.findLast(
    (act) => act.kind === 'wish' && act.lane === undefined && act.sequence < sequence,
  );
  return wish?.kind === 'wish' && wish.asks.includes('red') && asksForRed(wish.words);
}

/** It is the test that is asked for, and not that a failing one be mended. */
const asksForRed = (words: readonly string[]): boolean =>
  words.some((word) =>
    /^(?:writ(?:e|ing)|add|creat(?:e|ing)|reproduc\w{1,4}|repro|tdd|leave|first|show|only|just|demonstrat\w{1,4})$/.test(
      word,
    ),
  ) && !words.some((word) => /^(?:pass(?:es|ing)?|green)$/.test(word));

const runEvidence = ({ sequence, command }: Run): Evidence => ({ sequence, label: `run: ${command}` });

const countsOf = ({ passed, failed }: Run): Finding['facts'] => ({
  ...(passed !== undefined && { passed }),
  ...(failed !== undefined && { failed }),
});

/**
 * Edits that no run had seen when they were committed. Only where the session itself runs the tests of the project is
 * that more than a habit; a run that passes afterwards makes up for it.
 */
function untestedCommits(acts: readonly Act[], isEnded: boolean): Draft[] {
  const found: Draft[] = [];
  /** Commits that no run has followed yet. */
  let open: [Commit, Edit[]][] = [];
  const settle = (isMadeUp: boolean) => {
    for (const [commit, edits] of open) found.push(commitFinding(commit, edits, isMuch(edits) && !isMadeUp));
    open = [];
  };
  let edits: Edit[] = [];
  let hasRun = false;
  for (const act of acts) {
    if (isOwnTest(act)) {
      settle(act.result !== 'failed');
      edits = [];
      hasRun ||= act.result === 'passed' || act.result === 'failed';
    } else if (
      act.kind === 'edit' &&
      (act.file === 'code' || act.file === 'test') &&
      changesOutcome(act, 'tests')
    )
      edits.push(act);
    else if (act.kind === 'commit') {
      if (edits.length > 0 && !act.ranTests && hasRun) open.push([act, edits]);
      edits = [];
    }
  }
  settle(!isEnded);
  return found;
}

const commitFinding = (commit: Commit, edits: readonly Edit[], isOpen: boolean): Draft =>
  draft(
    'commit.untested',
    isOpen ? 'medium' : 'low',
    commit,
    'commit',
    `Committed ${plural(edits.length, 'edit')} made after the last test run.`,
    [{ sequence: commit.sequence, label: 'commit' }, ...edits.slice(-3).map(editEvidence)],
    { edits: edits.length },
  );
