import type { FileKind, Guard } from '../file.ts';
import { screened } from '../screen/screened.ts';

/** What lines show of a check that lets more through than before: in settings, in a build, in a script that CI runs. */

/** Files that say how a project is built and checked, besides those that are guarded by name. */
const buildFiles =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|Rakefile|[Jj]ustfile|Taskfile[^/]*|Dockerfile[^/]*|Earthfile|noxfile\.py|tox\.ini|setup\.cfg|pyproject\.toml|build\.sbt|CMakeLists\.txt|meson\.build|BUILD(?:\.bazel)?|\.bazelrc|package\.json|composer\.json|deno\.jsonc?|pom\.xml|mix\.exs|Cargo\.toml|\.cargo\/config(?:\.toml)?|pubspec\.yaml|analysis_options\.yaml|Directory\.Build\.(?:props|targets)|phpunit\.xml[^/]*|\.simplecov|spec_helper\.rb|rails_helper\.rb|nx\.json|turbo\.json|build\.rs|build\.xml|dune-project)$|\.(?:gradle|gradle\.kts|mk|cmake|csproj|fsproj|vbproj|props|xcconfig|bzl|podspec|gemspec)$/;
const scripts =
  /(?:^|\/)(?:scripts?|ci|bin|tools|hack|dev|build|\.ci|\.github|\.buildkite|\.circleci)\/(?:[\w.-]{1,60}\/){0,4}[\w.-]{1,60}$|(?:^|\/)[\w.-]{1,60}\.(?:sh|bash|zsh|ps1|bat|cmd)$/;

/** Whether a file says how the project is checked. */
export const isBuildFile = (path: string): boolean => buildFiles.test(path.slice(-300));
export const isCheckScript = (path: string): boolean => scripts.test(path.slice(-300));

const check =
  '(?:tests?|specs?|lint\\w{0,4}|vet|checks?|clippy|tsc|mypy|pyright|pytest|jest|vitest|mocha|rspec|phpunit|phpstan|psalm|eslint|ruff|rubocop|audit|verify|coverage|build|compile|semgrep|gosec|bandit|trivy|shellcheck|ktlint|detekt|credo|dialyzer|fmt|format|playwright|cypress|e2e)';
/** `go vet ./... || true`: whatever comes of it, the script goes on. */
const ignored = new RegExp(
  `\\b${check}\\b.{0,160}(?:\\|\\|\\s{0,3}(?:true\\b|:(?=\\s|$|['"])|exit 0|echo\\b|/bin/true)|;\\s{0,3}(?:true|exit 0)\\s{0,3}['"]?\\s{0,3}$)`,
  'i',
);
/** `-go test ./...` in a Makefile and `- pytest` in tox. */
const dashed = new RegExp(
  `^(?:commands\\s{0,4}=\\s{0,4}|\\t| {0,8})-\\s?@?(?:\\S{1,40} ){0,3}\\S{0,40}\\b${check}\\b`,
);
/** Settings by which a failure no longer fails anything. */
const forgiving =
  /\b(?:is)?ignoreFailures?\s{0,3}(?:=|:|\()\s{0,3}true|testFailureIgnore>?\s{0,3}[:=]?\s{0,3}true|maven\.test\.failure\.ignore|\bignore_(?:outcome|errors)\s{0,3}[:=]\s{0,3}(?:true|yes)|continue-?on-?error:\s{0,3}(?:true|\$\{\{)|\ballow_failure:\s{0,3}true|\b(?:failOnError|failBuildOnError|failOnViolation|failOnWarning|abortOnError|haltOnFailure|haltonfailure|failonviolation|failFast|failOnFailure|fail_on_\w{1,30}|failIfNoTests|breakBuild|exitOnError)["']?\s{0,3}[:=(>]?\s{0,3}["']?false|\b(?:warningsAsErrors|allWarningsAsErrors|TreatWarningsAsErrors|warnings_as_errors|warn_error|strict)["']?\s{0,3}[:=>]\s{0,3}["']?false|\bcatchError\s{0,3}[({]|\breturnStatus:\s{0,3}true|^\s{0,12}set \+e\b|--exit-zero\b|--soft-fail\b|--no-fail\b|--exit-code[= ]0\b|--no-error-exit|--force-exit-0|\bdangerously-ignore-|--ignore-failures?\b|\|\s{0,3}tee \S{1,80}\s{0,3}\|\|\s{0,3}true/i;
/** What a compiler or a runner is told to be strict about. */
const strict =
  /-Werror\b(?!=)|-Wall\b|-Wextra\b|-Xlint\b|#!?\[deny\(|#!?\[forbid\(|\bdeny\(warnings\)|warnings?[-_]as[-_]errors|TreatWarningsAsErrors|(?:all)?[wW]arningsAsErrors|--max-warnings[= ]?0|-D\s{0,2}(?:warnings|clippy::\w{2,30})|--strict\b|\bstrict["']?\s{0,3}[:=]\s{0,3}["']?(?:true|True)|-race\b|\bset -\w{0,4}e\w{0,4}\b|\bpipefail\b|--check-coverage|--fail-on-\w{2,20}|\bfailOn\w{2,20}["']?\s{0,3}[:=(]\s{0,3}true|check_untyped_defs|disallow_\w{3,30}|--error-on-\w{3,20}|--fail-fast-on-error|--require-hashes|--frozen-lockfile/g;
/** Told not to say anything. */
const silenced = /(?:^|[\s("',])-w(?=[\s)"',]|$)|-Wno-(?:error|all|everything)\b|--no-warnings\b|\bnowarn\b/i;

const seen = screened({ ignored, forgiving });

/** A comment, or the name of a step. */
const isSaid = /^\s{0,20}(?:#|\/\/|<!--|\*|-?\s{0,4}(?:name|description)\s{0,4}:)/;

/** A check whose failure no longer counts: “|| true”, `ignoreFailures = true`. */
export function isMasked(line: string, { file, guard, isScript }: CheckedFile): boolean {
  if (file !== 'config' && guard !== 'ci' && guard !== 'quality' && guard !== 'hooks' && !isScript)
    return false;
  if (isSaid.test(line)) return false;
  return (
    seen.ignored.test(line) ||
    seen.forgiving.test(line) ||
    (isScript && /^(?:\t|commands\s{0,4}=\s{0,4})-/.test(line) && dashed.test(line))
  );
}

export interface CheckedFile {
  file: FileKind;
  guard: Guard | undefined;
  /** A script, a Makefile, a manifest: something that says how the project is checked. */
  isScript: boolean;
}

/** `disallow_untyped_defs = false` is strict no more. */
const isOff = /^["']?\s{0,3}[:=>]\s{0,3}["']?(?:false|off|no|0)\b/i;

const strictIn = (lines: readonly string[]): Set<string> =>
  new Set(
    lines
      .slice(0, 200)
      .filter((line) => !isSaid.test(line))
      .flatMap((line) =>
        [...line.matchAll(strict)]
          .filter(
            ({ index, 0: word }) => !isOff.test(line.slice(index + word.length, index + word.length + 20)),
          )
          .map(([word]) =>
            word
              .replace(/\s+/g, ' ')
              .replace(/^set -\w+$/, 'set -e')
              .toLowerCase(),
          ),
      ),
  );

/** What was strict before is not any more, or is told to be silent. */
export function isLessStrict(
  gone: readonly string[],
  added: readonly string[],
  { file, guard, isScript }: CheckedFile,
): boolean {
  if (file !== 'config' && guard !== 'ci' && guard !== 'quality' && !isScript) return false;
  const before = strictIn(gone);
  if (isScript && isLevelLowered(gone, added)) return true;
  if (before.size > 0 && added.length > 0) {
    const now = strictIn(added);
    if ([...before].some((word) => !now.has(word))) return true;
  }
  return isScript && file === 'config' && added.some((line) => silenced.test(line) && !isSaid.test(line));
}

const level =
  /^\s{0,12}["']?([\w.:-]{3,60})["']?\s{0,3}[:=]\s{0,3}(?:\{ ?level ?= ?)?["'](deny|forbid|error|warn|allow|off|info|none)["']/;
const severe: Readonly<Record<string, number>> = {
  ...{ forbid: 3, deny: 2, error: 2, warn: 1, info: 0, allow: 0, off: 0, none: 0 },
};

/** `unwrap_used = "deny"` that became `"allow"`. */
function isLevelLowered(gone: readonly string[], added: readonly string[]): boolean {
  const levels = (lines: readonly string[]) =>
    lines.slice(0, 200).flatMap((line) => {
      const [, key, is = ''] = level.exec(line) ?? [];
      return key === undefined ? [] : [[key, severe[is] ?? 0] as const];
    });
  const now = new Map(levels(added));
  return levels(gone).some(([key, before]) => before >= 2 && (now.get(key) ?? before) < before);
}

/** A limit for coverage in a file that holds other settings as well. */
const limits = /fail[_-]?under|threshold|coverage|min_?msi|minScore|mutation|max-?warnings/i;
/** In a build these can be about nothing else. */
const buildLimits = /minimum|jacoco|bundlesize|budgets?|maxSize|\bbreak\b/i;
const limit =
  /["'<-]{0,3}([A-Za-z][\w.-]{1,40})["'>]{0,2}\s{0,4}(?:[:=>]|\s)\s{0,4}\[?(?:["']\w{1,10}["'],\s{0,3})?["']?(\d{1,6}(?:\.\d{1,6})?)/g;

/** A limit that lets more through than before: of coverage, of warnings, of size. */
export function isLimitLowered(
  gone: readonly string[],
  added: readonly string[],
  { file, guard, isScript }: CheckedFile,
): boolean {
  const isMeant =
    guard === 'quality' ||
    ((file === 'config' || isScript || guard === 'ci') &&
      gone.some((line) => limits.test(line) || (isScript && buildLimits.test(line))));
  return isMeant && isLowered(gone, added);
}

/** A threshold that became smaller, or a maximum that became larger. */
function isLowered(removed: readonly string[], added: readonly string[]): boolean {
  const before = new Map(removed.slice(0, 200).flatMap((line) => entriesOf(line)));
  return added.slice(0, 200).some((line) =>
    entriesOf(line).some(([key, now]) => {
      const then = before.get(key);
      if (then === undefined || then === now) return false;
      if (/max|complexity|warnings|depth|budget|size/i.test(key)) return now > then;
      return (
        /lines|branches|functions|statements|threshold|coverage|under|min|percent|global|target|score|msi|break|ratio|instructions/i.test(
          key,
        ) && now < then
      );
    }),
  );
}

const maxEntries = 8;

const entriesOf = (line: string): [string, number][] =>
  [...line.slice(0, 400).matchAll(limit)]
    .slice(0, maxEntries)
    .map(([, key = '', value]) => [key.replace(/^-{1,2}/, ''), Number(value)]);
