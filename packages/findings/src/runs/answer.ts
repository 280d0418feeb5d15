import { lastAsked } from '../remembered.ts';
import { screened, screenedGroup } from '../screen/screened.ts';
import type { Life } from './evidence.ts';

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

interface Wrapping {
  /** The group `code` is an exit code, `process` the name of what still runs. */
  text: RegExp;
  life?: Life;
  /** Stands at the end of the output, else in its head. */
  isAtEnd?: true;
}

const wrappings: readonly Wrapping[] = [
  // Codex: exec_command and write_stdin.
  { text: /(?:^|\n)Process running with session ID (?<process>[\w-]{1,40})/, life: 'running' },
  { text: /(?:^|\n)Process exited with code (?<code>-?\d{1,10})/ },
  { text: /^Exit code: (?<code>-?\d{1,10})/ },
  { text: /command timed out after \d{1,10} milliseconds/, life: 'killed' },
  // Claude Code: Bash in the background, BashOutput, TaskOutput.
  { text: /^Command running in background with ID: (?<process>[\w-]{1,60})/, life: 'running' },
  { text: /^(?:Error: )?Exit code (?<code>\d{1,5})(?:\n|$)/ },
  { text: /<status>running<\/status>/, life: 'running' },
  { text: /<status>(?:killed|failed|stopped)<\/status>/, life: 'killed' },
  { text: /<exit_code>(?<code>-?\d{1,10})<\/exit_code>/ },
  { text: /(?:^|\n)Command timed out after \d{1,8}/, life: 'killed' },
  { text: /\[Request interrupted by user/, life: 'killed' },
  // Copilot CLI: sync, async, read_bash.
  {
    text: /<(?:(?:command with )?(?:shell)?[iI]d:? ?(?<process>[\w-]{1,60}) (?:completed|exited|finished|ended)|(?:command )?(?:exited|completed|finished)) with exit code:? ?(?<code>-?\d{1,10})\.?>\s{0,4}$/,
    isAtEnd: true,
  },
  {
    text: /<command (?:started|is still running|with (?:shell)?id:? ?[\w-]{1,60} is still running)/i,
    life: 'running',
    isAtEnd: true,
  },
  {
    text: /<command (?:(?:started|is running|running|moved to|continues) in (?:the )?background |started )?with (?:shell)?[iI]d:? ?(?<process>[\w-]{1,60})(?:>| (?:is (?:still )?running|started))/,
    life: 'running',
    isAtEnd: true,
  },
  {
    text: /<command with (?:shell)?[iI]d: [\w-]{1,60} (?:stopped|was stopped|timed out)/,
    life: 'killed',
    isAtEnd: true,
  },
  // Gemini CLI and Qwen Code.
  { text: /(?:^|\n)Exit Code: (?<code>-?\d{1,10})(?:\n|$)/, isAtEnd: true },
  {
    text: /(?:^|\n)(?:Signal: (?!\(none\))\S{1,20}|Error: (?!\(none\))Command timed out)/,
    life: 'killed',
    isAtEnd: true,
  },
  { text: /^Command (?:is running in background|moved to background)/, life: 'running' },
  {
    text: /^(?:Error: )?Command (?:was (?:automatically )?cancelled|timed out)\b/,
    life: 'killed',
  },
  // opencode, Cline, Roo Code, Kilo, pi, Droid, Goose, OpenHands.
  {
    text: /\n(?:<(?:bash|shell)_metadata>\n)?.{0,80}terminated (?:command )?after exceeding timeout/,
    life: 'killed',
    isAtEnd: true,
  },
  { text: /_?metadata>\n(?:[^\n]{0,300}\n){0,3}?User aborted the command/, life: 'killed', isAtEnd: true },
  { text: /(?:^|\n)Command exited with code (?<code>-?\d{1,10})\s{0,4}$/, isAtEnd: true },
  { text: /\bCommand failed \(exit code: (?<code>\d{1,5})\)/ },
  {
    text: /^(?:Command executed in terminal.{0,300})?(?:Command is still running|Exit code: (?<code>\d{1,5}))/,
  },
  { text: /Command is still running in (?:the user's )?terminal/, life: 'running' },
  { text: /\[The command completed with exit code (?<code>-?\d{1,10})\.?\]/, isAtEnd: true },
  { text: /\[The command (?:has no new output after|timed out after)/, life: 'running', isAtEnd: true },
  { text: /^The command failed with exit code: (?<code>\d{1,5})/ },
  { text: /^The command completed successfully\./ },
  { text: /\nreturncode: (?<code>-?\d{1,10})\s{0,4}$/, isAtEnd: true },
];

const texts = wrappings.map(({ text }) => text);
/** Most outputs have none of them, neither here nor there. */
const [inHead, inTail] = [screenedGroup(texts), screenedGroup(texts)];

const cuts =
  /\[?\.{3,6} ?\[?\d[\d,.]{0,12}[kKMG]? ?(?:lines?|characters?|chars?|bytes|tokens) (?:truncated|omitted|elided)|…\d{1,9} (?:tokens|chars|lines) truncated…|\[\d{1,9} (?:lines?|characters) truncated|<output_truncated>|\(?output (?:was )?(?:too long|truncated)|\btool truncated output\b|Output too (?:large|long) |Full output (?:saved|written) to|Total output lines: \d|\[truncated\]|\btruncated for (?:brevity|length)/i;

const endOf = 600;
const seen = screened({ cuts });
const readForCuts = 4000;

/** Several commands of a call ask for it. */
export const answerOf = lastAsked(readAnswer);

function readAnswer({ outcome, output = '', exitCode, input }: AnsweredCall): Answer {
  const head = output.slice(0, endOf);
  const tail = output.slice(-endOf);
  let code = exitCode;
  let life: Life = outcome === 'interrupted' ? 'killed' : outcome === 'running' ? 'running' : 'ended';
  let process: string | undefined;
  if (inHead.isAny(head) || inTail.isAny(tail))
    for (const [index, wrapping] of wrappings.entries()) {
      const found = wrapping.isAtEnd ? inTail.all[index]?.exec(tail) : inHead.all[index]?.exec(head);
      if (!found) continue;
      if (found.groups?.code !== undefined) code ??= Number(found.groups.code);
      process ??= found.groups?.process;
      if (wrapping.life) life = wrapping.life;
    }
  if (life === 'running') code = undefined;
  return {
    text: unwrapped(output),
    ...(code !== undefined && { exitCode: code }),
    life,
    isCut:
      seen.cuts.test(output.slice(0, readForCuts)) ||
      (output.length > readForCuts && seen.cuts.test(output.slice(-readForCuts))) ||
      hasCutInside(output),
    ...nameOf(process ?? processOf(input)),
  };
}

const nameOf = (process: string | undefined) => (process === undefined ? {} : { process });

/** In the middle of what was kept of both ends. */
const hasCutInside = (output: string): boolean =>
  output.length > 2 * readForCuts &&
  (output.includes(' truncated') || output.includes(' omitted')) &&
  /\n?…?\[?\.{0,3} ?\d[\d,]{0,12} (?:tokens|characters|chars|lines) (?:truncated|omitted)/.test(output);

/** Tools that read what a process wrote, under whatever kind they are listed. */
export const readsProcess =
  /^(?:BashOutput|TaskOutput|AgentOutputTool|write_stdin|read_bash|write_bash|get_terminal_output|read_process|process_output)$/i;

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
  const end = behind.exec(output.slice(-endOf));
  const cut = end ? endOf - Math.max(0, endOf - output.length) - end.index : 0;
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
