import { type Command, Option } from 'commander';
import { command } from './command.ts';

/** Commands that read a transcript on this machine. */
export function addTranscriptCommands(program: Command): void {
  command(
    program,
    'show',
    'Read a transcript in the terminal.',
    'debrief show ~/.codex/sessions/2026/01/01/rollout-….jsonl\ndebrief show 1b2c3d4e --json\ndebrief show 1b2c3d4e --format atif > session.json',
  )
    .argument('<file-or-session>', 'a transcript file, or the beginning of a session id')
    .option('--agent <agent>', 'which agent wrote the file, where the path does not tell')
    .option('--json', 'entries and summary as JSON')
    .addOption(
      new Option('--format <format>', 'another form of it, redacted as what is sent').choices(['atif']),
    )
    .action(async (which, options) => (await import('../commands/show.ts')).show(which, options));

  command(
    program,
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
    .action(async (which, options) => (await import('../commands/check.ts')).check(which, options));
}
