import { parseShell, type SimpleCommand } from '@debrief/shell';
import { databases } from './deeds/database.ts';
import { programText, startedByProgram } from './deeds/program-text.ts';
import { decodedProgram, encodedCommands } from './encoded.ts';

/** Commands with what the others of the call give them, and under the name that the rules know them by. */
export function* inContext(commands: readonly SimpleCommand[]): Generator<SimpleCommand> {
  const exported: SimpleCommand['assignments'] = [];
  for (const [index, command] of commands.entries()) {
    yield asProgram(withOthers(command, index, commands, exported));
    yield* startedIn(command);
    if (command.name === 'export' && exported.length < maxExported) exported.push(...exportsOf(command));
  }
  for (const command of encodedCommands(commands))
    yield asProgram({ ...command, wrappers: [...command.wrappers, 'encoded'] });
}

const maxExported = 20;

function withOthers(
  command: SimpleCommand,
  index: number,
  commands: readonly SimpleCommand[],
  exported: SimpleCommand['assignments'],
): SimpleCommand {
  const input = command.input ?? said(commands[index - 1], command);
  const isPiped = command.pipe.after.some((name) => interpreters.test(name));
  const isAlone = !isPiped && !isFed(command) && input === command.input && exported.length === 0;
  // Nearly every command is as it stands.
  if (isAlone) return command;
  return {
    ...command,
    pipe: { ...command.pipe, after: runningWhatTheyGet(commands, index) },
    ...(isFed(command) && { args: [...command.args, ...fedTo(commands, index)] }),
    ...(input !== undefined && { input }),
    ...(exported.length > 0 && { assignments: [...exported, ...command.assignments] }),
  };
}

/** `python -c "subprocess.run(['git', 'push'])"` pushes. */
function* startedIn(command: SimpleCommand): Generator<SimpleCommand> {
  const text = programText(command);
  if (text === undefined) return;
  const hidden = decodedProgram(text);
  // What is decoded is a line for a shell, or a program that starts one.
  const lines =
    hidden === undefined
      ? []
      : [...startedByProgram(hidden), ...(/^[a-z][\w.-]{1,30} /.test(hidden) ? [hidden] : [])];
  for (const line of [...startedByProgram(text), ...lines])
    for (const one of parseShell(line, { cwd: command.cwd }).commands)
      yield asProgram({ ...one, isRemote: command.isRemote, wrappers: [...command.wrappers, command.name] });
}

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

/** `curl … | python3 -m json.tool` reads what it gets, `curl … | sh` runs it. */
function runningWhatTheyGet(commands: readonly SimpleCommand[], index: number): string[] {
  const { pipe } = commands[index] as SimpleCommand;
  return pipe.after.filter((name, at) => {
    if (!interpreters.test(name)) return true;
    const reader = commands.find(
      (one, place) =>
        place > index && one.pipe.length === pipe.length && one.pipe.index === pipe.index + 1 + at,
    );
    return reader === undefined || runsItsInput(reader);
  });
}

const interpreters = /^(?:(?:ba|z|da|k)?sh|python[\d.]{0,6}|node|perl|ruby|pwsh|bun|deno)$/;

function runsItsInput({ name, args, input }: SimpleCommand): boolean {
  if (input !== undefined) return false;
  const [first] = args.map(({ value }) => value).filter((value) => value !== '-E');
  return (
    first === undefined ||
    first === '-' ||
    first === '-s' ||
    first === '--' ||
    (name.endsWith('sh') && /^-[xeu]{1,3}$/.test(first))
  );
}

/** They print numbers of processes. */
const isFinder = /^(?:lsof|pgrep|pidof|ps|fuser|ss)$/;
const deleters = new Set(['rm', 'unlink', 'shred', 'rimraf']);

/** `… | xargs rm` gets its files from what stands before it, and `… | xargs kill` its processes. */
const isFed = ({ name, wrappers, args }: SimpleCommand): boolean =>
  (deleters.has(name) || name === 'kill') &&
  wrappers.some((one) => one === 'xargs' || one === 'parallel') &&
  args.every(({ value }) => value.startsWith('-') || value === '{}');

function fedTo(commands: readonly SimpleCommand[], index: number): SimpleCommand['args'] {
  const { pipe } = commands[index] as SimpleCommand;
  const source = commands[index - pipe.index];
  const files = { value: './*', isKnown: true, hasGlob: true };
  if (pipe.index === 0 || !source || source.pipe.length !== pipe.length) return [files];
  if (source.name === 'echo' || source.name === 'printf') {
    const said = source.args.filter(({ value }) => !value.startsWith('-'));
    return said.some(({ isKnown }) => isKnown) ? said : [files];
  }
  if (isFinder.test(source.name))
    return [
      {
        value: `$(${[source.name, ...source.args.map(({ value }) => value)].join(' ')})`,
        isKnown: false,
        hasGlob: false,
      },
    ];
  if (source.name !== 'find' && source.name !== 'fd') return [files];
  const [root = files] = source.args;
  const folder = /^[-(!]/.test(root.value) ? '.' : root.value;
  const at = source.args.findIndex(({ value }) => /^-i?name$/.test(value));
  const name = at < 0 ? undefined : source.args[at + 1];
  return [{ ...root, value: `${folder.replace(/\/$/, '')}/${name?.value ?? '*'}`, hasGlob: true }];
}

const containers = new Set(['docker', 'podman', 'docker-compose', 'nerdctl', 'kubectl', 'oc']);

/** `python -m pip install x` is `pip install x`, `docker exec db psql …` is `psql …`. */
function asProgram(command: SimpleCommand): SimpleCommand {
  const { name, args } = command;
  const [first, second] = args;
  if (containers.has(name) && args.slice(0, 4).some(({ value }) => value === 'exec')) {
    const at = args.findIndex(({ value }) => databases.has(value));
    const client = args[at];
    return client ? { ...command, name: client.value, args: args.slice(at + 1) } : command;
  }
  const run = runByPackageManager(command);
  if (run) return run;
  if (/^python[\d.]{0,6}$/.test(name) && first?.value === '-m' && second)
    return { ...command, name: second.value, args: args.slice(2) };
  return name === 'uv' && first?.value === 'pip' ? { ...command, name: 'pip', args: args.slice(1) } : command;
}

const managers = /^(?:npm|pnpm|yarn|bun|bundle|poetry|uv|composer)$/;
const direct = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx']);
/** Programs that are often run by `pnpm NAME` and the like, without a word between. */
const local =
  /^(?:prisma|wrangler|vercel|firebase|supabase|drizzle-kit|knex|typeorm|sequelize(?:-cli)?|rimraf|lerna|nx|changeset|semantic-release|vsce|ovsx|netlify|serverless|cdk|husky|lefthook)$/;

/** `npx prisma migrate reset` and `pnpm exec prisma …` are `prisma …`. */
function runByPackageManager(command: SimpleCommand): SimpleCommand | undefined {
  const { name, args } = command;
  if (!direct.has(name) && !managers.test(name)) return undefined;
  const words = args.map(({ value }) => value);
  let at = -1;
  if (direct.has(name)) at = words.findIndex((word) => !word.startsWith('-') && word !== 'run');
  else {
    const exec = words.findIndex((word) => /^(?:exec|dlx|x|run)$/.test(word));
    const first = words.findIndex((word) => !word.startsWith('-'));
    const candidate =
      exec === first && exec >= 0
        ? words.findIndex((word, index) => index > exec && !word.startsWith('-'))
        : first;
    at =
      local.test(words[candidate] ?? '') ||
      (/^(?:bundle|poetry|uv)$/.test(name) && exec === first && exec >= 0)
        ? candidate
        : -1;
  }
  const program = args[at]?.value
    .replace(/^(.+)@[\w.^~-]{1,30}$/, '$1')
    .replace(/^@[\w-]{1,60}\/(?=claude-code|codex|gemini-cli|copilot|qwen-code)/, '');
  return program === undefined ? undefined : { ...command, name: program, args: args.slice(at + 1) };
}
