import { guardOf } from '../../file.ts';
import { type Classifier, hasFlag, operandsOf, pathOfArgument, placeOfArgument } from './deed.ts';

/** A hook or a guard that is taken away or made unable to run, by a command instead of an edit. */
export const hookRemoval: Classifier = (command, around, { hasFailed }) => {
  const { name } = command;
  if (hasFailed || command.isRemote) return undefined;
  const operands = operandsOf(command);
  const [verb = ''] = operands.map(({ value }) => value);
  if (
    (/^(?:husky|lefthook|pre-commit|simple-git-hooks)$/.test(name) && verb === 'uninstall') ||
    (name === 'npm' && verb === 'uninstall' && operands.some(({ value }) => value === 'husky'))
  )
    return {
      rule: 'guard.config',
      severity: 'high',
      target: name,
      what: `Uninstalled the hooks with ${name}`,
      wish: 'guards',
    };
  if (name === 'gh' && verb === 'workflow' && operands[1]?.value === 'disable')
    return {
      rule: 'ci.config',
      severity: 'medium',
      target: 'workflow',
      what: 'Switched a workflow of CI off',
      wish: 'checks',
    };
  if (
    name === 'gh' &&
    /^(?:secret|variable)$/.test(verb) &&
    /^(?:set|delete|remove)$/.test(operands[1]?.value ?? '')
  )
    return {
      rule: 'ci.config',
      severity: 'low',
      target: verb,
      what: `Changed a ${verb} of CI`,
      wish: 'checks',
    };
  const emptied =
    /^(?:echo|printf|:|true|cat|)$/.test(name) &&
    saysNothing.test(operands.map(({ value }) => value).join(' '))
      ? command.redirections.find(
          ({ operator, target }) =>
            operator === '>' && ['hooks', 'leash'].includes(guardOf(target.value) ?? ''),
        )?.target
      : undefined;
  if (emptied && placeOfArgument(emptied, command, around) !== 'temporary')
    return {
      rule: 'guard.config',
      severity: 'high',
      target: emptied.value,
      what: `Took ${emptied.value} out of use`,
      wish: 'guards',
    };
  const takes =
    name === 'rm' ||
    name === 'unlink' ||
    name === 'mv' ||
    (name === 'chmod' && (hasFlag(command, '-x') || /^(?:a|u|ugo)?-x$|^0?[0246]{3}$/.test(verb))) ||
    name === 'truncate';
  if (!takes) return undefined;
  const gone = (name === 'mv' ? operands.slice(0, -1) : operands).find((one) => {
    const guard = guardOf(
      `${one.value.replace(/\/\*?$/, '')}${/\.(?:husky|git\/hooks)\/?\*?$/.test(one.value) ? '/x' : ''}`,
    );
    return (guard === 'hooks' || guard === 'leash') && placeOfArgument(one, command, around) !== 'temporary';
  });
  return gone
    ? {
        rule: 'guard.config',
        severity: 'high',
        target: gone.value,
        what: `Took ${gone.value} out of use, which controls ${guardOf(gone.value) === 'leash' ? 'what agents may do' : 'commits'}`,
        wish: 'guards',
        paths: [pathOfArgument(gone, command, around) ?? gone.value],
      }
    : undefined;
};

/** What a hook says that lets everything through. */
const saysNothing =
  /^(?:#!\S{1,40}(?: \S{1,20})?(?:\s|\\n){1,4})?(?:exit 0|true|:|\/dev\/null)?(?:\\n)?\s{0,3}$/;
