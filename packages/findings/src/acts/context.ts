import type { SimpleCommand } from '@debrief/shell';
import { databases } from './service.ts';

/** Commands with what the others of the call give them, and under the name that the rules know them by. */
export function* inContext(commands: readonly SimpleCommand[]): Generator<SimpleCommand> {
  const exported: SimpleCommand['assignments'] = [];
  for (const [index, command] of commands.entries()) {
    const input = command.input ?? said(commands[index - 1], command);
    yield asProgram({
      ...command,
      ...(input !== undefined && { input }),
      ...(exported.length > 0 && { assignments: [...exported, ...command.assignments] }),
    });
    if (command.name === 'export' && exported.length < maxExported) exported.push(...exportsOf(command));
  }
}

const maxExported = 20;

const exportsOf = ({ args }: SimpleCommand): SimpleCommand['assignments'] =>
  args.flatMap(({ value, isKnown }) => {
    const at = value.indexOf('=');
    return at > 0 ? [{ name: value.slice(0, at), value: isKnown ? value.slice(at + 1) : undefined }] : [];
  });

/** `echo "drop table x" | mysql` hands a text to the next command. */
function said(before: SimpleCommand | undefined, command: SimpleCommand): string | undefined {
  if (before?.name !== 'echo' && before?.name !== 'printf') return undefined;
  const isNext = before.pipe.index + 1 === command.pipe.index && before.pipe.length === command.pipe.length;
  return isNext ? before.args.map(({ value }) => value).join(' ') : undefined;
}

const containers = new Set(['docker', 'podman', 'docker-compose']);

/** `python -m pip install x` is `pip install x`, `docker exec db psql …` is `psql …`. */
function asProgram(command: SimpleCommand): SimpleCommand {
  const { name, args } = command;
  const [first, second] = args;
  if (containers.has(name) && args.slice(0, 4).some(({ value }) => value === 'exec')) {
    const at = args.findIndex(({ value }) => databases.has(value));
    const client = args[at];
    return client ? { ...command, name: client.value, args: args.slice(at + 1) } : command;
  }
  if (/^python[\d.]{0,6}$/.test(name) && first?.value === '-m' && second)
    return { ...command, name: second.value, args: args.slice(2) };
  return name === 'uv' && first?.value === 'pip' ? { ...command, name: 'pip', args: args.slice(1) } : command;
}
