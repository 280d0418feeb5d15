import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { insideOf } from '../../place.ts';

/** What a linter, a formatter or a type checker was told to look at. */
export interface Targets {
  /** Files and folders, from the repository's own; absent: everything, or it cannot be told. */
  targets?: string[];
  /** An option that leaves only some of its rules. */
  limit?: string;
  /** An option by which it keeps its warnings to itself. */
  hides?: string;
  /** What chooses some: an option for one package of several, or a command that names files. */
  only?: string;
}

/** Words between the program and what it looks at. */
const verbs = new Set([
  ...[
    'check',
    'lint',
    'ci',
    'run',
    'format',
    'fix',
    'vet',
    'analyse',
    'analyze',
    'clippy',
    'fmt',
    'validate',
  ],
  ...['compile', 'make', 'scan'],
]);

/** Options that stand alone: what follows them is a file. */
const alone =
  /^(?:--(?:fix|fix-dry-run|check|diff|all|force|strict|quiet|verbose|no-cache|cache|list-different|noEmit|no-emit|all-targets|all-features|workspace|recursive|write|auto-correct|autocorrect(?:-all)?|no-progress|no-color|color|show-fixes|unsafe-fixes|exit-zero|no-fix|parallel|stats|bail|no-error-on-unmatched-pattern|pretty|errors-only|fail-on-warnings|fail-fast|error-on-warnings|no-warnings|display-cop-names|profile)|-{1,2}(?:[alnqvwdAx]|[rR]))$/;

/** Which options of a program leave only some of its rules. */
const limits: Record<string, RegExp> = {
  ruff: /^--select$/,
  flake8: /^--select$/,
  pylint: /^(?:--enable|-e)$/,
  eslint: /^--(?:no-eslintrc|no-config-lookup)$/,
  'golangci-lint': /^(?:--disable-all|--default=none|--enable-only)$/,
  rubocop: /^(?:--only|--lint|-l|--layout|-x)$/,
  sqlfluff: /^(?:--rules|-r)$/,
  'ansible-lint': /^(?:--tags|-t)$/,
  swiftlint: /^--only-rule$/,
  tflint: /^--only$/,
  phpcs: /^--sniffs$/,
  'php-cs-fixer': /^--rules$/,
  credo: /^(?:--checks|--only)$/,
  semgrep: /^--include$/,
};

/** Which of them let only the worst be told. */
const hiding: Record<string, RegExp> = {
  eslint: /^--quiet$/,
  oxlint: /^--quiet$/,
  stylelint: /^(?:--quiet|-q)$/,
  shellcheck: /^(?:-S|--severity)(?:=?(?:error|warning))?$/,
  pylint: /^(?:--errors-only|-E)$/,
  rubocop: /^(?:--fail-level|--display-only-fail-level-offenses)$/,
  pyright: /^--level$/,
  'svelte-check': /^--threshold$/,
  biome: /^--diagnostic-level$/,
  yamllint: /^--no-warnings$/,
  hadolint: /^(?:--no-fail|--failure-threshold)$/,
  gcc: /^-w$/,
  clang: /^-w$/,
};

export function targetsOf(
  command: SimpleCommand,
  tool: string | undefined,
  root: string | undefined,
): Targets {
  if (tool === undefined) return {};
  const words = command.args.slice(0, 60);
  const limit = optionIn(words, limits[tool]);
  const hides = optionIn(words, hiding[tool]);
  const targets = filesIn(behind(command, tool), root);
  const only = command.name === 'cargo' ? packageIn(words) : namingCommand(behind(command, tool));
  return {
    ...(only !== undefined && { only: only.slice(0, 80) }),
    ...(targets !== undefined && targets.length > 0 && { targets }),
    ...(limit !== undefined && { limit }),
    ...(hides !== undefined && { hides }),
  };
}

/** `npx eslint src`, `python -m mypy shop`: what stands behind the program. */
function behind(command: SimpleCommand, tool: string): SimpleCommand {
  const at = command.args.findIndex(({ value }) => value.slice(value.lastIndexOf('/') + 1) === tool);
  return command.name === tool || at < 0 ? command : { ...command, args: command.args.slice(at + 1) };
}

/** `eslint $(git diff --name-only)`: some files, whichever they were. */
const namingCommand = ({ args }: SimpleCommand): string | undefined =>
  args
    .slice(0, 60)
    .find(({ value, isKnown }) => !isKnown && /^(?:\$\(|`)/.test(value))
    ?.value.slice(0, 80);

function packageIn(words: SimpleCommand['args']): string | undefined {
  const at = words.findIndex(({ value }) => /^(?:-p|--package|--manifest-path)(?:=|$)/.test(value));
  const given = words[at]?.value;
  return given === undefined || given.includes('=') ? given : `${given} ${words[at + 1]?.value ?? ''}`;
}

const optionIn = (words: SimpleCommand['args'], wanted: RegExp | undefined): string | undefined =>
  wanted && words.find(({ value }) => wanted.test(value) || wanted.test(value.split('=')[0] ?? ''))?.value;

const maxTargets = 40;

/** Undefined where one of them is not known. */
function filesIn({ args, cwd }: SimpleCommand, root: string | undefined): string[] | undefined {
  const found: string[] = [];
  let before = '';
  for (const { value, isKnown } of args) {
    const option = before;
    before = value;
    if (value === '--') continue;
    const chosen = /^-{1,2}(?:chdir|C|directory|path)=(.+)$/.exec(value)?.[1];
    if (chosen === undefined && value.startsWith('-')) continue;
    const isValue = option.startsWith('-') && option !== '--' && !option.includes('=') && !alone.test(option);
    // Of an option that nobody knows the next word may be its value, and may be a file.
    if (isValue) {
      if (/^-{1,2}(?:chdir|C|directory|path)$/.test(option)) found.push(inRepository(value, cwd, root));
      continue;
    }
    if (!isKnown) return undefined;
    if (found.length === 0 && verbs.has(value)) continue;
    found.push(inRepository(chosen ?? value, cwd, root));
    if (found.length > maxTargets) return undefined;
  }
  return found.some((one) => one === '.') ? undefined : found;
}

/** From the folder of the repository; of a pattern what stands before its first star. */
function inRepository(word: string, cwd: string | undefined, root: string | undefined): string {
  const plain = word.replace(/\/?\.\.\.$/, '');
  const star = plain.search(/[*?{[]/);
  const path = star < 0 ? plain : plain.slice(0, Math.max(0, plain.lastIndexOf('/', star)));
  if (path === '' || /^\.\/?$/.test(path)) return cwd !== undefined ? (insideOf(cwd, root) ?? '.') : '.';
  const whole = resolvePath(cwd ?? root, path);
  const inside = whole === undefined ? undefined : insideOf(whole, root);
  return (inside ?? path).replace(/^\.\//, '').replace(/\/$/, '').slice(0, 200);
}

/** Whether a path lies in what was looked at. Neither needs to begin at the repository. */
export function isWithin(given: string, target: string): boolean {
  const path = given.replaceAll('\\', '/');
  return target === '.' || `/${path}`.endsWith(`/${target}`) || `/${path}/`.includes(`/${target}/`);
}

/** A file, or a folder in a folder: not what a project as a whole is called by. */
export const isNarrow = (target: string): boolean => target.includes('/') || /\.\w{1,8}$/.test(target);
