import type { Command } from 'commander';
import { createProgram } from '../program.ts';

/** Every variable the program itself reads. Those of the agents say where an agent keeps its sessions. */
export const variables: Readonly<Record<string, string>> = {
  DEBRIEF_SECRET: 'The organization secret. It is used in place of the stored one.',
  GITHUB_STEP_SUMMARY: 'A file that `debrief gate --markdown` also writes to.',
  DEBRIEF_HOME: 'One folder for settings, state and program, in place of the XDG folders.',
  DEBRIEF_SERVER:
    'Address of the server for `debrief connect` and `debrief gate`, and for `debrief mcp` in place of the one of `debrief login`.',
  DEBRIEF_TOKEN:
    'A token: with the scope gate:read for `debrief gate`; for `debrief mcp` in place of the sign-in of `debrief login`.',
  CLAUDE_CONFIG_DIR: 'Where Claude Code keeps its settings; `debrief mcp install` follows it.',
  CODEX_HOME: 'Where Codex keeps its settings; `debrief mcp install` follows it.',
  DEBRIEF_DEBUG: 'Any value: errors are printed with their stack.',
  XDG_CONFIG_HOME: 'Settings and secret are in `debrief` below it (default `~/.config`).',
  XDG_STATE_HOME: 'Journal, lock, status and log are in `debrief` below it (default `~/.local/state`).',
  XDG_DATA_HOME: 'The installed program is in `debrief` below it (default `~/.local/share`).',
  PATH: 'Where the launcher looks for Node, and where `debrief` is found by its short name.',
  NO_COLOR: 'Any value: nothing is coloured.',
  CI: 'Any value: nothing is asked.',
  BROWSER: '`none`: no page is opened; its address is only printed.',
  DISPLAY: 'On Linux a page is opened only where this or the next is set.',
  WAYLAND_DISPLAY: 'See above.',
  SSH_CONNECTION: 'Set by ssh: no page is opened on the machine at the other end.',
  SSH_CLIENT: 'See above.',
  SSH_TTY: 'See above.',
  INVOCATION_ID: 'Set by systemd: who starts the recorder again when it has ended itself.',
  XPC_SERVICE_NAME: 'The same of launchd.',
};

/** The reference of the command line, in Markdown, made from the program itself. */
export function cliReference(program: Command = createProgram()): string {
  const rows = Object.entries(variables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return [
    '# The command `debrief`',
    'Generated from the program by `npm run reference -w @debrief/cli`. Do not edit it by hand.',
    program.description(),
    ...program.commands.flatMap((command) => sectionOf(command, 'debrief')),
    '## Environment variables',
    `| Variable | Meaning |\n|---|---|\n${rows.join('\n')}`,
    'Agents have variables of their own that say where they keep sessions, such as `CLAUDE_CONFIG_DIR` or `CODEX_HOME`; the recorder follows them where it is started with them.',
    '',
  ].join('\n\n');
}

function sectionOf(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0)
    return [`## ${name}`, command.description(), ...command.commands.flatMap((one) => sectionOf(one, name))];
  const given = command.registeredArguments.map((one) => [
    one.required ? `<${one.name()}>` : `[${one.name()}${one.variadic ? '...' : ''}]`,
    one.description,
  ]);
  const options = command.options.map(({ flags, description, defaultValue }) => [
    flags,
    typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description,
  ]);
  const rows = [...given, ...options].map(([left, right]) => `| \`${left}\` | ${right} |`);
  return [
    `${parent === 'debrief' ? '##' : '###'} ${name}`,
    command.description(),
    ...(rows.length > 0 ? [`| Argument or option | Meaning |\n|---|---|\n${rows.join('\n')}`] : []),
  ];
}
