import type { Act, Command, Edit } from '../acts/act.ts';
import { commandFits, fits, includes, pathFits } from './match.ts';
import type { ReadRule, Unless, When } from './team-rule.ts';

/** An act that a rule is about. */
export interface Occasion {
  act: Act;
  /** What is to be seen there. */
  what: string;
  /** Something that makes it fine came before. */
  isFine: boolean;
}

/** What came before, as far as the conditions ask. */
interface Before {
  /** The numbers of the acts; -1 is never. */
  lastEdit: number;
  /** For each condition, when it last held. */
  held: number[];
  planApproved: boolean;
  /** Undefined as long as the record does not tell. */
  branch: string | undefined;
  /** Files that the session made itself. */
  made: Set<string>;
}

const begun = (unless: readonly Unless[], branch: string | undefined): Before => ({
  lastEdit: -1,
  held: unless.map(() => -1),
  planApproved: false,
  branch,
  made: new Set(),
});

const isFine = (unless: readonly Unless[], before: Before): boolean =>
  unless.some((one, at) => holds(one, before, before.held[at] ?? -1));

/** Every act that a rule is about, in order. One look at every act. */
export function* occasionsOf(
  acts: readonly Act[],
  { when, unless }: ReadRule,
  branch?: string,
): Generator<Occasion> {
  const before = begun(unless, branch);
  for (const [index, act] of acts.entries()) {
    const what = isMeant(act, when, before);
    if (what !== undefined) yield { act, what, isFine: isFine(unless, before) };
    remember(act, index, unless, before);
  }
}

/** Whether one of the conditions holds once everything is done. */
export function isFineAtTheEnd(acts: readonly Act[], unless: readonly Unless[], branch?: string): boolean {
  const before = begun(unless, branch);
  for (const [index, act] of acts.entries()) remember(act, index, unless, before);
  return isFine(unless, before);
}

/** What is to be seen there, or nothing when the act is not what the rule is about. */
function isMeant(act: Act, when: When, { made }: Before): string | undefined {
  switch (when.act) {
    case 'command':
      return act.kind === 'command' && commandFits(act.line, when.pattern) ? act.line : undefined;
    case 'commit':
      return act.kind === 'command' && act.isOk !== false && isGit(act, 'commit') ? act.line : undefined;
    case 'push':
      return act.kind === 'command' && act.isOk !== false && isGit(act, 'push') && pushesTo(act, when.branch)
        ? act.line
        : undefined;
    case 'edit':
      return act.kind === 'edit' && isEditMeant(act, when, made) ? `${act.change} ${act.path}` : undefined;
    case 'claim':
      return act.kind === 'claim' && act.about === 'pass' && (when.of === undefined || act.of === when.of)
        ? act.text
        : undefined;
    case 'tool': {
      if (act.kind !== 'step') return undefined;
      const name = act.mark.slice(0, act.mark.indexOf('\u0000'));
      return fits(name, when.name) ? name : undefined;
    }
    case 'prompt':
      return act.kind === 'prompt' && includes(act.text, when.words) ? act.text : undefined;
  }
}

const isDryRun = / (?:--dry-run|-n)(?: |$)/;

const isGit = ({ line }: Command, verb: string): boolean =>
  (line === `git ${verb}` || line.startsWith(`git ${verb} `)) &&
  !(verb === 'push' ? isDryRun.test(line) : line.includes(' --dry-run'));

/** A push that names no branch goes to the one that is checked out, which only `*` is sure to fit. */
function pushesTo({ line }: Command, branch: string): boolean {
  if (branch === '*') return true;
  const words = line.split(' ').slice(2);
  const named = words.filter((word) => !word.startsWith('-')).slice(1);
  return named.some((word) =>
    fits(word.slice(word.indexOf(':') + 1).replace(/^\+?(?:refs\/heads\/)?/, ''), branch),
  );
}

function isEditMeant(
  edit: Edit,
  { change, path }: Extract<When, { act: 'edit' }>,
  made: Set<string>,
): boolean {
  if (edit.isOutside || !pathFits(edit.path, path)) return false;
  const isOwn = made.has(edit.path);
  if (change === 'new') return edit.change === 'add' && !isOwn;
  if (change === 'deleted') return edit.change === 'delete' && !isOwn;
  return change === 'any' || (edit.change !== 'add' && !isOwn);
}

function holds(unless: Unless, before: Before, held: number): boolean {
  switch (unless.was) {
    case 'plan approved':
      return before.planApproved;
    // The record does not tell the branch, so nobody can say that it was another one.
    case 'on branch':
      return before.branch === undefined || fits(before.branch, unless.branch);
    case 'asked':
      return held >= 0;
    default:
      return held >= 0 && (!unless.isSinceEdit || held > before.lastEdit);
  }
}

const switching = /^git (?:switch|checkout) (?:-c |-b |-C |-B )?([^\s-]\S{0,199})(?: \S{1,200})?$/;

function remember(act: Act, index: number, unless: readonly Unless[], before: Before): void {
  // A throw-away file is in no commit: what was run before it was written holds still.
  if (act.kind === 'edit' && !act.isOutside && !act.isTemporary) {
    before.lastEdit = index;
    if (act.change === 'add' && before.made.size < 5000) before.made.add(act.path);
  }
  if (act.kind === 'approval' && act.about === 'plan') before.planApproved = true;
  if (act.kind === 'command' && act.isOk !== false) {
    const [, branch] = switching.exec(act.line) ?? [];
    if (branch !== undefined && !branch.includes('.')) before.branch = branch;
  }
  for (const [at, one] of unless.entries()) if (isHeld(act, one)) before.held[at] = index;
}

function isHeld(act: Act, unless: Unless): boolean {
  switch (unless.was) {
    case 'ran':
      return act.kind === 'command' && act.isOk !== false && commandFits(act.line, unless.pattern);
    case 'passed':
      return act.kind === 'run' && act.of === unless.of && act.result === 'passed';
    case 'asked':
      return act.kind === 'prompt' && includes(act.text, unless.words);
    default:
      return false;
  }
}
