import type { Command } from 'commander';
import { command } from './command.ts';

/** Commands about commits and the sessions behind them. */
export function addCodeCommands(program: Command): void {
  command(
    program,
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
    .action(async (options) => (await import('../commands/link.ts')).link(options));

  command(
    program,
    'login',
    'Sign in as yourself, so that commands may read what you may read. Recording does not need it.',
    'debrief login\ndebrief login https://debrief.example.com',
  )
    .argument('[server]', 'address of the server (default: the one this machine is connected to)')
    .option('--insecure', 'allow http:// to another machine')
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print the result as JSON')
    .action(async (server, options) => (await import('../commands/login.ts')).login(server, options));

  command(program, 'logout', 'End the sign-in of "debrief login".', 'debrief logout').action(async () =>
    (await import('../commands/login.ts')).logout(),
  );

  command(
    program,
    'why',
    'Say why a line is there: the commit, the session behind it, the prompt and the event that wrote it.',
    'debrief why src/app.ts:12\ndebrief why src/app.ts\ndebrief why src/app.ts:12 --json',
  )
    .argument('<file[:line]>', 'a file of a git repository, with the number of a line')
    .option('--json', 'print as JSON')
    .action(async (place, options) => (await import('../commands/why.ts')).why(place, options));
}
