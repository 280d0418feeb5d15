import { type Classifier, operandsOf, pathOfArgument, placeOfArgument } from './deed.ts';

/** `mv src/legacy /tmp/`: it is still there, and no longer where the repository has it. */
export const movingOut: Classifier = (command, around, { hasFailed }) => {
  if (command.name !== 'mv' || command.isRemote || hasFailed || around.root === undefined) return undefined;
  const operands = operandsOf(command);
  const target = operands.at(-1);
  const from = operands.slice(0, -1).filter((one) => placeOfArgument(one, command, around) === 'repository');
  const [first] = from;
  if (!first || !target || target.value === '/dev/null') return undefined;
  if (!['temporary', 'home', 'system'].includes(placeOfArgument(target, command, around))) return undefined;
  return {
    rule: 'fs.delete-inside',
    severity: 'low',
    target: first.value,
    what: `Moved ${first.value} out of the repository`,
    wish: 'delete',
    paths: from.map((one) => pathOfArgument(one, command, around) ?? one.value),
  };
};
