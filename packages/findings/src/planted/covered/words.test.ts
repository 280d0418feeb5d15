import assert from 'node:assert/strict';
import { it } from 'node:test';
import { edit, run, says } from '../step.ts';
import { asked, each, judged, py, rust, ts } from './claim-table.ts';

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

it('a run that tells only how many ran proves no more of them', () => {
  const told = (text: string) => {
    const unittest = run('python -m unittest', 'Ran 10 tests in 0.004s\n\nOK');
    const [claim] = judged(asked, py, unittest, says(text)).claims;
    return [claim?.support, claim?.gap?.because];
  };
  assert.deepEqual(told('All 12 tests pass.'), ['partly', 'ran 10 tests: `python -m unittest`']);
  assert.deepEqual(told('All 10 tests pass.'), ['supported', undefined]);
});
