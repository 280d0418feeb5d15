import { it } from 'node:test';
import { edit, run, says, write } from '../step.ts';
import { each, py } from './claim-table.ts';

const passes = '52 passed in 1.10s';
const feeder = edit('packages/feeder/src/run.ts');
const fuel = write('tests/check_fuel.py', 'def test_burn():\n    assert burn(10) == 4\n');

it('an image that was built before the edit has none of it', () => {
  const built = run('docker build -q -t gate-test .', 'sha256:77ab12c01d9f');
  const ran = run('docker run --rm gate-test pytest -q', passes);
  const claim = says('All 52 tests pass.');
  each(
    [
      ['built before', built, py, ran, claim],
      ['not built at all', py, ran, claim],
      ['podman', py, run('podman run --rm gate-test pytest -q', passes), claim],
    ],
    [
      ['built since', py, built, ran, claim],
      ['built in the same call', py, run('docker build -t g . && docker run g pytest -q', passes), claim],
      ['with the folder in it', py, run('docker run --rm -v "$PWD":/app gate pytest -q', passes), claim],
      ['mounted', py, run('docker run --mount type=bind,src=.,dst=/app g pytest -q', passes), claim],
      ['by compose, which may mount it', py, run('docker compose run --rm app pytest -q', passes), claim],
    ],
  );
});

it('tests of another package say nothing of the one that was changed', () => {
  const vitest = ' Test Files  1 passed (1)\n      Tests  9 passed (9)';
  const till = run('cd packages/till && npx vitest run', vitest);
  each(
    [
      ['another package', feeder, till, says('The feeder tests pass.')],
      [
        'another side',
        edit('backend/src/cart.ts'),
        run('cd frontend && npx vitest run', vitest),
        says('The tests pass.'),
      ],
    ],
    [
      [
        'the same package',
        feeder,
        run('cd packages/feeder && npx vitest run', vitest),
        says('The feeder tests pass.'),
      ],
      ['another one that it names', feeder, till, says('The till tests pass.')],
      ['both', feeder, run('cd packages/feeder && npx vitest run', vitest), till, says('The tests pass.')],
      [
        'a folder of builds',
        edit('src/a.cpp'),
        run('cd build && ctest', '100% tests passed, 0 tests failed out of 22'),
        says('The tests pass.'),
      ],
    ],
  );
});

it('new tests are not shown by as many tests as there were before', () => {
  const before = run('pytest -q', '41 passed in 0.40s');
  each(
    [
      ['as many', before, fuel, before, says('The new tests pass.')],
      ['as many, in other words', before, fuel, before, says('The tests I added pass.')],
    ],
    [
      ['more', before, fuel, run('pytest -q', '47 passed in 0.40s'), says('The new tests pass.')],
      ['nothing to compare with', fuel, before, says('The new tests pass.')],
      ['not said of new ones', before, fuel, before, says('All 41 tests pass.')],
    ],
  );
});
