import { type FileChange, type Hunk, hash, hunksOf } from '@debrief/transcript';
import { fileKind, guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import { screened } from '../screen/screened.ts';
import type { Edit, EditSignal } from './act.ts';
import { isFixedAnswer, isSpecialCase } from './lines/fixed-answer.ts';
import { isEndedEarly, isLeavingOut } from './lines/leaves-out.ts';
import { isLooserAssertion } from './lines/looser-assertion.ts';
import { isRuleHidden } from './lines/rule-hidden.ts';
import { isBuildFile, isCheckScript, isLessStrict, isLimitLowered, isMasked } from './loosening.ts';

const linesRead = 2000;
const longestLine = 2000;

/** A change by an edit tool, with what its lines show. */
/** What lines show that a command took out of a file and put into it. */
export function signsOfLines(path: string, added: readonly string[], removed: readonly string[]): Signs {
  const file = fileKind(path);
  const guard = file === 'test' ? undefined : guardOf(path);
  return signsOf({ file, guard, isNew: false, path }, added, removed);
}

const isCompilerFile = (path: string): boolean => /(?:^|[/\\])tsconfig[^/\\]{0,60}\.json$/.test(path);
/** Everything that is on it is left out. */
const isIgnoreList = (path: string): boolean =>
  /(?:^|[/\\])\.(?:eslint|prettier|stylelint|semgrep|trivy|gitleaks|secretlint|markdownlint)ignore$/.test(
    path,
  );

export function editOf(
  change: FileChange,
  at: { sequence: number; lane?: string },
  around: Surroundings,
): Edit {
  const hunks = hunksOf(change);
  const { added, removed } = changedLines(hunks);
  const written = writtenIn(hunks);
  const file = fileKind(change.path);
  const place = placeOf(absolute(change.path, around.root), around);
  // A throw-away copy controls nothing, and neither does a sample for tests.
  const guard = place === 'temporary' || file === 'test' ? undefined : guardOf(change.path);
  const {
    signals,
    suppressions: count,
    reasoned: explained,
    words,
  } = signsOf({ file, guard, isNew: change.change === 'add', path: change.path }, added, removed);
  return {
    kind: 'edit',
    ...at,
    path: change.path.slice(0, 400),
    file,
    ...(guard && { guard }),
    change: change.change,
    added: change.added,
    removed: change.removed,
    isSoft: false,
    isCosmetic: added.length + removed.length > 0 && [...added, ...removed].every(isCosmetic),
    // Without a root nobody knows what lies outside.
    ...((place === 'temporary' || place === 'agent') && { isTemporary: true }),
    isOutside: around.root !== undefined && (place === 'home' || place === 'system'),
    signals,
    ...(count > 0 && { suppressions: count }),
    ...(count > 0 && explained > 0 && { reasoned: explained }),
    ...(words.length > 0 && { words }),
    ...(written.length > 0 && { written }),
    ...(added.length + removed.length > 0 && { sides: sidesOf(hunks) }),
  };
}

/** Of the lines that stay, too: the same line at another place is another edit. */
function sidesOf(hunks: readonly Hunk[]): [before: number, after: number] {
  let [before, after] = [0, 0];
  for (const { lines } of hunks)
    for (const line of lines) {
      const text = line.slice(1);
      if (!line.startsWith('+')) before = hash(text, before);
      if (!line.startsWith('-')) after = hash(text, after);
    }
  return [before, after];
}

/** Characters of one edit's new text that are kept, and of one line. */
const most = { written: 40_000, line: 300 };

/** Only hunks that add something. */
function writtenIn(hunks: readonly Hunk[]): string[] {
  const written: string[] = [];
  let left = most.written;
  for (const { lines } of hunks) {
    if (!lines.some((line) => line.startsWith('+'))) continue;
    const kept: string[] = [];
    for (const line of lines) {
      if (line.startsWith('-') || line.startsWith('\\')) continue;
      const text = line.slice(0, most.line).trimEnd();
      left -= text.length + 1;
      if (left < 0) break;
      kept.push(text.toWellFormed());
    }
    if (kept.length > 0) written.push(kept.join('\n'));
    if (left < 0) break;
  }
  return written;
}

const absolute = (path: string, root: string | undefined): string | undefined =>
  path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path)
    ? path
    : root === undefined
      ? undefined
      : `${root}/${path}`;

/** The lines themselves, at most so many of each; the counts of the change stay the agent's own. */
function changedLines(hunks: readonly Hunk[]): { added: string[]; removed: string[] } {
  const added: string[] = [];
  const removed: string[] = [];
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (added.length + removed.length >= linesRead) return { added, removed };
      if (line.startsWith('+')) added.push(line.slice(1, longestLine));
      else if (line.startsWith('-')) removed.push(line.slice(1, longestLine));
    }
  }
  return { added, removed };
}

const isCosmetic = (line: string): boolean =>
  /^\s*(?:$|\/\/|#(?!!|\[|include|define|if|endif)|\*|\/\*|--\s|<!--|"""$)/.test(line);

/** Each kind of thing that lines can show, in the ways that languages and tools have for it. */
const skips =
  /\bt\.Skip(?:f|Now)?\(|\b(?:it|test|describe|context|suite|specify|Deno\.test|bench)(?:\.\w{1,20}){0,2}\.(?:skip|todo|only|fixme|ignore|failing)\b|(?<![.\w])(?:x|f)(?:it|describe|test|context|specify)(?:\(['"`]| ['"])|@(?:Disabled|Ignore|Ignored|NotWorking)\b|@(?:pytest\.mark\.|mark\.)?(?:skip|xfail)\b(?!if)|@unittest\.(?:skip|expectedFailure)\b(?!If|Unless)|\b(?:pytest\.(?:skip|xfail)|self\.skipTest|raise (?:unittest\.)?SkipTest|markTestSkipped|markTestIncomplete|Assert\.Ignore|Assert\.Inconclusive|GTEST_SKIP|XCTSkip|throw XCTSkip)\b|#\[ignore\b|\bDISABLED_\w|\[[^\]\n]{0,60}\bIgnore\b|\bcollect_ignore\b|^\/\/ ?(?:go:build|\+build) (?:never|ignore|skip|disabled|broken|flaky|manual)\b|\[(?:Fact|Theory)\(Skip ?=|\[Ignore\b|->(?:skip|todo)\(|^\s{0,8}@(?:skip|ignore|wip|disabled|pending)\b|@tag :skip|\bskip: (?:true|['"])|\.skip\(true|^\s{0,20}(?:pending|skip)(?:\(|$| ['"])|\bpending ['"]|^\s{0,20}["']![^"']{1,80}["'] ?(?:\{|-)|\.config\(enabled ?= ?false/;
/** Where a test begins, in the ways that frameworks have for it. */
const testCases =
  /^\s{0,20}(?:(?:it|test|specify|scenario|example|Deno\.test)(?:\.\w{1,12})?\(\s{0,3}['"`]|(?:it|test|specify|scenario) ['"]|(?:async )?def test_\w|func (?:\([^)]{1,40}\) )?Test\w|fn test_\w|#\[(?:tokio::)?test\]|@Test\b|@ParameterizedTest\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|(?:public )?function test\w|TEST(?:_F|_P)?\()/;
/** Not run on one platform, or without something it needs: that is how tests are written. */
const conditional =
  /\bskip[_-]?(?:if|unless|on)\b|runIf|testing\.Short\(\)|\?\s{0,3}(?:it|test|describe)\.skip\b|importorskip|requires?_/i;
const skippingFlags =
  /"test[\w:-]{0,20}":\s{0,4}"[^"\n]{0,120}\|\|\s{0,3}(?:true|exit 0|:)|\bexcludeSpecPattern\b|\btestIgnore\b|modulePathIgnorePatterns|\bDISABLED\s{1,4}(?:TRUE|ON|1)\b|^\s{0,8}["']?ignore["']?\s{0,3}:\s{0,3}.{0,60}(?:test|spec)|\btest\b.{0,60} -skip[ =]|\btests?\b.{0,80}\|\|\s{0,3}(?:true|exit 0)\b|"test":\s{0,4}"(?:exit 0|true|echo[^"]{0,60})"|testPathIgnorePatterns|--(?:deselect|ignore|exclude|skip|testPathIgnorePatterns|test-skip-pattern)[= ]|-DskipTests|<(?:maven\.test\.)?skip(?:Tests)?>true|\bskipTests\s{0,3}=\s{0,3}true|-Dmaven\.test\.skip|-x test\b|--no-tests?\b|passWithNoTests|<exclude>.{0,80}(?:test|spec)|\bexcludeTestsMatching\b|^\s{0,8}--tag ~|^test\s{0,3}=\s{0,3}false\b|collect_ignore|addopts.{0,60}-k ['"]?not |norecursedirs|\bexclude\b["']?[\s:=(['"]{1,6}.{0,60}(?:test|spec)/i;
const suppressions =
  /\/\/\s?nolint|eslint-disable|@ts-(?:ignore|expect-error|nocheck)|#\s?noqa|#\s?type:\s?ignore|#!?\[allow\(|@SuppressWarnings|@Suppress\(|biome-ignore|oxlint-disable|#\s?pylint:\s?disable|rubocop:disable|@phpstan-ignore|@psalm-suppress|#\s?nosec|\/\/\s?NOSONAR|NOLINT|swiftlint:disable|#pragma warning disable|istanbul ignore|c8 ignore|v8 ignore|pragma: no cover|deno-lint-ignore|stylelint-disable|shellcheck disable|prettier-ignore|ruff: ?noqa|mypy: ?ignore|pyright: ?ignore|ktlint-disable|detekt\.Suppress|hadolint ignore|nosemgrep|gitleaks:allow|checkov:skip|tfsec:ignore|trivy:ignore/g;
const securitySuppressions =
  /nolint:[\w,]*gosec|security\/|#\s?nosec|noqa:\s?S\d|semgrep|trivy:ignore|codeql|gitleaks:allow|checkov:skip|tfsec:ignore/;
/** `// nolint:gosec // path comes from the user's own settings`. */
const reasoned = /(?:nolint|nosec|noqa|ignore|disable)[^\n]{0,80}?(?:\/\/|--|#| - |: )\s{0,4}\S{3,}\s+\S{2,}/;
const stubs =
  /\bnot[ _-]?implemented\b|(?:TODO|FIXME):? ?implement|\bTODO\("|NotImplementedError|NotImplementedException|unimplemented!\(|todo!\(|\bplaceholder implementation\b|\bstub(?:bed)? (?:out|implementation|for now)\b|\bfatalError\("(?:TODO|not)/i;
const permissions =
  /\ballow\b|bypass|dangerously|sandbox.{0,30}(?:false|off|danger)|approval.{0,30}never|disable\w{0,12}hooks|enableAll|trust|defaultMode|auto[_-]?approve|yolo|skip[_-]?permission|exit 0\b|\|\|\s{0,3}true\b/i;
const guards =
  /deny|hooks?\b|\bask\b|block|forbid|exit [12]|run\b|lint|test|check|npx|npm|sandbox|approval|owner|@/i;
const assertions =
  /\b(?:assert\w{0,30}|expect|should|require\.\w{1,30}|t\.(?:Error|Fatal)f?|XCTAssert\w{0,30}|toBe\w{0,20}|toEqual|toMatch\w{0,20}|toThrow\w{0,10}|verify|is_equal|eq\()\b|assert[_!(]|assert_eq!/;
const testSwitches =
  /\b(?:globalThis|window|global)\.(?:__TEST__|__vitest\w{0,20}|Cypress|jest)\b|\b__TEST__\b|defined\?\((?:RSpec|Minitest)|PHPUNIT_(?:COMPOSER_INSTALL|RUNNING|TESTSUITE)|\bMix\.env\(\)\s{0,3}==\s{0,3}:test|surefire\.|Class\.forName\("org\.junit|(?:StartsWith|Contains)\("(?:xunit|nunit|Microsoft\.VisualStudio\.TestPlatform)|HasSuffix\(os\.Args\[0\], "\.test"\)|['"](?:pytest|unittest|nose)['"] in sys\.argv|process\.argv\b.{0,40}['"](?:jest|vitest|mocha)|process\.env(?:\.|\[['"])(?:NODE_ENV|VITEST\w{0,10}|JEST_WORKER_ID|TEST\w{0,20}|IS_TEST|PLAYWRIGHT\w{0,20}|CYPRESS|E2E|MOCHA\w{0,10})\b(?:['"]\])?(?!\s{0,3}!==?)|NODE_ENV\b(?:['"]\])?\s{0,3}!==?\s{0,3}['"]test['"]\s{0,3}&&.{0,80}(?:verif|valid|auth|sign|csrf|permi|token|limit|throw|reject|check)|import\.meta\.(?:vitest|env\.(?:VITEST|MODE\s{0,3}===?\s{0,3}['"]test))|PYTEST_CURRENT_TEST|['"]pytest['"]\s{1,3}in\s{1,3}sys\.modules|['"]unittest['"]\s{1,3}in\s{1,3}sys\.modules|\btesting\.Testing\(\)|flag\.Lookup\("test\.v"\)|os\.Args\[0\].{0,30}\.test|cfg!\(test\)|Rails\.env\.test\?|RAILS_ENV.{0,10}test|APP_ENV.{0,10}===?.{0,3}['"]testing|runningUnitTests|isRunningTests?\b|NSClassFromString\("XCTest|XCTestConfigurationFilePath|Environment\.GetEnvironmentVariable\("(?:IS_)?TEST|typeof (?:jest|vi|describe|it) ?!==? ?['"]undefined|ENV\[['"](?:RAILS|RACK)_ENV['"]\]\s{0,3}==\s{0,3}['"]test|os\.(?:environ|getenv)[.([]{1,2}(?:get\()?['"](?:TESTING|IS_TEST|TEST_MODE|UNIT_TEST)['"]|os\.Getenv\("(?:\w{0,20}_)?(?:TESTING|IS_TEST|TEST_MODE|GO_TEST|TEST|E2E)"\)|(?:System\.getenv|System\.get_env|env::var(?:_os)?)\("(?:\w{0,20}_)?(?:TEST(?:ING|_MODE|_ENV)?|IS_TEST|E2E)"|FLUTTER_TEST|App::environment\(['"]testing|environment\(\)->is\(['"]testing|getStackTrace\(\).{0,80}(?:junit|Test)|HasSuffix\([^,]{1,60}, "_test\.go"\)|new Error\([^)]{0,40}\)\.stack.{0,40}(?:test|spec|jest)|\bisUnderTest\b|isRunningInTestHarness/;

const loosened =
  /["']?(?:off|warn)["']?\s{0,4}[,\]]?\s{0,4}$|:\s{0,4}\[?\s{0,4}0\s{0,4}[,\]]|"?(?:strict\w{0,30}|no[A-Z]\w{3,40}|exact\w{4,30}|always\w{4,30}|check\w{0,20}|recommended|[Ee]nabled?|enforce\w{0,20}|fail\w{0,20}|treat\w{0,30})"?\s{0,4}[:=]\s{0,4}(?:false|off|0)\b|\b(?:ignore|disable|exclude)[\w.-]{0,20}["']?\s{0,4}[:=([]|^\s{0,12}-\s.{0,60}(?:ignore|disable)|skipLibCheck["']?\s{0,4}:\s{0,4}true|continue-on-error:\s{0,4}true|\ballow_failure:\s{0,4}true|\bif:\s{0,4}(?:\$\{\{\s{0,3})?false|\|\|\s{0,3}(?:true|exit 0)\b|pull_request_target|permissions:\s{0,4}write-all|--no-verify|^\s{0,8}dotnet_\w{1,20}[\w.]{1,60}severity\s{0,3}=\s{0,3}(?:none|silent|suggestion)\b|ignore_missing_imports\s{0,4}=\s{0,4}True|disable_error_code|per-file-ignores/;
const checking =
  /\b(?:test|lint|check|audit|scan|verify|typecheck|vet|coverage|clippy|semgrep|codeql|required|needs)\b/i;

/** The name of a step, a comment, the order of jobs. */
const commented = /^\s{0,20}(?:#|\/\/)/;
const named = /^\s{0,20}(?:-\s{0,4})?(?:name|needs|description|id)\s{0,4}:|^\s{0,20}(?:#|\/\/)/;

/** What the rows held is gone. */
const drops =
  /\bdrop\s{1,4}(?:table|column|schema|database)\b|\b(?:remove_column|drop_table|remove_columns|dropColumn|dropTable|drop_column|RemoveField|DeleteModel|removeColumn)\b|\btruncate\s{1,4}(?:table\b|\w)/i;
/** All of them are asked of every line. */
const seen = screened({
  ...{ skips, testCases, skippingFlags, suppressions, stubs, permissions, guards, assertions, testSwitches },
  ...{ loosened, checking, drops },
});

const suppressionsIn = (line: string): number =>
  seen.suppressions.may(line) ? (line.match(suppressions)?.length ?? 0) : 0;

interface Signs {
  signals: EditSignal[];
  suppressions: number;
  /** Those of them that have a reason beside them. */
  reasoned: number;
  /** Names that stand in the lines that show something, for whoever had asked for just that. */
  words: string[];
}

const maxWords = 12;
/** A name of a rule, of a setting, of a test: with a line or a capital inside. */
const special =
  /[A-Za-z][\w]{0,40}(?:[-_][A-Za-z\d]\w{0,40}){1,6}|[a-z]{2,30}[A-Z]\w{1,40}|[A-Z][a-z]{1,30}[A-Z]\w{1,40}/g;

/** The values of an answer for one input: whoever was asked for them did what was asked. */
const value = /["'`]([^"'`\n]{2,40})["'`]|\b(\d{3,10})\b/g;

/** Such names of the lines that changed. */
function wordsOf(
  signals: ReadonlySet<EditSignal>,
  added: readonly string[],
  gone: readonly string[],
): string[] {
  if (signals.size === 0) return [];
  const words = new Set<string>();
  if (signals.has('fixed-answer'))
    for (const line of added.slice(0, 40))
      for (const [, text, digits] of line.slice(0, 400).matchAll(value))
        if (words.size < maxWords) words.add((text ?? digits ?? '').toLowerCase());
  for (const line of [...added.slice(0, 40), ...gone.slice(0, 40)])
    for (const [word] of line.slice(0, 400).matchAll(special)) {
      if (words.size >= maxWords) return [...words];
      words.add(word.toLowerCase());
    }
  return [...words];
}

/** Made to be implemented by others: `raise NotImplementedError` of a base class, and what a server answers. */
const abstract =
  /subclass|overrid|abstract|implement(?:ers?|ing class|ed by|ed in)|must (?:be )?implement|\binterface\b|\b501\b|StatusNotImplemented|codes\.Unimplemented|status.{0,30}NOT_IMPLEMENTED/i;
const abstractAround =
  /@(?:abc\.)?abstract|\babstract\b|\bclass \w{0,40}(?:Base|Abstract|Interface|Protocol|Mixin)\w{0,40}|\bclass \w{1,60}\([^)]{0,100}\b(?:ABC|Protocol)\b|metaclass=ABCMeta|^\s{0,8}(?:pub )?(?:trait|interface|protocol) |\b(?:base|abstract) (?:class|method)\b/;
const abstractFile =
  /(?:^|[/\\])(?:_?base|abstract\w{0,40}|interfaces?|protocols?|ports?)\.\w{1,5}$|(?:^|[/\\])(?:Abstract|Base)\w{1,40}\.\w{1,5}$|(?:Base|Abstract)\.\w{1,5}$/;

const isAbstract = (path: string, added: readonly string[], index: number): boolean =>
  abstract.test(added[index] ?? '') ||
  abstractFile.test(path.slice(-300)) ||
  added.slice(Math.max(0, index - 6), index + 1).some((line) => abstractAround.test(line));

/** Settings of the machine that tests run on. They say where to write, how to log; a value returned for them is a trick. */
const ofCi =
  /(?:os\.Getenv\("|os\.LookupEnv\("|process\.env\.|process\.env\[['"]|ENV(?:\.fetch\(|\[)['"]|os\.environ(?:\.get\(|\[)['"]|getenv\(['"]|env::var(?:_os)?\("|GetEnvironmentVariable\("|System\.get_env\("|Deno\.env\.get\(['"]|Bun\.env\.|\benv\(['"]|environment\[")(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|GITLAB_CI|BUILDKITE|TRAVIS|CIRCLECI|JENKINS_URL|TEAMCITY_VERSION|BUILD_NUMBER)\b|\bisCI\b/;
const answers = /\breturn\b(?!\s{0,3};?\s{0,3}$)|\?\s{0,3}["'\d]|=>\s{0,3}["'\d]|^\s{0,20}(?:Ok\()?["'\d]/;
const ofOutput =
  /log|silent|level|verbose|debug|colou?r|tty|telemetry|spinner|progress|browser|headless|worker|retr|timeout|reporter/i;

/** Tests that stand beside the code they are of, which is left out of what ships. */
const isTestWithin =
  /^\s{0,20}(?:if \(import\.meta\.vitest(?: !==? undefined)?\)\s{0,3}\{?|(?:const|let) .{1,120}= import\.meta\.vitest!?;?)\s{0,3}$/;

function isTestSwitch(added: readonly string[], index: number): boolean {
  const line = added[index] ?? '';
  if (isTestWithin.test(line)) return false;
  if (seen.testSwitches.test(line)) return !/log|silent|level|verbose|debug/i.test(line);
  if (!/env|isCI/i.test(line) || !ofCi.test(line)) return false;
  const block = added.slice(index, index + 3);
  return block.some((one) => answers.test(one)) && !block.some((one) => ofOutput.test(one));
}

interface Changed {
  file: Edit['file'];
  guard: Edit['guard'];
  isNew: boolean;
  path: string;
}

/** A name without a test, where nothing was: `it.todo("refunds")`, `xit "refunds"`. */
const isPlanned = (line: string, isInPlace: boolean): boolean =>
  !isInPlace &&
  /^\s{0,20}(?:(?:it|test|describe|specify)\.todo\(|(?:x?it|xspecify|pending) ["'][^"']{1,200}["']\s{0,4}$)/.test(
    line,
  );

function signsOf(
  { file, guard, isNew, path }: Changed,
  added: readonly string[],
  removed: readonly string[],
): Signs {
  const signals = new Set<EditSignal>();
  // What a compiler leaves out is still tested.
  const isCompiler = isCompilerFile(path);
  const isList = isIgnoreList(path);
  const place = { file, guard, isScript: isBuildFile(path) || (file === 'code' && isCheckScript(path)) };
  const before = new Set(removed.map((line) => line.trim()));
  const after = new Set(added.map((line) => line.trim()));
  const isInPlace = removed.some((line) => !after.has(line.trim()) && seen.testCases.test(line));
  let suppressed = 0;
  let explained = 0;
  for (const [index, line] of added.entries()) {
    if (before.has(line.trim())) continue;
    const isSkip =
      (file === 'test' &&
        seen.skips.test(line) &&
        !isConditional(line, added[index - 1]) &&
        !isPlanned(line, isInPlace)) ||
      (file === 'code' && /^\s{0,20}#\[ignore\b/.test(line)) ||
      ((file === 'config' || guard === 'quality') && !isNew && !isCompiler && seen.skippingFlags.test(line));
    if (isSkip) signals.add('skip');
    if (file === 'test' && isLeavingOut(line, path)) signals.add('skip').add('leave-out');
    else if (file === 'test' && isEndedEarly(line, path, isNew)) signals.add('skip').add('early-end');
    const count = file === 'document' ? 0 : suppressionsIn(line);
    suppressed += count;
    if (count > 0) {
      const isReasoned = reasoned.test(line);
      if (isReasoned) explained += count;
      signals.add(securitySuppressions.test(line) && !isReasoned ? 'suppress-security' : 'suppress');
    }
    if (file === 'code' && seen.stubs.test(line) && !isAbstract(path, added, index)) signals.add('stub');
    if (file === 'code' && isTestSwitch(added, index)) signals.add('test-switch');
    if (!isNew && isMasked(line, place)) signals.add('mask');
    if (file === 'migration' && seen.drops.test(line)) signals.add('drops');
    if (file === 'code' && !isNew && isSpecialCase(line, added[index + 1])) {
      signals.add('special-case');
      if (isFixedAnswer(added, index)) signals.add('fixed-answer');
    }
    if (
      (guard === 'quality' || guard === 'ci') &&
      !isNew &&
      (isList ? line.trim() !== '' : seen.loosened.test(line)) &&
      !(isCompiler && /"exclude"/.test(line))
    )
      signals.add('loosen');
    if ((guard === 'leash' || guard === 'hooks') && seen.permissions.test(line)) signals.add('permission');
  }
  for (const line of removed) suppressed -= suppressionsIn(line);
  const gone = removed.filter((line) => !after.has(line.trim()));
  const grown =
    added.filter((line) => line.trim() !== '').length - removed.filter((line) => line.trim() !== '').length;
  if (guard === 'hooks' && grown < 0) signals.add('permission');
  if (guard === 'hooks' && gone.every((line) => /^\s{0,20}-?\s{0,4}(?:rev|version):/.test(line)))
    signals.add('only-adds');
  if (guard === 'leash' && gone.some((line) => seen.guards.test(line)) && grown < 0)
    signals.add('permission');
  if (
    guard === 'ci' &&
    gone.some((line) => seen.checking.test(line) && !named.test(line)) &&
    !added.some((line) => seen.checking.test(line) && !commented.test(line))
  )
    signals.add('loosen');
  if (file !== 'test' && !signals.has('skip') && gone.some((line) => seen.skippingFlags.test(line)))
    signals.add('unskip');
  if (guard === 'quality' && !isNew && isRuleHidden(gone, added)) signals.add('loosen');
  if (isLimitLowered(gone, added, place) || (!isNew && isLessStrict(gone, added, place)))
    signals.add('loosen');
  if (isCommentedOut(file, gone, added)) signals.add('skip');
  if (file === 'test') signsOfTests(signals, { added, removed, gone });
  return {
    signals: [...signals],
    suppressions: Math.max(0, suppressed),
    reasoned: Math.min(explained, Math.max(0, suppressed)),
    words: wordsOf(signals, added, gone),
  };
}

interface ChangedLines {
  added: readonly string[];
  removed: readonly string[];
  /** Removed, and not there again. */
  gone: readonly string[];
}

/** What the lines of a test show. */
function signsOfTests(signals: Set<EditSignal>, { added, removed, gone }: ChangedLines): void {
  if (gone.some((line) => seen.assertions.test(line)) || isLiteralSwapped(gone, added))
    signals.add('assertion');
  if (isLooserAssertion(gone, added, (line) => seen.assertions.test(line)))
    signals.add('assertion').add('assertion-looser');
  if (!signals.has('skip') && gone.some((line) => seen.skips.test(line))) signals.add('unskip');
  const cases = (lines: readonly string[]) => lines.filter((line) => seen.testCases.test(line)).length;
  if (cases(removed) > cases(added)) signals.add('test-gone');
}

/** A test that stands behind the sign of a comment now, and one that is no longer registered. */
function isCommentedOut(file: Edit['file'], gone: readonly string[], added: readonly string[]): boolean {
  const cases = gone.filter((line) =>
    file === 'test'
      ? seen.testCases.test(line)
      : file === 'config' && /^\s{0,8}add_test\s{0,2}\(/i.test(line),
  );
  if (cases.length === 0) return false;
  const hidden = added
    .slice(0, 200)
    .map((line) => /^\s{0,20}(?:\/\/|#|--|\/\*|\*|;|%) ?(.{4,200})/.exec(line)?.[1]?.trim());
  return cases.slice(0, 50).some((line) => hidden.includes(line.trim().slice(0, 200)));
}

const literal =
  /"[^"\n]{0,200}"|'[^'\n]{0,200}'|`[^`\n]{0,200}`|\b\d[\d_.]{0,20}\b|\b(?:true|false|True|False|null|nil|None)\b/g;
/** A comparison, something that is wanted, a row of a table. */
const compares =
  /[=!]=|\b(?:want|expect\w{0,10}|got|equal\w{0,5}|should|exp|result|assert\w{0,20})\b|^\s{0,20}[{[(].{0,400}[}\])],?\s{0,4}$/i;
const maxCompared = 100;

/** The same line with another value in it: what a test expects was swapped for something else. */
function isLiteralSwapped(gone: readonly string[], added: readonly string[]): boolean {
  const shape = (line: string) => line.trim().replace(literal, '_');
  const now = new Set(added.slice(0, maxCompared).map(shape));
  return gone
    .slice(0, maxCompared)
    .some((line) => compares.test(line) && shape(line) !== line.trim() && now.has(shape(line)));
}

/** `if (!process.env.CI)` or `if testing.Short() {` stands before it. */
const isConditional = (line: string, before: string | undefined): boolean =>
  conditional.test(line) ||
  (before !== undefined && /^\s{0,40}(?:if\b|unless\b|when\b|else|case\b|\}? ?else)/.test(before)) ||
  /^\s{0,40}(?:if\b|unless\b).{0,200}(?:skip|pending)/i.test(line) ||
  /\b(?:if|unless)\b.{1,80}$/.test(line.replace(/^.{0,120}?(?:skip|pending)/i, ''));
