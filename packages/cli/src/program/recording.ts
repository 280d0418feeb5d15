import type { Command } from 'commander';
import { command } from './command.ts';

/** Commands about what is recorded and sent. */
export function addRecordingCommands(program: Command): void {
  command(
    program,
    'record',
    'Watch transcripts and upload them until stopped.',
    'debrief record\ndebrief record --background\ndebrief record --install-service',
  )
    .option('--background', 'start in the background and return')
    .option('--stop', 'stop the recorder that runs')
    .option('--install-service', 'run at login as a systemd user or launchd service')
    .option('--remove-service', 'undo --install-service')
    .action(async (options) => (await import('../commands/record.ts')).record(options));

  command(
    program,
    'import',
    'Send sessions that are already on this machine. Can be interrupted and repeated.',
    'debrief import\ndebrief import --since 30d --agent claude-code',
  )
    .option('--since <span>', 'only sessions changed in this span, e.g. 30d', 'all')
    .option('--agent <agents>', 'only these agents (comma-separated)')
    .option('--json', 'print the result as JSON')
    .action(async (options) => (await import('../commands/import.ts')).importHistory(options));

  command(
    program,
    'preview',
    'Show exactly what would be sent, with redactions marked. Sends nothing.',
    'debrief preview\ndebrief preview ~/.claude/projects/-src-app/1b2c….jsonl --json',
  )
    .argument('[file-or-session]', 'a transcript or a session id (default: the newest session)')
    .option('--agent <agent>', 'which agent wrote the file, where the path does not tell')
    .option('--json', 'one event per line, as it would be sent; commits in a last line')
    .action(async (which, options) => (await import('../commands/preview.ts')).preview(which, options));

  command(
    program,
    'pause',
    'Record nothing for a while, everywhere or in one repository.',
    'debrief pause --for 2h\ndebrief pause --repo .',
  )
    .option('--repo <folder>', 'only sessions in this repository')
    .option('--for <span>', 'how long, e.g. 90m or 2h (default: until "debrief resume")')
    .action(async (options) => (await import('../commands/pause.ts')).pause(options));

  command(
    program,
    'resume',
    'End a pause. What was written during it is never sent.',
    'debrief resume\ndebrief resume --repo .',
  )
    .option('--repo <folder>', 'only the pause of this repository')
    .action(async (options) => (await import('../commands/pause.ts')).resume(options));

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
      .action(async (names, options) => (await import('../commands/hooks.ts')).hooks(verb, names, options));
  }
}
