import { DebriefError } from '@debrief/contract';
import { Command } from 'commander';
import { exitCodes, Failure } from './failure.ts';
import { makePrivateFiles } from './home.ts';
import { NotConnected } from './settings.ts';
import { paint, wrapLines } from './terminal.ts';
import { harmless } from './text.ts';
import { version } from './version.ts';

const codes = `
Exit codes:
  0  success
  1  failure, or doctor found something to do
  2  wrong usage
  3  this machine is not connected
  4  not authorized: the secret or the machine was revoked
  5  the server cannot be reached
  6  something needs attention (status)
  7  another recorder is running`;

/** Each command loads its own code only when it runs. */
export function createProgram(): Command {
  const program = new Command('debrief')
    .description(
      'Records the sessions of coding agents on this machine and sends them to your Debrief server.',
    )
    .version(version, '-V, --version')
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', codes);
  const command = (name: string, description: string, example: string) =>
    program
      .command(name)
      .description(description)
      .addHelpText('after', `\nExamples:\n${example.replace(/^/gm, '  ')}`);

  command(
    'connect',
    'Connect this machine to a server: find agents, install hooks, import earlier sessions, start to record.',
    'debrief connect https://debrief.example.com\nDEBRIEF_SECRET=… debrief connect https://debrief.example.com --yes\nnpx https://debrief.example.com/cli.tgz connect',
  )
    .argument('[server]', 'address of the server; with "npx http://HOST/cli.tgz" it is that HOST')
    .option('--name <name>', 'what the dashboard calls this machine (default: user@host)')
    .option('--secret-stdin', 'read the organization secret from standard input')
    .option('-y, --yes', 'ask nothing; the secret comes from DEBRIEF_SECRET')
    .option('--only <agents>', 'record only these agents (comma-separated)')
    .option('--import <since>', 'import earlier sessions: "all" or a span such as 30d')
    .option('--no-import', 'do not import earlier sessions')
    .option('--no-hooks', 'install no hooks; transcripts are still watched')
    .option('--no-start', 'do not start the recorder')
    .option('--service', 'run the recorder as a systemd user or launchd service')
    .option('--insecure', 'allow http:// to another machine')
    .option('--json', 'print the result as JSON')
    .action(async (server, options) => (await import('./commands/connect.ts')).connect(server, options));

  command(
    'claim',
    'Make a link with which you say that this machine is yours, so that its sessions have an author.',
    'debrief claim\ndebrief claim --no-open',
  )
    .option('--no-open', 'only print the link')
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('./commands/claim.ts')).claim(options));

  command(
    'status',
    'Show recorder, queue, last upload and the state of each agent.',
    'debrief status\ndebrief status --json | jq .pendingBatches\ndebrief status --redactions',
  )
    .option('--redactions', 'list the events in which something was redacted, and by which rule')
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('./commands/status.ts')).status(options));

  command(
    'doctor',
    'Check everything that recording depends on, and say what to do about each problem.',
    'debrief doctor',
  )
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));

  command(
    'record',
    'Watch transcripts and upload them until stopped.',
    'debrief record\ndebrief record --background\ndebrief record --install-service',
  )
    .option('--background', 'start in the background and return')
    .option('--stop', 'stop the recorder that runs')
    .option('--install-service', 'run at login as a systemd user or launchd service')
    .option('--remove-service', 'undo --install-service')
    .action(async (options) => (await import('./commands/record.ts')).record(options));

  command(
    'import',
    'Send sessions that are already on this machine. Can be interrupted and repeated.',
    'debrief import\ndebrief import --since 30d --agent claude-code',
  )
    .option('--since <span>', 'only sessions changed in this span, e.g. 30d', 'all')
    .option('--agent <agents>', 'only these agents (comma-separated)')
    .option('--json', 'print the result as JSON')
    .action(async (options) => (await import('./commands/import.ts')).importHistory(options));

  command(
    'preview',
    'Show exactly what would be sent, with redactions marked. Sends nothing.',
    'debrief preview\ndebrief preview ~/.claude/projects/-src-app/1b2c….jsonl --json',
  )
    .argument('[file-or-session]', 'a transcript or a session id (default: the newest session)')
    .option('--agent <agent>', 'which agent wrote the file, where the path does not tell')
    .option('--json', 'one event per line, as it would be sent; commits in a last line')
    .action(async (which, options) => (await import('./commands/preview.ts')).preview(which, options));

  command(
    'pause',
    'Record nothing for a while, everywhere or in one repository.',
    'debrief pause --for 2h\ndebrief pause --repo .',
  )
    .option('--repo <folder>', 'only sessions in this repository')
    .option('--for <span>', 'how long, e.g. 90m or 2h (default: until "debrief resume")')
    .action(async (options) => (await import('./commands/pause.ts')).pause(options));

  command(
    'resume',
    'End a pause. What was written during it is never sent.',
    'debrief resume\ndebrief resume --repo .',
  )
    .option('--repo <folder>', 'only the pause of this repository')
    .action(async (options) => (await import('./commands/pause.ts')).resume(options));

  const hooks = program
    .command('hooks')
    .addHelpText(
      'after',
      '\nExamples:\n  debrief hooks install\n  debrief hooks install claude-code\n  debrief hooks remove',
    )
    .description("Install or remove the hooks in the agents' settings.");
  for (const verb of ['install', 'remove'] as const) {
    hooks
      .command(verb)
      .description(
        verb === 'install'
          ? 'Adds the hooks beside those of others. Running it again changes nothing.'
          : 'Removes the hooks and leaves each file as it was before.',
      )
      .argument('[agents...]', 'default: all that are on this machine')
      .option('--json', 'print as JSON')
      .action(async (names, options) => (await import('./commands/hooks.ts')).hooks(verb, names, options));
  }

  command(
    'disconnect',
    'Stop recording and remove everything Debrief added to this machine.',
    'debrief disconnect --yes',
  )
    .option('-y, --yes', 'ask nothing, also when sessions are still waiting to be sent')
    .action(async (options) => (await import('./commands/disconnect.ts')).disconnect(options));

  command(
    'link',
    'Say how commits of a repository are linked with sessions. Without an option: how it stands.',
    'debrief link\ndebrief link --trailer\ndebrief link --off\ndebrief link --no-facts\ndebrief link --no-facts --everywhere',
  )
    .option('--repo <folder>', 'the repository', '.')
    .option('--trailer', 'name the sessions in use in each commit message, as "Debrief-Session: ses_…"')
    .option('--notes', 'name them in git notes (refs/notes/debrief) instead')
    .option('--off', 'name them no more, and put the hooks back as they were')
    .option('--facts', 'tell the server facts of commits: hashes, counts and times (the default)')
    .option('--no-facts', 'tell the server nothing about commits here')
    .option('--everywhere', 'with --facts or --no-facts: on this machine, not only in this repository')
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('./commands/link.ts')).link(options));

  command(
    'login',
    'Sign in as yourself, so that commands may read what you may read. Recording does not need it.',
    'debrief login\ndebrief login https://debrief.example.com',
  )
    .argument('[server]', 'address of the server (default: the one this machine is connected to)')
    .option('--insecure', 'allow http:// to another machine')
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print the result as JSON')
    .action(async (server, options) => (await import('./commands/login.ts')).login(server, options));

  command('logout', 'End the sign-in of "debrief login".', 'debrief logout').action(async () =>
    (await import('./commands/login.ts')).logout(),
  );

  command(
    'why',
    'Say why a line is there: the commit, the session behind it, the prompt and the event that wrote it.',
    'debrief why src/app.ts:12\ndebrief why src/app.ts\ndebrief why src/app.ts:12 --json',
  )
    .argument('<file[:line]>', 'a file of a git repository, with the number of a line')
    .option('--json', 'print as JSON')
    .action(async (place, options) => (await import('./commands/why.ts')).why(place, options));

  command(
    'show',
    'Read a transcript in the terminal.',
    'debrief show ~/.codex/sessions/2026/01/01/rollout-….jsonl\ndebrief show 1b2c3d4e --json',
  )
    .argument('<file-or-session>', 'a transcript file, or the beginning of a session id')
    .option('--agent <agent>', 'which agent wrote the file, where the path does not tell')
    .option('--json', 'entries and summary as JSON')
    .action(async (which, options) => (await import('./commands/show.ts')).show(which, options));

  command(
    'check',
    'Say where to look first in a session: risky steps, failing tests, claims without a run. Sends nothing.',
    'debrief check\ndebrief check 1b2c3d4e --fail-on high\ndebrief check ~/.claude/projects/-src-app/1b2c….jsonl --json',
  )
    .argument(
      '[file-or-session]',
      'a transcript or the beginning of a session id (default: the newest session)',
    )
    .option('--agent <agent>', 'which agent wrote the file, where the path does not tell')
    .option(
      '--fail-on <severity>',
      'exit with 1 when something at least this severe is found: high, medium or low',
    )
    .option('--json', 'findings, claims and what cannot be judged as JSON')
    .action(async (which, options) => (await import('./commands/check.ts')).check(which, options));
  return program;
}

export async function runProgram(argv: string[]): Promise<void> {
  makePrivateFiles();
  const program = createProgram();
  // "debrief show … | head" ends early; that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  program.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage));
  for (const command of program.commands) {
    command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage));
  }
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const text = `${paint('red', 'error', process.stderr)} ${harmless(sentenceOf(error))}`;
    process.stderr.write(`${process.stderr.isTTY ? wrapLines(text, process.stderr.columns) : text}\n`);
    process.exitCode = codeOf(error);
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof TypeError && error.message === 'fetch failed') {
    const cause = error.cause instanceof Error ? error.cause.message : 'no connection';
    return `The server could not be reached (${cause}). Is the address right and the server up?`;
  }
  if (error instanceof Failure || error instanceof NotConnected || error instanceof DebriefError)
    return error.message;
  return error instanceof Error
    ? process.env.DEBRIEF_DEBUG
      ? (error.stack ?? '')
      : error.message
    : String(error);
}

function codeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof NotConnected) return exitCodes.notConnected;
  if (error instanceof DebriefError) {
    if (error.status === 401 || error.code === 'environment_revoked') return exitCodes.unauthorized;
    return error.status >= 500 || error.status === 429 ? exitCodes.unreachable : exitCodes.failed;
  }
  if (error instanceof TypeError && error.message === 'fetch failed') return exitCodes.unreachable;
  return exitCodes.failed;
}
