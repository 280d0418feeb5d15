import { it } from 'node:test';
import { edit, run, says } from '../step.ts';
import { each, golang, py, rust, ts } from './claim-table.ts';

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
