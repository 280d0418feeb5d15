import { type Classifier, isDryRun } from './deed.ts';

/** Whatever a checker finds today is written down as fine, instead of being mended. */
const accepts: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:phpstan|psalm)$/, /^--(?:generate|set|update)-baseline(?:=|$)/],
  [/^(?:rubocop|haml-lint)$/, /^--auto-gen-config$/],
  [/^(?:eslint|oxlint)$/, /^--suppress-(?:all|rule)(?:=|$)/],
  [/^ruff$/, /^--add-noqa$/],
  [/^(?:detekt|ktlint)$/, /^--(?:create-)?baseline(?:=|$)|^-cb$/],
  [
    /^(?:gradle|gradlew)$/,
    /^(?::?[\w-]{1,40}:)?(?:detektBaseline|updateLintBaseline|ktlintGenerateBaseline)$/,
  ],
  [/^(?:swiftlint)$/, /^--write-baseline(?:=|$)/],
  [/^(?:basedpyright|pyright)$/, /^--writebaseline$/],
  [/^(?:mypy-baseline|betterer)$/, /^(?:sync|--update|-u)$/],
  [/^(?:detect-secrets)$/, /^scan$/],
  [/^(?:credo|standardrb|erb_lint)$/, /^--(?:generate-todo|update-todo)$/],
  [/^(?:tsc-baseline)$/, /^save$/],
];

export const mayAccept =
  /^(?:phpstan|psalm|rubocop|haml-lint|eslint|oxlint|ruff|detekt|ktlint|gradlew?|swiftlint|(?:based)?pyright|mypy-baseline|betterer|detect-secrets|credo|standardrb|erb_lint|tsc-baseline)$/;

export const baselined: Classifier = ({ name, args, ...command }, _, { hasFailed }) => {
  if (!mayAccept.test(name)) return undefined;
  if (hasFailed || command.isRemote || isDryRun({ name, args, ...command })) return undefined;
  const words = args.slice(0, 30).map(({ value }) => value);
  const isAccepted = accepts.some(
    ([program, option]) => program.test(name) && words.some((word) => option.test(word)),
  );
  return isAccepted
    ? {
        rule: 'quality.suppress',
        severity: 'medium',
        target: name,
        what: `Wrote down whatever ${name} finds today as fine`,
        wish: 'checks',
      }
    : undefined;
};
