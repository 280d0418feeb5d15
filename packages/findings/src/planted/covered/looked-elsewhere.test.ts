import { it } from 'node:test';
import { edit, run, says } from '../step.ts';
import { each, golang, py, shell, ts } from './claim-table.ts';

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
