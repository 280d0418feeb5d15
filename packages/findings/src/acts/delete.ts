import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, operandsOf, placeOfArgument } from './deed.ts';

/** Deleting: what is lost depends on where it lay. */
export const deletion: Classifier = (command, around) => {
  const targets = targetsOf(command);
  let worst: DeedDraft | undefined;
  for (const target of targets) {
    const place = placeOfArgument(target, command, around);
    const isAll = /^(?:\/|~|\.\.|\/\*|~\/\*?|\.\.\/?\*?)$/.test(target.value) || target.value === '$HOME';
    if (isAll || place === 'home' || place === 'system') {
      return outside(target.value, 'high');
    }
    if (place === 'unknown') worst ??= outside(target.value, 'medium', 'a path that cannot be known');
    if (place === 'repository' && isFolderLike(target.value)) {
      worst ??= {
        rule: 'fs.delete-inside',
        severity: 'medium',
        target: target.value,
        what: `Deleted ${target.value} inside the repository with everything in it`,
      };
    }
  }
  return worst;
};

const outside = (
  target: string,
  severity: 'high' | 'medium',
  where = 'outside the repository',
): DeedDraft => ({
  rule: 'fs.delete-outside',
  severity,
  target,
  what:
    where === 'outside the repository'
      ? `Deleted ${target}, which is ${where}`
      : `Deleted ${where}, ${target}`,
});

const isFolderLike = (path: string): boolean => !/\.[A-Za-z0-9]{1,6}$/.test(path);

function targetsOf(command: SimpleCommand) {
  const { name } = command;
  if (command.isRemote) return [];
  if (name === 'rm' && hasFlag(command, '-r', '-R', '--recursive')) return operandsOf(command);
  if (name === 'shred') return operandsOf(command);
  if (name === 'rsync' && hasFlag(command, '--delete', '--delete-after', '--delete-excluded')) {
    return operandsOf(command)
      .slice(-1)
      .filter(({ value }) => !value.includes(':'));
  }
  if (name === 'mv' && operandsOf(command).at(-1)?.value === '/dev/null')
    return operandsOf(command).slice(0, -1);
  if (name === 'find' && command.args.some(({ value }) => value === '-delete')) {
    const narrowed = command.args.some(({ value }) =>
      /^-(?:i?name|path|iregex|regex|empty|mtime|newer)$/.test(value),
    );
    return narrowed ? [] : operandsOf(command).slice(0, 1);
  }
  return [];
}
