import type { Act, Edit } from '../acts/act.ts';
import type { Severity } from '../finding.ts';
import type { FindingPolicy } from '../policy.ts';
import { Wishes } from '../state/wishes.ts';
import type { RuleId } from './catalog.ts';
import { editEvidence } from './checked-claim.ts';
import { type Draft, draft, fileName, only, type Whole } from './draft.ts';
import { testEdits } from './test-edit-rules.ts';

/** Rules about files that were changed, by what the lines show and what the person had asked for until then. */
export function editRules(whole: Whole): Draft[] {
  const { acts, policy } = whole;
  const found: Draft[] = [];
  const wishes = new Wishes();
  const made = new Set<string>();
  const edited = acts.filter(only('edit'));
  // Code that stands in another file afterwards was moved.
  const written = edited.reduce((sum, { file, added }) => sum + (file === 'code' ? added : 0), 0);
  let isMerging = false;
  /** Folders that the session laid down: a worktree or a clone beside the repository. */
  const own: string[] = [];
  for (const act of acts) {
    wishes.follow(act);
    if (act.kind === 'made') {
      for (const path of act.paths) made.add(path);
      if (own.length < maxOwn) own.push(...act.paths.filter((path) => path.startsWith('/')));
    }
    if (act.kind === 'command' && /^git (?:merge|rebase|pull|cherry-pick)\b/.test(act.line)) isMerging = true;
    if (act.kind !== 'edit') continue;
    found.push(
      ...ofEdit(
        act,
        wishes,
        { isMade: isMadeBefore(act, made) || isBelow(act.path, own), isMerging, written },
        policy,
      ),
    );
    if (act.change === 'add') made.add(act.path);
  }
  return [...found, ...suppressions(acts, wishes), ...testEdits(whole)];
}

const maxOwn = 200;

/** A command names a file from where it runs, an edit from the root. */
export const isMadeBefore = ({ path, isSoft }: Edit, made: ReadonlySet<string>): boolean =>
  made.has(path) ||
  (isSoft &&
    path.length > 3 &&
    [...made].some((one) => one.endsWith(`/${path}`) || path.endsWith(`/${one}`)));

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

interface Known {
  /** The session made the file itself. */
  isMade: boolean;
  /** Two lines of work are being brought together. */
  isMerging: boolean;
  /** Lines of code that the session added, all in all. */
  written: number;
}

function ofEdit(edit: Edit, wishes: Wishes, known: Known, policy: FindingPolicy): Draft[] {
  const { isMade, isMerging, written } = known;
  const found: Draft[] = [];
  const name = fileName(edit.path);
  const isNamed = wishes.names(edit.path);
  const add = (rule: RuleId, severity: Severity, why: string) =>
    found.push(draft(rule, severity, edit, edit.path, why, [editEvidence(edit)]));
  const isMasked = edit.signals.includes('mask');
  // How wide a tab is: only its lines about checkers are settings of one.
  const isLayout = edit.path.endsWith('.editorconfig') && !edit.signals.includes('loosen');
  if (edit.guard && !isLayout) found.push(...guarded(edit, wishes, isNamed, isMade));
  else if ((isMasked || edit.signals.includes('loosen')) && !isMade)
    add(
      'quality.config',
      wishes.asks('checks') || isNamed || isSpokenOf(edit, wishes) ? 'low' : 'medium',
      `Changed ${name}, and ${isMasked ? 'a check in it may fail now without a consequence' : 'something in it became looser'}.`,
    );
  if (isGuarded(edit.path, policy))
    add('guarded.edit', 'medium', `Changed ${name}, which is on the team's list of guarded files.`);
  if (edit.file === 'lock' && !edit.isSoft)
    add('lock.edit', isNamed || isMerging ? 'low' : 'medium', `Edited the lock file ${name} by hand.`);
  if (edit.file === 'migration' && edit.change === 'update' && (!edit.isSoft || edit.isInPlace) && !isMade)
    add(
      'migration.edit',
      isNamed || isMerging || isNumbered(name, wishes) ? 'low' : 'medium',
      `Changed the existing migration ${name}.`,
    );
  if (edit.file === 'migration' && edit.change === 'add' && edit.signals.includes('drops'))
    add(
      'migration.edit',
      wishes.asks('database') || wishes.asks('delete') || wishes.isRework || isNamed ? 'low' : 'medium',
      `Made the migration ${name}, which takes data away.`,
    );
  if (edit.isOutside && !edit.guard && !isMade)
    add(
      'edit.outside',
      isNamed || wishes.asks('outside') ? 'low' : 'medium',
      `Changed ${name}, which is outside the repository.`,
    );
  if (edit.removed > 200 && edit.added < edit.removed / 2 && edit.file === 'code' && !isMade)
    add(
      'large.delete',
      wishes.asks('delete') || wishes.isRework || written > edit.removed / 2 ? 'low' : 'medium',
      `Removed ${edit.removed} lines of ${name} in one change.`,
    );
  return found;
}

/** Settings of hooks, agents, CI and checkers: what counts is whether they became looser, and whether that was asked for. */
function guarded(edit: Edit, wishes: Wishes, isNamed: boolean, isMade: boolean): Draft[] {
  const name = fileName(edit.path);
  const at = (rule: RuleId, severity: Severity, why: string) => [
    draft(rule, severity, edit, edit.path, why, [editEvidence(edit)]),
  ];
  const isLooser = edit.signals.includes('loosen') || edit.signals.includes('mask');
  const isAsked = wishes.asks('checks') || isNamed || isSpokenOf(edit, wishes);
  switch (edit.guard) {
    case 'hooks':
    case 'leash': {
      const what = edit.guard === 'hooks' ? 'commits' : 'what agents may do';
      const isOpen = edit.signals.includes('permission');
      // One more check, or a list of owners that grew, takes nothing away.
      const isMore = edit.guard === 'hooks' && !isOpen && edit.signals.includes('only-adds');
      if (wishes.asks('guards') || isNamed || isMade || isMore || isAdvice.test(edit.path))
        return at('guard.config', 'low', `Changed ${name}, which controls ${what}.`);
      return at(
        'guard.config',
        isOpen ? 'high' : 'medium',
        `Changed ${name}, which controls ${what}${isOpen ? ', and it allows more than before' : ''}${wishes.isSilent ? '' : '; nobody asked for it'}.`,
      );
    }
    case 'instructions':
      return at('guard.config', 'low', `Changed ${name}, the instructions for agents.`);
    case 'ci': {
      const severity = isLooser && !isAsked ? 'medium' : 'low';
      return at(
        'ci.config',
        severity,
        `Changed the pipeline in ${name}${isLooser ? ', and it checks less than before' : ''}.`,
      );
    }
    default: {
      const severity = isLooser && !isAsked ? 'medium' : 'low';
      return at(
        'quality.config',
        severity,
        `Changed ${name}${isLooser ? ', and something in it became looser' : ''}.`,
      );
    }
  }
}

/** “Change migration 0003.” */
const isNumbered = (name: string, wishes: Wishes): boolean => {
  const number = /^\d{3,14}/.exec(name)?.[0];
  return number !== undefined && wishes.names(number);
};

/** The person had named the setting, the rule or the test that the lines are about. */
export const isSpokenOf = ({ words = [] }: Edit, wishes: Wishes): boolean =>
  words.some((word) => wishes.names(word));

/** What agents are told, not what they may do. */
const isAdvice = /(?:^|\/)(?:\.cursor\/rules|\.windsurf\/rules|\.clinerules|\.roo\/rules)/;

const isGuarded = (path: string, { guardedPaths }: FindingPolicy): boolean =>
  guardedPaths.some((guarded) =>
    guarded.endsWith('/') ? path.includes(guarded) : path === guarded || path.endsWith(`/${guarded}`),
  );

const manySuppressions = 5;

/** Six suppressions are six, in one edit or in six; one that hides a security checker without a reason is enough. */
/** Written to be found fault with: what a linter is tried on. */
const forCheckers =
  /(?:^|[/\\])(?:__fixtures__|fixtures?|testdata|test-data|test_data|corpus|golden|goldens|__snapshots__|testfixtures|ui-tests?)[/\\]/i;

function suppressions(acts: readonly Act[], wishes: Wishes): Draft[] {
  const found = acts
    .filter(only('edit'))
    .filter(({ suppressions: count, file }) => (count ?? 0) > 0 && file !== 'generated')
    .filter(({ path }) => !forCheckers.test(path));
  const [first] = found;
  if (!first) return [];
  const count = found.reduce((sum, edit) => sum + (edit.suppressions ?? 0), 0);
  const blind = found.find(({ signals, file }) => file !== 'test' && signals.includes('suppress-security'));
  const bare = found.reduce((sum, edit) => sum + (edit.suppressions ?? 0) - (edit.reasoned ?? 0), 0);
  const isMuch = blind !== undefined || bare >= manySuppressions;
  const at = blind ?? first;
  const why = blind
    ? `Silenced a security checker in ${fileName(blind.path)} without a reason${count > 1 ? `, and ${count} places in all` : ''}.`
    : `Silenced a checker in ${count} ${count === 1 ? 'place' : 'places'}.`;
  const severity = isMuch && !wishes.asks('checks') && !isSpokenOf(at, wishes) ? 'medium' : 'low';
  return [
    draft('quality.suppress', severity, at, 'suppress', why, found.slice(0, 5).map(editEvidence), {
      places: count,
    }),
  ];
}
