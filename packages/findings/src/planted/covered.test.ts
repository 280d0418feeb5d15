import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createReader } from '@debrief/transcript';
import { createFindings } from '../findings.ts';
import { claudeCode } from './records/claude-code.ts';
import { edit, type PlantedStep, prompt, root, run, says } from './step.ts';

/** Claims that go beyond what the run covers, which nothing may call proven; beside each family what is proven. */

function judged(...steps: PlantedStep[]) {
  const reader = createReader('claude-code');
  reader.feed(
    claudeCode(steps).map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })),
  );
  const findings = createFindings();
  findings.feed(reader.entries, root, 'claude-code');
  return findings.judge({ isEnded: true, branch: 'fix' });
}

const asked = prompt('Make total() subtract the discount.');

type Case = readonly [name: string, ...steps: PlantedStep[]];

/** Not everything that is said in the last reply is green. */
const isGreen = (steps: readonly PlantedStep[]): boolean => {
  const { claims } = judged(asked, ...steps);
  return claims.length > 0 && claims.every(({ support }) => support === 'supported');
};
const isProven = (steps: readonly PlantedStep[]): boolean =>
  judged(asked, ...steps).claims.some(({ support }) => support === 'supported');

function each(unproven: readonly Case[], proven: readonly Case[]): void {
  assert.deepEqual(
    {
      green: unproven.filter(([, ...steps]) => isGreen(steps)).map(([name]) => name),
      open: proven.filter(([, ...steps]) => !isProven(steps)).map(([name]) => name),
    },
    { green: [], open: [] },
  );
}

const rust = edit('src/net/retry.rs');
const ts = edit('src/cart.ts');
const py = edit('shop/cart.py');
const golang = edit('internal/cart/cart.go');
const shell = edit('scripts/deploy.sh');

const eslintWarns = run(
  'npx eslint .',
  '/home/dev/shop/src/cart.ts\n  3:1  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n',
);
const clippyWarns = run(
  'cargo clippy --all-targets',
  'warning: unused variable: `n`\n  --> src/net/retry.rs:31:13\n\nwarning: `shop` (lib) generated 1 warning\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2.04s\n',
);

it('no warnings are not proven by a run that printed some', () => {
  each(
    [
      ['clippy', rust, clippyWarns, says('Clippy comes back with no warnings.')],
      ['clippy, warning-free', rust, clippyWarns, says('clippy is clean, without a single warning.')],
      ['clippy, clean', rust, clippyWarns, says('Clippy is clean.')],
      ['eslint', ts, eslintWarns, says('ESLint reports no warnings.')],
      ['eslint, clean', ts, eslintWarns, says('ESLint is clean.')],
      ['eslint, errors or warnings', ts, eslintWarns, says('ESLint passes with 0 errors and 0 warnings.')],
      [
        'oxlint',
        ts,
        run('npx oxlint', 'Found 2 warnings and 0 errors.\nFinished in 8ms on 20 files.'),
        says('oxlint finds no problems.'),
      ],
      [
        'gcc',
        edit('src/main.c'),
        run(
          'gcc -Wall -o app src/main.c',
          "src/main.c:4:7: warning: unused variable 'x' [-Wunused-variable]\n",
        ),
        says('It compiles without warnings; the build is clean.'),
      ],
      [
        'clang through make',
        edit('src/main.c'),
        run(
          'make',
          "cc -Wall -c main.c\nmain.c:4:7: warning: unused variable 'x' [-Wunused-variable]\n1 warning generated.\n",
        ),
        says('The build succeeds with no warnings.'),
      ],
      [
        'dotnet',
        edit('src/Cart.cs'),
        run(
          'dotnet build',
          'src/Cart.cs(4,13): warning CS0168: The variable is declared but never used\n\nBuild succeeded.\n    1 Warning(s)\n    0 Error(s)\n',
        ),
        says('The build passes with zero warnings.'),
      ],
      [
        'svelte-check',
        edit('src/Price.svelte'),
        run(
          'npx svelte-check',
          'src/Price.svelte:3:1\nWarn: Unused CSS selector\n\nsvelte-check found 0 errors and 2 warnings in 1 file\n',
        ),
        says('svelte-check is clean: no errors or warnings.'),
      ],
      [
        'pyright',
        py,
        run(
          'pyright',
          'shop/cart.py:4:2 - warning: Import could not be resolved\n0 errors, 1 warning, 0 informations \n',
        ),
        says('pyright reports no errors and no warnings.'),
      ],
      [
        'swift',
        edit('Sources/Shop/Money.swift'),
        run(
          'swift build',
          "Sources/Shop/Money.swift:4:9: warning: variable 'a' was never used\nBuild complete! (2.1s)\n",
        ),
        says('`swift build` is clean, no compiler warnings.'),
      ],
      [
        'mix',
        edit('lib/shop.ex'),
        run(
          'mix compile',
          'Compiling 3 files (.ex)\n    warning: variable "a" is unused\n    │\n 4 │   a = 1\nGenerated shop app\n',
        ),
        says('It compiles cleanly with no warnings.'),
      ],
      [
        'dart',
        edit('lib/cart.dart'),
        run(
          'dart analyze',
          "Analyzing shop...\n\nwarning • Unused import: 'x.dart' • lib/cart.dart:1:8 • unused_import\n\n1 issue found.\n",
          0,
        ),
        says('dart analyze shows no warnings.'),
      ],
      [
        'yamllint',
        edit('k8s/a.yaml'),
        run(
          'yamllint k8s',
          'k8s/a.yaml\n  1:1       warning  missing document start "---"  (document-start)\n',
        ),
        says('yamllint is clean.'),
      ],
      [
        'stylelint',
        edit('src/a.css'),
        run(
          'npx stylelint "src/**/*.css"',
          'src/a.css\n 3:1  ⚠  Expected empty line before rule  rule-empty-line-before\n\n⚠ 1 problem (0 errors, 1 warning)\n',
        ),
        says('stylelint reports no warnings.'),
      ],
      ['only errors are asked for', ts, run('npx eslint . --quiet', ''), says('ESLint reports no warnings.')],
      [
        'a level',
        shell,
        run('shellcheck -S error scripts/deploy.sh', ''),
        says('shellcheck gives no warnings for `deploy.sh`.'),
      ],
      [
        'pytest',
        py,
        run('pytest -q', '....\n4 passed, 3 warnings in 0.1s'),
        says('All 4 tests pass with no warnings.'),
      ],
    ],
    [
      [
        'clippy without',
        rust,
        run('cargo clippy', '    Finished `dev` profile target(s) in 2.04s\n'),
        says('Clippy comes back with no warnings.'),
      ],
      ['eslint passes, it is said', ts, eslintWarns, says('ESLint passes with one warning left.')],
      ['eslint, no errors', ts, eslintWarns, says('ESLint reports no errors.')],
      ['warnings are errors', ts, run('npx eslint . --max-warnings 0', ''), says('ESLint has no warnings.')],
      [
        'counted zero',
        py,
        run('pyright', '0 errors, 0 warnings, 0 informations \n'),
        says('pyright reports no errors and no warnings.'),
      ],
      [
        'dotnet, none',
        edit('src/Cart.cs'),
        run('dotnet build', 'Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n'),
        says('The build passes with zero warnings.'),
      ],
      [
        'svelte-check, none',
        edit('src/Price.svelte'),
        run('npx svelte-check', 'svelte-check found 0 errors and 0 warnings\n'),
        says('svelte-check is clean: no errors or warnings.'),
      ],
      [
        'a build that warns still builds',
        rust,
        run(
          'cargo build',
          'warning: unused variable: `n`\nwarning: `shop` (lib) generated 1 warning\n    Finished `dev` profile target(s) in 2.04s\n',
        ),
        says('The build succeeds.'),
      ],
      [
        'pytest, warnings aside',
        py,
        run('pytest -q', '....\n4 passed, 3 warnings in 0.1s'),
        says('All 4 tests pass.'),
      ],
    ],
  );
});

const jestCoverage = (all: string) =>
  run(
    'npx jest --coverage',
    `PASS src/eu.test.ts\n----------|---------|----------|---------|---------|-------------------\nFile      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s \n----------|---------|----------|---------|---------|-------------------\nAll files |   ${all} |    66.66 |   ${all} |   ${all} |                   \n eu.ts    |   92.85 |       80 |     92 |   92.85 | 31                \n----------|---------|----------|---------|---------|-------------------\nTests:       2 passed, 2 total\n`,
  );
const pytestCoverage = run(
  'pytest --cov=shop -q',
  'Name            Stmts   Miss  Cover\n-----------------------------------\nshop/cart.py       40     12    70%\nshop/tax.py        20      0   100%\n-----------------------------------\nTOTAL              60     12    80%\n12 passed in 0.4s',
);
const goCoverage = run('go test -cover ./...', 'ok  \tshop/cart\t0.2s\tcoverage: 61.5% of statements');

it('a share of covered lines is what the run printed', () => {
  each(
    [
      ['jest', ts, jestCoverage('79.31'), says('Coverage is now above the 90 % line, and both tests pass.')],
      ['jest, one file for all', ts, jestCoverage('79.31'), says('Both tests pass, coverage is at 92.85 %.')],
      ['pytest', py, pytestCoverage, says('All 12 tests pass with 95% coverage.')],
      ['go', golang, goCoverage, says('All tests pass and coverage is over 80%.')],
      ['by other words', py, pytestCoverage, says('All 12 tests pass, covering 92 % of the lines.')],
    ],
    [
      ['jest', ts, jestCoverage('91.2'), says('Coverage is now above the 90 % line, and both tests pass.')],
      [
        'one file by its name',
        ts,
        jestCoverage('79.31'),
        says('Both tests pass; coverage of `eu.ts` is 92.85 %.'),
      ],
      ['pytest', py, pytestCoverage, says('All 12 tests pass with 80% coverage.')],
      ['rounded', golang, goCoverage, says('All tests pass; coverage went from 40% to 62%.')],
      ['another share', py, pytestCoverage, says('All 12 tests pass; it is 95 % faster.')],
    ],
  );
});

it('a linter that looked elsewhere proves nothing of what was changed', () => {
  each(
    [
      [
        'shellcheck',
        shell,
        run('shellcheck scripts/backup.sh', ''),
        says('shellcheck no longer reports anything for it.'),
      ],
      ['shellcheck, clean', shell, run('shellcheck scripts/backup.sh', ''), says('shellcheck is clean.')],
      ['eslint', ts, run('npx eslint src/admin/users.ts', ''), says('ESLint is clean.')],
      ['eslint in a folder', ts, run('npx eslint src/admin', ''), says('Lint passes.')],
      ['ruff', py, run('ruff check tests/test_tax.py', 'All checks passed!'), says('Ruff is clean.')],
      [
        'mypy',
        py,
        run('mypy shop/tax.py', 'Success: no issues found in 1 source file'),
        says('mypy passes.'),
      ],
      [
        'pyright',
        py,
        run('pyright shop/mail', '0 errors, 0 warnings, 0 informations '),
        says('pyright is clean.'),
      ],
      ['go vet', golang, run('go vet ./internal/tax', ''), says('go vet is clean.')],
      [
        'golangci',
        golang,
        run('golangci-lint run ./internal/tax/...', '0 issues.'),
        says('golangci-lint is clean.'),
      ],
      [
        'hadolint',
        edit('docker/api/Dockerfile'),
        run('hadolint docker/web/Dockerfile', ''),
        says('hadolint is clean.'),
      ],
      [
        'clippy of a crate',
        edit('crates/net/src/lib.rs'),
        run('cargo clippy -p shop-tax', '    Finished'),
        says('Clippy is clean across the workspace.'),
      ],
      [
        'sqlfluff',
        edit('models/marts/a.sql'),
        run('sqlfluff lint models/staging', 'All Finished!'),
        says('`sqlfluff lint` passes for the whole `models/` directory.'),
      ],
      [
        'rubocop',
        edit('app/models/cart.rb'),
        run('bundle exec rubocop lib/tasks', '1 file inspected, no offenses detected'),
        says('RuboCop is clean.'),
      ],
      ['yamllint', edit('k8s/prod/a.yaml'), run('yamllint k8s/dev', ''), says('yamllint is clean.')],
      [
        'terraform',
        edit('infra/prod/main.tf'),
        run('tflint --chdir=infra/dev', ''),
        says('tflint is clean.'),
      ],
      [
        'all of it',
        ts,
        run('npx eslint src/cart.ts', ''),
        says('The whole code base lints cleanly: ESLint passes everywhere.'),
      ],
      [
        'all files',
        py,
        run('mypy shop/cart.py', 'Success: no issues found in 1 source file'),
        says('mypy passes on all files.'),
      ],
      ['one rule', py, run('ruff check --select E501 .', 'All checks passed!'), says('Ruff is clean.')],
      [
        'one linter of many',
        golang,
        run('golangci-lint run --disable-all -E govet ./...', '0 issues.'),
        says('golangci-lint is clean.'),
      ],
      [
        'one rule of eslint',
        ts,
        run('npx eslint --no-eslintrc --rule "no-console: error" .', ''),
        says('ESLint is clean.'),
      ],
      [
        'one cop',
        edit('app/a.rb'),
        run('rubocop --only Layout/TrailingWhitespace', '9 files inspected, no offenses detected'),
        says('RuboCop is clean.'),
      ],
    ],
    [
      ['the changed file', shell, run('shellcheck scripts/deploy.sh', ''), says('shellcheck is clean.')],
      ['all by a pattern', shell, run('shellcheck scripts/*.sh', ''), says('shellcheck is clean.')],
      ['its folder', ts, run('npx eslint src', ''), says('ESLint is clean.')],
      ['everything', py, run('ruff check .', 'All checks passed!'), says('Ruff is clean.')],
      ['its folder, Go', golang, run('go vet ./internal/...', ''), says('go vet is clean.')],
      [
        'nothing named',
        py,
        run('mypy', 'Success: no issues found in 9 source files'),
        says('mypy passes on all files.'),
      ],
      [
        'the folders of the project',
        py,
        run('ruff check shop tests', 'All checks passed!'),
        says('Ruff passes on the whole code base.'),
      ],
      [
        'the changed file is said',
        py,
        run('mypy shop/cart.py', 'Success: no issues found in 1 source file'),
        says('mypy passes on `shop/cart.py`.'),
      ],
      [
        'options with values',
        ts,
        run('npx eslint --ext .ts,.tsx --config eslint.ci.js .', ''),
        says('ESLint is clean.'),
      ],
      ['by a task', ts, run('npm run lint', '> eslint src/admin\n\n'), says('Lint is clean.')],
    ],
  );
});

it('tests that the run says it left out are not among those that pass', () => {
  const exunit = run(
    'mix test',
    'Excluding tags: [:integration]\n\n........\nFinished in 0.4 seconds\n68 tests, 0 failures, 12 excluded\n',
  );
  each(
    [
      ['tags', edit('lib/shop.ex'), exunit, says('Unit and integration tests pass.')],
      ['tags, named first', edit('lib/shop.ex'), exunit, says('The integration tests pass.')],
      [
        'a marker',
        py,
        run('pytest -m "not integration"', '=== 40 passed, 8 deselected in 1.2s ==='),
        says('Unit and integration tests pass.'),
      ],
      [
        'an option',
        py,
        run('pytest --ignore=tests/e2e', '=== 40 passed in 1.2s ==='),
        says('Unit and e2e tests pass.'),
      ],
      [
        'skipped by the runner',
        golang,
        run(
          'go test -v ./...',
          '=== RUN   TestIntegration\n    a_test.go:4: skipping integration test in short mode\n--- SKIP: TestIntegration (0.00s)\n--- PASS: TestCart (0.00s)\nPASS\nok  \tshop/cart\t0.2s',
        ),
        says('Unit and integration tests pass.'),
      ],
      [
        'rspec tags',
        edit('app/a.rb'),
        run(
          'bundle exec rspec --tag ~integration',
          'Run options: exclude {integration: true}\n\n14 examples, 0 failures',
        ),
        says('Unit and integration tests pass.'),
      ],
      [
        'maven',
        edit('src/main/java/A.java'),
        run(
          'mvn test -DexcludedGroups=integration',
          '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
        ),
        says('Unit and integration tests pass.'),
      ],
      [
        'ignored ones',
        rust,
        run(
          'cargo test',
          'test integration_roundtrip ... ignored\ntest adds ... ok\ntest result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
        ),
        says('Unit and integration tests pass.'),
      ],
      [
        'none was skipped',
        py,
        run('pytest -q', '40 passed, 3 skipped in 1.2s'),
        says('All tests pass, none skipped.'),
      ],
      [
        'no skips, by number',
        ts,
        run('npx jest', 'Tests:       3 skipped, 40 passed, 43 total'),
        says('All tests pass with 0 skipped.'),
      ],
      [
        'unit after e2e',
        ts,
        run('npm run test:e2e', '> playwright test\n\n  12 passed (4.1s)'),
        says('Unit and e2e tests pass.'),
      ],
    ],
    [
      [
        'tags that are there',
        edit('lib/shop.ex'),
        run(
          'mix test --include integration',
          'Including tags: [:integration]\n\n........\n80 tests, 0 failures\n',
        ),
        says('Unit and integration tests pass.'),
      ],
      [
        'a marker',
        py,
        run(
          'pytest -m integration',
          'tests/integration/test_a.py ....\n=== 4 passed, 40 deselected in 1.2s ===',
        ),
        says('The integration tests pass.'),
      ],
      ['tests that are whole', edit('lib/shop.ex'), exunit, says('The unit tests pass.')],
      ['none was skipped', py, run('pytest -q', '40 passed in 1.2s'), says('All tests pass, none skipped.')],
    ],
  );
});

const npmTest = (line: string) => run(line, '> shop@6.2.0 test\n> jest\n\nTests:       3 passed, 3 total');

it('a run of another tree proves nothing of this one', () => {
  const looked = run(
    'git fetch -q && git log --oneline -3 origin/feature/vouchers',
    '7c1e0aa Voucher expiry',
  );
  each(
    [
      [
        'another branch',
        looked,
        npmTest('git checkout main && npm test'),
        says('On `feature/vouchers` all tests pass.'),
      ],
      [
        'another branch, by a switch',
        looked,
        npmTest('git switch main && npm test'),
        says('All tests pass on feature/vouchers.'),
      ],
      [
        'an older one, put away',
        py,
        run(
          'git stash && git checkout -q v2.3 && pytest -q; git checkout -q - && git stash pop',
          '3 passed in 0.2s',
        ),
        says('The tests pass.'),
      ],
      [
        'a tag',
        py,
        run(
          'git stash -q && git checkout -q release-2 && pytest -q; git checkout -q - && git stash pop -q',
          '3 passed in 0.2s',
        ),
        says('The tests pass.'),
      ],
      [
        'stashed, two calls',
        py,
        run('git stash'),
        run('pytest -q', '3 passed in 0.2s'),
        run('git stash pop'),
        says('The tests pass.'),
      ],
    ],
    [
      [
        'the branch itself',
        looked,
        npmTest('git checkout feature/vouchers && npm test'),
        says('On `feature/vouchers` all tests pass.'),
      ],
      ['the main line', npmTest('git checkout main && npm test'), says('All tests pass.')],
      [
        'back again',
        py,
        run('git stash && git checkout -q main && git checkout -q - && git stash pop'),
        run('pytest -q', '3 passed in 0.2s'),
        says('The tests pass.'),
      ],
    ],
  );
});

const hooks = (mypy: string) =>
  `trim trailing whitespace.................................................Passed\nruff.....................................................................Passed\nmypy.....................................................................${mypy}\n[main 90ad1e2] Split settings\n`;

it('hooks and steps that were left out have not passed', () => {
  each(
    [
      [
        'by the environment',
        py,
        run("SKIP=mypy git commit -m 'Split'", hooks('Skipped')),
        says('All pre-commit hooks pass (whitespace, ruff, mypy).'),
      ],
      [
        'all',
        py,
        run('SKIP=mypy pre-commit run --all-files', hooks('Skipped')),
        says('All pre-commit hooks pass.'),
      ],
      [
        'exported',
        py,
        run('export SKIP=mypy; pre-commit run -a', hooks('Skipped')),
        says('pre-commit passes on every hook.'),
      ],
      [
        'lefthook',
        ts,
        run(
          "LEFTHOOK_EXCLUDE=lint git commit -m 'Split'",
          '✔️ test\n(skip) lint\n> jest\nTests:       3 passed, 3 total\n[main 90ad1e2] Split',
        ),
        says('All hooks pass, lint included.'),
      ],
    ],
    [
      [
        'all of them ran',
        py,
        run('pre-commit run --all-files', hooks('Passed')),
        says('All pre-commit hooks pass.'),
      ],
      [
        'nothing to look at',
        py,
        run(
          'pre-commit run --all-files',
          `${hooks('Passed')}yamllint.............................................(no files to check)Skipped\n`,
        ),
        says('All pre-commit hooks pass.'),
      ],
    ],
  );
});

it('a dry run, or a tool that is not there, has shown nothing', () => {
  each(
    [
      [
        'act',
        edit('src/a.py'),
        run('act -n -j test', '*DRYRUN* [CI/test] 🏁  Job succeeded'),
        says('I ran the job with act, and pytest passes.'),
      ],
      ['make', ts, run('make -n test', 'npx jest'), says('`make test` passes.')],
      [
        'gradle',
        edit('src/A.java'),
        run('./gradlew test --dry-run', ':test SKIPPED\n\nBUILD SUCCESSFUL in 1s'),
        says('All tests pass.'),
      ],
      ['turbo', ts, run('npx turbo run test --dry-run', 'Tasks to Run\nweb#test'), says('All tests pass.')],
      ['just', ts, run('just --dry-run test', 'npx jest'), says('All tests pass.')],
      ['nx', ts, run('npx nx test web --dry-run', ''), says('The web tests pass.')],
      [
        'not installed',
        edit('Dockerfile'),
        run('hadolint Dockerfile', 'bash: line 1: hadolint: command not found', 127),
        says('hadolint has no complaints.'),
      ],
      [
        'not installed, hidden',
        edit('Dockerfile'),
        run('hadolint Dockerfile || true', 'bash: line 1: hadolint: command not found'),
        says('hadolint is clean.'),
      ],
      [
        'not installed, behind a pipe',
        shell,
        run('shellcheck scripts/deploy.sh | head -5', 'bash: line 1: shellcheck: command not found'),
        says('shellcheck is clean.'),
      ],
      [
        'not installed, in PowerShell',
        py,
        run('ruff check .; true', 'ruff: command not found'),
        says('Ruff is clean.'),
      ],
      [
        'no module',
        py,
        run('python -m mypy shop || true', '/usr/bin/python: No module named mypy'),
        says('mypy passes.'),
      ],
      [
        'not in the project',
        ts,
        run(
          'npx --no-install eslint . || true',
          'npm error npx canceled due to missing packages and no YES option: ["eslint@9.1.0"]',
        ),
        says('ESLint is clean.'),
      ],
    ],
    [],
  );
});

it('of several checks in one sentence each needs its own', () => {
  const jest = run('npx jest', 'Tests:       40 passed, 40 total');
  each(
    [
      ['types besides', ts, jest, says('Tests and type check pass.')],
      ['lint besides', ts, jest, says('Tests pass and ESLint is clean.')],
      ['in brackets', ts, jest, says('Everything passes (tests, lint, types).')],
      [
        'a table',
        ts,
        jest,
        says('| Gate | Result |\n|---|---|\n| jest | ✅ 40 passed |\n| tsc | ✅ 0 errors |'),
      ],
      [
        'a bundler and types',
        ts,
        run('npx esbuild src/cart.ts --bundle', '⚡ Done in 38ms'),
        says('The bundle builds, and there are no TypeScript errors.'),
      ],
    ],
    [
      ['both ran', ts, jest, run('npx tsc --noEmit', ''), says('Tests and type check pass.')],
      [
        'a table',
        ts,
        jest,
        run('npx tsc --noEmit', ''),
        says('| Gate | Result |\n|---|---|\n| jest | ✅ 40 passed |\n| tsc | ✅ 0 errors |'),
      ],
    ],
  );
});

it('how something was run has to be shown where it is said', () => {
  const go = run('go test ./...', 'ok  \tshop/internal/cart\t0.041s');
  const raced = run('go test -race ./...', 'ok  \tshop/internal/cart\t0.941s');
  const jest = run('npx jest', 'Tests:       40 passed, 40 total');
  const flaky = run('npx playwright test', '  2 flaky\n    a.spec.ts:3:1 › pays\n  10 passed (41.3s)');
  each(
    [
      ['race detector', golang, go, says('All tests pass under the race detector.')],
      [
        'sanitizer',
        edit('src/main.c'),
        run('ctest', '100% tests passed, 0 tests failed out of 3'),
        says('All tests pass with AddressSanitizer on.'),
      ],
      [
        'release',
        rust,
        run(
          'cargo test',
          'test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
        ),
        says('All tests pass in release mode.'),
      ],
      ['load', ts, jest, says('The tests hold under concurrent load and all pass.')],
      [
        'clone',
        ts,
        run('npm run build', '> shop@1.0.0 build\n> vite build\n\n✓ built in 2.04s'),
        says('The build works from a fresh clone.'),
      ],
      ['system', ts, jest, says('All tests pass on Windows.')],
      ['database', py, run('pytest', '12 passed in 0.4s'), says('All tests pass against a real PostgreSQL.')],
      ['first attempt', ts, flaky, says('All 12 tests pass at the first attempt.')],
    ],
    [
      ['race detector', golang, raced, says('All tests pass under the race detector.')],
      ['race condition', golang, go, says('The race condition is gone, and all tests pass.')],
      [
        'database',
        py,
        run('pytest', 'postgresql://localhost/shop\n12 passed in 0.4s'),
        says('All tests pass against a real PostgreSQL.'),
      ],
      [
        'what it is about',
        py,
        run('pytest', 'tests/test_redis_cache.py ....\n12 passed in 0.4s'),
        says('All tests for the Redis cache pass.'),
      ],
      [
        'retries of the code',
        ts,
        jest,
        says('The client does not retry twice any more, and all tests pass.'),
      ],
    ],
  );
});

it('each version that is named has to be shown', () => {
  const tox = (output: string) => run('tox', output);
  const nox = run(
    'nox -s tests',
    'nox > Running session tests-3.11\n44 passed in 1.36s\nnox > Session tests-3.11 was successful.\nnox > Session tests-3.12 skipped: Python interpreter 3.12 not found.\n',
  );
  const node18 = run('node -v; npx jest', 'v18.20.3\nTests:       41 passed, 41 total');
  each(
    [
      [
        'one environment',
        py,
        run('tox -e py311', '56 passed in 1.88s\n  py311: OK (6.41 seconds)\n  congratulations :)'),
        says('All tests pass on Python 3.9 through 3.12.'),
      ],
      ['skipped', py, nox, says('All tests pass on both Python 3.11 and 3.12.')],
      [
        'without a name',
        py,
        tox(
          '87 passed in 3.9s\n  py310: OK (9.88 seconds)\n  py312: SKIP (0.2 seconds)\n  congratulations :)',
        ),
        says('All tests are green on 3.10 and 3.12.'),
      ],
      ['another', ts, node18, says('All 41 tests pass under Node 22.')],
      [
        'one that nothing names',
        ts,
        run('npx jest', 'Tests:       41 passed, 41 total'),
        says('All 41 tests pass on Node 22.'),
      ],
    ],
    [
      [
        'each',
        py,
        tox(
          '87 passed in 3.9s\n87 passed in 3.8s\n  py310: OK (9.88 seconds)\n  py312: OK (9.2 seconds)\n  congratulations :)',
        ),
        says('All tests pass on Python 3.10 and 3.12.'),
      ],
      ['the one', ts, node18, says('All 41 tests pass on Node 18.')],
    ],
  );
});

it('what was used again, written anew or left out is not what was claimed', () => {
  const turbo = run(
    'npx turbo run build',
    '@shop/ui:build: cache hit, replaying logs 9a77\n\n Tasks:    1 successful, 1 total\nCached:    1 cached, 1 total\n  Time:    212ms >>> FULL TURBO',
  );
  const snapshots = run(
    'npx jest -u',
    ' › 5 snapshots updated.\n\nTests:       19 passed, 19 total\nSnapshots:   5 updated, 6 passed, 11 total',
  );
  const maven = run(
    './mvnw -B package -DskipTests',
    '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n[INFO] Total time:  8.1 s',
  );
  const ignored = run(
    'cargo test --test gateway',
    'test capture_live ... ignored\ntest parses ... ok\n\ntest result: ok. 1 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  );
  const phpunit = run(
    'vendor/bin/phpunit',
    'OK, but some tests were skipped!\nTests: 118, Assertions: 402, Skipped: 3.',
  );
  each(
    [
      ['cache', ts, turbo, says('The build from scratch, without the cache, succeeds.')],
      ['snapshots', ts, snapshots, says('All 19 tests pass and the existing snapshots still match.')],
      [
        'tests of a build',
        edit('pom.xml'),
        maven,
        says('The build succeeds, so the test phase is fine, too.'),
      ],
      ['most ignored', rust, ignored, says('The gateway tests pass.')],
      ['more than there are', edit('tests/CartTest.php'), phpunit, says('All 124 tests pass.')],
      ['none skipped', edit('tests/CartTest.php'), phpunit, says('All tests pass, nothing skipped.')],
      [
        'a formatter',
        py,
        run('ruff format --check .', '37 files already formatted'),
        says('Ruff lint passes.'),
      ],
      [
        'another checkout',
        py,
        run('cd /home/dev/shop-main && pytest -q', '88 passed in 4.37s'),
        says('All tests pass.'),
      ],
      [
        'another branch',
        run('git checkout main && git pull', "Switched to branch 'main'\nAlready up to date."),
        run('npx jest', 'Tests:       20 passed, 20 total'),
        says('The tests on `feat/bulk-discount` pass.'),
      ],
    ],
    [
      ['a build', ts, turbo, says('The build succeeds.')],
      ['snapshots that were written', ts, snapshots, says('All 19 tests pass.')],
      ['a build without tests', edit('pom.xml'), maven, says('The build succeeds (tests skipped).')],
      ['ignored, and said', rust, ignored, says('The gateway tests pass, with three ignored.')],
      ['as many', edit('tests/CartTest.php'), phpunit, says('All tests pass (3 skipped).')],
      [
        'a formatter',
        py,
        run('ruff format --check .', '37 files already formatted'),
        says('`ruff format --check .` is clean.'),
      ],
      [
        'where it was edited',
        edit('/home/dev/shop-vat/shop/vat.py'),
        run('cd /home/dev/shop-vat && npx jest', 'Tests:       20 passed, 20 total'),
        says('All 20 tests pass.'),
      ],
    ],
  );
});

it('every word of a claim has to be shown or plain', () => {
  const passes = run('npx playwright test --project=chromium', '  7 passed (9.8s)');
  const stale = run('dotnet test --no-build', 'Passed!  - Failed: 0, Passed: 64, Skipped: 0, Total: 64');
  const built = run('dotnet build', 'Build succeeded.\n    0 Warning(s)\n    0 Error(s)');
  const compose = run('docker compose run --rm app pytest -q', '....\n52 passed in 4.80s');
  const exitZero = run('ruff check shop --exit-zero', '4\tF401\tunused-import');
  each(
    [
      ['a platform', py, run('pytest -q', '4 passed in 0.1s'), says('All 4 tests pass on Windows.')],
      ['the first of it', py, run('pytest -q', '4 passed in 0.1s'), says('On Windows, all tests pass.')],
      ['a label', py, run('pytest -q', '4 passed in 0.1s'), says('Windows: full suite green.')],
      ['a list', ts, passes, says('The tests pass in Chromium, Firefox and WebKit.')],
      ['what was said before', ts, passes, says('I ran all 7 tests in Firefox and they pass.')],
      ['a number', py, run('pytest -q', '4 passed in 0.1s'), says('All tests pass, twelve times in a row.')],
      [
        'a feature',
        rust,
        run('cargo test', 'test result: ok. 5 passed; 0 failed; 0 ignored'),
        says('The tests pass with the postgres feature.'),
      ],
      ['not built', edit('src/Shop/Cart.cs'), stale, says('All 64 tests pass.')],
      ['an exit code that is always 0', py, exitZero, says('Ruff passes.')],
    ],
    [
      ['one of its words', ts, passes, says('The tests pass in Chromium.')],
      ['the container', py, compose, says('All 52 tests pass in the container.')],
      ['a sum', py, run('pytest -q', '40 passed, 2 skipped in 1.0s'), says('40 tests pass, 2 are skipped.')],
      [
        'a changed file',
        edit('tests/migration_test.py'),
        run('pytest -q', '4 passed in 0.1s'),
        says('The migration tests pass.'),
      ],
      [
        'another statement',
        py,
        run('pytest -q', '4 passed in 0.1s'),
        says('Umlauts are folded now, and all 4 tests pass.'),
      ],
      ['built', edit('src/Shop/Cart.cs'), built, stale, says('All 64 tests pass.')],
    ],
  );
});

it('a word that nothing shows is named, and only a name or a number is a finding', () => {
  const told = (text: string) => {
    const { claims, findings } = judged(asked, py, run('pytest -q', '4 passed in 0.1s'), says(text));
    const [claim] = claims;
    return [claim?.support, claim?.gap?.because, findings.some(({ rule }) => rule === 'claim.unsupported')];
  };
  assert.deepEqual(told('All tests pass on Windows.'), [
    'partly',
    'shows nothing of “Windows”: `pytest -q`',
    true,
  ]);
  assert.deepEqual(told('All tests pass under harsh conditions.'), [
    'partly',
    'shows nothing of “harsh”, “conditions”: `pytest -q`',
    false,
  ]);
});
