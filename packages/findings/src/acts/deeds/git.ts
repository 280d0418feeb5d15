import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { placeOf, type Surroundings } from '../../place.ts';
import { type Classifier, type DeedDraft, hasFlag, operandsOf, type Result } from './deed.ts';
import { gitCommand } from './git-command.ts';
import { discard } from './git-discard.ts';
import { push, pushThroughApi } from './git-push.ts';
import { namesSecret } from './secret-name.ts';

/** Work in a throw-away repository is nobody's loss. */
export const isThrowAway = (command: SimpleCommand, around: Surroundings): boolean =>
  command.cwd !== undefined && placeOf(command.cwd, around) === 'temporary';

export const git: Classifier = (original, around, result) => {
  if (original.name !== 'git') return result.hasFailed ? undefined : pushThroughApi(original);
  const found = gitCommand(original);
  if (!found || found.command.isRemote || isThrowAway(found.command, around)) return undefined;
  const { verb, command, settings } = found;
  return (
    (result.hasFailed ? undefined : byPlumbing(verb, command)) ??
    skippedHooks(verb, command, settings, original) ??
    (result.hasFailed ? undefined : discard(verb, command, result, around)) ??
    (verb === 'push' ? push(command, result) : undefined) ??
    (result.hasFailed ? undefined : history(verb, command, result, around)) ??
    configuration(verb, command) ??
    (result.hasFailed ? undefined : tracked(verb, command)) ??
    unsigned(verb, command) ??
    otherAuthor(verb, command)
  );
};

/** What git says it let go: `Deleted branch x (was 1a2b3c4)`. */
const goneHash = ({ output }: Result, name: string): string | undefined =>
  output
    .split('\n')
    .find((line) => /^Deleted (?:branch|tag) /.test(line) && line.includes(name))
    ?.match(/\(was ([0-9a-f]{7,40})\)/)?.[1];

function history(
  verb: string,
  command: SimpleCommand,
  result: Result,
  around: Surroundings,
): DeedDraft | undefined {
  const operands = operandsOf(command).map(({ value }) => value);
  const rewrote = (what: string, target: string, severity: 'medium' | 'low' = 'medium'): DeedDraft => ({
    rule: 'git.history',
    severity,
    target,
    what,
    wish: 'history',
  });
  const [name = ''] = operands;
  const hash = goneHash(result, name);
  const back = hash && { back: `\`git ${verb} ${name} ${hash}\` brings it back` };
  if (verb === 'rebase' && !hasFlag(command, '--abort', '--quit'))
    return rewrote('Rewrote commits by a rebase', name, 'low');
  if (verb === 'filter-branch' || verb === 'filter-repo')
    return rewrote('Rewrote the history of the repository', verb);
  if (verb === 'commit' && hasFlag(command, '--amend')) return rewrote('Amended a commit', 'amend', 'low');
  // Claude Code names the branches of its sub-agents so.
  if (verb === 'branch' && /^worktree-(?:agent-|\$)/.test(name)) return undefined;
  if (verb === 'branch' && (hasFlag(command, '-D') || isForcedDelete(command)))
    return { ...rewrote(`Deleted the branch ${name}`, name), ...back };
  if (verb === 'tag' && hasFlag(command, '-d', '--delete'))
    return { ...rewrote(`Deleted the tag ${name}`, name), ...back };
  if (verb === 'update-ref' && hasFlag(command, '-d')) return rewrote(`Deleted the reference ${name}`, name);
  if (verb === 'reflog' && (name === 'expire' || name === 'delete'))
    return rewrote('Removed the way back from the reflog', 'reflog');
  if (verb === 'gc' && hasFlag(command, '--prune'))
    return rewrote('Removed unreachable commits at once', 'gc');
  if (verb === 'worktree' && name === 'remove' && hasFlag(command, '-f', '--force'))
    return removedWorktree(command, operands[1] ?? '', around);
  return undefined;
}

/** A worktree is made to be thrown away; only one that stands for itself, under a name that can be read, may hold work. */
function removedWorktree(command: SimpleCommand, name: string, around: Surroundings): DeedDraft {
  const path = resolvePath(command.cwd ?? around.root, name) ?? name;
  const isLeft = name.includes('$') || path.includes('/worktrees/') || placeOf(path, around) === 'temporary';
  return {
    rule: 'git.history',
    severity: isLeft ? 'low' : 'medium',
    target: name,
    what: `Removed the worktree ${name} with what was uncommitted in it`,
    wish: 'history',
    paths: [path],
  };
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
  if (!runsHooks || hasFlag(command, '--dry-run')) return undefined;
  const switches = original.assignments.some(
    ({ name, value }) =>
      ([
        'HUSKY',
        'LEFTHOOK',
        'LEFTHOOK_EXCLUDE',
        'PRE_COMMIT',
        'PRE_COMMIT_ALLOW_NO_CONFIG',
        'OVERCOMMIT_DISABLE',
        'HUSKY_SKIP_HOOKS',
      ].includes(name) &&
        (name === 'HUSKY' || name === 'LEFTHOOK' ? value === '0' : true)) ||
      name === 'SKIP' ||
      // Settings that git takes from the environment: `GIT_CONFIG_KEY_0=core.hooksPath`.
      (/^GIT_CONFIG_(?:PARAMETERS|KEY_\d{1,3})$/.test(name) && /core\.hookspath/i.test(value ?? '')),
  );
  // Git takes the beginning of an option for the whole.
  const byFlag =
    command.args.some(({ value }) => /^--no-ver(?:i(?:fy?)?)?$/.test(value)) ||
    (verb === 'commit' && shortN(command));
  const bySetting = settings.some((setting) => /^core\.hookspath=/i.test(setting));
  if (!byFlag && !bySetting && !switches) return undefined;
  return {
    rule: 'git.no-verify',
    severity: 'high',
    target: verb,
    what: `Skipped the repository's own checks on a ${verb}`,
    wish: 'noVerify',
  };
}

/** A commit made of its parts, by which no hook runs. By itself it is what tools do; after a refusal it is a way around. */
function byPlumbing(verb: string, command: SimpleCommand): DeedDraft | undefined {
  const isCommit =
    verb === 'fast-import' || (verb === 'commit-tree' && command.args.some(({ value }) => value === '-p'));
  return isCommit
    ? {
        rule: 'git.no-verify',
        severity: 'low',
        target: 'commit',
        what: `Made a commit by git ${verb}, which runs no hooks,`,
        wish: 'noVerify',
      }
    : undefined;
}

/** `commit -n` and `-an`, but not `-m note`, whose value is an operand. */
const shortN = ({ args }: SimpleCommand): boolean =>
  args.some(
    ({ value }, index) =>
      /^-[a-ln-z]*n[a-z]*$/.test(value) && !/^-[mFCct]$/.test(args[index - 1]?.value ?? ''),
  );

/** A commit without the signature that the repository may ask for. */
const unsigned = (verb: string, command: SimpleCommand): DeedDraft | undefined =>
  verb === 'commit' && hasFlag(command, '--no-gpg-sign')
    ? {
        rule: 'guard.config',
        severity: 'low',
        target: 'signature',
        what: 'Committed without a signature',
        wish: 'guards',
      }
    : undefined;

/** Encrypted, made to be shared, or without anything of worth in it. */
const mayBeShared =
  /\.(?:gpg|asc|age|enc|sops)$|(?:^|[./-])(?:test|tests|testing|fixtures?|ci|dev|development|defaults?|sample|example|template)(?:[./-]|$)|(?:^|\/)\.(?:npmrc|envrc)$|\.(?:tfvars|mobileprovision)$/i;

/** A file of secrets that git shall keep from now on: whoever has the repository has it, also when it is deleted later. */
function tracked(verb: string, command: SimpleCommand): DeedDraft | undefined {
  if (verb !== 'add' && verb !== 'stage' && verb !== 'update-index') return undefined;
  if (hasFlag(command, '-n', '--dry-run', '--assume-unchanged', '--skip-worktree', '--force-remove'))
    return undefined;
  const isForced = hasFlag(command, '-f', '--force');
  const file = operandsOf(command)
    .map(({ value }) => value)
    .find(
      (value) =>
        namesSecret(value) &&
        (!mayBeShared.test(value) ||
          (isForced && !/\.(?:gpg|asc|age|enc|sops)$|test|fixture|example|sample/i.test(value))),
    );
  return file === undefined
    ? undefined
    : {
        rule: 'secret.commit',
        severity: 'medium',
        target: file,
        what: `Put ${file}, which holds secrets, under version control${isForced ? ' although it is ignored' : ''}`,
        wish: 'track',
      };
}

/** One commit in somebody else's name. */
function otherAuthor(verb: string, command: SimpleCommand): DeedDraft | undefined {
  const isOther =
    hasFlag(command, '--author') ||
    command.assignments.some(({ name }) => /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/.test(name));
  if (verb !== 'commit' || !isOther) return undefined;
  return {
    rule: 'git.identity',
    severity: 'low',
    target: 'author',
    what: 'Committed in the name of somebody who was given',
    wish: 'identity',
  };
}

/** Whoever stands in between can read and change what is fetched. */
export const unchecked = (program: string, where = ''): DeedDraft => ({
  rule: 'guard.config',
  severity: 'medium',
  target: `${program} certificates`,
  what: `Switched the check of certificates off in ${program}${where}`,
  wish: 'guards',
});

/** `git config` that changes whose commits these are, or whether hooks run. */
function configuration(verb: string, command: SimpleCommand): DeedDraft | undefined {
  const operands = operandsOf(command).map(({ value }) => value);
  if (verb === 'remote' && operands[0] === 'set-url')
    return {
      rule: 'guard.config',
      severity: 'low',
      target: 'remote',
      what: `Changed where ${operands[1] ?? 'a remote'} pushes to`,
      wish: 'push',
    };
  if (verb !== 'config') return undefined;
  const words = operands[0] === 'set' || operands[0] === 'unset' ? operands.slice(1) : operands;
  const [key = '', value] = words;
  const isUnset = hasFlag(command, '--unset', '--unset-all') || operands[0] === 'unset';
  const isRead =
    hasFlag(command, '--get', '--get-all', '--list', '-l', '--get-regexp') || operands[0] === 'get';
  if (isRead || (value === undefined && !isUnset)) return undefined;
  const where = hasFlag(command, '--global', '--system') ? ' for every repository of the machine' : '';
  if (/^user\.(?:name|email|signingkey)$/i.test(key))
    return {
      rule: 'git.identity',
      severity: 'medium',
      target: 'identity',
      what: `Changed in whose name commits are made${where}`,
      wish: 'identity',
    };
  if (
    /^core\.hookspath$/i.test(key) &&
    !/^\.?(?:husky|githooks|git-hooks|hooks)/.test((value ?? '').replace(/^\.\//, ''))
  )
    return {
      rule: 'guard.config',
      severity: 'high',
      target: 'core.hooksPath',
      what: `Changed where git looks for hooks${where}`,
      wish: 'guards',
    };
  if (/^http\.sslverify$/i.test(key) && value === 'false') return unchecked('git', where);
  if (/^(?:commit|tag|push)\.gpgsign$/i.test(key) && value === 'false')
    return {
      rule: 'guard.config',
      severity: 'medium',
      target: key,
      what: `Switched the signing of commits off${where}`,
      wish: 'guards',
    };
  return undefined;
}
