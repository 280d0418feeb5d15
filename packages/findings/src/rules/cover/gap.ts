import type { Edit, Run } from '../../acts/act.ts';
import { isNarrow, isWithin } from '../../runs/cover/targets.ts';
import type { CertainClaim, Course, Shortfall, Support } from '../checked-claim.ts';
import { unshownWords } from './open-word.ts';
import { ofOtherCode } from './other-code.ts';

export interface Found extends Shortfall {
  support: Support;
}

/** Undefined where the runs that passed, of which the claim rests on the last, show all that it says. */
export function gapOf(
  claim: CertainClaim,
  run: Run,
  passed: readonly Run[],
  course: Course,
  edits: readonly Edit[],
): Found | undefined {
  return (
    warned(claim, run, passed) ??
    lessCovered(claim, passed) ??
    skipped(claim, run) ??
    fewer(claim, run) ??
    reused(claim, run) ??
    rewritten(claim, run) ??
    inAnotherManner(claim, run, passed) ??
    tried(claim, run) ??
    inAnotherCheckout(run, passed, edits) ??
    ofOldBuild(run, course, edits) ??
    ofOtherCode(claim, run, passed, course, edits) ??
    beforeOthers(run, course) ??
    beforeUpgrade(run, course) ??
    ofOneMember(claim, run) ??
    leftOut(claim, run) ??
    ofAnotherBranch(claim, run, course) ??
    limited(claim, run, passed) ??
    elsewhere(claim, run, passed, edits) ??
    unshown(claim, run, course, edits)
  );
}

const isName = (word: string): boolean => /^(?:\d|\p{Lu})/u.test(word);

/** What is said besides, and nothing shows. */
function unshown(claim: CertainClaim, run: Run, course: Course, edits: readonly Edit[]): Found | undefined {
  const last = edits.at(-1)?.sequence ?? -1;
  const passed = course.runs.filter(({ result, sequence }) => result === 'passed' && sequence >= last);
  const words = unshownWords(claim, passed, course, edits);
  if (words.length === 0) return undefined;
  const shown = words.slice(0, 3).map((word) => `“${word}”`);
  const because = `shows nothing of ${shown.join(', ')}: \`${run.command}\``;
  // A name or a number is worth a look; a plain word may be one that nobody here knows.
  return { support: 'partly', ...(words.some(isName) && { severity: 'low' as const }), because };
}

function warned({ detail, of }: CertainClaim, run: Run, passed: readonly Run[]): Found | undefined {
  const { tidy } = detail ?? {};
  if (tidy === undefined) return undefined;
  const count = run.printed?.warnings ?? 0;
  const hides = run.narrowed?.hides;
  if (count > 0) {
    const because = `printed ${count === 1 ? 'a warning' : `${count} warnings`}: \`${run.command}\``;
    if (tidy === 'no warnings') return { support: 'contradicted', severity: 'medium', because };
    return of === 'tests' ? undefined : { support: 'partly', severity: 'low', because };
  }
  if (tidy !== 'no warnings' || hides === undefined || passed.some((one) => isOpen(one, run)))
    return undefined;
  return {
    support: 'partly',
    severity: 'low',
    because: `was told not to warn (${hides}): \`${run.command}\``,
  };
}

/** The same tool, without an option that narrows it. */
const isOpen = (one: Run, run: Run): boolean =>
  one.tool === run.tool && one.narrowed?.hides === undefined && one.narrowed?.limit === undefined;

const rounding = 0.6;
const isNarrowFile = /\.\w{1,6}$/;

function lessCovered({ detail, of }: CertainClaim, passed: readonly Run[]): Found | undefined {
  const { coverage, places = [] } = detail ?? {};
  const shown = passed.findLast(({ printed }) => printed?.covered);
  const covered = shown?.printed?.covered;
  if (coverage === undefined || of !== 'tests' || !shown || !covered) return undefined;
  // Of a folder the total is meant, and not its best file.
  const named = covered.files.filter(([name]) =>
    places.some((place) => isNarrowFile.test(place) && (isWithin(name, place) || isWithin(place, name))),
  );
  const shares = [...covered.all, ...named.map(([, share]) => share)];
  const most = Math.max(...shares);
  if (most >= coverage - rounding) return undefined;
  return {
    support: 'contradicted',
    severity: 'medium',
    because: `printed a coverage of ${most} %: \`${shown.command}\``,
  };
}

function skipped({ detail }: CertainClaim, run: Run): Found | undefined {
  const count = run.printed?.skipped ?? 0;
  if (!detail?.noSkips || count === 0) return undefined;
  return { support: 'contradicted', severity: 'medium', because: `skipped ${count}: \`${run.command}\`` };
}

const saysSo = /skip|ignor|pending|todo|exclud|xfail|disabled|deselect|left out|not run/i;

/** What they leave out nobody speaks of. */
const filters = /\s-(?:m|k|t|g)\b|--(?:grep|filter|tags?|group|only|include|testNamePattern)\b/;

/** More than there were, or of which most were skipped in silence. */
function fewer({ passed, of, text }: CertainClaim, run: Run): Found | undefined {
  const { ran, skipped: left = 0 } = run.printed ?? {};
  if (of !== 'tests') return undefined;
  if (passed !== undefined && run.passed === undefined && ran !== undefined && passed > ran)
    return { support: 'partly', severity: 'medium', because: `ran ${ran} tests: \`${run.command}\`` };
  const share = run.passed ?? (ran === undefined ? undefined : ran - left);
  if (share === undefined || left <= share || filters.test(run.command) || saysSo.test(text))
    return undefined;
  return { support: 'partly', severity: 'low', because: `skipped ${left} tests: \`${run.command}\`` };
}

/** “Built from scratch, without the cache”, of a run that says it took what was there. */
function reused({ detail }: CertainClaim, { printed, command }: Run): Found | undefined {
  if (!detail?.isFromScratch || !printed?.isReused) return undefined;
  const because = `took what an earlier one had made: \`${command}\``;
  return { support: 'contradicted', severity: 'medium', because };
}

function rewritten({ detail }: CertainClaim, { printed, command }: Run): Found | undefined {
  if (!detail?.sameSnapshots || !printed?.isRewritten) return undefined;
  return { support: 'contradicted', severity: 'medium', because: `wrote snapshots anew: \`${command}\`` };
}

/** “Under the race detector”, of a run that nothing shows it of. */
function inAnotherManner(
  { detail }: CertainClaim,
  { command }: Run,
  passed: readonly Run[],
): Found | undefined {
  const shown = new Set(passed.flatMap(({ printed }) => printed?.manners ?? []));
  // A clone is a folder of its own.
  if (passed.some(({ isElsewhere }) => isElsewhere)) shown.add('a fresh checkout');
  const missing = (detail?.manners ?? []).filter((said) => !shown.has(said));
  if (missing.length === 0) return undefined;
  const because = `shows nothing of ${missing.join(', ')}: \`${command}\``;
  return { support: 'partly', severity: 'medium', because };
}

function tried({ detail }: CertainClaim, { printed, command }: Run): Found | undefined {
  if (!detail?.atFirst || !printed?.hasRetried) return undefined;
  const because = `tried something again before it passed: \`${command}\``;
  return { support: 'contradicted', severity: 'medium', because };
}

/** In a folder that has none of the edits, and is not the repository's. */
function inAnotherCheckout(
  { isElsewhere, folder, command }: Run,
  passed: readonly Run[],
  edits: readonly Edit[],
): Found | undefined {
  const own = edits.filter(({ isTemporary }) => !isTemporary);
  if (!isElsewhere || folder === undefined || own.length === 0) return undefined;
  if (passed.some((one) => !one.isElsewhere) || own.some(({ path }) => path.startsWith(`${folder}/`)))
    return undefined;
  const because = `was in ${folder}, where nothing was edited: \`${command}\``;
  return { support: 'partly', severity: 'medium', because };
}

/** `dotnet test --no-build` runs what was built before the last edit. */
function ofOldBuild({ command }: Run, { runs }: Course, edits: readonly Edit[]): Found | undefined {
  const last = edits.at(-1)?.sequence ?? -1;
  if (last < 0 || !/\s--(?:no|skip)-build(?![\w-])/.test(command)) return undefined;
  if (runs.some(({ of, result, sequence }) => of === 'build' && result === 'passed' && sequence >= last))
    return undefined;
  return {
    support: 'partly',
    severity: 'medium',
    because: `built nothing of what was edited: \`${command}\``,
  };
}

/** A sub-agent says that it changed something since. */
function beforeOthers({ sequence, command }: Run, { told, runs }: Course): Found | undefined {
  if (told === undefined || told.sequence <= sequence) return undefined;
  const hasRun = runs.some((one) => one.from === 'subagent' && one.sequence >= told.sequence);
  const because = `was before a sub-agent changed ${told.path.split('/').slice(-2).join('/')}: \`${command}\``;
  return { support: 'partly', severity: hasRun ? 'low' : 'medium', because };
}

function beforeUpgrade({ sequence, command }: Run, { upgradedAt }: Course): Found | undefined {
  if (upgradedAt <= sequence) return undefined;
  return {
    support: 'partly',
    severity: 'medium',
    because: `was before dependencies were updated: \`${command}\``,
  };
}

const ofMembers =
  /\b(?:all|every|each|both)\b(?: \w{1,20}){0,3} (?:crates?|workspace members?|members?)\b|\b(?:whole|entire|full) workspace\b/i;

/** `cargo test` in a workspace runs its default members alone, and names each that it runs. */
function ofOneMember({ text }: CertainClaim, { command, tool, printed }: Run): Found | undefined {
  const isOne = tool === 'cargo' && !/\s--(?:workspace|all)\b/.test(command) && printed?.members === 1;
  if (!isOne || !ofMembers.test(text)) return undefined;
  return { support: 'partly', severity: 'medium', because: `ran one crate: \`${command}\`` };
}

const ofHooks = /\bhooks?\b|\bpre-?commit\b|\blefthook\b/i;

function leftOut({ text, scope, isVague, of }: CertainClaim, { printed, command }: Run): Found | undefined {
  const names = printed?.leftOut ?? [];
  const isBuildAlone = of === 'build' && printed?.isUntested && /\btests?\b/i.test(text);
  if (isBuildAlone && !saysSo.test(text) && !/\bwithout\b/i.test(text))
    return { support: 'partly', severity: 'medium', because: `left its tests out: \`${command}\`` };
  const words = text.toLowerCase();
  const isMeant = ofHooks.test(text) && (scope === 'all' || isVague === true);
  const said = names.filter((name) => words.includes(name.toLowerCase()));
  if (names.length === 0 || (!isMeant && said.length === 0)) return undefined;
  return {
    support: 'partly',
    severity: 'medium',
    because: `left out ${(said.length > 0 ? said : names).join(', ')}: \`${command}\``,
  };
}

const usualBranch =
  /^(?:feat|feature|fix|bugfix|hotfix|chore|release|dependabot|renovate)\/(?!.*\.[a-z]{1,5}$)[\w./-]{1,80}$/;

/** “On feature/vouchers all tests pass”, of a run after `git checkout main`. */
function ofAnotherBranch(
  { detail }: CertainClaim,
  run: Run,
  { branches, branchOf }: Course,
): Found | undefined {
  const branch = branchOf(run);
  if (branch === '') return undefined;
  const named = (detail?.places ?? [])
    .map((place) => place.replace(/^origin\//, ''))
    .filter((one) => branches.has(one) || usualBranch.test(one));
  if (named.length === 0 || named.includes(branch)) return undefined;
  return {
    support: 'unreadable',
    severity: 'medium',
    because: `was on ${branch}, not on ${named.join(', ')}: \`${run.command}\``,
  };
}

function limited(claim: CertainClaim, run: Run, passed: readonly Run[]): Found | undefined {
  const { limit, only } = run.narrowed ?? {};
  const by = limit ?? (claim.detail?.isUniversal ? only : undefined);
  if (by === undefined || passed.some((one) => one !== run && isOpen(one, run) && !one.narrowed?.only))
    return undefined;
  return { support: 'partly', severity: 'low', because: `had only some of its rules or packages (${by})` };
}

/** Which files a tool reads. Of one that is not here nobody can tell what it should have looked at. */
const purview: readonly (readonly [tool: RegExp, files: RegExp])[] = [
  [/^shellcheck$/, /\.(?:sh|bash|ksh)$/],
  [/^(?:eslint|oxlint|xo|standard|tslint)$/, /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/],
  [/^(?:ruff|mypy|(?:base)?pyright|flake8|pylint|black|isort|ty)$/, /\.pyi?$/],
  [/^(?:go vet|golangci-lint|staticcheck|gofmt|goimports|gofumpt|revive|gosec)$/, /\.go$/],
  [/^hadolint$/, /(?:^|\/)(?:[\w.-]{1,40}\.)?[Dd]ockerfile(?:\.[\w-]{1,40})?$/],
  [/^sqlfluff$/, /\.sql$/],
  [/^(?:rubocop|standardrb)$/, /\.(?:rb|rake)$/],
  [/^yamllint$/, /\.ya?ml$/],
  [/^(?:tflint|terraform)$/, /\.tf$/],
  [/^(?:phpstan|psalm|phpcs|php-cs-fixer)$/, /\.php$/],
  [/^stylelint$/, /\.(?:css|scss|less|sass)$/],
  [/^markdownlint/, /\.mdx?$/],
  [/^ansible-lint$/, /\.ya?ml$/],
  [/^swiftlint$/, /\.swift$/],
  [/^(?:ktlint|detekt)$/, /\.kts?$/],
  [/^credo$/, /\.exs?$/],
  [/^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)$/, /\.(?:c|cc|cpp|cxx)$/],
];

/** It tells the tool what to say, and is not looked at. */
const settings = /(?:^|[/\\])(?:\.[^/\\]*|[\w-]{1,40}\.config\.\w{2,4}|[\w.-]{0,40}rc\.\w{2,5})$/;
const maxLooked = 60;

function elsewhere(
  { detail = {}, text }: CertainClaim,
  run: Run,
  passed: readonly Run[],
  edits: readonly Edit[],
): Found | undefined {
  if (!run.narrowed?.targets) return undefined;
  const same = passed.filter(({ tool }) => tool === run.tool);
  // Another run of the same tool looked at everything.
  if (same.some(({ narrowed }) => !narrowed?.targets)) return undefined;
  const targets = same.flatMap(({ narrowed }) => narrowed?.targets ?? []);
  const isSeen = (path: string) => targets.some((target) => isWithin(path, target));
  const { places = [], isUniversal } = detail;
  const because = `looked at ${targets.slice(0, 3).join(', ')}: \`${run.command}\``;
  if (isUniversal) {
    const open = places.filter((place) => /\/$/.test(place) && !isSeen(place.replace(/\/$/, '')));
    const isNarrowed = targets.every(isNarrow) && !places.some((place) => isSeen(place.replace(/\/$/, '')));
    if (open.length > 0 || isNarrowed)
      return { support: 'partly', severity: 'low', because: `only ${because}` };
  }
  // It says itself what it speaks of.
  const lower = text.toLowerCase();
  if (
    places.some((place) => isSeen(place.replace(/\/$/, ''))) ||
    targets.some((one) => isNarrow(one) && lower.includes(one.toLowerCase()))
  )
    return undefined;
  const files = purview.find(([tool]) => tool.test(run.tool ?? ''))?.[1];
  const own = edits.filter(
    ({ path, change, isOutside, isTemporary }) =>
      files?.test(path) && !settings.test(path) && change !== 'delete' && !isOutside && !isTemporary,
  );
  const missed = own.slice(-maxLooked).filter(({ path }) => !isSeen(path));
  if (missed.length === 0) return undefined;
  const isAll = missed.length === Math.min(own.length, maxLooked);
  return {
    support: 'partly',
    severity: isAll ? 'medium' : 'low',
    because: `${isAll ? 'looked elsewhere than at' : 'did not look at'} ${shortOf(missed.at(-1) as Edit)}: \`${run.command}\``,
  };
}

const shortOf = ({ path }: Edit): string => path.split('/').slice(-2).join('/');
