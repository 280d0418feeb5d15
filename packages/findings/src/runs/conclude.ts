import type { Run } from '../acts/act.ts';
import type { CheckKind } from '../check-kind.ts';
import type { Answer } from './answer.ts';
import type { CheckedCommand, Report } from './evidence.ts';
import { endedBySignal, hasNotStarted } from './start.ts';

/** What is known of a call when its runs are judged. */
export interface CallEvidence extends Pick<Answer, 'life' | 'isCut'> {
  /** Of the whole call; absent where the agent does not record it. */
  exitCode?: number;
  reports: Report[];
  /** The output; absent when it came in pieces. */
  text?: string;
  lines: number;
}

export type RunFacts = Omit<Run, 'kind' | 'sequence' | 'lane' | 'from'> & Pick<CheckedCommand, 'from'>;

/** The runs of a call: what each of its checks came to. */
export function conclude(checks: readonly CheckedCommand[], evidence: CallEvidence): RunFacts[] {
  const runs: (RunFacts & { check: CheckedCommand; hasSpoken: boolean })[] = [];
  for (const [index, check] of checks.entries()) {
    const own = reportsOf(checks, index, evidence.reports);
    if (check.of !== undefined) {
      const run = runOf(check, check.of, own, evidence);
      if (run)
        runs.push({ ...run, check, hasSpoken: own.some(({ of, isLoose }) => of === check.of && !isLoose) });
      continue;
    }
    for (const kind of kindsIn(own, check)) {
      // Another command of the call is known to be of that kind.
      if (checks.some((one) => one.of === kind)) continue;
      const run = runOf(
        check,
        kind,
        own.filter((report) => report.of === kind || report.of === undefined),
        evidence,
      );
      if (run && (run.result !== 'unknown' || !check.isByOutput))
        runs.push({ ...run, check, hasSpoken: true });
    }
  }
  return followChains(runs).map(({ check: _, hasSpoken: __, ...run }) => run);
}

/** Of `a && b`, `b` ran only if `a` succeeded, and not at all after `a` failed. */
function followChains<One extends RunFacts & { check: CheckedCommand; hasSpoken: boolean }>(
  runs: One[],
): One[] {
  return runs
    .map((run, index): One => {
      const { check } = run;
      const isFollowed = runs.some(
        (later, at) =>
          at > index &&
          later.check.chain === check.chain &&
          later.check.isAfterSuccess &&
          later.hasSpoken &&
          later.check !== check,
      );
      const isProven =
        isFollowed &&
        check.guardsChain &&
        run.result === 'unknown' &&
        run.of !== 'tests' &&
        run.output === 'whole';
      return isProven ? { ...run, result: 'passed' } : run;
    })
    .filter((run, index, all) => {
      const { check } = run;
      const isStopped = all.some(
        (before, at) =>
          at < index &&
          before.result === 'failed' &&
          before.check !== check &&
          before.check.chain === check.chain &&
          before.check.guardsChain,
      );
      return !(isStopped && check.isAfterSuccess && !run.hasSpoken);
    });
}

/** Reports that the same words give to several tools; the command says which it is. */
const onlyByName = new Set(['cargo check', 'clippy', 'deno', 'go vet']);

function kindsIn(reports: readonly Report[], check: CheckedCommand): CheckKind[] {
  const kinds = new Set<CheckKind>();
  for (const { of, verdict, isLoose, runner } of reports) {
    if (of === undefined || isLoose || verdict === 'sign' || verdict === 'unfinished') continue;
    if (onlyByName.has(runner) && of !== 'tests') continue;
    kinds.add(of);
  }
  // A compiler's “Finished” in front of the tests is no run of its own.
  if (kinds.has('tests')) kinds.delete('build');
  if (kinds.size === 0 && check.usual !== undefined && reports.some(({ of }) => of === undefined))
    return [check.usual];
  return [...kinds];
}

/** The reports that this check may have made. */
function reportsOf(checks: readonly CheckedCommand[], index: number, reports: readonly Report[]): Report[] {
  const check = checks[index] as CheckedCommand;
  const others = checks.filter((one) => one !== check);
  const fitting = reports.filter(
    ({ of, runner }) =>
      (of === undefined ||
        check.of === undefined ||
        of === check.of ||
        (check.tool === 'gradle' && runner === 'gradle')) &&
      (check.tool === runner || !others.some(({ tool }) => tool === runner)),
  );
  const isSilent = (one: CheckedCommand) => isHidden(one.output as Run['output']);
  if (isSilent(check)) return [];
  const rivals = checks.filter(
    (one) =>
      one.of === check.of &&
      !one.isByOutput &&
      !isSilent(one) &&
      (one.tool === check.tool || one.tool === undefined),
  );
  if (check.of === undefined || rivals.length < 2) return fitting;
  const said = fitting.filter(
    ({ of, verdict, isLoose }) => of === check.of && !isLoose && verdict !== 'sign',
  );
  const rest = fitting.filter(
    ({ of, isLoose, verdict }) => of === undefined || isLoose || verdict === 'sign',
  );
  const turn = rivals.indexOf(check);
  if (said.length === rivals.length) return said[turn] ? [said[turn] as Report] : [];
  if (said.length < rivals.length && check.chain === rivals[0]?.chain)
    return said[turn] ? [said[turn] as Report] : rest;
  // Nobody can tell whose they are: a failure is a failure of all, a pass of none.
  return fitting.map((report) =>
    report.verdict === 'passed' && said.length < rivals.length
      ? { ...report, verdict: 'unfinished' as const }
      : report,
  );
}

function runOf(
  check: CheckedCommand,
  of: CheckKind,
  own: readonly Report[],
  evidence: CallEvidence,
): RunFacts | undefined {
  const output = outputOf(check, evidence);
  const exit = exitOf(check, evidence);
  const result = resultOf(check, of, own, { ...evidence, output, exit });
  const told = own.filter((report) => report.of === of && !report.isLoose);
  const sum = (what: 'passed' | 'failed') =>
    told.some((report) => report[what] !== undefined)
      ? told.reduce((all, report) => all + (report[what] ?? 0), 0)
      : undefined;
  const [passed, failed] = [sum('passed'), sum('failed')];
  const names = [...new Set(told.flatMap((report) => report.names ?? []))].slice(0, 20);
  return {
    of,
    scope: check.scope,
    ...(check.suite !== undefined && { suite: check.suite }),
    command: check.command,
    result,
    output,
    isMasked: result === 'failed' && evidence.exitCode === 0 && evidence.life === 'ended',
    ...(check.tool !== undefined && { tool: check.tool }),
    ...(passed !== undefined && of === 'tests' && { passed }),
    ...(failed !== undefined && of === 'tests' && { failed }),
    ...(names.length > 0 && result === 'failed' && { failedNames: names }),
    ...(check.from && { from: check.from }),
  };
}

function outputOf(check: CheckedCommand, { life, isCut, lines }: CallEvidence): Run['output'] {
  if (life === 'running' || check.isBackground) return 'running';
  if (life === 'killed') return 'killed';
  if (check.output === 'file' || check.output === 'away') return check.output;
  if (isCut || check.output === 'filtered') return 'cut';
  // Blank lines at the ends are often lost, so a few lines less than were let through are not enough.
  return check.output === 'lines' && lines + lostLines >= (check.lines ?? 0) ? 'cut' : 'whole';
}

const lostLines = 5;

/** The exit code of this one command, as far as the call's says it. */
function exitOf(check: CheckedCommand, { exitCode, text, life }: CallEvidence): number | undefined {
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

function resultOf(
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
  if (exit !== undefined && endedBySignal(exit)) return 'unknown';
  if (exit !== undefined && exit !== 0)
    return isHidden(output) && !cannotRun.includes(exit)
      ? 'failed'
      : resultOfFailure(of, own, around.text ?? '');
  const signs = tests.some(
    (report) =>
      report.verdict === 'sign' && (check.tool === undefined || sameTool(check.tool, report.runner)),
  );
  if (signs && exit === undefined && output !== 'running') return 'failed';
  if (exit === undefined && said.length === 0 && looseFailure(own)) return 'failed';
  if (tasks.some(({ verdict }) => verdict === 'failed') && exit === undefined) return 'failed';
  if (output !== 'whole') return 'unknown';
  const isPassed = tests.some(({ verdict }) => verdict === 'passed');
  if (
    !isPassed &&
    own.some(({ verdict, isLoose }) => !isLoose && (verdict === 'broken' || verdict === 'none'))
  )
    return 'not run';
  if (isPassed) return 'passed';
  if (tests.some(({ verdict }) => verdict === 'unfinished')) return 'unknown';
  if (
    check.tool === 'gradle' &&
    of === 'tests' &&
    said.some(({ verdict, of: kind }) => verdict === 'passed' && kind === 'build')
  )
    return 'passed';
  if (check.listsFaults) return listed(around);
  if (tasks.some(({ verdict }) => verdict === 'passed')) return 'passed';
  return exit === 0 ? resultOfSuccess(of, own, around.text ?? '', check.command) : 'unknown';
}

/** It lists the files with faults. Other commands of the call may have printed around it, so only names of files count. */
function listed({ text, exit }: Circumstances): Run['result'] {
  if (text === undefined) return 'unknown';
  const first = text.slice(0, 20_000).split('\n');
  if (first.some((line) => namedFile.test(line))) return 'failed';
  return exit === 0 ? 'passed' : 'unknown';
}

/** A path alone on its line, or the head of a difference. */
const namedFile =
  /^(?:diff |--- |would reformat )?(?:[\w.@-]{1,100}[\\/]){0,20}[\w.@-]{1,100}\.[a-z]{1,6}(?: |$)/;

/** Nothing of the output is there, so the exit code is all there is. */
const isHidden = (output: Run['output']): boolean => output === 'file' || output === 'away';
const cannotRun = [126, 127];

/** `npx jest` and `npm test`, which names none, may print jest's words. */
const sameTool = (tool: string, runner: string): boolean =>
  tool === runner || runner.startsWith(tool) || tool.startsWith(runner);

const looseFailure = (own: readonly Report[]): boolean =>
  own.some(({ isLoose, verdict }) => isLoose && verdict === 'failed');

/** The command ended with another exit code than 0. */
function resultOfFailure(of: CheckKind, own: readonly Report[], text: string): Run['result'] {
  const is = (wanted: Report['verdict'], among: readonly Report[] = own) =>
    among.some(({ verdict }) => verdict === wanted);
  const firm = own.filter(({ isLoose, of: kind }) => !isLoose && kind === of);
  if (is('passed', firm)) return 'failed';
  if (is('broken') || is('none', firm)) return 'not run';
  if (is('sign', firm) && !hasNotStarted(text, of)) return 'failed';
  if (hasNotStarted(text, of)) return 'not run';
  if (of !== 'tests') return 'failed';
  return is('failed') || is('sign') ? 'failed' : 'unknown';
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
