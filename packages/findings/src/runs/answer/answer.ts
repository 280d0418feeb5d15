import { lastAsked } from '../../remembered.ts';
import type { Life } from '../evidence.ts';
import { endingOf, readAtEnd } from './endings.ts';
import { isLeftOut } from './left-out.ts';

/**
 * How a call of a shell ended, as agents write it. Each has its own way to say the exit code, to give a command that
 * takes long back to the agent, and to cut what is long. Sections of docs/findings.md say which.
 */

/** What the call answered, without what the agent wrote around it. */
export interface Answer {
  text: string;
  exitCode?: number;
  /** `running`: it was given back before its end. `killed`: a time limit, a signal, or the agent ended it. */
  life: Life;
  /** The agent left out a part of the output. */
  isCut: boolean;
  /** What later calls name when they read on. */
  process?: string;
}

export interface AnsweredCall {
  name: string;
  outcome: string;
  output?: string | undefined;
  exitCode?: number | undefined;
  input?: unknown;
}

/** Several commands of a call ask for it. */
export const answerOf = lastAsked(readAnswer);

function readAnswer({ outcome, output = '', exitCode, input }: AnsweredCall): Answer {
  const told = endingOf(output);
  const life =
    told.life ?? (outcome === 'interrupted' ? 'killed' : outcome === 'running' ? 'running' : 'ended');
  const code = life === 'running' ? undefined : (exitCode ?? told.exitCode);
  return {
    text: unwrapped(output),
    ...(code !== undefined && { exitCode: code }),
    life,
    isCut: isLeftOut(output),
    ...nameOf(told.process ?? processOf(input)),
  };
}

const nameOf = (process: string | undefined) => (process === undefined ? {} : { process });

/** Tools that read what a process wrote, under whatever kind they are listed. */
export const readsProcess =
  /^(?:BashOutput|TaskOutput|AgentOutputTool|write_stdin|read_bash|write_bash|get_terminal_output|read_process|process_output|job_output)$/i;

/** Claude Code writes what a background command prints to `…/tasks/ID.output`. */
const processFile = /\/tasks\/([\w-]{1,60})\.output$/;

export const isProcessFile = (path: string | undefined): boolean =>
  path !== undefined && processFile.test(path);

export const processOfFile = (path: string): string | undefined => processFile.exec(path)?.[1];

/** What a call that reads on names: `session_id` of Codex, `shellId` of Copilot CLI, `bash_id` and `task_id` of Claude Code. */
export function processOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { session_id, sessionId, shellId, shell_id, bash_id, task_id, terminal_id } = input as Record<
    string,
    unknown
  >;
  const id = [session_id, sessionId, shellId, shell_id, bash_id, task_id, terminal_id].find(
    (one) => typeof one === 'string' || typeof one === 'number',
  );
  return id === undefined ? undefined : String(id).slice(0, 60);
}

/** Gemini CLI and Qwen Code: what stands behind the output of a command. */
const behind =
  /\n(?:(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]{0,200}(?:\n|$)){1,5}$/;

/** The call with what its command printed and nothing else, where the agent writes more into it. */
export function withoutWrapping<Call extends { output?: string }>(call: Call): Call {
  const output = call.output && outOfContext(call.output);
  if (!output?.startsWith('Output: ')) return call;
  const end = behind.exec(output.slice(-readAtEnd));
  const cut = end ? Math.min(readAtEnd, output.length) - end.index : 0;
  return { ...call, output: output.slice('Output: '.length, output.length - cut) };
}

const context = ['<untrusted_context>\n', '\n</untrusted_context>'] as const;

/** Gemini CLI sets it around what a command printed. */
function outOfContext(output: string): string {
  const [begin, end] = context;
  if (!output.startsWith(begin)) return output;
  return output.trimEnd().endsWith(end)
    ? output.trimEnd().slice(begin.length, -end.length)
    : output.slice(begin.length);
}

/** Without the lines that the agent wrote around the output; a summary is recognised by its whole line. */
function unwrapped(output: string): string {
  const text = outOfContext(output)
    .replace(/^Output: /, '')
    .replace(
      /^(?:Chunk ID: .{0,80}\n)?(?:Wall time.{0,60}\n)?(?:Process (?:exited|running).{0,80}\n)?(?:Original token count: \d{1,12}\n)?Output:\n/,
      '',
    )
    .replace(/^(?:Error: )?Exit code \d{1,5}\n/, '');
  // Most have none, and to look at each line for it takes longer than to look for the word.
  return text.includes('stdout') ? text.replace(/^stdout: /m, '').replace(/^<stdout>/m, '') : text;
}
