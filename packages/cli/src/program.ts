import { DebriefError } from '@debrief/contract';
import { Command } from 'commander';
import { exitCodes, Failure } from './failure.ts';
import { makePrivateFiles } from './home.ts';
import { addCodeCommands } from './program/code.ts';
import { addLessonCommands } from './program/lessons.ts';
import { addMachineCommands } from './program/machine.ts';
import { addOwnSessionCommands } from './program/own-session.ts';
import { addRecordingCommands } from './program/recording.ts';
import { addTranscriptCommands } from './program/transcript.ts';
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
  addMachineCommands(program.commandsGroup('This machine:'));
  addRecordingCommands(program.commandsGroup('Recording:'));
  addOwnSessionCommands(program.commandsGroup('Your own sessions:'));
  addCodeCommands(program.commandsGroup('Commits and the sessions behind them:'));
  addLessonCommands(program.commandsGroup('What agents are told:'));
  addTranscriptCommands(program.commandsGroup('Transcripts:'));
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
