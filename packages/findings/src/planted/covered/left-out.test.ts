import { it } from 'node:test';
import { edit, run, says } from '../step.ts';
import { each, golang, py, rust, shell, ts } from './claim-table.ts';

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
