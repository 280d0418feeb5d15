import type { SimpleCommand } from '@debrief/shell';
import type { CheckKind } from '../check-kind.ts';
import { asks, has, isPath, narrowed, operandsOf, option, part, taskCheck } from './check.ts';
import type { Check } from './evidence.ts';

type Reader = (command: SimpleCommand) => Check | undefined;

/** With that option it prints nothing unless something fails. */
const silentIf = (isSilent: boolean, check: Check): Check =>
  isSilent ? { ...check, isSilent: true } : check;

const first = (command: SimpleCommand): string => operandsOf(command)[0] ?? '';

/** A runner of tests: what names a file or narrows is a part. */
const tests =
  (skip = 0): Reader =>
  (command) => {
    if (asks(command)) return { of: 'tests', scope: 'part', tool: command.name, runsNothing: true };
    const file = operandsOf(command).slice(skip).find(isPath);
    return part('tests', command.name, narrowed(command) ?? file);
  };

const go: Reader = (command) => {
  const [verb, ...packages] = operandsOf(command);
  if (verb === 'vet') return part('lint', 'go vet', undefined);
  if (verb === 'build' || verb === 'install')
    return part(
      'build',
      'go',
      packages.find((name) => isPath(name) && !name.endsWith('...')),
    );
  if (verb === 'tool' || verb === 'run') return withoutWords(command, verb);
  if (verb !== 'test') return undefined;
  const run = option(command, ['-run', '-test.run']);
  if (
    has(command, '-c', '-list', '-n') ||
    /^-run[ =]['"]?(?:\^\$|XXX|NONE|\^NONE\$?|-)['"]?$/.test(run ?? '')
  )
    return { of: 'tests', scope: 'part', tool: 'go', runsNothing: true };
  const isWhole = packages.some((name) => name === './...' || name === '...' || name === 'all');
  const narrow = run ?? option(command, ['-short', '-skip', '-bench']);
  return part('tests', 'go', narrow ?? (isWhole ? undefined : (packages.find(isPath) ?? 'one package')));
};

const cargo: Reader = (command) => {
  const words = operandsOf(command).filter((word) => !word.startsWith('+'));
  const [verb] = words;
  const own = option(command, [
    '--test',
    '-p',
    '--package',
    '--lib',
    '--doc',
    '--bin',
    '--bins',
    '--tests',
    '--exclude',
    '--skip',
    '--exact',
    '--ignored',
  ]);
  const before = command.args.findIndex(({ value }) => value === '--');
  const named = before < 0 ? words : operandsOf({ ...command, args: command.args.slice(0, before) });
  const valued = own?.split(' ')[1];
  const filter = (skip: number) => named.slice(skip).find((word) => word !== valued && !word.startsWith('+'));
  if (has(command, '--no-run')) return { of: 'build', scope: 'all', tool: 'cargo' };
  if (verb === 'test' || verb === 't') return part('tests', 'cargo', own ?? filter(1) ?? narrowed(command));
  if (verb === 'nextest')
    return words[1] === 'run' ? part('tests', 'nextest', own ?? filter(2) ?? narrowed(command)) : undefined;
  if (verb === 'build' || verb === 'b') return part('build', 'cargo', undefined);
  if (verb === 'check' || verb === 'c') return part('types', 'cargo check', undefined);
  if (verb === 'fmt') return part('lint', 'rustfmt', undefined);
  return verb === 'clippy' ? part('lint', 'clippy', undefined) : undefined;
};

/** `npm test`, `pnpm --filter web test`, `yarn workspace web test`, `bun run build`. */
const script: Reader = (command) => {
  const one = option(command, [
    '--filter',
    '-F',
    '-w',
    '--workspace',
    '--scope',
    '-C',
    '--dir',
    '--cwd',
    '--prefix',
    '--include',
  ]);
  const isEach = one !== undefined && /^(?:-w|-F|--filter)$/.test(one);
  const valued = new Set(one === undefined || one.includes('=') ? [] : [one.slice(one.indexOf(' ') + 1)]);
  let words = operandsOf(command).filter((word) => !/^[\d.]+$/.test(word) && !valued.has(word));
  let suite = isEach ? undefined : one;
  if (command.name === 'yarn' && words[0] === 'workspace') {
    suite = words[1];
    words = words.slice(2);
  } else if (words[0] === 'workspaces' || words[0] === 'recursive' || words[0] === 'multi')
    words = words.slice(words[1] === 'foreach' ? 2 : 1);
  const [verb = '', named = ''] = words;
  if (command.name === 'bun' && verb === 'test') return tests(1)(command);
  if (command.name === 'bun' && verb === 'build') return part('build', 'bun', undefined);
  if (verb === 'exec' || verb === 'dlx' || verb === 'x' || verb === 'execute')
    return withoutWords(command, verb);
  const isRun = verb === 'run' || verb === 'run-script' || verb === 'rum' || verb === 'urn';
  const name = isRun ? named : verb === 't' || verb === 'tst' ? 'test' : verb;
  const known = /^(?:t|tst|test|lint|build|typecheck|type-check|check|tsc|verify|ci:|format)(?::|$)/;
  const isOwn = command.name !== 'npm' && taskCheck(verb) !== undefined && !/^(?:ci|all)$/.test(verb);
  if (!isRun && !known.test(verb) && !isOwn) {
    // `yarn vitest run`, `pnpm tsc --noEmit` run a program of the project.
    return command.name === 'npm' || verb === '' ? undefined : withoutWords(command, verb, true);
  }
  const file = words.slice(isRun ? 2 : 1).find(isPath);
  return taskCheck(name, suite ?? narrowed(command) ?? file);
};

/** The command behind the word, as if it had been given by itself. */
function withoutWords(command: SimpleCommand, word: string, isKept = false): Check | undefined {
  const at = command.args.findIndex(({ value }) => value === word);
  const rest = command.args
    .slice(isKept ? at : at + 1)
    .filter(
      ({ value }, index, all) => value !== '--' || all.slice(0, index).some((one) => one.value === '--'),
    );
  const start = rest.findIndex(({ value }) => !value.startsWith('-'));
  const name = rest[start];
  if (!name || command.wrappers.length > maxWrappers) return undefined;
  const wrappers = [...command.wrappers, command.name];
  return checkOf({ ...command, wrappers, name: programOf(name.value), args: rest.slice(start + 1) });
}

/** `npx npx npx …` of a hostile script. */
const maxWrappers = 12;

const programOf = (word: string): string =>
  word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/(?!^)@[\w.^~*-]{1,30}$/, '')
    .replace(/\.(?:js|cjs|mjs|cmd|exe|phar)$/, '');

/** `npx`, `uv run`, `bundle exec` …: the program behind it. */
const next =
  (...verbs: string[]): Reader =>
  (command) => {
    const verb = first(command);
    if (verbs.length > 0 && !verbs.includes(verb)) return undefined;
    const word = verbs.length > 0 ? verb : verb;
    return withoutWords(command, word, verbs.length === 0);
  };

/** `python -c "assert …"`, `node -e "assert(…)"`: a check that was written for this one time. */
function oneOff(command: SimpleCommand, asserts: RegExp, ...flags: string[]): Check | undefined {
  const at = command.args.findIndex(({ value }) => flags.includes(value));
  const code = at < 0 ? command.input : command.args[at + 1]?.value;
  const isAsserted = code !== undefined && asserts.test(code.slice(0, 4000));
  return isAsserted
    ? { of: 'tests', scope: 'part', suite: 'a line of code', tool: 'assert', isSilent: true, isOneOff: true }
    : undefined;
}

/** Reads a file without running it: `php -l`, `bash -n`, `node --check`. */
const syntax: Check = { of: 'lint', scope: 'part', suite: 'syntax', tool: 'syntax' };

const syntaxIf =
  (...flags: string[]): Reader =>
  (command) =>
    has(command, ...flags) && operandsOf(command).length > 0 ? syntax : undefined;

const python: Reader = (command) => {
  const asserted = oneOff(command, /(?:^|[;\n])\s{0,20}assert\b/, '-c');
  if (asserted) return asserted;
  const at = command.args.findIndex(({ value }) => value === '-m');
  const module = command.args[at + 1]?.value;
  if (at >= 0 && module !== undefined) {
    const rest = { ...command, name: module, args: command.args.slice(at + 2) };
    if (module === 'doctest') return silentIf(true, part('tests', 'doctest', first(rest)));
    return module === 'py_compile' || module === 'compileall'
      ? part('build', 'python', undefined)
      : checkOf(rest);
  }
  const words = operandsOf(command);
  if (words.some((word) => /(?:^|\/)manage\.py$/.test(word)) && words.includes('test'))
    return part('tests', 'unittest', words[words.indexOf('test') + 1]);
  return scriptFile(words[0]);
};

/** `node scripts/test.js`, `python tests/run_tests.py`: a file that says it runs the tests. */
const scriptFile = (file: string | undefined): Check | undefined =>
  file !== undefined &&
  /(?:^|\/)(?:run[-_]?)?(?:all[-_]?)?tests?(?:[-_]runner)?\.(?:[cm]?[jt]s|py|rb|sh|php|pl)$/i.test(file)
    ? { of: 'tests', scope: 'all' }
    : undefined;

const node: Reader = (command) => {
  const asserted = oneOff(command, /\bassert\b['")]{0,3}(?:\.\w{1,30}){0,2}\(/, '-e', '--eval', '-p');
  if (asserted) return asserted;
  if (has(command, '--check', '-c')) return syntax;
  if (has(command, '--test')) return part('tests', 'node:test', operandsOf(command)[0] ?? narrowed(command));
  const [file] = operandsOf(command);
  const bin = /node_modules\/(?:\.bin|[\w@./-]{1,200}\/bin)\/([\w.-]{1,100})$/.exec(file ?? '')?.[1];
  if (bin !== undefined && file !== undefined) return withoutWords(command, file, true);
  return scriptFile(file);
};

const maven: Reader = (command) => {
  const goals = operandsOf(command);
  if (command.args.some(({ value }) => /^-D(?:skipTests|maven\.test\.skip)(?:$|=true)/.test(value)))
    return { of: 'build', scope: 'all', tool: 'maven' };
  const narrow =
    command.args.find(({ value }) => /^-D(?:it\.)?test=/.test(value))?.value ??
    option(command, ['-pl', '--projects']);
  if (
    goals.some(
      (goal) =>
        /^(?:test|verify|install|package|integration-test|deploy)$/.test(goal) ||
        /:(?:test|verify)$/i.test(goal),
    )
  )
    return silentIf(has(command, '-q', '--quiet'), part('tests', 'surefire', narrow));
  if (goals.some((goal) => /^(?:checkstyle|spotbugs|pmd|spotless):check$/.test(goal)))
    return part('lint', 'maven', undefined);
  return goals.some((goal) => /^(?:compile|test-compile)$/.test(goal))
    ? part('build', 'maven', undefined)
    : undefined;
};

const gradle: Reader = (command) => {
  const tasks = operandsOf(command);
  const named = tasks.find(
    (task) => /(?:^|:)\w{0,40}[tT]est\w{0,20}$/.test(task) || /(?:^|:)(?:check|build)$/.test(task),
  );
  const narrow =
    option(command, ['--tests', '-x', '--exclude-task']) ?? tasks.find((task) => task.includes(':'));
  if (named !== undefined && has(command, '-x') && /\btest\b/.test(option(command, ['-x']) ?? ''))
    return part('build', 'gradle', undefined);
  if (named !== undefined)
    return silentIf(
      has(command, '-q', '--quiet'),
      part('tests', 'gradle', narrow ?? (/(?:^|:)(?:test|check|build)$/.test(named) ? undefined : named)),
    );
  if (tasks.some((task) => /(?:^|:)\w{0,20}(?:[lL]int|detekt|spotlessCheck|checkstyle)\w{0,20}$/.test(task)))
    return part('lint', 'gradle', undefined);
  return tasks.some((task) => /(?:^|:)(?:assemble|compile|classes|jar|bootJar)\w{0,40}$/.test(task))
    ? part('build', 'gradle', undefined)
    : undefined;
};

/** `mise run test -- -run TestOne`: what the task gets besides. */
function handedOn(command: SimpleCommand): string | undefined {
  const at = command.args.findIndex(({ value }) => value === '--');
  if (at < 0) return undefined;
  const rest = { ...command, args: command.args.slice(at + 1) };
  return narrowed(rest) ?? operandsOf(rest).find(isPath);
}

/** `make test`, `just lint`, `mise run test:ci`, `nx test web`, `turbo run build`. */
const tasks: Reader = (command) => {
  const narrow =
    option(command, ['--filter', '-F', '--projects', '-p', '--scope', '-C', '--affected', '--since']) ??
    (operandsOf(command)[0] === 'affected' ? 'affected' : undefined) ??
    handedOn(command);
  const target = option(command, ['-t', '--target', '--targets'])?.split(/[ =]/)[1];
  const words = operandsOf(command).filter((word) => !/^(?:run|run-many|affected|r|x)$/.test(word));
  const names = target
    ? [target]
    : words.flatMap((word) =>
        word
          .split(/[:#](?=[\w-]+$)/)
          .reverse()
          .slice(0, command.name === 'nx' ? 2 : 1)
          .concat(word),
      );
  for (const name of names) {
    const check = taskCheck(
      name,
      narrow ?? (command.name === 'nx' && !target && words.length > 1 ? words[1] : undefined),
    );
    if (check) return check;
  }
  if (command.name === 'make' && words.length === 0) return { of: 'build', scope: 'all', tool: 'make' };
  return words.length > 0 || command.name === 'make' ? { scope: 'all' } : undefined;
};

const verb =
  (name: string, of: CheckKind, tool: string): Reader =>
  (command) => {
    if (first(command) !== name) return undefined;
    if (asks(command)) return { of, scope: 'part', tool, runsNothing: true };
    return part(
      of,
      tool,
      of === 'tests' ? (narrowed(command) ?? operandsOf(command).slice(1).find(isPath)) : undefined,
    );
  };

const either =
  (...readers: Reader[]): Reader =>
  (command) => {
    for (const reader of readers) {
      const check = reader(command);
      if (check) return check;
    }
    return undefined;
  };

/** `docker build`, `docker compose build web`, `docker buildx build`. */
const image: Reader = (command) => {
  const [verb, noun, service] = operandsOf(command);
  if (asks(command)) return undefined;
  if (verb === 'build' || verb === 'bud' || (verb === 'buildx' && /^(?:build|bake)$/.test(noun ?? '')))
    return part('build', 'docker', undefined);
  return verb === 'compose' && noun === 'build' ? part('build', 'docker', service) : undefined;
};

const always =
  (of: CheckKind): Reader =>
  (command) =>
    has(command, '--version', '--help', '--init', '--print-config', '--showConfig')
      ? undefined
      : { of, scope: 'all', tool: command.name };

/** `tsc -p packages/web` looks at one project of several. */
const typesOfProject: Reader = (command) => {
  const check = always('types')(command);
  const project = option(command, ['-p', '--project'])?.split(/[ =]/)[1];
  return check === undefined || project === undefined || /^(?:\.\/?)?(?:[\w.-]{1,60}\.json)?$/.test(project)
    ? check
    : { ...check, scope: 'part', suite: project.slice(0, 100) };
};

/** Formatters that write without being told to: what they have written is as they want it. */
const writes = new Set(['black', 'isort']);

/** A formatter checks when it is told to. */
const formatter =
  (...flags: string[]): Reader =>
  (command) => {
    const isWritten = writes.has(command.name)
      ? operandsOf(command).length > 0
      : has(command, '-w', '--write', '--in-place', '-i');
    if (isWritten && !has(command, ...flags)) return { of: 'lint', scope: 'all', tool: command.name };
    if (!has(command, ...flags)) return undefined;
    const lists = has(command, '-l', '-d') && command.name !== 'prettier';
    return { of: 'lint', scope: 'all', tool: command.name, ...(lists && { listsFaults: true as const }) };
  };

const all = (names: string, reader: Reader): Record<string, Reader> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reader]));

const readers: Record<string, Reader> = {
  go,
  cargo,
  ...all('npm pnpm yarn bun', script),
  ...all(
    'npx bunx pnpx corepack rtk dotenv cross-env env-cmd tsx ts-node xvfb-run dbus-run-session volta c8 nyc coverage catchsegv uvx',
    next(),
  ),
  ...all(
    'uv poetry pipenv pdm hatch rye pixi conda mamba doppler infisical op direnv aws-vault',
    next('run', 'exec', 'x'),
  ),
  ...all('bundle mise asdf nvm fnm', either(next('exec', 'x'), tasks)),
  ...all('node nodejs', node),
  ...all('python python2 python3 python3.10 python3.11 python3.12 python3.13 python3.14 py', python),
  ...all('bash sh zsh dash', syntaxIf('-n')),
  ruby: (command) =>
    syntaxIf('-c')(command) ??
    (operandsOf(command).some((word) => /_(?:test|spec)\.rb$|^-?Itest$/.test(word))
      ? part('tests', 'minitest', operandsOf(command).find(isPath))
      : next()(command)),
  php: either(
    syntaxIf('-l', '--syntax-check'),
    (command) =>
      /(?:^|\/)artisan$/.test(first(command)) && operandsOf(command)[1] === 'test'
        ? part('tests', 'phpunit', narrowed(command))
        : undefined,
    next(),
  ),
  perl: either(syntaxIf('-c', '-wc', '-cw'), (command) => scriptFile(first(command))),
  ...all(
    'pytest py.test unittest nose2 trial jest mocha ava tap tape jasmine karma qunit uvu rspec phpunit paratest pest codecept cucumber-js cucumber behave robot bats prove gotest ginkgo busted shellspec minitest stestr wtr web-test-runner newman jest-cli invoke-pester',
    tests(),
  ),
  ctest: (command) => silentIf(has(command, '-Q', '--quiet'), tests()(command) as Check),
  ...all('vitest', (command) =>
    /^(?:bench|list|init)$/.test(first(command))
      ? undefined
      : tests(/^(?:run|watch|dev|related)$/.test(first(command)) ? 1 : 0)(command),
  ),
  gotestsum: (command) =>
    go({
      ...command,
      args: [
        { value: 'test', isKnown: true, hasGlob: false },
        ...command.args.filter(({ value }) => value !== '--'),
      ],
    }) ?? tests()(command),
  ...all('tox nox', (command) => ({
    usual: 'tests',
    scope: narrowed(command) === undefined ? 'all' : 'part',
    ...(narrowed(command) !== undefined && { suite: narrowed(command) as string }),
  })),
  'cargo-nextest': tests(1),
  playwright: verb('test', 'tests', 'playwright'),
  cypress: verb('run', 'tests', 'cypress'),
  wdio: verb('run', 'tests', 'webdriverio'),
  testcafe: tests(1),
  nightwatch: tests(),
  ...all('mvn mvnw mvnd', maven),
  ...all('gradle gradlew', gradle),
  sbt: (command) =>
    /\btest/.test(operandsOf(command).join(' '))
      ? part('tests', 'sbt', undefined)
      : /\bcompile/.test(operandsOf(command).join(' '))
        ? part('build', 'sbt', undefined)
        : undefined,
  dotnet: either(
    verb('test', 'tests', 'dotnet'),
    verb('build', 'build', 'dotnet'),
    verb('publish', 'build', 'dotnet'),
    (command) =>
      first(command) === 'format' && has(command, '--verify-no-changes')
        ? part('lint', 'dotnet', undefined)
        : undefined,
  ),
  rails: either(verb('test', 'tests', 'minitest'), verb('spec', 'tests', 'rspec')),
  rake: either(verb('test', 'tests', 'minitest'), verb('spec', 'tests', 'rspec'), tasks),
  mix: either(
    verb('test', 'tests', 'exunit'),
    verb('compile', 'build', 'exunit'),
    verb('credo', 'lint', 'credo'),
    verb('dialyzer', 'types', 'dialyzer'),
    (command) =>
      first(command) === 'format' && has(command, '--check-formatted')
        ? part('lint', 'mix', undefined)
        : undefined,
  ),
  lein: verb('test', 'tests', 'clojure'),
  rebar3: either(verb('eunit', 'tests', 'eunit'), verb('ct', 'tests', 'eunit')),
  swift: either(verb('test', 'tests', 'swift'), verb('build', 'build', 'swift')),
  zig: (command) =>
    first(command) === 'test' || (first(command) === 'build' && operandsOf(command)[1] === 'test')
      ? part('tests', 'zig', undefined)
      : first(command) === 'build'
        ? part('build', 'zig', undefined)
        : undefined,
  ...all(
    'stack cabal dune',
    either(
      verb('test', 'tests', 'tasty'),
      verb('runtest', 'tests', 'alcotest'),
      verb('build', 'build', 'cabal'),
    ),
  ),
  forge: either(verb('test', 'tests', 'forge'), verb('build', 'build', 'forge')),
  ...all(
    'terraform tofu terragrunt',
    either(verb('test', 'tests', 'terraform'), verb('validate', 'lint', 'terraform'), (command) =>
      first(command) === 'fmt' && has(command, '-check', '--check')
        ? part('lint', 'terraform', undefined)
        : undefined,
    ),
  ),
  helm: verb('lint', 'lint', 'helm'),
  ...all('packer caddy', verb('validate', 'lint', 'validate')),
  ...all('nginx sshd', (command) =>
    has(command, '-t', '-T') ? part('lint', command.name, undefined) : undefined,
  ),
  ...all('kubeconform kubeval cfn-lint', always('lint')),
  promtool: verb('check', 'lint', 'promtool'),
  'ansible-playbook': (command) =>
    has(command, '--syntax-check') ? part('lint', 'ansible', undefined) : undefined,
  dbt: verb('test', 'tests', 'dbt'),
  opa: verb('test', 'tests', 'opa'),
  deno: either(
    verb('test', 'tests', 'deno'),
    verb('lint', 'lint', 'deno'),
    verb('check', 'types', 'deno'),
    (command) => (first(command) === 'task' ? taskCheck(operandsOf(command)[1] ?? '') : undefined),
  ),
  ...all(
    'flutter dart',
    either(
      verb('test', 'tests', 'flutter'),
      verb('analyze', 'lint', 'dart analyze'),
      verb('build', 'build', 'flutter'),
    ),
  ),
  xcodebuild: (command) =>
    operandsOf(command).some((word) => /^test(?:-without-building)?$/.test(word))
      ? silentIf(
          has(command, '-quiet'),
          part('tests', 'swift', xcodeTargets(command) ?? option(command, ['-testPlan'])),
        )
      : part('build', 'xcodebuild', undefined),
  bazel: either(verb('test', 'tests', 'bazel'), verb('build', 'build', 'bazel')),
  meson: either(verb('test', 'tests', 'meson'), verb('compile', 'build', 'ninja')),
  ...all('docker podman nerdctl docker-compose buildah', image),
  cmake: (command) => (has(command, '--build') ? part('build', 'cmake', undefined) : undefined),
  ninja: (command) =>
    first(command) === 'test' ? part('tests', 'meson', undefined) : part('build', 'ninja', undefined),
  ...all(
    'make gmake just task go-task nx turbo moon lerna wireit rush nps run-s run-p npm-run-all npm-run-all2 invoke inv earthly composer',
    tasks,
  ),
  ...all('tsc vue-tsc tsgo', typesOfProject),
  ...all('mypy pyright basedpyright ty svelte-check flow pyre pytype srb phpstan psalm', always('types')),
  astro: either(verb('check', 'types', 'astro'), verb('build', 'build', 'astro')),
  ...all(
    'eslint oxlint stylelint golangci-lint flake8 pylint rubocop shellcheck staticcheck hadolint markdownlint markdownlint-cli2 yamllint actionlint tflint ktlint detekt swiftlint commitlint cspell knip standard xo tslint ansible-lint sqlfluff revive gosec phpcs solhint vale djlint',
    always('lint'),
  ),
  biome: (command) =>
    /^(?:check|lint|ci)$/.test(first(command)) || (first(command) === 'format' && !has(command, '--write'))
      ? part('lint', 'biome', undefined)
      : undefined,
  ruff: (command) =>
    /^(?:check|format)$/.test(first(command)) ? part('lint', 'ruff', undefined) : undefined,
  ...all('black isort autopep8 yapf', formatter('--check', '--check-only', '--diff')),
  prettier: (command) =>
    has(command, '--check', '-c', '-l', '--list-different', '--write', '-w')
      ? part('lint', 'prettier', undefined)
      : undefined,
  ...all('gofmt goimports gofumpt', formatter('-l', '-d')),
  rustfmt: formatter('--check'),
  'php-cs-fixer': (command) =>
    has(command, '--dry-run') ? part('lint', 'php-cs-fixer', undefined) : undefined,
  'lint-staged': always('lint'),
  'pre-commit': (command) => (first(command) === 'run' ? { scope: 'all' } : undefined),
  ...all('webpack rollup tsup esbuild parcel tsdown unbuild microbundle swc', always('build')),
  ...all(
    'vite next nuxt remix ng gatsby rspack rsbuild docusaurus vitepress storybook',
    verb('build', 'build', 'vite'),
  ),
  ...all('gcc g++ cc c++ clang clang++ rustc javac kotlinc', always('build')),
};

/** `-only-testing:AppTests -skip-testing:AppUITests`. */
function xcodeTargets({ args }: SimpleCommand): string | undefined {
  const given = args.filter(({ value }) => /^-(?:only|skip)-testing[:=]?/.test(value));
  return given.length === 0 ? undefined : given.map(({ value }) => value).join(' ');
}

/** What a command checks, or undefined when it checks nothing that is known. */
export function checkOf(command: SimpleCommand): Check | undefined {
  if (!known.has(command)) known.set(command, readCheck(command));
  return known.get(command);
}

/** A command is asked several times what it checks. */
const known = new WeakMap<SimpleCommand, Check | undefined>();

function readCheck(command: SimpleCommand): Check | undefined {
  const name = programOf(command.name);
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader) return reader(name === command.name ? command : { ...command, name });
  return scriptFile(command.name);
}
