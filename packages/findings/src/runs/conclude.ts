import type { Run } from '../acts/act.ts';
import type { CheckKind } from '../check-kind.ts';
import { lastAsked } from '../remembered.ts';
import { screened } from '../screen/screened.ts';
import { namesIn } from './cover/names.ts';
import { printedIn, withoutExcluded, withoutLeftOut } from './cover/printed.ts';
import { echoedRunner, onlySays } from './echoed.ts';
import type { CallEvidence, CheckedCommand, Report } from './evidence.ts';
import { faultFilesIn } from './fault-files.ts';
import { exitOf, isHidden, isUnfinished, outputOf, ownWords, resultOf } from './result.ts';

export type RunFacts = Omit<Run, 'kind' | 'sequence' | 'lane' | 'from'> & Pick<CheckedCommand, 'from'>;

/** The runs of a call: what each of its checks came to. */
export function conclude(given: readonly CheckedCommand[], evidence: CallEvidence): RunFacts[] {
  const checks = withRunners(given, evidence.text).map((check) =>
    check.tool === undefined && given.length === 1 && evidence.text !== undefined && onlySays(evidence.text)
      ? { ...check, runsNothing: true as const }
      : check,
  );
  const runs: ChainedRun[] = [];
  for (const [index, check] of checks.entries()) {
    const own = reportsOf(checks, index, evidence.reports);
    const isAlone = checks.length === 1;
    if (check.of !== undefined) {
      const run = runOf(check, check.of, own, evidence, isAlone);
      const spoken = own.filter(({ of, isLoose }) => of === check.of && !isLoose);
      const hasVerdict = spoken.some(({ verdict }) => verdict === 'failed');
      if (run) runs.push({ ...run, check, hasSpoken: spoken.length > 0, hasVerdict });
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
        isAlone,
      );
      // What passed and told of a failure as well is a run of which nobody can tell.
      const isTorn = own.some(({ isLoose, verdict }) => isLoose && verdict === 'sign');
      if (run && (run.result !== 'unknown' || !check.isByOutput || isTorn))
        runs.push({ ...run, check, hasSpoken: true, hasVerdict: true });
    }
  }
  return followChains(runs).map(({ check: _, hasSpoken: __, hasVerdict: ___, ...run }) => run);
}

/** `npm test` names no runner; what it prints first often does. */
function withRunners(checks: readonly CheckedCommand[], text: string | undefined): readonly CheckedCommand[] {
  const unnamed = checks.filter(
    ({ of, tool, isByOutput }) => of === 'tests' && tool === undefined && !isByOutput,
  );
  const runner = text === undefined || unnamed.length !== 1 ? undefined : echoedRunner(text);
  return runner === undefined
    ? checks
    : checks.map((check) => (check === unnamed[0] ? { ...check, tool: runner } : check));
}

/** A run with what it takes to see how far its chain came. */
type ChainedRun = RunFacts & {
  check: CheckedCommand;
  hasSpoken: boolean;
  /** Its own summary says that it failed. */
  hasVerdict: boolean;
};

const isNextOf = (check: CheckedCommand, later: CheckedCommand): boolean =>
  later !== check && later.chain === check.chain && later.isAfterSuccess && later.tool !== check.tool;

/** Of `a && b`, `b` ran only if `a` succeeded, and not at all after `a` failed. */
function followChains(runs: readonly ChainedRun[]): ChainedRun[] {
  return runs
    .map((run, index): ChainedRun => {
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
      if (isProven) return { ...run, result: 'passed' };
      // Faults that nobody says are his are those of the last that ran: the others let the chain go on.
      const isOfLater =
        run.result === 'failed' &&
        !run.hasVerdict &&
        check.guardsChain &&
        runs.slice(index + 1).some((later) => isNextOf(check, later.check) && later.result === 'failed');
      return isOfLater ? { ...run, result: 'unknown', isMasked: false } : run;
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
const onlyByName = new Set(['cargo check', 'clippy', 'deno', 'go vet', 'syntax']);

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
      (runner !== 'syntax' || check.tool === 'syntax') &&
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
  if (said.length < rivals.length && isOneChain(rivals)) return said[turn] ? [said[turn] as Report] : rest;
  // Nobody can tell whose they are: a failure is a failure of all, a pass of none.
  return fitting.map((report) =>
    report.verdict === 'passed' && said.length < rivals.length
      ? { ...report, verdict: 'unfinished' as const }
      : report,
  );
}

/** `a && b`: what ended the chain printed the last summary. */
const isOneChain = ([first, ...rest]: readonly CheckedCommand[]): boolean =>
  rest.every(({ chain, isAfterSuccess }) => isAfterSuccess && chain === first?.chain);

function runOf(
  check: CheckedCommand,
  of: CheckKind,
  given: readonly Report[],
  evidence: CallEvidence,
  isAlone: boolean,
): RunFacts | undefined {
  const own = ownWords(check, of, given);
  const output = outputOf(check, evidence, own);
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
    ...toolOf(check, told),
    ...(check.tool === undefined && { isTask: true as const }),
    ...(result === 'failed' && (of === 'lint' || of === 'types') && faultFilesIn(evidence.text)),
    ...(passed !== undefined && of === 'tests' && { passed }),
    ...(failed !== undefined && of === 'tests' && { failed }),
    ...(names.length > 0 && result === 'failed' && { failedNames: names }),
    ...(check.from && { from: check.from }),
    ...(result === 'unknown' &&
      !own.some(isUnfinished) &&
      !(output === 'running' && told.some(({ runner }) => endless.has(runner))) &&
      !(check.isBlind && output !== 'whole') &&
      told.some(({ verdict }) => verdict === 'passed') && { looksPassed: true as const }),
    ...(of === 'tests' && suitesOf(check, evidence.text)),
    ...(result === 'unknown' && exit !== undefined && exit !== 0 && { exitCode: exit }),
    ...(check.isOneOff && { isOneOff: check.isOneOff }),
    ...(check.state && { state: check.state }),
    ...(check.folder !== undefined && { folder: check.folder }),
    ...(check.isElsewhere && { isElsewhere: true as const }),
    ...(check.inImage && { inImage: check.inImage }),
    ...(check.movesBefore !== undefined && { movesBefore: check.movesBefore }),
    ...(check.narrowed && { narrowed: check.narrowed }),
    ...(result === 'passed' && {
      ...printedBy(check, told, evidence.text, isAlone),
      names: namesOf(evidence),
    }),
  };
}

/** Several checks of a call ask for it. */
const namesOf = lastAsked(({ script = '', text = '' }: CallEvidence) => namesIn(script, text));

function printedBy(
  check: CheckedCommand,
  told: readonly Report[],
  text: string | undefined,
  isAlone: boolean,
): Pick<RunFacts, 'printed'> {
  const skipped = told.reduce((sum, report) => sum + (report.skipped ?? 0), 0);
  const printed = printedIn(text, {
    ...{ command: check.command, isAlone, skipped, leftOut: check.leftOut, ran: totalOf(told) },
    ...toolOf(check, told),
  });
  return printed ? { printed } : {};
}

const totalOf = (told: readonly Report[]): number | undefined =>
  told.some(({ total }) => total !== undefined)
    ? told.reduce((sum, { total, passed }) => sum + (total ?? passed ?? 0), 0)
    : undefined;

/** They print a line for each package and no summary: while they run nobody knows what is still to come. */
const endless = new Set(['go', 'cargo', 'surefire', 'gradle', 'bazel', 'dotnet']);

const readForSuites = 6000;
const maxSuites = 8;

/** Of the suites that many runs leave out, those that the command or the output names. */
function suitesOf({ command, suite = '' }: CheckedCommand, text = ''): Pick<RunFacts, 'suites'> {
  const read =
    text.length > 2 * readForSuites ? `${text.slice(0, readForSuites)}\n${text.slice(-readForSuites)}` : text;
  const found = new Set<string>();
  for (const given of [withoutExcluded(command), withoutExcluded(suite), read]) {
    const part = given === read && leftOut.words.may(read) ? withoutLeftOut(read, oftenLeftOut) : given;
    if (part === '' || !leftOut.words.may(part)) continue;
    for (const [name] of part.matchAll(oftenLeftOut)) {
      found.add(name.toLowerCase());
      if (found.size >= maxSuites) return { suites: [...found] };
    }
  }
  return found.size === 0 ? {} : { suites: [...found] };
}

const oftenLeftOut =
  /integration|e2e|end-to-end|browser|chromium|playwright|cypress|acceptance|smoke|slow|system|contract|performance|nightly|doc-?tests?|ui(?=[ _-]?tests?\b)|widget|instrument(?:ed|ation)|connected(?=\w{0,40}test)|visual|load(?=[ _-]?test)|stress|fuzz|a11y|accessibility/gi;
const leftOut = screened({ words: oftenLeftOut });

/** By the command, or by the only runner that spoke. */
function toolOf({ tool }: CheckedCommand, told: readonly Report[]): { tool?: string } {
  const spoke = new Set(told.map(({ runner }) => runner));
  const [only] = spoke.size === 1 ? spoke : [];
  const name = tool ?? only;
  return name === undefined ? {} : { tool: name };
}
