import type { CheckKind } from '../check-kind.ts';

/** Checkers that a reply calls by their names, and what a run of each is called. */

export const linters =
  'gofmt|goimports|gofumpt|go fmt|go vet|govet|golangci-lint|staticcheck|eslint|oxlint|stylelint|prettier|biome|ruff|flake8|pylint|isort|autopep8|yapf|clippy|rustfmt|cargo fmt|rubocop|shellcheck|hadolint|markdownlint(?:-cli2?)?|yamllint|actionlint|tflint|ktlint|detekt|checkstyle|swiftlint|cspell|ansible-lint|sqlfluff|phpcs|php-cs-fixer|credo|gosec|djlint|commitlint|vale|vet';
export const typeCheckers =
  'vue-tsc|svelte-check|basedpyright|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer|cargo check';

/** A name is a word of its own: `eslint.config.js` and `vet-clinic` are none. */
const word = (names: string): RegExp => new RegExp(`(?<![\\w./-])(?:${names})(?![\\w/-]|\\.\\w)`, 'gi');

const named: Record<CheckKind, RegExp> = {
  lint: word(linters),
  types: word(typeCheckers),
  build: word('go build|cargo build|docker build|dotnet build'),
  tests: word(
    'go test|cargo test|nextest|pytest|vitest|jest|mocha|rspec|phpunit|playwright|cypress|ctest|dotnet test',
  ),
};

const otherNames: Record<string, string> = {
  ...{ vet: 'go vet', govet: 'go vet', 'go fmt': 'gofmt', 'cargo fmt': 'rustfmt' },
  ...{ 'go build': 'go', 'go test': 'go', 'cargo build': 'cargo', 'cargo test': 'cargo', nextest: 'cargo' },
  ...{ 'docker build': 'docker', 'dotnet build': 'dotnet', 'dotnet test': 'dotnet' },
  ...{ 'markdownlint-cli': 'markdownlint', 'markdownlint-cli2': 'markdownlint', 'jest-cli': 'jest' },
};

/** One name for each, whatever it was called by. */
export const toolName = (name: string): string => {
  const small = name.toLowerCase();
  return Object.hasOwn(otherNames, small) ? (otherNames[small] as string) : small;
};

const maxTools = 8;

/** The checkers of that kind that a text names. */
export function toolsIn(text: string, of: CheckKind): string[] {
  const found = new Set<string>();
  for (const [name] of text.matchAll(named[of])) found.add(toolName(name));
  return [...found].slice(0, maxTools);
}

const formats = /\b(?:ruff|biome|deno|dart|terraform|tofu|mix|zig|swift|dotnet) (?:format|fmt)\b/;

/** `ruff format`: linters lay code out, too, by another verb. */
export const formatVerb = (command: string): string | undefined => formats.exec(command)?.[0];

/** The name by which a quoted command is spoken of: “`npx eslint .` is clean” is said of eslint. */
export const toolOfCode = (code: string): string | undefined =>
  formatVerb(code) ?? toolsIn(code, 'lint')[0] ?? toolsIn(code, 'types')[0];

const formatters = new Set([
  ...['gofmt', 'goimports', 'gofumpt', 'prettier', 'black', 'isort', 'autopep8', 'yapf', 'rustfmt'],
]);

/** Looks at how the code is laid out, and at nothing else. */
export const isFormatter = (tool: string | undefined): boolean => tool !== undefined && formatters.has(tool);
