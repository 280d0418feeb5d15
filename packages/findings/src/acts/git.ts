import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { placeOf, type Surroundings } from '../place.ts';
import { type Classifier, type DeedDraft, hasFlag, operandsOf } from './deed.ts';

const maxBranches = 5;

const withValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

/** The git command without git's own options: `git -C x push -f` is `push -f` in `x`. */
export function gitCommand(
  command: SimpleCommand,
): { verb: string; command: SimpleCommand; settings: string[] } | undefined {
  if (command.name !== 'git') return undefined;
  const settings: string[] = [];
  let { cwd } = command;
  let at = 0;
  for (; at < command.args.length; at++) {
    const value = command.args[at]?.value ?? '';
    if (!value.startsWith('-')) break;
    if (!withValue.has(value)) continue;
    const given = command.args[++at]?.value ?? '';
    if (value === '-C') cwd = resolvePath(cwd, given);
    if (value === '-c') settings.push(given);
  }
  const verb = command.args[at]?.value;
  return verb
    ? { verb, settings, command: { ...command, cwd, args: command.args.slice(at + 1) } }
    : undefined;
}

/** Work in a throw-away repository is nobody's loss. */
const isThrowAway = (command: SimpleCommand, around: Surroundings): boolean =>
  command.cwd !== undefined && placeOf(command.cwd, around) === 'temporary';

export const git: Classifier = (original, around) => {
  const found = gitCommand(original);
  if (!found || found.command.isRemote || isThrowAway(found.command, around)) return undefined;
  const { verb, command, settings } = found;
  return (
    skippedHooks(verb, command, settings, original) ??
    discard(verb, command) ??
    (verb === 'push' ? push(command) : undefined) ??
    history(verb, command)
  );
};

const discarded = (what: string, target: string): DeedDraft => ({
  rule: 'git.discard',
  severity: 'medium',
  target,
  what,
});

function discard(verb: string, command: SimpleCommand): DeedDraft | undefined {
  const words = command.args.map(({ value }) => value);
  const operands = operandsOf(command).map(({ value }) => value);
  const target = operands.join(' ') || '.';
  switch (verb) {
    case 'reset':
      return hasFlag(command, '--hard', '--merge')
        ? discarded('Discarded uncommitted work', target)
        : undefined;
    case 'checkout': {
      const dashes = words.indexOf('--');
      const isFile = (value: string) => value === '.' || /\/[^/]{1,100}\.[a-z]{1,5}$/.test(value);
      const paths = dashes >= 0 ? words.slice(dashes + 1) : operands.filter(isFile);
      if (hasFlag(command, '-b', '-B', '--orphan')) return undefined;
      if (hasFlag(command, '-f', '--force')) return discarded('Discarded uncommitted changes', '.');
      if (paths.length === 0 || hasFlag(command, '--ours', '--theirs', '--merge')) return undefined;
      return discarded('Discarded uncommitted changes', paths.join(' '));
    }
    case 'switch':
      return hasFlag(command, '-f', '--force', '--discard-changes')
        ? discarded('Discarded uncommitted changes', '.')
        : undefined;
    case 'restore':
      if (hasFlag(command, '--staged', '-S') && !hasFlag(command, '--worktree', '-W')) return undefined;
      return discarded('Discarded uncommitted changes', target);
    case 'clean':
      if (!hasFlag(command, '-f', '--force') || hasFlag(command, '-n', '--dry-run')) return undefined;
      return discarded('Deleted files git does not track', target);
    case 'stash':
      return operands[0] === 'drop' || operands[0] === 'clear'
        ? discarded('Dropped stashed work', operands.join(' '))
        : undefined;
    default:
      return undefined;
  }
}

function push(command: SimpleCommand): DeedDraft | undefined {
  if (hasFlag(command, '--dry-run', '-n')) return undefined;
  const operands = operandsOf(command).map(({ value }) => value);
  const refs = operands.slice(1);
  const branches = refs
    .map((ref) => ref.replace(/^\+/, '').split(':').at(-1) ?? '')
    .map((ref) => ref.replace(/^refs\/heads\//, ''))
    .slice(0, maxBranches);
  const isLeased = hasFlag(command, '--force-with-lease');
  const isForced =
    (hasFlag(command, '--force', '-f', '--mirror') && !isLeased) || refs.some((ref) => ref.startsWith('+'));
  const target = branches[0] ?? 'the current branch';
  if (isForced || isLeased) {
    return {
      rule: 'git.force-push',
      severity: isForced ? 'high' : 'medium',
      target,
      branches,
      what: `Overwrote ${target} on the remote${isLeased && !isForced ? ', checking that nobody had pushed since' : ''}`,
    };
  }
  if (hasFlag(command, '--delete', '-d') || refs.some((ref) => ref.startsWith(':'))) {
    return { rule: 'git.history', severity: 'medium', target, what: `Deleted ${target} on the remote` };
  }
  if (hasFlag(command, '--tags'))
    return { rule: 'git.push-protected', severity: 'medium', target: 'tags', what: 'Pushed tags' };
  return branches.length > 0
    ? { rule: 'git.push-protected', severity: 'medium', target, branches, what: `Pushed to ${target}` }
    : undefined;
}

function history(verb: string, command: SimpleCommand): DeedDraft | undefined {
  const operands = operandsOf(command).map(({ value }) => value);
  const rewrote = (what: string, target: string, severity: 'medium' | 'low' = 'medium'): DeedDraft => ({
    rule: 'git.history',
    severity,
    target,
    what,
  });
  if (verb === 'rebase' && !hasFlag(command, '--abort', '--quit'))
    return rewrote('Rewrote commits by a rebase', operands[0] ?? '', 'low');
  if (verb === 'filter-branch' || verb === 'filter-repo')
    return rewrote('Rewrote the history of the repository', verb);
  if (verb === 'commit' && hasFlag(command, '--amend')) return rewrote('Amended a commit', 'amend', 'low');
  if (verb === 'branch' && (hasFlag(command, '-D') || isForcedDelete(command)))
    return rewrote(`Deleted the branch ${operands[0] ?? ''}`, operands[0] ?? '');
  if (verb === 'tag' && hasFlag(command, '-d', '--delete'))
    return rewrote(`Deleted the tag ${operands[0] ?? ''}`, operands[0] ?? '');
  if (verb === 'update-ref' && hasFlag(command, '-d'))
    return rewrote(`Deleted the reference ${operands[0] ?? ''}`, operands[0] ?? '');
  if (verb === 'reflog' && (operands[0] === 'expire' || operands[0] === 'delete'))
    return rewrote('Removed the way back from the reflog', 'reflog');
  if (verb === 'gc' && hasFlag(command, '--prune'))
    return rewrote('Removed unreachable commits at once', 'gc');
  return undefined;
}

const isForcedDelete = (command: SimpleCommand): boolean =>
  hasFlag(command, '-d', '--delete') && hasFlag(command, '-f', '--force');

function skippedHooks(
  verb: string,
  command: SimpleCommand,
  settings: readonly string[],
  original: SimpleCommand,
): DeedDraft | undefined {
  const runsHooks = ['commit', 'push', 'merge', 'rebase', 'cherry-pick', 'am', 'revert'].includes(verb);
  if (!runsHooks) return undefined;
  const switches = original.assignments.some(
    ({ name, value }) =>
      (name === 'HUSKY' && value === '0') || (name === 'LEFTHOOK' && value === '0') || name === 'SKIP',
  );
  const byFlag = hasFlag(command, '--no-verify') || (verb === 'commit' && shortN(command));
  const bySetting = settings.some((setting) => setting.startsWith('core.hooksPath='));
  if (!byFlag && !bySetting && !switches) return undefined;
  return {
    rule: 'git.no-verify',
    severity: 'high',
    target: verb,
    what: `Skipped the repository's own checks on a ${verb}`,
  };
}

/** `commit -n` and `-an`, but not `-m note`, whose value is an operand. */
const shortN = ({ args }: SimpleCommand): boolean =>
  args.some(
    ({ value }, index) =>
      /^-[a-ln-z]*n[a-z]*$/.test(value) && !/^-[mFCct]$/.test(args[index - 1]?.value ?? ''),
  );
