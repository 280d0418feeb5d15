import type { Command } from 'commander';
import { command } from './command.ts';

const which =
  'its id here (ses_…), or the beginning of the id the agent gave it (default: the latest that was sent)';

/** Commands about sessions of one's own that were sent. */
export function addOwnSessionCommands(program: Command): void {
  command(
    program,
    'hold',
    'Keep a session to yourself: nobody else reads it until you release it. One that ended and is shared stays shared.',
    'debrief hold\ndebrief hold 3f2a --for 1d',
  )
    .argument('[session]', which)
    .option('--for <time>', '1h, 4h, 1d, 3d or 7d after its end, or until it is released', 'released')
    .option('--json', 'print as JSON')
    .action(async (session, options) =>
      (await import('../commands/session/own-session.ts')).hold(session, options),
    );

  command(program, 'release', 'Share a session that is held.', 'debrief release\ndebrief release 3f2a')
    .argument('[session]', which)
    .option('--json', 'print as JSON')
    .action(async (session, options) =>
      (await import('../commands/session/own-session.ts')).release(session, options),
    );

  command(
    program,
    'withdraw',
    'Delete a session on the server that is held and so not shared yet. Files of the agent stay.',
    'debrief withdraw\ndebrief withdraw 3f2a --yes',
  )
    .argument('[session]', which)
    .option('--yes', 'do not ask')
    .option('--json', 'print as JSON')
    .action(async (session, options) =>
      (await import('../commands/session/own-session.ts')).withdraw(session, options),
    );

  command(
    program,
    'redact',
    'Take words out of a session that was sent, and of everything made of it. Without a reason: only say how often they are there.',
    'pbpaste | debrief redact 3f2a --text-stdin\nprintf %s "$WORDS" | debrief redact 3f2a --text-stdin --reason \'A customer asked for it.\'',
  )
    .argument('<session>', 'its id here (ses_…), or the beginning of the id the agent gave it')
    .option('--text-stdin', 'the words are read from the standard input, exactly as they stand there')
    .option('--reason <words>', 'why; everybody who reads the session reads it. Then it is done, for good')
    .option('--json', 'print as JSON')
    .action(async (session, options) =>
      (await import('../commands/session/own-session.ts')).redact(session, options),
    );
}
