import type { Run } from '../acts/act.ts';
import type { CheckKind } from '../check-kind.ts';
import type { CallEvidence, CheckedCommand, Report } from './evidence.ts';
import { shownText } from './lines.ts';
import { endedBySignal, hasNotStarted, isMisconfigured } from './start.ts';

/**
 * Where the command names its runner and that one gave its verdict, the words of others are what the tests or the
 * application wrote.
 */
export function ownWords(
  check: CheckedCommand,
  of: CheckKind,
  reports: readonly Report[],
): readonly Report[] {
  const isVerdict = ({ runner, verdict, of: kind }: Report) =>
    kind === of && runner === check.tool && (verdict === 'passed' || verdict === 'failed');
  return reports.some(isVerdict)
    ? reports.filter(({ of: kind, runner }) => kind !== of || runner === check.tool)
    : reports;
}

export function outputOf(
  check: CheckedCommand,
  { life, isCut, lines }: CallEvidence,
  own: readonly Report[],
): Run['output'] {
  if (life === 'running' || check.isBackground) return 'running';
  if (life === 'killed' || own.some(({ verdict, isLoose }) => verdict === 'stopped' && !isLoose))
    return 'killed';
  if (check.output === 'file' || check.output === 'away') return check.output;
  if (isCut || check.output === 'filtered') return 'cut';
  // Blank lines at the ends are often lost, so a few lines less than were let through are not enough.
  if (check.output === 'lines' && lines + lostLines >= (check.lines ?? 0)) return 'cut';
  // A part of it began, and its end is not here.
  return own.some(isUnfinished) ? 'running' : 'whole';
}

const lostLines = 5;

/** A part of a run that began, and whose end is not here. */
export const isUnfinished = ({ verdict, of, runner }: Report): boolean =>
  verdict === 'unfinished' && (of === undefined || runner === 'vitest');

/** The exit code of this one command, as far as the call's says it. */
export function exitOf(check: CheckedCommand, { exitCode, text, life }: CallEvidence): number | undefined {
  const printed =
    check.exitLabel === undefined || text === undefined ? undefined : printedExit(text, check.exitLabel);
  if (printed !== undefined) return printed;
  if (exitCode === undefined || life !== 'ended') return undefined;
  return (exitCode === 0 ? check.isSuccessImplied : check.decidesExit) ? exitCode : undefined;
}

function printedExit(text: string, label: string): number | undefined {
  const at = label.trim() === '' ? undefined : text.lastIndexOf(label);
  if (at === -1) return undefined;
  const rest =
    at === undefined
      ? text.trimEnd().slice(text.trimEnd().lastIndexOf('\n') + 1)
      : text.slice(at + label.length);
  const digits = /^ ?(\d{1,3})(?:\D|$)/.exec(rest)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

type Circumstances = CallEvidence & { output: Run['output']; exit: number | undefined };

export function resultOf(
  check: CheckedCommand,
  of: CheckKind,
  own: readonly Report[],
  around: Circumstances,
): Run['result'] {
  if (check.runsNothing) return 'not run';
  const said = own.filter(
    (report) => !report.isLoose && report.of !== undefined && (report.of === of || check.tool === 'gradle'),
  );
  const tests = said.filter((report) => report.of === of);
  const tasks = own.filter((report) => report.of === undefined);
  if (tests.some(({ verdict }) => verdict === 'failed')) return 'failed';
  const { output, exit } = around;
  // Of a cut output “BUILD FAILED” may be all there is: it did not pass, whatever it was.
  if (check.tool === 'gradle' && output === 'cut' && said.some(({ verdict }) => verdict === 'failed'))
    return 'failed';
  if (exit !== undefined && endedBySignal(exit)) return 'unknown';
  if (tests.some(({ verdict }) => verdict === 'stopped')) return 'unknown';
  if (exit !== undefined && exit !== 0)
    return isHidden(output) && !cannotRun.includes(exit)
      ? 'failed'
      : resultOfFailure(check, of, own, around.text ?? '');
  const signs = tests.some((report) => report.verdict === 'sign' && isOfTool(report, check.tool));
  if (signs && exit === undefined && output !== 'running') return 'failed';
  if (exit === undefined && said.length === 0 && looseFailure(own)) return 'failed';
  if (tasks.some(({ verdict }) => verdict === 'failed') && exit === undefined) return 'failed';
  const mayShow = exit === undefined && tests.length === 0 && !check.isByOutput && !check.listsFaults;
  if (mayShow && showsFaults(of, around.text)) return 'failed';
  if (output !== 'whole') return 'unknown';
  // A part that began and did not end: `pnpm -r test` that shows two of five packages.
  if (tasks.some(({ verdict }) => verdict === 'unfinished')) return 'unknown';
  const isPassed = tests.some(({ verdict }) => verdict === 'passed');
  const isOpen = tests.some(
    ({ verdict, runner }) =>
      verdict === 'unfinished' &&
      tests.some((other) => other.verdict === 'passed' && other.runner === runner),
  );
  if (isOpen) return 'unknown';
  if (
    !isPassed &&
    own.some(({ verdict, isLoose }) => !isLoose && (verdict === 'broken' || verdict === 'none'))
  )
    return 'not run';
  // A script of one's own that goes on after a failure and says ALL OK at its end.
  if (isPassed && check.of === undefined && own.some(({ isLoose, verdict }) => isLoose && verdict === 'sign'))
    return 'unknown';
  if (isPassed) return 'passed';
  if (tests.some(({ verdict }) => verdict === 'unfinished')) return 'unknown';
  if (
    check.tool === 'gradle' &&
    of === 'tests' &&
    said.some(({ verdict, of: kind }) => verdict === 'passed' && kind === 'build')
  )
    return 'passed';
  if (check.listsFaults) return listed(around);
  // An exit code that somebody lost on the way: what it printed says otherwise.
  if (exit === 0 && of !== 'tests' && saysError(around.text)) return 'unknown';
  if (check.isSilent && exit === 0) return 'passed';
  if (tasks.some(({ verdict }) => verdict === 'passed')) return 'passed';
  return exit === 0 ? resultOfSuccess(of, own, around.text ?? '', check.command) : 'unknown';
}

const saysError = (text = ''): boolean => {
  const head = shownText(text.slice(0, 20_000));
  return plainError.test(head) || isMisconfigured(head);
};

/** Compilers and make say so of nothing that went well; an application's “error: …” names no place. */
const plainError =
  /^\s{0,4}(?:[\w.@-]{1,100}[\\/]){0,20}[\w.@-]{1,100}(?::\d{1,6}){1,2}:? {1,8}(?:fatal )?error\b|^\s{0,4}\d{1,6}:\d{1,6} {1,8}error {1,8}\S|^g?make(?:\[\d{1,3}\])?: \*\*\* |^\S{1,200}\.go:\d{1,6}:\d{1,6}: (?:undefined|cannot|syntax error|missing|too)|: [EF]\d{4}: |^SyntaxError: |✘ .{0,4}ERROR/m;

/** It lists the files with faults. Other commands of the call may have printed around it, so only names of files count. */
function listed({ text, exit }: Circumstances): Run['result'] {
  if (text === undefined) return 'unknown';
  const first = text.slice(0, 20_000).split('\n');
  if (first.some((line) => namedFile.test(line))) return 'failed';
  return exit === 0 ? 'passed' : 'unknown';
}

/** `src/Price.kt:4:18: Missing spacing`, `a.ts(3,5): …`: how linters and type checkers name a place, whatever their name. */
const faultAt =
  /^\s{0,4}(?:[\w.@-]{1,100}[\\/]){0,20}[\w.@-]{1,100}\.\w{1,8}(?::\d{1,6}:\d{1,5}(?::| -| )|\(\d{1,6},\d{1,5}\):) {0,3}\S/m;

const showsFaults = (of: CheckKind, text = ''): boolean =>
  (of === 'lint' || of === 'types') && faultAt.test(text.slice(0, 20_000));

/** A path alone on its line, or the head of a difference. */
const namedFile =
  /^(?:diff |--- |would reformat )?(?:[\w.@-]{1,100}[\\/]){0,20}[\w.@-]{1,100}\.[a-z]{1,6}(?: |$)/;

/** Nothing of the output is there, so the exit code is all there is. */
export const isHidden = (output: Run['output']): boolean => output === 'file' || output === 'away';
const cannotRun = [126, 127];

/** Compilers of several languages, which other tools call. */
const compilers = new Set(['cc', 'tsc']);

function isOfTool({ runner, isWeak }: Report, tool: string | undefined): boolean {
  if (tool === undefined) return !isWeak;
  return sameTool(tool, runner) || (compilers.has(runner) && !isWeak);
}

/** `npx jest` and `npm test`, which names none, may print jest's words. */
const sameTool = (tool: string, runner: string): boolean =>
  tool === runner || runner.startsWith(tool) || tool.startsWith(runner);

const looseFailure = (own: readonly Report[]): boolean =>
  own.some(({ isLoose, verdict }) => isLoose && verdict === 'failed');

/** The command ended with another exit code than 0. */
function resultOfFailure(
  { tool, isSilent }: CheckedCommand,
  of: CheckKind,
  own: readonly Report[],
  text: string,
): Run['result'] {
  const is = (wanted: Report['verdict'], among: readonly Report[] = own) =>
    among.some(({ verdict }) => verdict === wanted);
  const firm = own.filter(({ isLoose, of: kind }) => !isLoose && kind === of);
  if (is('passed', firm)) return 'failed';
  if (is('broken') || is('none', firm)) return 'not run';
  if (hasNotStarted(text, of)) return 'not run';
  if (of !== 'tests' || isSilent) return 'failed';
  return is('failed') ||
    own.some((report) => report.verdict === 'sign' && isOfTool(report, report.isWeak ? tool : undefined))
    ? 'failed'
    : 'unknown';
}

/** The command ended with 0 and its output has no summary that is known. */
function resultOfSuccess(
  of: CheckKind,
  own: readonly Report[],
  text: string,
  command: string,
): Run['result'] {
  // With this a package manager says nothing where there is no such script.
  if (/ --if-present\b/.test(command) && own.length === 0) return 'unknown';
  if (of !== 'tests') return 'passed';
  if (/^(?:[.·•]{1,200}\s{1,8}){1,200}$/.test(`${text.slice(0, 2000).trim()}\n`)) return 'passed';
  const loose = own.find(({ isLoose }) => isLoose);
  return loose?.verdict === 'passed' ? 'passed' : 'unknown';
}
