import type { SimpleCommand } from '@debrief/shell';
import type { CheckKind } from './act.ts';

/** Which commands check something, and how much of it. */
export interface Check {
  of: CheckKind;
  scope: 'all' | 'part';
}

const first = ({ args }: SimpleCommand): string =>
  args.find(({ value }) => !value.startsWith('-'))?.value ?? '';
const has = ({ args }: SimpleCommand, ...flags: string[]): boolean =>
  args.some(({ value }) => flags.some((flag) => value === flag || value.startsWith(`${flag}=`)));
const operands = ({ args }: SimpleCommand): string[] =>
  args.map(({ value }) => value).filter((value) => !value.startsWith('-'));

const tests = (isPart: boolean): Check => ({ of: 'tests', scope: isPart ? 'part' : 'all' });

type Reader = (command: SimpleCommand) => Check | undefined;

const namesFile = (command: SimpleCommand, skip: number) =>
  operands(command)
    .slice(skip)
    .some((value) => /[./\\]/.test(value) && value !== '.' && !/^\.\/?\.\.\.$|^\.\/\.\.\.$/.test(value));

const go: Reader = (command) => {
  const verb = first(command);
  if (verb === 'vet') return { of: 'lint', scope: 'all' };
  if (verb === 'build' || verb === 'install') return { of: 'build', scope: 'all' };
  if (verb !== 'test' || has(command, '-c')) return undefined;
  const packages = operands(command).slice(1);
  const isAll = packages.length === 0 ? false : packages.some((name) => name.endsWith('...'));
  const below = packages.every((name) => name === './...' || name === '...' || name === 'all');
  return tests(has(command, '-run', '-bench') || !isAll || !below);
};

const cargo: Reader = (command) => {
  const verb = first(command);
  if (verb === 'test' || verb === 't') {
    return tests(operands(command).length > 1 || has(command, '--test', '-p', '--package', '--lib', '--doc'));
  }
  if (verb === 'nextest') return tests(operands(command).length > 2);
  if (verb === 'build' || verb === 'b') return { of: 'build', scope: 'all' };
  if (verb === 'check') return { of: 'types', scope: 'all' };
  return verb === 'clippy' ? { of: 'lint', scope: 'all' } : undefined;
};

/** `npm test`, `pnpm -r test:unit`, `yarn run lint`, `bun run build`. */
const script: Reader = (command) => {
  const [verb = '', named = ''] = operands(command).filter((value) => !/^[\d.]+$/.test(value));
  if (command.name === 'bun' && verb === 'test') return tests(namesFile(command, 1));
  if (verb === 'exec' || verb === 'dlx' || verb === 'x') {
    const at = command.args.findIndex(({ value }) => value === verb);
    const [name, ...args] = command.args.slice(at + 1).filter(({ value }) => value !== '--');
    return name ? checkOf({ ...command, name: name.value, args }) : undefined;
  }
  const isRun = verb === 'run' || verb === 'run-script';
  const task = isRun ? named : verb === 't' ? 'test' : verb;
  if (!isRun && !/^(?:t|test|tst|lint|build|typecheck|type-check|check|tsc|verify)(?::|$)/.test(verb))
    return undefined;
  return taskCheck(
    task,
    has(command, '-t', '-g', '--grep', '--testNamePattern') || namesFile(command, isRun ? 2 : 1),
  );
};

/** `test`, and tasks such as `test:ci` that say they run everything; `test:unit` is a part. */
const wholeTask = /^(?:tests?|verify|spec)(?:[:_-](?:ci|all|full|run|once|coverage))?$/;

function taskCheck(task: string, isPart: boolean): Check | undefined {
  if (/(?:^|[:_-])(?:tests?|spec|e2e|unit|integration|verify)(?:$|[:_-])/.test(task))
    return tests(isPart || !wholeTask.test(task));
  if (/(?:^|[:_-])lint(?:$|[:_-])/.test(task)) return { of: 'lint', scope: 'all' };
  if (/(?:^|[:_-])(?:type-?check|types|tsc)(?:$|[:_-])/.test(task)) return { of: 'types', scope: 'all' };
  return /(?:^|[:_-])build(?:$|[:_-])/.test(task) ? { of: 'build', scope: 'all' } : undefined;
}

const runner: Reader = (command) =>
  has(command, '--version', '--help', '--list', '--collect-only', '--listTests')
    ? undefined
    : tests(
        has(command, '-t', '-k', '-g', '--grep', '--testNamePattern', '--filter', '--tests', '-m') ||
          namesFile(command, command.name === 'vitest' || command.name === 'playwright' ? 1 : 0),
      );

const python: Reader = (command) => {
  const at = command.args.findIndex(({ value }) => value === '-m');
  const module = at < 0 ? undefined : command.args[at + 1]?.value;
  if (module === undefined) {
    return operands(command).some((value) => /(?:^|\/)manage\.py$/.test(value)) &&
      operands(command).includes('test')
      ? tests(operands(command).length > 2)
      : undefined;
  }
  return checkOf({ ...command, name: module, args: command.args.slice(at + 2) });
};

const maven: Reader = (command) => {
  const goals = operands(command);
  if (
    goals.some(
      (goal) =>
        /^(?:test|verify|install|check|integration-test)$/.test(goal) || /:(?:test|check)$/i.test(goal),
    )
  ) {
    return tests(
      command.args.some(({ value }) => /^-D(?:it\.)?test=/.test(value)) || has(command, '--tests', '-pl'),
    );
  }
  return goals.some((goal) => /^(?:compile|package|build|assemble)$/.test(goal))
    ? { of: 'build', scope: 'all' }
    : undefined;
};

const task: Reader = (command) => {
  const words = operands(command).filter((value) => value !== 'run' && value !== 'run-many');
  for (const word of words) {
    const check = taskCheck(word, false);
    if (check) return check;
  }
  return command.name === 'make' && words.includes('check') ? tests(false) : undefined;
};

const verb =
  (name: string, of: CheckKind = 'tests'): Reader =>
  (command) =>
    first(command) === name
      ? { of, scope: operands(command).length > 1 && of === 'tests' ? 'part' : 'all' }
      : undefined;

const always =
  (of: CheckKind): Reader =>
  (command) =>
    has(command, '--version', '--help') ? undefined : { of, scope: 'all' };

const readers: Record<string, Reader> = {
  go,
  gotestsum: runner,
  cargo,
  npm: script,
  pnpm: script,
  yarn: script,
  bun: script,
  npx: (command) => nextProgram(command),
  bunx: (command) => nextProgram(command),
  uv: (command) =>
    first(command) === 'run' ? nextProgram({ ...command, args: command.args.slice(1) }) : undefined,
  poetry: (command) =>
    first(command) === 'run' ? nextProgram({ ...command, args: command.args.slice(1) }) : undefined,
  bundle: (command) =>
    first(command) === 'exec' ? nextProgram({ ...command, args: command.args.slice(1) }) : undefined,
  node: (command) => (has(command, '--test') ? tests(operands(command).length > 0) : undefined),
  python,
  python3: python,
  ...Object.fromEntries(
    [
      'pytest',
      'py.test',
      'unittest',
      'vitest',
      'jest',
      'mocha',
      'ava',
      'tap',
      'jasmine',
      'karma',
      'rspec',
      'phpunit',
    ].map((name) => [name, runner]),
  ),
  ...Object.fromEntries(
    ['tox', 'nox', 'ctest', 'bats', 'gotest', 'pest', 'minitest'].map((name) => [name, runner]),
  ),
  playwright: verb('test'),
  cypress: verb('run'),
  mvn: maven,
  mvnw: maven,
  gradle: maven,
  gradlew: maven,
  dotnet: (command) => verb('test')(command) ?? verb('build', 'build')(command),
  rails: verb('test'),
  rake: (command) => verb('test')(command) ?? verb('spec')(command),
  mix: verb('test'),
  swift: (command) => verb('test')(command) ?? verb('build', 'build')(command),
  deno: (command) =>
    verb('test')(command) ?? verb('lint', 'lint')(command) ?? verb('check', 'types')(command),
  flutter: verb('test'),
  xcodebuild: (command) =>
    operands(command).includes('test') ? tests(has(command, '-only-testing')) : undefined,
  ...Object.fromEntries(
    ['make', 'just', 'mise', 'task', 'nx', 'turbo', 'bazel', 'moon'].map((name) => [name, task]),
  ),
  tsc: always('types'),
  mypy: always('types'),
  pyright: always('types'),
  eslint: always('lint'),
  biome: always('lint'),
  'golangci-lint': always('lint'),
  ruff: (command) => (first(command) === 'format' ? undefined : { of: 'lint', scope: 'all' }),
  flake8: always('lint'),
  pylint: always('lint'),
  rubocop: always('lint'),
  shellcheck: always('lint'),
  staticcheck: always('lint'),
  webpack: always('build'),
  vite: verb('build', 'build'),
  next: verb('build', 'build'),
};

function nextProgram(command: SimpleCommand): Check | undefined {
  const at = command.args.findIndex(({ value }) => !value.startsWith('-'));
  const name = command.args[at];
  return name
    ? checkOf({ ...command, name: name.value.replace(/@[\d^~].*$/, ''), args: command.args.slice(at + 1) })
    : undefined;
}

/** What a command checks, or undefined when it checks nothing. */
export function checkOf(command: SimpleCommand): Check | undefined {
  const reader = Object.hasOwn(readers, command.name) ? readers[command.name] : undefined;
  return reader?.(command);
}
