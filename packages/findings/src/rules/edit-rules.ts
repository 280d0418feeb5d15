import type { Edit } from '../acts/act.ts';
import type { Severity } from '../finding.ts';
import type { FindingPolicy } from '../policy.ts';
import type { RuleId } from './catalog.ts';
import { editEvidence } from './claim-check.ts';
import { type Draft, draft, fileName, only, plural, type Whole } from './draft.ts';

/** Rules about files that were changed. */
export function editRules({ acts, policy }: Whole): Draft[] {
  const found: Draft[] = [];
  const edits = acts.filter(only('edit'));
  for (const edit of edits) {
    const name = fileName(edit.path);
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
      draft('test.skip', 'high', edit, edit.path, `Switched a test off in ${fileName(edit.path)}.`, [
        editEvidence(edit),
      ]),
    );
  for (const edit of lastWith('stub'))
    found.push(
      draft(
        'stub.left',
        'medium',
        edit,
        edit.path,
        `Left code in ${fileName(edit.path)} that says it is not implemented.`,
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
        `Silenced a checker in ${plural(suppressed.length, 'edit')}.`,
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
        `The tests in ${fileName(first.path)} lost ${-balance} lines more than they gained.`,
        [editEvidence(first)],
        { lines: -balance },
      ),
    );
}
