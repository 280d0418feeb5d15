import { type Classifier, hasFlag, isDryRun, operandsOf } from './deed.ts';

/** A push with another version control than git. */
export const otherPush: Classifier = (command, _, { hasFailed }) => {
  if (!/^(?:hg|jj)$/.test(command.name) || hasFailed || command.isRemote || isDryRun(command))
    return undefined;
  const [verb = '', noun = ''] = operandsOf(command).map(({ value }) => value);
  if (verb !== 'push' && !(command.name === 'jj' && verb === 'git' && noun === 'push')) return undefined;
  const at = command.args.findIndex(({ value }) => /^(?:-b|--branch|--bookmark)$/.test(value));
  const branch = at < 0 ? undefined : command.args[at + 1]?.value;
  return {
    rule: 'git.push-unasked',
    severity: 'low',
    target: branch ?? 'the current branch',
    what: `Pushed ${branch ?? 'the current branch'} with ${command.name}`,
    wish: 'push',
    ...(branch !== undefined && { branches: [branch] }),
  };
};

/** Work thrown away with another version control than git, of which the state of the tree is not followed. */
export const otherDiscard: Classifier = (command, _, { hasFailed }) => {
  if (!/^(?:hg|svn|jj|p4)$/.test(command.name)) return undefined;
  if (hasFailed || command.isRemote || isDryRun(command)) return undefined;
  const [verb = '', noun = ''] = operandsOf(command).map(({ value }) => value);
  const isAll = hasFlag(command, '--all', '-a', '-R', '--recursive', '--depth') || noun === '.';
  const isDiscard =
    (command.name === 'hg' &&
      ((/^(?:revert|rev)$/.test(verb) && isAll) ||
        (/^(?:update|up|checkout|co)$/.test(verb) && hasFlag(command, '-C', '--clean')) ||
        /^(?:purge|strip)$/.test(verb))) ||
    (command.name === 'svn' &&
      ((verb === 'revert' && isAll) || (verb === 'cleanup' && hasFlag(command, '--remove-unversioned')))) ||
    (command.name === 'jj' && (verb === 'abandon' || verb === 'restore')) ||
    (command.name === 'p4' && verb === 'revert');
  return isDiscard
    ? {
        rule: 'git.discard',
        severity: 'medium',
        target: `${command.name} ${verb}`,
        what: `Discarded work with ${command.name} ${verb}`,
        wish: 'discard',
      }
    : undefined;
};
