import { remembered } from './remembered.ts';

/** What a file is for, by its path. */

export type FileKind = 'test' | 'document' | 'lock' | 'migration' | 'generated' | 'config' | 'code';

const tests =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testdata|fixtures)\/|(?:[._-](?:test|spec|e2e)|_test|Tests?)\.[A-Za-z]{1,5}$|\.feature$|(?:^|\/)(?:test_[^/]{1,100}\.py|conftest\.py)$/;
const documents = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|LICENSE|CHANGELOG|README)(?:\/|\.|$)/i;
const locks =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|mix\.lock|Podfile\.lock|pubspec\.lock|flake\.lock|packages\.lock\.json)$/;
/** A step with a number, a date or a hash in its name; the code that runs the steps is code. */
const migrations =
  /(?:^|\/)(?:migrations?|db\/migrate|alembic\/versions|flyway|liquibase)\/(?:(?:[Vm]?\d[^/]*|[0-9a-f]{8,}_[^/]*|[^/]*\.sql)|\d[^/]*\/[^/]*\.sql)$|(?:^|\/)(?:migrations|alembic)\/versions\/(?!__)[^/]{1,120}\.py$|(?:^|\/)db\/changelog\/(?:[^/]{1,60}\/){0,3}\d[^/]{0,120}\.(?:xml|ya?ml|sql|json)$/i;
const generated =
  /(?:\.min\.(?:js|css)|\.pb\.go|_pb2\.py|\.g\.dart|\.generated\.[a-z]{1,4}|\.snap|\.map)$|(?:^|\/)(?:generated|__generated__)\//;
const configs =
  /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|properties|xml|plist|env)$|(?:^|\/)\.(?:[A-Za-z]+rc|rspec)$|(?:^|\/)(?:Dockerfile|Makefile|justfile|build\.gradle(?:\.kts)?)$|(?:^|\/)\.env(?:\.[\w.-]{1,40})?$/;

export const fileKind = remembered((path: string): FileKind => {
  const short = path.slice(-400);
  if (/(?:^|\/)CMakeLists\.txt$/.test(short)) return 'config';
  if (locks.test(short)) return 'lock';
  if (generated.test(short)) return 'generated';
  if (tests.test(short)) return 'test';
  if (migrations.test(short)) return 'migration';
  if (documents.test(short)) return 'document';
  return configs.test(short) || samples.test(short) ? 'config' : 'code';
});

/** An edit after which a test run no longer says anything. */
export const outdatesTests = (kind: FileKind): boolean => kind !== 'document' && kind !== 'generated';

/** Meant to be read and copied. */
const samples = /\.(?:example|sample|template|dist|defaults?|pub)$/;

const hooks =
  /(?:^|\/)(?:\.git\/hooks\/|\.husky\/|\.githooks\/|lefthook[^/]*$|\.lefthook|\.pre-commit-config\.ya?ml$|CODEOWNERS$|\.github\/(?:settings|rulesets?)[^/]*$|\.overcommit\.yml$|\.simple-git-hooks\.(?:c?js|json)$)/;
const leash =
  /(?:^|\/)(?:\.claude\/(?:settings[^/]*\.json|hooks\/)|\.codex\/(?:config\.toml|hooks|rules\/|requirements\.toml)|\.cursor\/(?:rules|hooks|permissions|mcp)[^/]*|\.gemini\/(?:settings\.json|hooks|policies)|\.qwen\/(?:settings\.json|hooks)|\.mcp\.json|opencode\.jsonc?|\.opencode\/(?:opencode\.jsonc?|plugins?\/|hooks)|\.kiro\/(?:settings|hooks)\/|\.github\/(?:hooks|copilot)\/|\.copilot\/(?:config|hooks|permissions)[^/]*|\.clinerules|\.cline\/|\.roo\/|\.roomodes|\.windsurf\/(?:rules|hooks)|\.factory\/(?:settings[^/]*|hooks)|\.amp\/settings\.json|\.aider\.conf\.yml|\.vibe\/(?:config\.toml|hooks)|\.kimi\/config|\.continue\/(?:config|permissions)[^/]*|\.zed\/settings\.json|\.goose\/|\.hermes\/)/;
const instructions = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|QWEN|CRUSH)(?:\.local)?\.md$/;
const ci =
  /(?:^|\/)(?:\.github\/workflows\/|\.gitlab-ci[^/]*\.ya?ml$|Jenkinsfile[^/]*$|\.circleci\/|azure-pipelines[^/]*$|\.buildkite\/|\.travis\.yml$|bitbucket-pipelines\.yml$|\.ci\/)/;
const quality =
  /(?:^|\/)(?:\.eslintrc[^/]*|eslint\.config\.[a-z]+|biome\.jsonc?|\.golangci\.ya?ml|\.?ruff\.toml|\.flake8|\.pylintrc|mypy\.ini|tsconfig[^/]*\.json|\.prettierrc[^/]*|\.stylelintrc[^/]*|jest\.config\.[a-z]+|vitest\.config\.[a-z]+|\.nycrc[^/]*|codecov\.ya?ml|\.coveragerc|clippy\.toml|\.rubocop\.yml|phpstan[^/]*|sonar-project\.properties|pytest\.ini|cypress\.config\.[a-z]+|playwright\.config\.[a-z]+|\.mocharc[^/]*|karma\.conf\.[a-z]+|ava\.config\.[a-z]+|detekt[^/]*\.ya?ml|\.swiftlint\.ya?ml|checkstyle[^/]*\.xml|pmd[^/]*\.xml|spotbugs[^/]*\.xml|\.credo\.exs|\.?phpcs\.xml[^/]*|psalm\.xml[^/]*|analysis_options\.yaml|\.hadolint\.ya?ml|\.yamllint[^/]*|\.markdownlint[^/]*|stryker\.[\w.]+|\.c8rc[^/]*|nyc\.config\.[a-z]+|\.clang-tidy|\.sqlfluff|\.bandit|deny\.toml|\.oxlintrc\.json|\.editorconfig|\.globalconfig|\.scalafix\.conf|\.?semgrep\.ya?ml|\.tflint\.hcl|\.(?:eslint|prettier|stylelint|semgrep|trivy|gitleaks|secretlint|markdownlint)ignore)$/;

export type Guard = 'hooks' | 'leash' | 'instructions' | 'ci' | 'quality';

/** Files that control what agents and code may do. */
export const guardOf = remembered((path: string): Guard | undefined => {
  const short = path.slice(-400);
  if (samples.test(short)) return undefined;
  if (hooks.test(short)) return 'hooks';
  if (leash.test(short)) return 'leash';
  if (instructions.test(short)) return 'instructions';
  if (ci.test(short)) return 'ci';
  return quality.test(short) ? 'quality' : undefined;
});
