import type { SimpleCommand } from '@debrief/shell';
import type { Entry } from '@debrief/transcript';
import { type Act, type Base, clipped, type Run } from '../acts/act.ts';
import { lastAsked } from '../remembered.ts';
import { type AnsweredCall, answerOf, processOf, processOfFile } from './answer/answer.ts';
import { checkedCommands, readers } from './checked-command.ts';
import { asksCi, ciRunIn } from './ci.ts';
import { conclude, type RunFacts } from './conclude.ts';
import type { CallEvidence, CheckedCommand, Report } from './evidence.ts';
import { readReports } from './read-reports.ts';

export interface CallAround {
  root: string | undefined;
  /** Whether a call that the agent calls good ended with exit code 0. */
  okIsZero: boolean;
  /** Whether a command of the call laid another tree there. */
  movesTree?: (command: SimpleCommand) => boolean;
  /** The command of the call as it was written. */
  script?: string;
}

/** The runs of a shell call that gave an answer, or its beginning when it goes on. */
export function runsOfCall(
  call: AnsweredCall,
  commands: readonly SimpleCommand[],
  at: Base,
  { root, okIsZero, movesTree, script }: CallAround,
): Act[] {
  const checks = checkedCommands(commands, root, movesTree);
  const ci = asksCi(commands) ? ciRunIn(commands, answerOf(call).text) : undefined;
  const ofCi = ci ? [asRun(ci, at)] : [];
  if (checks.length === 0) return ofCi;
  const answer = answerOf(call);
  const reports = reportsOfCall(call);
  if (answer.life === 'running') {
    const known = checks.filter(({ isByOutput }) => !isByOutput);
    if (known.length === 0) return [];
    const begun = { kind: 'begun' as const, ...at, process: answer.process ?? '', checks: known, reports };
    return [{ ...begun, ...titleOf(call.input) }];
  }
  const exitCode = answer.exitCode ?? (okIsZero && call.outcome === 'ok' ? 0 : undefined);
  const evidence: CallEvidence = {
    ...{ life: answer.life, isCut: answer.isCut, reports, text: answer.text, lines: lineCount(answer.text) },
    ...(exitCode !== undefined && { exitCode }),
    ...(script !== undefined && { script }),
  };
  const runs = conclude(checks, evidence).map((facts) => asRun(facts, at));
  return [...runs.filter(({ from }) => !ci || from !== 'ci'), ...ofCi, ...notedOf(checks, at)];
}

/** Runs whose output went to a file: a later call may read it. */
const notedOf = (checks: readonly CheckedCommand[], at: Base): Act[] =>
  checks
    .filter(({ file, isByOutput }) => file !== undefined && !isByOutput)
    .map((check) => ({
      ...{ kind: 'begun' as const, ...at, process: `file ${check.file}`, isNoted: true as const },
      checks: [{ ...check, output: 'filtered' as const }],
      reports: [],
    }));

const logFile = /\.(?:log|txt|out|output)$|^\/tmp\//;
const maxFilesRead = 3;

/** `tail -30 /tmp/test.log`: what a run wrote to a file. */
export function moreOfFiles(call: AnsweredCall, commands: readonly SimpleCommand[], at: Base): Act[] {
  const files = commands
    .filter(({ name }) => readers.has(name))
    .flatMap(({ args }) => args.map(({ value }) => value).filter((value) => logFile.test(value)));
  const [first] = files;
  if (first === undefined) return [];
  const reports = readReports(answerOf(call).text).filter(({ isLoose }) => !isLoose);
  if (reports.length === 0) return [];
  return [...new Set(files)].slice(0, maxFilesRead).map((file) => ({
    ...{ kind: 'more' as const, ...at, life: 'running' as const, isCut: true, reports },
    process: processOfFile(file) ?? `file ${file.replace(/^\.\//, '').slice(0, 200)}`,
  }));
}

/** The same for a program that the team calls its tests. */
export function runsAsTests(
  call: AnsweredCall,
  commands: readonly SimpleCommand[],
  command: SimpleCommand,
  { root, okIsZero }: CallAround,
): RunFacts[] {
  const at0 = commands.indexOf(command);
  const [check] = checkedCommands(commands.slice(at0), root);
  if (!check) return [];
  const { isByOutput: _, ...known } = check;
  const answer = answerOf(call);
  const exitCode = answer.exitCode ?? (okIsZero && call.outcome === 'ok' ? 0 : undefined);
  const reports = reportsOfCall(call);
  const runs = conclude([{ ...known, of: 'tests', scope: 'all' }], {
    ...{ life: answer.life, isCut: answer.isCut, reports, text: answer.text, lines: lineCount(answer.text) },
    ...(exitCode !== undefined && { exitCode }),
  });
  // The team says what it is, so its exit code and its own words are believed as those of a runner.
  const hasFailed = reports.some(({ isLoose, verdict }) => isLoose && verdict === 'failed');
  return runs.map((run) => {
    if (run.result !== 'unknown' || run.output !== 'whole') return run;
    if (hasFailed) return { ...run, result: 'failed' as const, isMasked: exitCode === 0 };
    return exitCode === 0 && known.isSuccessImplied ? { ...run, result: 'passed' as const } : run;
  });
}

/** An output is long, and several commands of one call ask for it. */
const reportsOfCall = lastAsked((call: AnsweredCall) => readReports(answerOf(call).text));

export const asRun = ({ from, ...facts }: RunFacts, at: Base): Run => ({
  kind: 'run',
  ...at,
  ...facts,
  from: from ?? (at.lane === undefined ? 'session' : 'subagent'),
});

/** A call that reads what a process has written since, or that ends it. */
export function moreOfProcess(call: AnsweredCall, at: Base): Act[] {
  const named = processOf(call.input) ?? fileOfProcess(call.input);
  if (named === undefined) return [];
  const answer = answerOf(call);
  const reports = readReports(answer.text).filter(({ isLoose }) => !isLoose);
  // The file that a background command writes to says nothing about its end.
  const isFile = processOf(call.input) === undefined;
  const life = isFile
    ? 'running'
    : answer.exitCode === undefined && answer.life === 'ended'
      ? 'running'
      : answer.life;
  const { exitCode, isCut } = answer;
  return [
    {
      kind: 'more',
      ...at,
      process: named,
      life,
      ...(exitCode !== undefined && { exitCode }),
      isCut,
      reports,
    },
  ];
}

export const longestTitle = 200;

function titleOf(input: unknown): { title?: string } {
  const { description, command } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  const title = description ?? command;
  return typeof title === 'string' ? { title: title.slice(0, longestTitle) } : {};
}

/** Claude Code tells the agent when a command in the background has ended. */
const news =
  /^Background command "(?<title>[^\n]{0,300})" (?<how>completed|failed|was \w{1,12}|timed out)(?:[^\n]{0,20}\bexit code (?<code>\d{1,5}))?/;

export const isNewsOfProcess = (entry: Entry): boolean =>
  entry.kind === 'notice' && entry.label === 'task notification' && news.test(entry.text.slice(0, 500));

export function newsOfProcess(text: string, at: Base): Act[] {
  const { title = '', how = '', code } = news.exec(text.slice(0, 500))?.groups ?? {};
  return [
    {
      kind: 'more',
      ...at,
      process: '',
      title: title.slice(0, longestTitle),
      life: how === 'completed' || how === 'failed' ? 'ended' : 'killed',
      ...(code !== undefined && { exitCode: Number(code) }),
      isCut: false,
      reports: [],
    },
  ];
}

function fileOfProcess(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { path, file_path } = input as Record<string, unknown>;
  const file = typeof path === 'string' ? path : file_path;
  return typeof file === 'string' ? processOfFile(file) : undefined;
}

/** A sub-agent says that it ran tests: somebody did, and what came of it is only said. */
export function reportedRuns(title: string, report: string, at: Base): Act[] {
  if (!/\btests?\b.{0,60}\bpass|\bpass.{0,30}\btests?\b/i.test(report.slice(0, longestPaste))) return [];
  const facts: RunFacts = {
    ...{
      of: 'tests',
      scope: 'part',
      command: clipped(title, 120),
      result: 'unknown',
      output: 'away',
      isMasked: false,
    },
  };
  return [{ ...asRun(facts, at), from: 'subagent' }];
}

export const longestPaste = 20_000;

/** What a person pasted: it shows a failure, and of a pass only that somebody saw one. */
export function pastedRuns(text: string, at: Base): Act[] {
  if (!text.includes('\n') || !/fail|error|not ok|✖/i.test(text.slice(0, longestPaste))) return [];
  const reports = readReports(text.slice(0, longestPaste)).filter(
    ({ of, verdict, isLoose }) => of === 'tests' && !isLoose && verdict === 'failed',
  );
  const [report] = reports;
  return report ? [asRun({ ...pasted(report) }, at)].map((run) => ({ ...run, from: 'pasted' as const })) : [];
}

const pasted = ({ failed, passed, names }: Report): RunFacts => ({
  ...{
    of: 'tests',
    scope: 'part',
    command: 'pasted output',
    result: 'failed',
    output: 'cut',
    isMasked: false,
  },
  ...(failed !== undefined && { failed }),
  ...(passed !== undefined && { passed }),
  ...(names && { failedNames: names }),
});

function lineCount(text: string): number {
  const trimmed = text.trimEnd();
  if (trimmed === '') return 0;
  let count = 1;
  for (let at = trimmed.indexOf('\n'); at >= 0; at = trimmed.indexOf('\n', at + 1)) count++;
  return count;
}
