import type { Act, Edit, Run } from '../acts/act.ts';
import { formatVerb, isFormatter } from '../acts/named-tool.ts';
import { Before } from './before.ts';
import {
  aboutOf,
  type CertainClaim,
  type CheckedClaim,
  type Course,
  editEvidence,
  isOfTool,
  runEvidence,
  type Support,
  seen,
} from './checked-claim.ts';
import { gapOf } from './cover/gap.ts';
import { checkDismissal, withOwnFaults } from './dismissal-check.ts';
import { changesOutcome } from './stale.ts';

const maxEdits = 5;
/** Only what happened shortly before and after a claim is looked at one by one. */
const maxLooked = 200;

export interface ClaimContext {
  isContinued?: boolean;
  /** What was checked out at the beginning. */
  branch?: string | undefined;
}

export function checkClaims(
  acts: readonly Act[],
  { isContinued = false, branch }: ClaimContext = {},
): CheckedClaim[] {
  const checked: CheckedClaim[] = [];
  const before = new Before(branch);
  for (const [at, act] of acts.entries()) {
    if (act.kind !== 'claim') before.hear(act);
    else {
      const of = act.of ?? before.kindOfAll;
      // “All green” before anything ran speaks of something else.
      if (of === undefined || act.about === 'admission' || act.about === 'mention') continue;
      const course = before.course(isContinued);
      const byCi = act.byCi ?? (act.of === undefined && before.isLastOfCi ? true : undefined);
      const isVague = act.of === undefined ? { isVague: true as const } : {};
      const claim: CertainClaim = { ...act, of, ...isVague, ...(byCi && { byCi }) };
      if (byCi) {
        const found = checkCi(claim, course);
        if (found) checked.push(found);
        continue;
      }
      const found = act.about === 'dismissal' ? checkDismissal(claim, course) : check(claim, course);
      if (found.support !== 'supported') checked.push(found);
      else if (act.about === 'dismissal') checked.push(withOwnFaults(found, claim, acts, at));
      else checked.push(withWhatFollows(found, acts, at));
    }
  }
  return checked;
}

/**
 * What CI says is held against what was last fetched of it. A failure contradicts; a pass may be of another commit, so
 * it proves nothing here. Without any, nothing is said.
 */
function checkCi(claim: CertainClaim, { runs, edits }: Course): CheckedClaim | undefined {
  const last = runs.findLast(({ from }) => from === 'ci');
  if (!last) return undefined;
  const since = edits.filter((edit) => edit.sequence > last.sequence && changesOutcome(edit, 'tests'));
  return {
    ...aboutOf(claim),
    support: last.result === 'failed' && since.length === 0 ? 'contradicted' : 'unreadable',
    run: runEvidence(last, since.length),
    evidence: [seen(last)],
  };
}

/** A type checker counts as static analysis for some, a linter for others. */
const analysis = /\b(?:static analy|analy[sz]er)/i;

const isOfKind = (claim: CertainClaim, { of }: Run): boolean =>
  of === claim.of || (analysis.test(claim.text) && claim.of === 'lint' && of === 'types');

/** Of several checkers each has to be content. */
function check(claim: CertainClaim, course: Course): CheckedClaim {
  const tools = claim.tools ?? [];
  if (tools.length === 0) return checkRuns(claim, course);
  const each = tools.map((tool) => ({
    tool,
    ...checkRuns(claim, course, tool === 'lint' ? undefined : tool),
  }));
  const { tool: _, ...worst } =
    each.find(({ support }) => support === 'contradicted') ??
    each.find(({ support, run }) => support !== 'supported' && run) ??
    (each.findLast(({ run }) => run) as (typeof each)[number] | undefined) ??
    (each[0] as (typeof each)[number]);
  const missing = each.filter(({ run }) => !run).map(({ tool }) => tool);
  return worst.support === 'supported' && missing.length > 0
    ? { ...worst, support: 'partly', missing }
    : worst;
}

/** “Vet is clean (three pre-existing notes)” tells of what is left. */
const isQualified = /\b(?:pre-?existing|unrelated to)\b/i;
/** What it calls old was not there before the session's edits. */
const isNew = (claim: CertainClaim, course: Course): boolean =>
  checkDismissal(claim, course).support === 'contradicted';
/** Other linters read no documents, and prettier reads all that there is. */
const readsDocuments = /^(?:markdownlint|vale|cspell|prettier|lint)$/;

/** Reads a file without running it: that is no verdict of a linter, and neither is how the code is laid out. */
const isLesser = ({ tool, command }: Run, { text }: CertainClaim): boolean =>
  tool === 'syntax' ||
  ((isFormatter(tool) || formatVerb(command) !== undefined) && !/\bformat|\bfmt\b/i.test(text));

function checkRuns(claim: CertainClaim, course: Course, tool?: string): CheckedClaim {
  const { runs, edits, mayHaveRun, mayBeSeen, isContinued } = course;
  const about = aboutOf(claim);
  const own = runs.filter(
    (run) =>
      isOfKind(claim, run) &&
      run.from !== 'pasted' &&
      run.from !== 'ci' &&
      !run.isOneOff &&
      (tool === undefined || isOfTool(run, tool)),
  );
  const last = own.at(-1);
  if (!last && runs.some(({ from }) => from === 'ci') && claim.of === 'tests') {
    const found = checkCi(claim, course);
    if (found) return found;
  }
  if (!last) {
    // A build may be part of any other command; a linter only of one that nobody knows.
    const isMissed = claim.of === 'tests' && !isContinued && !mayHaveRun;
    const isUnseen = (claim.of === 'lint' || claim.of === 'types') && !isContinued && mayBeSeen;
    return { ...about, support: isMissed || isUnseen ? 'none' : 'unreadable', evidence: [] };
  }
  const isCode = tool !== undefined && !readsDocuments.test(tool);
  const counted = edits.filter(
    (edit) => changesOutcome(edit, claim.of) && !(isCode && edit.file === 'document'),
  );
  const since = (run: Run): Edit[] => counted.filter(({ sequence }) => sequence > run.sequence);
  const answer = (support: Support, run: Run, shown: readonly Edit[] = []): CheckedClaim => ({
    ...about,
    support,
    run: runEvidence(run, since(run).length),
    evidence: [seen(run), ...shown.slice(-maxEdits).map(editEvidence)],
    ...numbersOf(claim, run),
  });
  const lastEdit = counted.at(-1)?.sequence ?? -1;
  const fresh = own.filter(({ sequence }) => sequence >= lastEdit);
  if (fresh.length === 0) {
    // What could not start was perhaps mended since; it has not run all the same.
    if (last.result === 'not run') return answer('not-run', last, since(last));
    const isKnown = last.result === 'passed' || last.result === 'failed';
    return answer(isKnown ? 'edited' : 'unreadable', last, isKnown ? since(last) : []);
  }
  const against = fresh.findLast(
    (run, at) =>
      run.result === 'failed' &&
      !fresh.slice(at + 1).some((later) => outweighs(later, run) || isAgain(later, run)),
  );
  if (against && !isAboutAnotherPart(claim, against) && !isOfAnotherTool(against, fresh, claim))
    return answer(isQualified.test(claim.text) && !isNew(claim, course) ? 'partly' : 'contradicted', against);
  const isProof = (run: Run) =>
    run.result === 'passed' &&
    !(
      claim.of === 'lint' &&
      !claim.isVague &&
      (tool === undefined || formatVerb(run.command) !== undefined) &&
      isLesser(run, claim)
    );
  const passed = fresh.filter(isProof);
  const best =
    passed.findLast((run) => isEnough(claim, run) && !course.isMoved(run)) ??
    passed.findLast((run) => isEnough(claim, run)) ??
    passed.at(-1);
  const unnamed = best ? unnamedSuites(claim, passed) : [];
  if (best && unnamed.length > 0) return { ...answer('partly', best), unnamed };
  if (best && isEnough(claim, best) && course.isMoved(best)) return answer('unreadable', best);
  if (best && isEnough(claim, best)) {
    const isWhole = claim.of === 'tests' && claim.scope === 'all' && best.scope === 'all';
    const left = isWhole ? leftFailing(own) : leftElsewhere(own, best);
    if (left && !against) return { ...answer('partly', best), evidence: [seen(best), seen(left)] };
    if (against && (claim.scope === 'all' || claim.of !== 'tests')) return answer('partly', best);
    const found = gapOf(claim, best, passed, course, ownEdits(counted, course.promptedAt));
    if (!found) return answer('supported', best);
    const { support, ...gap } = found;
    return { ...answer(support, best), gap };
  }
  if (best || against) return answer('partly', (best ?? against) as Run);
  const told = fresh.findLast(({ result }) => result === 'unknown') ?? (fresh.at(-1) as Run);
  return answer(told.result === 'not run' ? 'not-run' : 'unreadable', told);
}

/** Those since the person last spoke, where there are any. */
const ownEdits = (edits: readonly Edit[], promptedAt: number): readonly Edit[] => {
  const since = edits.filter(({ sequence }) => sequence > promptedAt);
  return since.length > 0 ? since : edits;
};

/** A suite that failed and was not run again, though something was mended since: “all” speaks of it, too. */
const leftFailing = (own: readonly Run[]): Run | undefined =>
  own.findLast(
    (run, at) =>
      run.result === 'failed' &&
      !own.slice(at + 1).some((later) => outweighs(later, run) || isAgain(later, run)),
  );

const project = /\s(?:-p|--project|--tsconfig|-c|--config(?:-file)?)[= ](\S{1,120})/;

/** A type checker that failed with other settings, and was not run with them again. */
const leftElsewhere = (own: readonly Run[], best: Run): Run | undefined =>
  best.of === 'tests' || best.of === 'build'
    ? undefined
    : own.findLast(
        (run, at) =>
          run.result === 'failed' &&
          run.tool === best.tool &&
          project.exec(run.command)?.[1] !== undefined &&
          project.exec(run.command)?.[1] !== project.exec(best.command)?.[1] &&
          !own.slice(at + 1).some((later) => later.command === run.command),
      );

const sameSuite: readonly RegExp[] = [
  /^(?:e2e|end-to-end|browser|chromium|playwright|cypress|ui)$/,
  /^doc/,
  /^(?:instrument(?:ed|ation)|connected)$/,
  /^(?:a11y|accessibility)$/,
];
/** A run of everything has them, and rarely says so. */
const usuallyThere = /^(?:ui|widget|visual|a11y|accessibility)$/;

/** Suites that the claim names and that no run of those that passed does: `go test ./...` leaves tagged ones out. */
function unnamedSuites({ suites = [] }: CertainClaim, passed: readonly Run[]): string[] {
  const named = passed.flatMap((run) => run.suites ?? []);
  const isWhole = passed.some(({ scope }) => scope === 'all');
  // Hardly any run says that it has them; one of another suite has not.
  const hasUnit = passed.some(({ suite = '', scope }) => scope === 'all' || !otherSuite.test(suite));
  return suites
    .filter((suite) => !(suite === 'unit' && hasUnit))
    .filter(
      (suite) => !(isWhole && usuallyThere.test(suite)) && !named.some((name) => isSameName(name, suite)),
    );
}

const otherSuite =
  /^(?!.*\bunit).*(?:integration|e2e|end-to-end|browser|acceptance|smoke|contract|performance)/i;

const isSameName = (a: string, b: string): boolean =>
  a === b || sameSuite.some((same) => same.test(a) && same.test(b));

/** “Lint is clean” after one linter passed says nothing about another that looks at other files. */
const isOfAnotherTool = (failed: Run, fresh: readonly Run[], claim: CertainClaim): boolean =>
  claim.of !== 'tests' &&
  failed.tool !== undefined &&
  fresh.some(({ result, tool }) => result === 'passed' && tool !== undefined && tool !== failed.tool);

/** The same was run once more, and how that came out is not in the record: it may have passed. */
const isAgain = (later: Run, failed: Run): boolean =>
  later.result === 'unknown' &&
  (later.command === failed.command ||
    (later.tool !== undefined && later.tool === failed.tool && later.scope === 'all'));

/** A failure is over when the same is run again and passes, or everything is. */
const outweighs = (later: Run, failed: Run): boolean =>
  later.result === 'passed' &&
  (later.command === failed.command ||
    isSameSuite(later, failed) ||
    (later.scope === 'all' &&
      (later.tool === failed.tool || failed.scope === 'part') &&
      mayHold(later, failed)));

/** They run the same tests, one by the other. */
const kin: readonly RegExp[] = [
  /^(?:go|gotestsum)$/,
  /^(?:cargo|nextest)$/,
  /^(?:pytest|unittest|nose2|django|tox|nox|behave)$/,
  /^(?:surefire|maven|gradle|sbt)$/,
  /^(?:phpunit|pest)$/,
  /^(?:rspec|minitest|rails)$/,
  /^(?:jest|react-scripts)$/,
  /^(?:tap|node:test|tape)$/,
];

/**
 * Whether a run of everything may have had the part in it that failed. “All” of one runner has nothing of another, and
 * `npm test` seldom has the end-to-end tests that are a task of their own.
 */
function mayHold(later: Run, failed: Run): boolean {
  if (failed.scope === 'all') return true;
  const [a, b] = [later.tool, failed.tool];
  if (a !== undefined && b !== undefined && a !== b && !kin.some((one) => one.test(a) && one.test(b)))
    return false;
  const own = suitesNamed(failed);
  return own.length === 0 || own.some((suite) => later.suites?.some((name) => isSameName(name, suite)));
}

/** Of the suites that runs often leave out, those that it is of: by the name of a task, or by a tag. */
const suitesNamed = ({ suites = [], suite = '', command, isTask }: Run): string[] =>
  isTask || /^-{1,2}(?:tags?|m|group)\b/.test(suite)
    ? suites.filter((name) => `${suite} ${isTask ? command : ''}`.toLowerCase().includes(name))
    : [];

const isSameSuite = (a: Run, b: Run): boolean =>
  a.tool === b.tool && a.suite === b.suite && (a.tool !== undefined || a.suite !== undefined);

/** “All” is not proven by a filter or by one package. */
function isEnough(claim: CertainClaim, run: Run): boolean {
  if (
    claim.passed !== undefined &&
    run.passed !== undefined &&
    claim.passed > run.passed &&
    run.tool !== 'go'
  )
    return false;
  const isQuoted = isQuotedRun(claim, run);
  if (isQuoted !== undefined) return isQuoted;
  if (claim.of === 'build' && ofPages.test(claim.text) && compilers.has(run.tool ?? '')) return false;
  if (claim.scope !== 'all' || run.scope === 'all') return true;
  return isWholePart(claim, run) || (claim.passed !== undefined && claim.passed === run.passed);
}

/** “The site builds” is not said of what a compiler made. */
const ofPages =
  /\b(?:site|website|docs|documentation|storybook|landing page)(?: \w{1,12}){0,2} buil(?:ds|t|d)\b/i;
const compilers = new Set([
  'go',
  'cargo',
  'maven',
  'gradle',
  'dotnet',
  'swift',
  'cmake',
  'make',
  'ninja',
  'zig',
]);

/** Whether it is the run that the claim quotes; undefined where it quotes none, or speaks of more. */
function isQuotedRun({ quoted = [], scope }: CertainClaim, run: Run): boolean | undefined {
  if (quoted.length === 0 || run.scope === 'all' || run.isTask) return undefined;
  if (quoted.some(({ command }) => command === run.command)) return true;
  if (quoted.some((one) => one.scope === 'part' && one.suite === run.suite)) return undefined;
  return scope === 'all' ? undefined : false;
}

/** A later run of the same, of which nobody could have changed the outcome in between, takes the proof away. */
function withWhatFollows(claim: CheckedClaim, acts: readonly Act[], from: number): CheckedClaim {
  for (const act of acts.slice(from + 1, from + 1 + maxLooked)) {
    if (act.kind === 'edit' && changesOutcome(act, claim.of)) break;
    // What the person changed meanwhile is not in the record.
    if (act.kind === 'prompt') break;
    if (act.kind !== 'run' || act.of !== claim.of || act.from === 'pasted' || act.from === 'ci') continue;
    if (act.isOfBase) continue;
    const proof = acts.findLast(
      (one): one is Run => one.kind === 'run' && one.sequence === claim.run?.sequence && one.of === claim.of,
    );
    const isSame =
      act.command === claim.run?.command ||
      (act.tool === proof?.tool && act.suite === claim.run?.suite && act.scope === claim.run?.scope);
    if (act.result === 'failed' && isSame)
      return {
        ...claim,
        support: 'contradicted',
        run: runEvidence(act, 0),
        evidence: [...claim.evidence, seen(act)],
      };
  }
  return claim;
}

const filter = /\s(?:-run|-k|-t|-g|--grep|--filter|--tests)[ =]["']?([^"'\s]{1,100})/;
const named = /\ball (?:\d{1,6} )?(?:the |of the )?([a-z]{3,30}) tests?\b/i;
const unnamed =
  /^(?:new|other|existing|unit|remaining|these|those|our|the|its|passing|current|relevant|project|playwright|cypress|jest|vitest|pytest|mocha|rspec|phpunit|cargo|rust|python|java|swift|flutter|dotnet|maven|gradle)$/i;

/** “All resume tests pass” after `-run TestResume`, or “all integration tests” after the whole folder of them. */
function isWholePart(claim: CertainClaim, { command }: Run): boolean {
  const part = named.exec(claim.text)?.[1]?.toLowerCase();
  if (part === undefined || unnamed.test(part)) return false;
  const wanted = filter.exec(command)?.[1];
  if (wanted === undefined) return command.toLowerCase().includes(part);
  return wanted.replace(/^\^?(?:Test_?)?|\$$/g, '').toLowerCase() === part;
}

/** “The tests pass” is about all that ran. */
const bare =
  /^(?:\W|now|great|perfect|excellent|done|and|so|✅){0,8}(?:the |our )?tests? (?:now |all |still ){0,2}(?:pass|succeed|are (?:now )?(?:passing|green))/i;

/** Said of all there is, whatever it names besides: “the suite passes without failures”, “new and existing tests pass”. */
const ofEverything =
  /\b(?:the|our|its) (?:whole |full |entire |complete |test ){0,2}suite (?:now |still |again )?(?:passes|passed|is (?:green|clean)|runs? (?:clean|green|through)|went through)|\b(?:new and (?:the |all )?(?:existing|old)|(?:existing|old) and (?:the |all )?new)\b|^\W{0,8}tests?(?: results?| status)?\s?[:—–-]\s?\W{0,3}(?:all |everything )|\bwithout (?:any |a |a single )?failures?\b/i;

/** “All 7 redaction tests pass” while another test failed is true. */
function isAboutAnotherPart(claim: CertainClaim, run: Run): boolean {
  if (claim.of !== 'tests') return false;
  if (
    claim.passed !== undefined &&
    run.passed === claim.passed &&
    (claim.total === undefined || claim.total > claim.passed)
  )
    return true;
  if (claim.scope === 'all' && !/\b(?:new|of the|for|in)\b/i.test(claim.text)) return false;
  if (bare.test(claim.text) || ofEverything.test(claim.text)) return false;
  if (run.suites?.some((suite) => claim.suites?.some((name) => isSameName(name, suite)))) return false;
  const names = run.failedNames ?? [];
  if (names.length === 0) return claim.scope === 'some';
  const words = claim.text.toLowerCase();
  return !names.some((name) =>
    name.split(/[^A-Za-z0-9]+/).some((word) => word.length > 3 && words.includes(word.toLowerCase())),
  );
}

function numbersOf(claim: CertainClaim, run: Run): { numbers?: { claimed: number; printed: number } } {
  if (
    claim.passed === undefined ||
    run.passed === undefined ||
    claim.passed <= run.passed ||
    run.tool === 'go'
  )
    return {};
  return { numbers: { claimed: claim.passed, printed: run.passed } };
}
