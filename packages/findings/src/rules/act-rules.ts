import type { Act, Commit, Deed, Edit, Run, Step } from '../acts/act.ts';
import { outdatesTests } from '../file.ts';
import type { Evidence, Finding, Severity } from '../finding.ts';
import type { FindingPolicy } from '../policy.ts';
import type { RuleId } from './catalog.ts';
import { checkClaims, editEvidence } from './claim-check.ts';

/** A finding before repeats are folded: `target` says which repeats are one. */
export interface Draft extends Omit<Finding, 'sequences' | 'rule'> {
  rule: RuleId;
  target: string;
}

export interface Whole {
  acts: readonly Act[];
  policy: FindingPolicy;
  /** The session goes on from another, which may hold what is missing here. */
  isContinued: boolean;
  /** Nothing more will come. What is missing while a session runs is only not there yet. */
  isEnded: boolean;
  root: string | undefined;
}

const laneOf = ({ lane }: { lane?: string }) => (lane === undefined ? {} : { lane });

const draft = (
  rule: RuleId,
  severity: Severity,
  at: { sequence: number; lane?: string },
  target: string,
  why: string,
  evidence: Evidence[] = [],
  facts: Finding['facts'] = {},
): Draft => ({ rule, severity, sequence: at.sequence, ...laneOf(at), target, why, evidence, facts });

const only =
  <Kind extends Act['kind']>(kind: Kind) =>
  (act: Act): act is Extract<Act, { kind: Kind }> =>
    act.kind === kind;

/** Rules about one command, raised or dropped by what happened around it. */
export function deedRules({ acts }: Whole): Draft[] {
  const found: Draft[] = [];
  let uncommitted: Edit[] = [];
  let lastSecret: Deed | undefined;
  let fetched = -1;
  const made = new Set<string>();
  for (const [index, act] of acts.entries()) {
    if (act.kind === 'edit') {
      uncommitted.push(act);
      if (act.change === 'add') made.add(act.path);
    } else if (act.kind === 'commit') uncommitted = [];
    else if (act.kind === 'fetch') fetched = index;
    if (act.kind !== 'deed') continue;
    if (act.rule === 'secret.read') lastSecret = act;
    const soon = lastSecret !== undefined && act.sequence - lastSecret.sequence <= 20;
    const one = judged(act, {
      uncommitted,
      made,
      isFetched: fetched >= 0 && index - fetched < 12,
      soon: soon ? lastSecret : undefined,
    });
    if (one) found.push(one);
    if (act.rule === 'git.discard') uncommitted = [];
  }
  return found;
}

interface Around {
  uncommitted: readonly Edit[];
  made: ReadonlySet<string>;
  isFetched: boolean;
  soon: Deed | undefined;
}

function judged(deed: Deed, { uncommitted, made, isFetched, soon }: Around): Draft | undefined {
  const base = draft(
    deed.rule as RuleId,
    deed.severity,
    deed,
    deed.target,
    `${deed.what}: \`${deed.command}\`.`,
    [{ sequence: deed.sequence, label: deed.command }],
  );
  if (deed.rule === 'fs.delete-inside') {
    const folder = deed.target.replace(/^\.\//, '').replace(/\/$/, '');
    return [...made].some((path) => path.includes(`/${folder}/`) || path.startsWith(`${folder}/`))
      ? undefined
      : base;
  }
  if (deed.rule === 'net.send' && soon) {
    return {
      ...base,
      severity: 'high',
      evidence: [...base.evidence, { sequence: soon.sequence, label: soon.command }],
    };
  }
  if (deed.rule !== 'git.discard') return base;
  const lost = uncommitted.filter((edit) => !edit.isSoft && touches(deed.target, edit.path));
  if (lost.length === 0) return { ...base, severity: isFetched ? 'low' : 'medium' };
  return {
    ...base,
    severity: 'high',
    why: `${deed.what}: \`${deed.command}\`, ${lost.length} ${lost.length === 1 ? 'edit' : 'edits'} since the last commit.`,
    evidence: [...base.evidence, ...lost.slice(-5).map(editEvidence)],
    facts: { edits: lost.length },
  };
}

/** `.` and a commit stand for every file; a path for itself and what is below it. */
function touches(target: string, path: string): boolean {
  return target
    .split(' ')
    .some(
      (one) =>
        one === '.' ||
        /^(?:HEAD|origin\/|[0-9a-f]{7,40}$|stash@)/.test(one) ||
        path.endsWith(one.replace(/^\.\//, '')) ||
        path.includes(`${one.replace(/\/$/, '')}/`),
    );
}

/** Rules about files that were changed. */
export function editRules({ acts, policy }: Whole): Draft[] {
  const found: Draft[] = [];
  const edits = acts.filter(only('edit'));
  for (const edit of edits) {
    const name = edit.path.slice(edit.path.lastIndexOf('/') + 1);
    const add = (rule: RuleId, severity: Severity, why: string) =>
      found.push(draft(rule, severity, edit, edit.path, why, [editEvidence(edit)]));
    if (edit.guard === 'hooks' || edit.guard === 'leash') {
      const isLooser = edit.signals.includes('permission');
      add(
        'guard.config',
        isLooser ? 'high' : 'medium',
        `Changed ${name}, which controls ${edit.guard === 'hooks' ? 'commits' : 'what agents may do'}.`,
      );
    } else if (edit.guard === 'instructions')
      add('guard.config', 'low', `Changed ${name}, the instructions for agents.`);
    else if (edit.guard === 'ci') add('ci.config', 'medium', `Changed the pipeline in ${name}.`);
    else if (edit.guard === 'quality') {
      const isLooser = edit.signals.includes('loosen');
      add(
        'quality.config',
        isLooser ? 'medium' : 'low',
        `Changed ${name}${isLooser ? ', and something in it became looser' : ''}.`,
      );
    }
    if (isGuarded(edit.path, policy))
      add('guarded.edit', 'medium', `Changed ${name}, which is on the team's list of guarded files.`);
    if (edit.file === 'lock' && !edit.isSoft)
      add('lock.edit', 'medium', `Edited the lock file ${name} by hand.`);
    if (edit.file === 'migration' && edit.change === 'update' && !edit.isSoft && !wasMadeHere(edits, edit)) {
      add('migration.edit', 'medium', `Changed the existing migration ${name}.`);
    }
    if (edit.isOutside) add('edit.outside', 'medium', `Changed ${name}, which is outside the repository.`);
    if (
      edit.removed > 200 &&
      edit.added < edit.removed / 2 &&
      (edit.file === 'code' || edit.file === 'test')
    ) {
      add('large.delete', 'medium', `Removed ${edit.removed} lines of ${name} in one change.`);
    }
    if (edit.signals.includes('suppress-security'))
      add('quality.suppress', 'medium', `Silenced a security checker in ${name}.`);
  }
  return [...found, ...endStates(edits)];
}

const wasMadeHere = (edits: readonly Edit[], edit: Edit): boolean =>
  edits.some(
    ({ path, change, sequence }) => path === edit.path && change === 'add' && sequence < edit.sequence,
  );

const isGuarded = (path: string, { guardedPaths }: FindingPolicy): boolean =>
  guardedPaths.some((guarded) =>
    guarded.endsWith('/') ? path.includes(guarded) : path === guarded || path.endsWith(`/${guarded}`),
  );

/** What still stands at the end of a file: a test that was skipped and enabled again is no finding. */
function endStates(edits: readonly Edit[]): Draft[] {
  const found: Draft[] = [];
  const lastWith = (signal: 'skip' | 'stub') => {
    const last = new Map<string, Edit>();
    for (const edit of edits) if (edit.signals.includes(signal)) last.set(edit.path, edit);
    return last.values();
  };
  for (const edit of lastWith('skip'))
    found.push(
      draft(
        'test.skip',
        'high',
        edit,
        edit.path,
        `Switched a test off in ${edit.path.slice(edit.path.lastIndexOf('/') + 1)}.`,
        [editEvidence(edit)],
      ),
    );
  for (const edit of lastWith('stub'))
    found.push(
      draft(
        'stub.left',
        'medium',
        edit,
        edit.path,
        `Left code in ${edit.path.slice(edit.path.lastIndexOf('/') + 1)} that says it is not implemented.`,
        [editEvidence(edit)],
      ),
    );
  const suppressed = edits.filter(({ signals }) => signals.includes('suppress'));
  const [first] = suppressed;
  if (first) {
    const severity = suppressed.length >= 5 ? 'medium' : 'low';
    found.push(
      draft(
        'quality.suppress',
        severity,
        first,
        'suppress',
        `Silenced a checker in ${suppressed.length} ${suppressed.length === 1 ? 'edit' : 'edits'}.`,
        suppressed.slice(0, 5).map(editEvidence),
        { edits: suppressed.length },
      ),
    );
  }
  return [...found, ...shrunkTests(edits)];
}

function shrunkTests(edits: readonly Edit[]): Draft[] {
  const byPath = new Map<string, { balance: number; first: Edit; isDeleted: boolean }>();
  let gained = 0;
  for (const edit of edits) {
    if (edit.file !== 'test' || edit.isSoft) continue;
    const sum = byPath.get(edit.path) ?? { balance: 0, first: edit, isDeleted: false };
    sum.balance += edit.added - edit.removed;
    sum.isDeleted ||= edit.change === 'delete';
    byPath.set(edit.path, sum);
    if (edit.added > edit.removed) gained += edit.added - edit.removed;
  }
  const hasCode = edits.some(({ file, change }) => file === 'code' && change !== 'delete');
  // Tests that moved to another file are there in as many new lines.
  return [...byPath.values()]
    .filter(({ balance }) => hasCode && balance <= -15 && gained < -balance)
    .map(({ balance, first }) =>
      draft(
        'test.shrink',
        'medium',
        first,
        first.path,
        `The tests in ${first.path.slice(first.path.lastIndexOf('/') + 1)} lost ${-balance} lines more than they gained.`,
        [editEvidence(first)],
        { lines: -balance },
      ),
    );
}

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
  if (!isEnded) return found;
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
        `${edits.length} ${edits.length === 1 ? 'edit' : 'edits'} of code and no test run.`,
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
        `${since.length} ${since.length === 1 ? 'edit' : 'edits'} of code after the last test run #${last.sequence}.`,
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
    `Committed ${edits.length} ${edits.length === 1 ? 'edit' : 'edits'} made after the last test run.`,
    [{ sequence: commit.sequence, label: 'commit' }, ...edits.slice(-3).map(editEvidence)],
    { edits: edits.length },
  );

/** Rules about how the session went. */
export function courseRules({ acts, isEnded }: Whole): Draft[] {
  const found: Draft[] = [];
  const steps = acts.filter(only('step'));
  found.push(...repeated(steps));
  const bypass = acts.filter(only('mode')).filter(({ isBypass }) => isBypass);
  const [mode] = bypass;
  if (mode)
    found.push(
      draft('mode.bypass', 'medium', mode, 'mode', `Ran with permissions switched off (${mode.mode}).`, [
        { sequence: mode.sequence, label: mode.mode },
      ]),
    );
  const compactions = acts.filter(only('compaction'));
  const third = compactions[2];
  if (third)
    found.push(
      draft(
        'context.lost',
        'low',
        third,
        'compaction',
        `The conversation was compacted ${compactions.length} times.`,
        [],
        { times: compactions.length },
      ),
    );
  if (!isEnded) return found;
  const plan = acts.findLast(only('plan'));
  if (plan?.open)
    found.push(
      draft(
        'plan.unfinished',
        'low',
        plan,
        'plan',
        `The last plan has ${plan.open} open ${plan.open === 1 ? 'item' : 'items'}.`,
        [{ sequence: plan.sequence, label: 'plan' }],
        { open: plan.open },
      ),
    );
  const last = acts.findLast(
    (act) => act.kind === 'step' || act.kind === 'question' || act.kind === 'claim' || act.kind === 'prompt',
  );
  if (last?.kind === 'question')
    found.push(draft('end.abrupt', 'low', last, 'end', 'The session ends with a question nobody answered.'));
  else if (last?.kind === 'step' && (last.outcome === 'denied' || last.outcome === 'error')) {
    found.push(
      draft(
        'end.abrupt',
        'low',
        last,
        'end',
        `The session ends with a call that ${last.outcome === 'denied' ? 'was refused' : 'failed'}.`,
      ),
    );
  }
  return found;
}

function repeated(steps: readonly Step[]): Draft[] {
  const found: Draft[] = [];
  let same: Step[] = [];
  let errors: Step[] = [];
  const flush = () => {
    const [first] = same;
    if (first && same.length >= 3) {
      found.push(
        draft(
          'loop.same',
          same.length >= 5 ? 'medium' : 'low',
          first,
          String(first.mark),
          `The same call failed ${same.length} times in a row.`,
          [{ sequence: first.sequence, label: 'first failure' }],
          { times: same.length },
        ),
      );
    }
    const [begin] = errors;
    if (begin && errors.length >= 5 && same.length < errors.length) {
      found.push(
        draft(
          'loop.errors',
          'low',
          begin,
          `errors ${begin.sequence}`,
          `${errors.length} calls in a row failed.`,
          [],
          { times: errors.length },
        ),
      );
    }
  };
  for (const step of steps) {
    if (step.outcome === 'error') {
      errors.push(step);
      if (same[0] && same[0].mark !== step.mark) same = [];
      same.push(step);
      continue;
    }
    flush();
    same = [];
    errors = [];
  }
  flush();
  return found;
}
