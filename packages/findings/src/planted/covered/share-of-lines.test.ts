import { it } from 'node:test';
import { run, says } from '../step.ts';
import { each, golang, py, ts } from './claim-table.ts';

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
