import {
  type Classifier,
  type DeedDraft,
  hasFlag,
  operandsOf,
  pathOfArgument,
  placeOfArgument,
} from './deed.ts';
import { isSecret } from './secret-name.ts';

const environment = /(?:^|\/)\.env(?:\.(?!example|sample|template|dist|defaults?)[\w.-]{1,40})?$/;

export const isEnvironmentFile = (path: string): boolean => environment.test(path) && isSecret(path);

/** A file of settings and secrets that git does not keep is written over: what it held is gone. */
export const overwriting: Classifier = (command, around, { hasFailed }) => {
  if (command.isRemote || hasFailed) return undefined;
  const operands = operandsOf(command);
  const redirected = command.redirections
    .filter(({ operator }) => operator === '>' || operator === '>|')
    .map(({ target }) => target);
  const copied =
    /^(?:cp|mv|install)$/.test(command.name) && !hasFlag(command, '-n', '--no-clobber')
      ? operands.slice(-1)
      : [];
  const teed = command.name === 'tee' && !hasFlag(command, '-a', '--append') ? operands : [];
  const file = [...redirected, ...copied, ...teed].find(
    ({ value, isKnown }) => isKnown && isEnvironmentFile(value),
  );
  if (!file || placeOfArgument(file, command, around) === 'temporary') return undefined;
  return overwritten(file.value, pathOfArgument(file, command, around) ?? file.value);
};

/** A file of the repository that is written over. What git has is there still; whether it had it, the state knows. */
export const writingOver: Classifier = (command, around, { hasFailed }) => {
  if (command.redirections.length === 0 && command.name !== 'cp' && command.name !== 'mv') return undefined;
  if (command.isRemote || hasFailed || around.root === undefined) return undefined;
  const operands = operandsOf(command);
  const isCopy =
    /^(?:cp|mv)$/.test(command.name) &&
    operands.length === 2 &&
    !hasFlag(command, '-n', '--no-clobber', '-b');
  const file =
    command.redirections.find(({ operator }) => operator === '>' || operator === '>|')?.target ??
    (isCopy ? operands[1] : undefined);
  if (!file?.isKnown || isEnvironmentFile(file.value) || !/\.[A-Za-z]\w{0,9}$/.test(file.value))
    return undefined;
  if (placeOfArgument(file, command, around) !== 'repository') return undefined;
  return {
    rule: 'fs.delete-inside',
    severity: 'low',
    target: 'written over',
    what: `Wrote over ${file.value}`,
    wish: 'delete',
    paths: [pathOfArgument(file, command, around) ?? file.value],
  };
};

/** `medium` as long as nobody has seen that it was there before. */
export const overwritten = (name: string, path: string): DeedDraft => ({
  rule: 'fs.overwrite-env',
  severity: 'medium',
  target: name,
  what: `Wrote over ${name}`,
  paths: [path],
});
