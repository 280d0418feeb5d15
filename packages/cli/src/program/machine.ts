import type { Command } from 'commander';
import { command } from './command.ts';

/** Commands about this machine: whether it is connected, to whom it belongs and how it is. */
export function addMachineCommands(program: Command): void {
  command(
    program,
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
    .action(async (server, options) =>
      (await import('../commands/connect/connect.ts')).connect(server, options),
    );

  command(
    program,
    'claim',
    'Make a link with which you say that this machine is yours, so that its sessions have an author.',
    'debrief claim\ndebrief claim --no-open',
  )
    .option('--no-open', 'only print the link')
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('../commands/claim.ts')).claim(options));

  command(
    program,
    'status',
    'Show recorder, queue, last upload and the state of each agent.',
    'debrief status\ndebrief status --json | jq .pendingBatches\ndebrief status --redactions',
  )
    .option('--redactions', 'list the events in which something was redacted, and by which rule')
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('../commands/status.ts')).status(options));

  command(
    program,
    'doctor',
    'Check everything that recording depends on, and say what to do about each problem.',
    'debrief doctor',
  )
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('../commands/doctor.ts')).doctor(options));

  command(
    program,
    'disconnect',
    'Stop recording and remove everything Debrief added to this machine, but for what it remembers: which sessions were sent, and what must not be.',
    'debrief disconnect --yes',
  )
    .option('-y, --yes', 'ask nothing, also when sessions are still waiting to be sent')
    .action(async (options) => (await import('../commands/connect/disconnect.ts')).disconnect(options));

  command(
    program,
    'forget',
    'Remove what a disconnected machine remembers: which sessions were sent, as which machine, and what was written during pauses.',
    'debrief forget --yes',
  )
    .option('-y, --yes', 'ask nothing')
    .action(async (options) => (await import('../commands/forget.ts')).forget(options));
}
