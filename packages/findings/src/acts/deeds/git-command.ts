import { resolvePath, type SimpleCommand } from '@debrief/shell';

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
    if (value.startsWith('--config-env=')) settings.push(value.slice('--config-env='.length));
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
