import { hasRetried, mannersShown } from '../../manner.ts';

/** What a run that passed says besides: warnings, shares of covered lines, and what it left out. */

const readFor = 20_000;
const ends = (text: string): string =>
  text.length > 2 * readFor ? `${text.slice(0, readFor)}\n${text.slice(-readFor)}` : text;

/** Summaries that count. Of one tool each, so that its own are told from another's beside it. */
const counted: readonly (readonly [tools: RegExp, line: RegExp])[] = [
  [/^(?:clippy|cargo|cargo check)$/, /^warning: .{0,200} generated (\d{1,6}) warnings?/gm],
  [
    /^(?:eslint|stylelint|standard|xo)$/,
    /^\s{0,2}[✖⚠] \d{1,7} problems? \(\d{1,7} errors?, (\d{1,7}) warnings?\)/gm,
  ],
  [/^oxlint$/, /^Found (\d{1,7}) warnings? and \d{1,7} errors?\./gm],
  [/^biome$/, /^Found (\d{1,7}) warnings?\.$/gm],
  [/^svelte-check$/, /^svelte-check found \d{1,7} errors? and (\d{1,7}) warnings?/gm],
  [/^(?:base)?pyright$/, /^\d{1,7} errors?, (\d{1,7}) warnings?, \d{1,7} (?:informations?|notes?)/gm],
  [/^astro$/, /^- (\d{1,7}) warnings?$/gm],
  [/^dotnet$/, /^\s{0,8}(\d{1,7}) Warning\(s\)/gm],
  [/^swiftlint$/, /^Done linting! Found (\d{1,7}) violations?, 0 serious/gm],
  [/^(?:pytest|tox|nox)$/, /\b\d{1,7} passed\b.{0,80}?\b(\d{1,7}) warnings?\b/gm],
];

/** What a warning looks like where only one program can have printed it. */
const warned =
  /^\s{0,8}(?:warning(?:\[[\w:-]{1,40}\])?: |warn: |WARNING in |▲ \[WARNING\]|\[WARNING\] |warning • |w: (?:file:)?\/)|^\S{1,200}:\d{1,6}(?::\d{1,5})?:? (?:- )?warning\b|^\S{1,200}\(\d{1,6},\d{1,5}\): warning\b|^\s{1,4}\d{1,6}:\d{1,5}\s{1,12}(?:warning|⚠)\s|^(\d{1,7}) warnings? generated\.$/gim;
/** rustc ends with it, and counts what was told already. */
const isCount = /generated \d{1,6} warnings?/;

/** How many warnings it printed. Lines that nobody counted are taken only where nothing else printed any. */
export function warningsIn(text: string | undefined, tool: string | undefined, isAlone: boolean): number {
  if (text === undefined || !/warn|⚠/i.test(text)) return 0;
  const read = ends(text);
  const summary = tool === undefined ? undefined : counted.find(([tools]) => tools.test(tool))?.[1];
  const told = summary ? [...read.matchAll(summary)].map(([, count]) => Number(count)) : [];
  if (told.length > 0) return told.reduce((sum, count) => sum + count, 0);
  if (!isAlone) return 0;
  return [...read.matchAll(warned)].filter(([line]) => !isCount.test(line)).length;
}

/** Shares of covered lines: of everything, and of each file. */
export interface Covered {
  all: number[];
  files: [name: string, share: number][];
}

const coverageTotal =
  /^\s{0,4}(?:All files|TOTAL|Total|total:)\s?\|?.{0,200}\d%?\s{0,4}\|?.{0,40}$|^\s{0,4}(?:Statements|Branches|Functions|Lines)\s{0,6}:\s{0,4}(\d{1,3}(?:\.\d{1,4})?)%|\bcoverage: (\d{1,3}(?:\.\d{1,4})?)% of statements|^(\d{1,3}(?:\.\d{1,4})?)% coverage\b|\bLine Coverage: (\d{1,3}(?:\.\d{1,4})?)%|^\s{0,4}lines\.{2,10}: (\d{1,3}(?:\.\d{1,4})?)%|^\s{0,4}\|\s{0,4}Total\s{0,4}\|.{0,80}$|^\[TOTAL\]\s{1,8}(\d{1,3}(?:\.\d{1,4})?)%/gm;
const coverageFile = /^\s{0,8}([\w@.-]{1,60}(?:\/[\w@.-]{1,60}){0,12}\.\w{1,6})\s{1,80}\|?(.{0,120})$/gm;
const share = /(?<![\d.])(\d{1,3}(?:\.\d{1,4})?)\s?(?:%|(?=\s{0,4}\|))/g;
const maxFiles = 60;

export function coverageIn(text: string | undefined): Covered | undefined {
  if (text === undefined || !/cover|Stmts|Statements/i.test(text)) return undefined;
  const read = ends(text);
  const all: number[] = [];
  for (const [line] of read.matchAll(coverageTotal)) all.push(...sharesOf(line));
  if (all.length === 0) return undefined;
  const files: [string, number][] = [];
  for (const [, name = '', row = ''] of read.matchAll(coverageFile)) {
    if (files.length >= maxFiles) break;
    for (const one of sharesOf(row)) files.push([name, one]);
  }
  return { all: all.slice(0, 40), files: files.slice(0, maxFiles) };
}

const sharesOf = (line: string): number[] =>
  [...line.matchAll(share)].map(([, digits]) => Number(digits)).filter((one) => one <= 100);

/** A line that says that something was not run. */
const leaving =
  /exclud|\[no test files\]|skipp?(?:ed|ing)?\b|\(skip\)|--- SKIP|deselect|ignored?\b|disabled|not run\b|omitted|left out|filtered out|pending/i;
/** Nothing was there for it to look at. */
const nothingThere =
  /\(no files to check\)|no files (?:to check|for)|\b0 (?:skipped|excluded|ignored|deselected|filtered out|pending)\b/i;
/** What the command itself leaves out. */
const excluding =
  /(?:--?(?:ignore|exclude|exclude-group|skip|skip-testing|exclude-tags?|exclude-pattern|testPathIgnorePatterns|ignore-glob|deselect|without|exclude-task|x)[= :]["']?\S{1,80}|["']?not [\w ()]{1,60}|~@?\w{1,40}|!\s?\w{1,40}|-D(?:excludedGroups|skip\w{0,20}|groups=!)\S{0,60})/gi;

const hasRun = /\bPASS(?:ED)?\b|\bok\b|[✓✔√]|\bpassed\b/i;

/** The lines of an output that tell of what ran. Of a suite that some line says was left out, another has to show it. */
export function withoutLeftOut(text: string, suites: RegExp): string {
  if (!leaving.test(text)) return text;
  const lines = text.split('\n');
  const isLeft = (line: string) => leaving.test(line) && !nothingThere.test(line);
  const left = new Set(
    lines.filter(isLeft).flatMap((line) => [...line.matchAll(suites)].map(([name]) => name.toLowerCase())),
  );
  return lines
    .filter((line) => !isLeft(line))
    .filter((line) => {
      if (left.size === 0 || hasRun.test(line)) return true;
      return [...line.matchAll(suites)].every(([name]) => !left.has(name.toLowerCase()));
    })
    .join('\n');
}

export const withoutExcluded = (command: string): string => command.replace(excluding, ' ');

const skippedHook = /^(\S.{0,70}?)\.{3,80}(?!\(no files to check\))Skipped$|^\(skip\) (\S{1,40})/gm;

/** Hooks that did not run although they had something to look at. */
export function skippedHooks(text: string | undefined): string[] {
  if (text === undefined || !/Skipped|\(skip\)/.test(text)) return [];
  return [...ends(text).matchAll(skippedHook)]
    .map(([, a, b]) => (a ?? b ?? '').trim().slice(0, 60))
    .slice(0, 10);
}

/** Steps of which it took what an earlier run had made. */
const reused =
  /\bcache hit\b|\breplaying (?:logs|output)\b|FULL TURBO|\[(?:local|remote) cache\]|existing outputs match the cache|\b(?:UP-TO-DATE|FROM-CACHE)\b|\bCACHED\b|\(cached\)|\bup to date\.?$|^ninja: no work to do/m;

const updated =
  /^\s{0,6}(?:›\s)?(\d{1,6}) snapshots? (?:updated|written|obsolete|removed)\b|^\s{0,6}Snapshots:?\s{1,12}(\d{1,6}) (?:updated|written|removed)\b|^\s{0,6}(\d{1,6}) snapshots? (?:passed|generated|updated).{0,40}\bupdated\b/m;

/** A build that was told to leave its tests out. */
const withoutTests =
  /-DskipTests\b|-Dmaven\.test\.skip\b|\s-x test\b|--exclude-task test\b|^\[INFO\] Tests are skipped\.$/m;

/** `Running unittests cli/src/main.rs (target/debug/deps/fjord_cli-09aa)`; one crate has several of these. */
const binary =
  /^\s{1,8}Running (?:unittests |tests\/|benches\/|examples\/)?(\S{1,120}) \(\S{0,200}deps\/\w{1,80}-[0-9a-f]{4,20}/gm;
const membersIn = (read: string): number =>
  new Set(
    [...read.matchAll(binary)].map(([, path = '']) =>
      path.replace(/(?:^|\/)(?:src|tests)\/.*$|^[\w.-]+\.rs$/, ''),
    ),
  ).size;

/** What a run that passed printed besides. */
export interface Printed {
  warnings?: number;
  /** Some of it was not done anew. */
  isReused?: true;
  /** Snapshots that it wrote anew. */
  isRewritten?: true;
  /** How it was run, by what it or its command names. */
  manners?: string[];
  /** A build that left its tests out. */
  isUntested?: true;
  /** Something was tried again, and passed then. */
  hasRetried?: true;
  covered?: Covered;
  /** Crates whose tests cargo ran. */
  members?: number;
  /** Tests that were skipped. */
  skipped?: number;
  /** Tests that there were, where nothing says how many passed. */
  ran?: number;
  /** Hooks and steps that were left out by name. */
  leftOut?: string[];
}

export interface PrintedBy {
  command: string;
  tool?: string;
  /** No other check was in the call. */
  isAlone: boolean;
  skipped: number;
  ran: number | undefined;
  /** What the environment named. */
  leftOut: string | undefined;
}

export function printedIn(
  text: string | undefined,
  { command, tool, isAlone, skipped, ran, leftOut }: PrintedBy,
): Printed | undefined {
  const warnings = warningsIn(text, tool, isAlone);
  const covered = coverageIn(text);
  const hooks = [...new Set([...skippedHooks(text), ...(leftOut?.split(',') ?? [])])];
  const read = ends(text ?? '');
  const manners = mannersShown(`${command}\n${read}`);
  const printed: Printed = {
    ...(warnings > 0 && { warnings }),
    ...(reused.test(read) && { isReused: true as const }),
    ...(updated.test(read) && { isRewritten: true as const }),
    ...(manners.length > 0 && { manners }),
    ...(tool !== undefined && withoutTests.test(`${command}\n${read}`) && { isUntested: true as const }),
    ...(hasRetried(read) && { hasRetried: true as const }),
    ...(covered && { covered }),
    ...(tool === 'cargo' && { members: membersIn(read) }),
    ...(skipped > 0 && { skipped }),
    ...(ran !== undefined && { ran }),
    ...(hooks.length > 0 && { leftOut: hooks }),
  };
  return Object.keys(printed).length === 0 ? undefined : printed;
}
