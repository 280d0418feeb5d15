import type { Command } from 'commander';

/** Commands about what a team tells its agents. */
export function addLessonCommands(program: Command): void {
  const lessons = program
    .command('lessons')
    .description('What your team tells its agents: the adopted lessons that apply in a repository.')
    .addHelpText(
      'after',
      '\nExamples:\n  debrief lessons\n  debrief lessons sync\n  debrief lessons sync --check\n  debrief lessons sync --remove\n  debrief lessons on',
    );
  const repo = ['--repo <folder>', 'the repository', '.'] as const;
  const server = [
    '--server <address>',
    'with DEBRIEF_TOKEN, in a CI: address of the server (default: DEBRIEF_SERVER)',
  ] as const;

  lessons
    .command('list', { isDefault: true })
    .description('Lists them, and says how agents on this machine get them.')
    .option(...repo)
    .option(...server)
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('../commands/lessons/list.ts')).list(options));

  lessons
    .command('sync')
    .description(
      "Writes them between two marker lines of AGENTS.md, of other instruction files that are there, and into agents' own files of rules. Commits nothing.",
    )
    .option('--check', 'write nothing; exit with 1 when a file differs')
    .option('--remove', 'take them out again, and leave each file as it was before')
    .option(...repo)
    .option(...server)
    .option('--json', 'print as JSON')
    .action(async (options) => (await import('../commands/lessons/sync.ts')).sync(options));

  const verbs = {
    on: 'Agents on this machine that have a hook for it are told them when a session begins, from a copy that the recorder keeps.',
    off: 'Ends that, and removes the copies.',
  } as const;
  for (const [verb, description] of Object.entries(verbs) as ['on' | 'off', string][]) {
    lessons
      .command(verb)
      .description(description)
      .option('--json', 'print as JSON')
      .action(async (options) => (await import('../commands/lessons/switch.ts')).turn(verb, options));
  }
}
