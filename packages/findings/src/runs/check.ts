import type { SimpleCommand } from '@debrief/shell';
import type { CheckKind } from '../check-kind.ts';
import type { Check } from './evidence.ts';

export const operandsOf = ({ args }: SimpleCommand): string[] =>
  args.map(({ value }) => value).filter((value) => !value.startsWith('-'));

export const has = ({ args }: SimpleCommand, ...flags: string[]): boolean =>
  args.some(({ value }) => value.startsWith('-') && flags.some((flag) => isOption(value, flag)));

/** `--flag` and `--flag=value`. */
const isOption = (word: string, flag: string): boolean =>
  word.startsWith(flag) && (word.length === flag.length || word.charAt(flag.length) === '=');

/** The first of these options with what is given to it, as it was written. */
export function option({ args }: SimpleCommand, flags: readonly string[]): string | undefined {
  for (const [index, { value }] of args.entries()) {
    if (!value.startsWith('-')) continue;
    const flag = flags.find((one) => isOption(value, one));
    if (flag !== undefined) return value === flag ? `${flag} ${args[index + 1]?.value ?? ''}`.trim() : value;
  }
  return undefined;
}

export const isPath = (value: string): boolean =>
  /[./\\]/.test(value) && !/^\.(?:\/(?:\.\.\.)?)?$/.test(value);

export const part = (of: CheckKind, tool: string, suite: string | undefined): Check => ({
  of,
  tool,
  scope: suite === undefined ? 'all' : 'part',
  ...(suite !== undefined && { suite: suite.slice(0, 100) }),
});

const asking = [
  '--version',
  '--help',
  '-h',
  '--list',
  '--listTests',
  '--collect-only',
  '--co',
  '--list-tests',
  '--show-config',
  '--showConfig',
  '--print-config',
  '--dry-run',
  '--init',
];

export const asks = (command: SimpleCommand): boolean => has(command, ...asking);

/** Options that leave something out, or choose some of it. */
const narrowing = [
  ...[
    '-t',
    '-k',
    '-g',
    '-m',
    '-f',
    '--grep',
    '--testNamePattern',
    '--test-name-pattern',
    '--filter',
    '--tests',
    '--only',
  ],
  ...[
    '--testPathPattern',
    '--testPathPatterns',
    '--project',
    '--projects',
    '--deselect',
    '--ignore',
    '--exclude',
    '--shard',
  ],
  ...[
    '--related',
    '--changed',
    '--onlyChanged',
    '--findRelatedTests',
    '--lf',
    '--last-failed',
    '--testsuite',
    '--group',
  ],
  ...[
    '--exclude-group',
    '--tag',
    '--tags',
    '--spec',
    '--fgrep',
    '--gtest_filter',
    '--match',
    '-e',
    '-R',
    '-E',
    '-L',
    '-run',
    '-skip',
  ],
];

export const narrowed = (command: SimpleCommand): string | undefined =>
  option(command, narrowing) ?? attached(command);

/** `pytest -kparser -m"not slow"`. */
const attached = ({ name, args }: SimpleCommand): string | undefined =>
  /^(?:pytest|py\.test)/.test(name)
    ? args.find(({ value }) => /^-[km][^-=\s]/.test(value))?.value
    : undefined;

const task = {
  tests: /(?:^|[:_.-])(?:tests?|specs?|e2e|unit|integration|vitest|jest|pytest)(?:$|[:_.-])/i,
  lint: /(?:^|[:_.-])(?:lint(?:er|s)?|eslint|format-?check|check-?format|fmt-?check|prettier|stylelint|rubocop|clippy)(?:$|[:_.-])/i,
  types: /(?:^|[:_.-])(?:type-?checks?|types|tsc|check-?types|mypy|pyright)(?:$|[:_.-])/i,
  build: /(?:^|[:_.-])(?:builds?|compile|bundle)(?:$|[:_.-])/i,
  /** Whatever the project means by it. */
  any: /^(?:check|checks|ci|verify|validate|all|qa|quality|precommit|pre-commit|prepush|pre-push|preflight|presubmit)(?:[:_.-]\w{1,20})?$/i,
};

/** `test`, and tasks such as `test:ci` that say they run everything; `test:unit` is a part. */
const wholeTask = /^(?:tests?|specs?)(?:[:_.-](?:ci|all|full|run|once|coverage|cov))?$/i;

/** What the name of a task says. */
export function taskCheck(name: string, suite?: string): Check | undefined {
  if (task.any.test(name))
    return { scope: suite === undefined ? 'all' : 'part', ...(suite !== undefined && { suite }) };
  for (const kind of ['tests', 'lint', 'types', 'build'] as const) {
    if (!task[kind].test(name)) continue;
    const own = kind === 'tests' && !wholeTask.test(name) ? name : undefined;
    const why = suite ?? own;
    return {
      of: kind,
      scope: why === undefined ? 'all' : 'part',
      ...(why !== undefined && { suite: why.slice(0, 100) }),
    };
  }
  return undefined;
}
