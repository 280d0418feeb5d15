import type { CheckKind } from '../../check-kind.ts';

/** A call of a shell whose truth is known. */
export interface KnownOutput {
  name: string;
  command: string;
  output: string;
  exit: number;
  of: CheckKind;
  /** All of it ran and passed. */
  isPass: boolean;
}

/** The same call with something changed, and what must not become of it. */
export interface Variation {
  name: string;
  command: string;
  output: string;
  exit: number;
  /** `same`: green before, green now. `never`: no green. `any`: the text may or may not be enough. */
  wants: 'same' | 'never' | 'any';
  /** It was given back before its end, or somebody ended it. */
  life?: 'running' | 'killed';
  /** The agent writes no exit code. */
  hasNoExit?: true;
  /** A call behind it. */
  next?: Pick<Variation, 'command' | 'output' | 'exit'>;
}

type Changed = Partial<Variation>;
type Make = (given: KnownOutput, lines: readonly string[]) => Changed;

const escapeCode = String.fromCharCode(27);
const each = (lines: readonly string[], change: (line: string, at: number) => string): Changed => ({
  output: `${lines.map(change).join('\n')}\n`,
});
const amid = (lines: readonly string[], ...more: string[]): Changed => {
  const half = Math.floor(lines.length / 2);
  return { output: `${[...lines.slice(0, half), ...more, ...lines.slice(half)].join('\n')}\n` };
};

/** Changes nothing that is true: how a terminal, a forge or a runner of many tasks shows the same lines. */
export const shown: Record<string, Make> = {
  'as it is': () => ({}),
  colours: (_, lines) => each(lines, (line) => `${escapeCode}[32m${line}${escapeCode}[39m`),
  'coloured words': ({ output }) => ({
    output: output.replace(
      /\b(passed|failed|ok|FAIL|errors?|tests?)\b/g,
      `${escapeCode}[1m$1${escapeCode}[22m`,
    ),
  }),
  'lines end as on Windows': ({ output }) => ({ output: output.replaceAll('\n', '\r\n') }),
  'the time before each line': (_, lines) =>
    each(lines, (line, at) => `2026-06-01T09:00:0${at % 10}.1234567Z ${line}`),
  'the time in brackets': (_, lines) => each(lines, (line, at) => `[09:00:0${at % 10}] ${line}`),
  'the time in words': (_, lines) => each(lines, (line, at) => `2026-06-01 09:00:0${at % 10} ${line}`),
  'a service before each line': (_, lines) => each(lines, (line) => `web-1  | ${line}`),
  'a service and the time': (_, lines) => each(lines, (line, at) => `web-1  | [09:00:0${at % 10}] ${line}`),
  'a package before each line': (_, lines) => each(lines, (line) => `packages/web test: ${line}`),
  'written over': (_, lines) => each(lines, (line, at) => `running ${at}\r${' '.repeat(20)}\r${line}`),
  'cleared before each line': (_, lines) => each(lines, (line) => `${escapeCode}[2K${escapeCode}[1G${line}`),
  'wide characters': (_, lines) => amid(lines, '　テスト実行中 — ünïcödé 🎉'),
  'a log that tells of errors': (_, lines) => amid(lines, '[ERROR] request failed: 500', 'error: gone'),
  'a log that tells of a pass': (_, lines) => amid(lines, '5 passed'),
  'an environment': ({ command }) => ({ command: `CI=1 FORCE_COLOR=0 ${command}` }),
  'a time limit that is not reached': ({ command }) => ({ command: `timeout 600 ${command}` }),
  'both outputs': ({ command }) => ({ command: `${command} 2>&1` }),
  'in its folder': ({ command }) => ({ command: `cd /home/dev/shop && ${command}` }),
};

/** What is left of it proves no pass, whatever it was. */
export const cut: Record<string, Make> = {
  'cut in the middle by the agent': (_, lines) => amid(lines.slice(0, -1), '... [40 lines truncated] ...'),
  'cut at the end by the agent': (_, lines) => ({
    output: `${lines.slice(0, -1).join('\n')}\n... [143 lines truncated]`,
  }),
  'a search for what passed': ({ command }, lines) => ({
    command: `${command} 2>&1 | grep -iE 'pass|ok'`,
    output: lines.filter((line) => /pass|ok/i.test(line)).join('\n'),
    exit: 0,
  }),
  'a search that leaves failures out': ({ command }, lines) => ({
    command: `${command} 2>&1 | grep -viE 'fail|error'`,
    output: lines.filter((line) => !/fail|error/i.test(line)).join('\n'),
    exit: 0,
  }),
  'the number of good lines': ({ command }) => ({ command: `${command} | grep -c ok`, output: '3', exit: 0 }),
  'sent away': ({ command }) => ({ command: `${command} > /dev/null 2>&1 || true`, output: '', exit: 0 }),
  'sent to a file, its end shown': ({ command }, lines) => ({
    command: `${command} > /tmp/out.log 2>&1; tail -2 /tmp/out.log`,
    output: lines.slice(-2).join('\n'),
    exit: 0,
  }),
  'given back before its end': () => ({ life: 'running' }),
  'ended by somebody': () => ({ life: 'killed' }),
  'a signal': () => ({ exit: 137 }),
  'a time limit': () => ({ exit: 124 }),
  'another exit code': ({ exit }) => ({ exit: exit === 0 ? 1 : exit }),
  'an exit code that is printed': ({ command, output, exit }) => ({
    command: `${command}; echo "exit: $?"`,
    output: `${output}\nexit: ${exit === 0 ? 1 : exit}\n`,
    exit: 0,
  }),
};

/** What hides an exit code: a pass may be seen all the same, a failure must not become one. */
export const hidden: Record<string, Make> = {
  'or true': ({ command }) => ({ command: `${command} || true`, exit: 0 }),
  'done, it says': ({ command, output }) => ({
    command: `${command}; echo done`,
    output: `${output}\ndone\n`,
    exit: 0,
  }),
  'all passed, it says': ({ command, output }) => ({
    command: `${command}; echo "All tests passed"`,
    output: `${output}\nAll tests passed\n`,
    exit: 0,
  }),
  'through tee': ({ command }) => ({ command: `${command} 2>&1 | tee /tmp/out.log`, exit: 0 }),
  'to a file': ({ command }) => ({ command: `${command} > /tmp/out.log 2>&1`, output: '' }),
  'a longer tail than there is': ({ command }) => ({ command: `${command} 2>&1 | tail -200`, exit: 0 }),
  'no exit code': () => ({ hasNoExit: true }),
  'an exit code that got lost': () => ({ exit: 0 }),
};
