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
    'gate',
    'For a CI: the sessions behind the commits of a merge, how they stand, and whether the policy lets it go on. Needs DEBRIEF_SERVER and DEBRIEF_TOKEN.',
    'debrief gate origin/main..HEAD\ndebrief gate origin/main..HEAD --markdown\ndebrief gate --sarif > debrief.sarif',
  )
    .argument(
      '[base..head]',
      'the commits (default: what the CI says is to be merged, else what origin has not)',
    )
    .option('--repo <folder>', 'the repository', '.')
    .option('--server <address>', 'address of the server (default: DEBRIEF_SERVER)')
    .option('--markdown', 'print Markdown, also to GITHUB_STEP_SUMMARY')
    .option('--json', 'print as JSON')
    .option('--sarif', 'print findings as SARIF 2.1.0')
    .option('--titles', 'with titles of sessions that the whole organization may read')
    .option('--fail-unreachable', 'exit with 3 when the server cannot be asked; otherwise that is no failure')
    .action(async (range, options) => (await import('../commands/gate/gate.ts')).gate(range, options));

  command(
    program,
    'why',
    'Say why a line is there: the commit, the session behind it, the prompt and the event that wrote it.',
    'debrief why src/app.ts:12\ndebrief why src/app.ts\ndebrief why --history src/app.ts\ndebrief why src/app.ts:12 --json',
  )
    .argument('<file[:line]>', 'a file of a git repository, with the number of a line')
    .option('--history', 'before you change it: the earlier sessions that matter, what matters most first')
    .option('--json', 'print as JSON')
    .action(async (place, options) => (await import('../commands/why.ts')).why(place, options));

  command(
    program,
    'task',
    'Make a task for Harbor of a reviewed session: what was asked, the repository before its commit, the tests of the commit as hidden judges. Runs nothing.',
    'debrief task ses_… --out tasks/refund\ndebrief task ses_… --out tasks/refund --commit 1a2b3c4 --context',
  )
    .argument('<session>', 'id of a session, or the address of its page')
    .requiredOption('--out <folder>', 'a folder that is not there yet, or is empty')
    .option('--repo <folder>', 'the repository', '.')
    .option('--commit <sha>', 'which of the commits of the session')
    .option('--context', 'with what the agent saw and did before it wrote the solution (ATIF)')
    .option('--json', 'print as JSON')
    .action(async (session, options) => (await import('../commands/task/task.ts')).task(session, options));

  addMcpCommands(program);
}

function addMcpCommands(program: Command): void {
  const mcp = program
    .command('mcp')
    .description(
      'Serve MCP to the agent that started it: its tools ask your server as you. Agents are set up with "install".',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  debrief mcp install\n  debrief mcp install claude-code --skill\n  debrief mcp status\n  debrief mcp remove',
    )
    .action(async () => (await import('../commands/mcp/mcp.ts')).serveMcp());
  const verbs = {
    install: 'Adds Debrief to the MCP servers of your agents. Running it again changes nothing.',
    remove: 'Takes it out again, and leaves the rest of each file as it is.',
    status: 'Says which agents have it.',
  } as const;
  for (const [verb, description] of Object.entries(verbs) as [keyof typeof verbs, string][]) {
    const one = mcp
      .command(verb)
      .description(description)
      .argument(
        '[agents...]',
        'claude-code, codex, cursor, gemini-cli, opencode, vscode (default: all that are here)',
      );
    if (verb === 'install') one.option('--skill', 'also write a skill file that says when to ask');
    one
      .option('--json', 'print as JSON')
      .action(async (names, options) => (await import('../commands/mcp/mcp.ts')).mcp(verb, names, options));
  }
}
