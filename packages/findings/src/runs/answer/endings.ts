import { screenedGroup } from '../../screen/screened.ts';
import type { Life } from '../evidence.ts';

/** How a command ended, in the words that agents write around its output. */
export interface Ending {
  exitCode?: number;
  life?: Life;
  /** What later calls name when they read on. */
  process?: string;
}

interface Words {
  /** The group `code` is an exit code, `process` the name of what still runs. */
  text: RegExp;
  life?: Life;
}

/** In front of what the command printed, or in place of it. */
const inFront: readonly Words[] = [
  // Codex: exec_command and write_stdin.
  { text: /(?:^|\n)Process running with session ID (?<process>[\w-]{1,40})/, life: 'running' },
  { text: /(?:^|\n)Process exited with code (?<code>-?\d{1,10})/ },
  { text: /^Exit code: (?<code>-?\d{1,10})/ },
  { text: /command timed out after \d{1,10} milliseconds/, life: 'killed' },
  // Claude Code: Bash in the background, BashOutput, TaskOutput.
  { text: /^(?:Error: )?Exit code (?<code>\d{1,5})(?:\n|$)/ },
  { text: /<status>running<\/status>/, life: 'running' },
  { text: /<status>(?:killed|failed|stopped)<\/status>/, life: 'killed' },
  { text: /<exit_code>(?<code>-?\d{1,10})<\/exit_code>/ },
  { text: /(?:^|\n)Command timed out after \d{1,8}/, life: 'killed' },
  { text: /\[Request interrupted by user/, life: 'killed' },
  // Crush's job_output, tasks of Kimi.
  { text: /^(?:\w{1,20}: [^\n]{0,80}\n){0,6}?[Ss]tatus: running\b/, life: 'running' },
  // Cline, Roo Code, Kilo, Zed, Droid, Antigravity, Kimi, Continue.
  { text: /^Command executed in [^\n]{0,400}?(?:\n|\. )Exit code: (?<code>-?\d{1,10})/ },
  {
    text: /^(?:<\w{1,20}>)?(?:(?:Error|ERROR): |\w{1,20} failed: )?(?:The )?[Cc]ommand (?:"[^"\n]{0,300}" |executed successfully )?(?:failed )?(?:with )?\(?exit code:? ?(?<code>-?\d{1,10})/,
  },
  { text: /^<tool_error>[^\n]{0,400}\nReturn code: (?<code>-?\d{1,10})/ },
  { text: /^The command completed successfully\./ },
];

/** Behind what the command printed. */
const behind: readonly Words[] = [
  // Copilot CLI: sync, async, read_bash.
  {
    text: /<(?:(?:command with )?(?:shell)?[iI]d:? ?(?<process>[\w-]{1,60}) (?:completed|exited|finished|ended)|(?:command )?(?:exited|completed|finished)) with exit code:? ?(?<code>-?\d{1,10})\.?>\s{0,4}$/,
  },
  {
    text: /<command (?:started|is still running|with (?:shell)?id:? ?[\w-]{1,60} is still running)/i,
    life: 'running',
  },
  {
    text: /<command (?:(?:started|is running|running|moved to|continues) in (?:the )?background |started )?with (?:shell)?[iI]d:? ?(?<process>[\w-]{1,60})(?:>| (?:is (?:still )?running|started))/,
    life: 'running',
  },
  {
    text: /<(?:command with )?(?:shell)?[iI]d:? ?[\w-]{1,60} (?:was )?(?:stopped|timed out|killed)/,
    life: 'killed',
  },
  // Gemini CLI and Qwen Code.
  { text: /(?:^|\n)Exit Code: (?<code>-?\d{1,10})(?:\n|$)/ },
  { text: /(?:^|\n)Signal: (?!\(none\)|0\b)\S{1,20}/, life: 'killed' },
  {
    text: /\nError: (?!\(none\))[^\n]{1,200}\n(?:Exit Code|Signal|Background PIDs|Process Group PGID): /,
    life: 'killed',
  },
  // opencode.
  {
    text: /\n(?:<(?:bash|shell)_metadata>\n)?[^\n]{0,80}terminated (?:command )?after exceeding timeout/,
    life: 'killed',
  },
  { text: /_?metadata>\n(?:[^\n]{0,300}\n){0,3}?User aborted the command/, life: 'killed' },
  // pi, Goose, Kimi, Continue, VS Code, Droid, Crush, OpenHands, Mistral Vibe.
  {
    text: /(?:^|\n)(?:<\w{1,20}>)?\[?(?:Command|Process) (?:exited|failed) with (?:exit )?code:? ?(?<code>-?\d{1,10})[.\]]?(?:<\/\w{1,20}>)?\s{0,4}$/,
  },
  { text: /\nExit code:? (?<code>[1-9]\d{0,9})(?:\n\n<cwd>[^\n]{0,300}<\/cwd>)?\s{0,4}$/ },
  { text: /\bCommand failed \(exit code: (?<code>\d{1,5})\)/ },
  { text: /\[The command completed with exit code (?<code>-?\d{1,10})\.?\]/ },
  { text: /\[The command (?:has no new output after|timed out after)/, life: 'running' },
  { text: /\nreturncode: (?<code>-?\d{1,10})\s{0,4}$/ },
];

/**
 * What agents say in a line of its own in front of or behind the output, in one form or another: “Command was moved to
 * the background”, “[Command is still running …]”, “Note: This terminal execution …”.
 */
const lines: readonly Words[] = [
  {
    text: /^(?:Note: |\[)?(?:The |This |Your )?(?:background |tool )?(?:command|process|shell|terminal execution|tool|task)\b[^\n]{0,120}\b(?:still running|(?:running|continues|executing) in (?:the )?(?:background|terminal)|running as a background|(?:moved|sent) to (?:the )?background|backgrounded)\b/i,
    life: 'running',
  },
  { text: /^\[?Background (?:command|process|shell|task|job)(?: \w{1,20})? started\b/i, life: 'running' },
  {
    text: /^(?:Note: |\[|<\w{1,20}>)?(?:(?:Error|ERROR): |\w{1,20} failed: )?(?:The |This |Your )?(?:shell |tool |bash )?(?:command|execution|process)(?: "[^"\n]{0,300}"| execution| executed in [^\n]{0,300}\. process)? (?:was |has been |is )?(?:automatically )?(?:failed or was )?(?:timed out|aborted|cancell?ed|interrupted|killed|stopped|terminated (?:by signal|after|unexpectedly|by the user))/i,
    life: 'killed',
  },
  { text: /^(?:Command )?aborted by (?:the )?user\b/i, life: 'killed' },
  { text: /^The user (?:stopped|cancelled|aborted|interrupted) (?:this|the) command/, life: 'killed' },
];

/** Which process it is that goes on. */
const named =
  /\b(?:with|using|shell|command|terminal|the) ID(?::|=| ) ?(?<process>[\w-]{1,60})|\btask[ _]id: ?(?<task>[\w/-]{1,60})/;

export const readAtEnd = 600;
const asked = [...inFront, ...behind, ...lines].map(({ text }) => text);
/** Most outputs have none of them, neither here nor there. */
const screens = [screenedGroup(asked), screenedGroup(asked)] as const;

export function endingOf(output: string): Ending {
  const [head, tail] = [output.slice(0, readAtEnd), output.slice(-readAtEnd)];
  if (!screens[0].isAny(head) && !screens[1].isAny(tail)) return {};
  const ending: Ending = {};
  for (const { text, life } of inFront) hear(ending, text.exec(head), life);
  for (const { text, life } of behind) hear(ending, text.exec(tail), life);
  for (const line of [...firstLines(head), ...lastLines(tail)])
    for (const { text, life } of lines) hear(ending, text.exec(line), life);
  if (ending.life === 'running') nameProcess(ending, [head, tail]);
  return ending;
}

function hear(ending: Ending, found: RegExpExecArray | null, life: Life | undefined): void {
  if (!found) return;
  const { code, process } = found.groups ?? {};
  if (code !== undefined) ending.exitCode ??= Number(code);
  if (process !== undefined) ending.process ??= process;
  if (life) ending.life = life;
}

function nameProcess(ending: Ending, texts: readonly string[]): void {
  for (const text of texts) {
    const { process, task } = named.exec(text)?.groups ?? {};
    const name = process ?? task;
    if (name !== undefined) ending.process ??= name;
  }
}

const firstLines = (head: string): string[] => head.trimStart().split('\n', 2);

/** Without what only closes: fences, tags, and the folder that Crush names. */
const lastLines = (tail: string): string[] =>
  tail
    .split('\n')
    .filter((line) => !/^\s{0,8}(?:```|<\/\w{1,20}>|<cwd>[^\n]{0,300})?\s{0,8}$/.test(line))
    .slice(-3)
    .map((line) => line.trim());
