import type { Argument, SimpleCommand } from './command.ts';
import { baseName } from './path.ts';

/** Programs that run the command behind them, and their options that take a value of their own. */
const wrappers: Record<string, { withValue: string[]; operands?: number }> = {
  sudo: {
    withValue: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-T', '-U', '-D', '-R', '--user', '--group'],
  },
  doas: { withValue: ['-u', '-C'] },
  pkexec: { withValue: ['--user'] },
  run0: { withValue: ['-u', '--user'] },
  env: { withValue: ['-u', '-C', '-S', '--unset', '--chdir'] },
  command: { withValue: [] },
  builtin: { withValue: [] },
  exec: { withValue: ['-a'] },
  nohup: { withValue: [] },
  setsid: { withValue: [] },
  time: { withValue: ['-f', '-o', '--format', '--output'] },
  timeout: { withValue: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  nice: { withValue: ['-n', '--adjustment'] },
  ionice: { withValue: ['-c', '-n', '-p'] },
  stdbuf: { withValue: ['-i', '-o', '-e'] },
  unbuffer: { withValue: [] },
  xargs: {
    withValue: [
      '-I',
      '-n',
      '-P',
      '-L',
      '-d',
      '-a',
      '-E',
      '-s',
      '--max-args',
      '--max-procs',
      '--replace',
      '--delimiter',
    ],
  },
  rtk: { withValue: [] },
  'xvfb-run': { withValue: ['-n', '-s', '-e', '-f', '--server-num', '--server-args'] },
  'cross-env': { withValue: [] },
  caffeinate: { withValue: ['-t', '-w'] },
  watch: { withValue: ['-n', '--interval'] },
};

const takesAssignments = new Set(['env', 'sudo', 'cross-env']);
const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** The command without what runs it: `sudo timeout 60 npm test` is `npm test`. At most `depth` layers. */
export function unwrap(command: SimpleCommand, depth = 5): SimpleCommand {
  const wrapper = Object.hasOwn(wrappers, command.name) ? wrappers[command.name] : undefined;
  if (!wrapper || depth === 0) return command;
  const assignments = [...command.assignments];
  let at = 0;
  let operands = wrapper.operands ?? 0;
  for (; at < command.args.length; at++) {
    const { value, isKnown } = command.args[at] as Argument;
    const given = takesAssignments.has(command.name) ? assignment.exec(value) : null;
    if (value === '--') {
      at++;
      break;
    }
    if (given) assignments.push({ name: given[1] as string, value: isKnown ? given[2] : undefined });
    else if (value.startsWith('-') && value.length > 1) {
      if (wrapper.withValue.includes(value)) at++;
    } else if (operands > 0) operands--;
    else break;
  }
  const first = command.args[at];
  // `command -v git` asks where a program is and runs nothing.
  const asks = command.name === 'command' && command.args.some(({ value }) => /^-[vV]$/.test(value));
  if (!first || asks) return command;
  return unwrap(
    {
      ...command,
      name: baseName(first.value),
      args: command.args.slice(at + 1),
      assignments,
      wrappers: [...command.wrappers, command.name],
    },
    depth - 1,
  );
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

const windowsShells: readonly (readonly [name: RegExp, option: RegExp])[] = [
  [/^(?:powershell|pwsh)(?:\.exe)?$/i, /^-c(?:ommand)?$/i],
  [/^cmd(?:\.exe)?$/i, /^\/{1,2}[ck]$/i],
];

export const isShell = (name: string): boolean => shells.has(name);

/** A script that a command hands to another shell, if that can be seen. */
export interface Nested {
  text: string;
  wrapper: string;
  isRemote: boolean;
  /** It is PowerShell or cmd. */
  isWindows?: true;
}

export function nestedScript(command: SimpleCommand): Nested | undefined {
  const { name, args, input } = command;
  if (shells.has(name)) {
    const at = args.findIndex(({ value }) => /^-[a-zA-Z]*c$/.test(value));
    const script = at < 0 ? undefined : args[at + 1];
    if (script) return { text: script.value, wrapper: `${name} -c`, isRemote: false };
    const runsFile = args.some(({ value }) => !value.startsWith('-'));
    return input !== undefined && !runsFile ? { text: input, wrapper: name, isRemote: false } : undefined;
  }
  if (name === 'eval') {
    return { text: args.map(({ value }) => value).join(' '), wrapper: 'eval', isRemote: false };
  }
  if (name === 'ssh') return remoteScript(args, input);
  const console = consoleScript(name, args);
  if (console) return console;
  const option = windowsShells.find(([shell]) => shell.test(name))?.[1];
  const at = option ? args.findIndex(({ value }) => option.test(value)) : -1;
  const words = at < 0 ? [] : args.slice(at + 1).map(({ value }) => value);
  return words.length > 0
    ? { text: words.join(' '), wrapper: name, isRemote: false, isWindows: true }
    : undefined;
}

/** `fly ssh console -C "…"`, `gcloud compute ssh host --command="…"`. */
function consoleScript(name: string, args: readonly Argument[]): Nested | undefined {
  if (!/^(?:fly|flyctl|gcloud)$/.test(name) || !args.slice(0, 4).some(({ value }) => value === 'ssh'))
    return undefined;
  const at = args.findIndex(({ value }) => value === '-C' || value === '--command');
  const text =
    at < 0 ? args.find(({ value }) => value.startsWith('--command='))?.value.slice(10) : args[at + 1]?.value;
  return text === undefined ? undefined : { text, wrapper: 'ssh', isRemote: true };
}

const sshWithValue = new Set([...'BbcDEeFIiJLlmOopQRSWw'].map((letter) => `-${letter}`));

function remoteScript(args: readonly Argument[], input: string | undefined): Nested | undefined {
  let at = 0;
  while (at < args.length && args[at]?.value.startsWith('-'))
    at += sshWithValue.has(args[at]?.value ?? '') ? 2 : 1;
  const words = args.slice(at + 1).map(({ value }) => value);
  // What the command there reads is given here.
  const text =
    words.length === 0
      ? input
      : input === undefined
        ? words.join(' ')
        : `${words.join(' ')} <<'END OF INPUT'\n${input}\nEND OF INPUT`;
  return text === undefined ? undefined : { text, wrapper: 'ssh', isRemote: true };
}

/**
 * The commands of `find … -exec rm {} \;`, as if each had been given by itself. What is found lies below the first
 * folder, and has the name that was looked for.
 */
export function foundCommands(command: SimpleCommand): SimpleCommand[] {
  if (command.name !== 'find') return [];
  const path = foundPath(command.args);
  const found: SimpleCommand[] = [];
  for (let at = 0; at < command.args.length; at++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(command.args[at]?.value ?? '')) continue;
    const end = command.args.findIndex(({ value }, index) => index > at && (value === ';' || value === '+'));
    const words = command.args.slice(at + 1, end < 0 ? undefined : end);
    const [first, ...rest] = words;
    if (first) {
      found.push({
        ...command,
        name: baseName(first.value),
        args: rest.map((argument) => (argument.value === '{}' ? path : argument)),
        wrappers: [...command.wrappers, 'find'],
      });
    }
    if (end < 0) break;
    at = end;
  }
  return found;
}

/** What stands for `{}`. */
function foundPath(args: readonly Argument[]): Argument {
  const [root] = args;
  const folder = root && !/^[-(!]/.test(root.value) ? root : { value: '.', isKnown: true, hasGlob: false };
  const name = args[args.findIndex(({ value }) => /^-i?name$/.test(value)) + 1];
  const isNamed = name !== undefined && name !== root && name.isKnown;
  return { ...folder, value: `${folder.value.replace(/\/$/, '')}/${isNamed ? name.value : '{}'}` };
}
