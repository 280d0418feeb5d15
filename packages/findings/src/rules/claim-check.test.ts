import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReader } from '@debrief/transcript';
import { claimsIn } from '../acts/claim.ts';
import { createFindings } from '../findings.ts';
import { codex } from '../planted/records/codex.ts';
import { edit, type PlantedStep, prompt, run, says } from '../planted/step.ts';

/** `supported #3 tests`, for each claim of a session as Codex writes it. */
function verdicts(...steps: PlantedStep[]): string[] {
  const reader = createReader('codex');
  const records = codex(steps).map((payload, index) => ({
    sequence: index + 1,
    eventType: 'record',
    payload,
  }));
  reader.feed(records);
  const findings = createFindings();
  findings.feed(reader.entries, '/home/dev/shop', 'codex');
  return findings
    .judge({ isEnded: true })
    .claims.map(({ support, of, about }) => `${about === 'dismissal' ? 'dismissal ' : ''}${support} ${of}`);
}

const pass = run('npm test', 'Tests:       12 passed, 12 total');
const fail = run('npm test', 'Tests:       2 failed, 10 passed, 12 total', 1);
const lint = run('npx eslint .', '');
const work = edit('src/cart.ts');
const claim = says('All tests pass.');

describe('a claim', () => {
  it('gets the verdict that the record proves', () => {
    const cases: [string, PlantedStep[], string[]][] = [
      ['a whole run that passed', [work, pass, claim], ['supported tests']],
      ['a run that failed', [work, fail, claim], ['contradicted tests']],
      ['a run that failed before the edit', [fail, work, claim], ['edited tests']],
      ['an edit since', [pass, work, claim], ['edited tests']],
      ['a document since', [work, pass, edit('README.md'), claim], ['supported tests']],
      ['a comment since', [work, pass, edit('src/a.ts', '// one', '// two'), claim], ['supported tests']],
      ['the forge since', [work, pass, edit('.github/workflows/ci.yml'), claim], ['supported tests']],
      ['no run', [work, claim], ['none tests']],
      ['nothing to run it for', [claim], ['unreadable tests']],
      [
        'output cut',
        [work, run('npm test | tail -3', 'Tests:       12 passed, 12 total'), claim],
        ['unreadable tests'],
      ],
      [
        'output cut with a failure',
        [work, run('npm test | tail -3', 'Tests:       1 failed, 12 total'), claim],
        ['contradicted tests'],
      ],
      [
        'could not start',
        [work, run('npm test', 'npm error Missing script: "test"', 1), claim],
        ['not-run tests'],
      ],
      [
        'a part',
        [work, run('npx jest src/a.test.js', 'Tests:       3 passed, 3 total'), claim],
        ['partly tests'],
      ],
      [
        'the number of a part',
        [work, run('npx jest src/a.test.js', 'Tests:       3 passed, 3 total'), says('All 3 tests pass.')],
        ['supported tests'],
      ],
      ['a larger number', [work, pass, says('All 14 tests pass.')], ['partly tests']],
      ['failed again without an edit', [work, pass, claim, fail], ['contradicted tests']],
      ['failed later, after an edit', [work, pass, claim, work, fail], ['supported tests']],
      [
        'failed later, after the person spoke',
        [work, pass, claim, prompt('Go on.'), fail],
        ['supported tests'],
      ],
      ['failed, then passed', [work, fail, pass, claim], ['supported tests']],
      [
        'failed, then run again with its output cut',
        [work, fail, run('npm test | tail -3', 'Tests:       12 passed, 12 total'), claim],
        ['unreadable tests'],
      ],
      [
        'a document that the linter reads was mended since',
        [
          run('npx markdownlint-cli2 docs/a.md', 'docs/a.md:1 MD013/line-length', 1),
          edit('docs/a.md'),
          says('Lint is clean.'),
        ],
        ['edited lint'],
      ],
      [
        'another linter passed, and one more ran since',
        [
          work,
          run('go vet ./...', 'a.go:1:2: possible misuse of unsafe.Pointer', 1),
          run('golangci-lint run ./...', '0 issues.'),
          run('bash -n a.sh | tail -1', ''),
          says('Lint is clean.'),
        ],
        ['partly lint'],
      ],
      [
        'another linter failed before',
        [
          work,
          run('npx markdownlint-cli2 docs/a.md', 'docs/a.md:1 MD013/line-length', 1),
          lint,
          says('Lint is clean.'),
        ],
        ['partly lint'],
      ],
      [
        'another linter fails later',
        [
          work,
          lint,
          says('Lint is clean.'),
          run('npx markdownlint-cli2 docs/a.md', 'docs/a.md:1 MD013/line-length', 1),
        ],
        ['supported lint'],
      ],
      [
        'the same linter fails later',
        [
          work,
          lint,
          says('Lint is clean.'),
          run('npx eslint .', '/a.ts\n  1:1  error  x\n\n✖ 1 problem (1 error, 0 warnings)', 1),
        ],
        ['contradicted lint'],
      ],
      [
        'another tool failed',
        [
          work,
          pass,
          run('npx eslint .', '✖ 1 problem (1 error, 0 warnings)', 1),
          says('All tests pass and lint is clean.'),
        ],
        ['supported tests', 'contradicted lint'],
      ],
      ['all is well, and tests failed', [work, fail, says('All green.')], ['contradicted tests']],
      ['all is well before anything ran', [says('All green.')], []],
    ];
    for (const [name, steps, expected] of cases) assert.deepEqual(verdicts(...steps), expected, name);
  });

  it('rests on a run that ended: a yield is no end', () => {
    const call = (name: string, input: object, output: string, id: string) => [
      {
        timestamp: '2026-06-01T09:00:00Z',
        type: 'response_item',
        payload: { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) },
      },
      {
        timestamp: '2026-06-01T09:00:00Z',
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: id, output },
      },
    ];
    const begun = call(
      'exec_command',
      { cmd: 'npm test' },
      'Chunk ID: a\nWall time: 10.0 seconds\nProcess running with session ID 77\nOriginal token count: 3\nOutput:\n> vitest\n',
      'c1',
    );
    const more = call(
      'write_stdin',
      { session_id: 77, chars: '' },
      'Chunk ID: b\nWall time: 10.0 seconds\nProcess running with session ID 77\nOriginal token count: 3\nOutput:\n',
      'c2',
    );
    const ended = (code: number, text: string) =>
      call(
        'write_stdin',
        { session_id: 77, chars: '' },
        `Chunk ID: c\nWall time: 3.0 seconds\nProcess exited with code ${code}\nOriginal token count: 3\nOutput:\n${text}\n`,
        'c3',
      );
    const reply = {
      timestamp: '2026-06-01T09:00:01Z',
      type: 'event_msg',
      payload: { type: 'agent_message', message: 'All tests pass.' },
    };
    const judged = (...records: object[][]) => {
      const reader = createReader('codex');
      reader.feed(
        [...records.flat(), reply].map((payload, index) => ({
          sequence: index + 1,
          eventType: 'x',
          payload,
        })),
      );
      const findings = createFindings();
      findings.feed(reader.entries, '/home/dev/shop', 'codex');
      return findings
        .judge({ isEnded: true })
        .claims.map(({ support, run: by }) => `${support} #${by?.sequence} ${by?.output}`);
    };
    assert.deepEqual(judged(begun), ['unreadable #1 running']);
    assert.deepEqual(judged(begun, more), ['unreadable #1 running']);
    assert.deepEqual(judged(begun, more, ended(0, 'Tests:       5 passed, 5 total')), ['supported #5 whole']);
    assert.deepEqual(judged(begun, more, ended(1, 'Tests:       1 failed, 5 total')), [
      'contradicted #5 whole',
    ]);
    assert.deepEqual(judged(begun, ended(0, '')), ['unreadable #3 whole']);
  });

  it('that a failure was there before is checked against the code as it was', () => {
    const dismissed = says('The 2 failing tests are pre-existing and unrelated to this change.');
    const cases: [string, PlantedStep[], string[]][] = [
      ['it was there', [fail, work, fail, dismissed], ['dismissal supported tests']],
      ['it was not there', [pass, work, fail, dismissed], ['dismissal contradicted tests']],
      ['nobody looked', [work, fail, dismissed], ['dismissal unreadable tests']],
      [
        'by a task of another name',
        [
          run('make test', 'uv run pytest\n===== 9 passed in 0.84s ====='),
          work,
          run('uv run pytest', '===== 1 failed, 8 passed in 0.17s =====', 1),
          dismissed,
        ],
        ['dismissal contradicted tests'],
      ],
      [
        'others failed before',
        [
          run('pytest', 'FAILED a.py::test_a - x\n===== 1 failed, 8 passed in 0.84s =====', 1),
          work,
          run('pytest', 'FAILED a.py::test_b - x\n===== 1 failed, 8 passed in 0.17s =====', 1),
          dismissed,
        ],
        ['dismissal contradicted tests'],
      ],
      [
        'flaky, and it passed again without an edit',
        [pass, work, fail, pass, says('The failing cart test is flaky.')],
        ['dismissal supported tests'],
      ],
      [
        'flaky, and nobody ran it again',
        [pass, work, fail, says('The failing cart test is flaky.')],
        ['dismissal unreadable tests'],
      ],
      [
        'with the edits put away',
        [
          work,
          fail,
          run('git stash && npm test; git stash pop', 'Tests:       2 failed, 10 passed, 12 total'),
          dismissed,
        ],
        ['dismissal supported tests'],
      ],
      [
        'gone with the edits put away',
        [work, fail, run('git stash'), pass, run('git stash pop'), fail, dismissed],
        ['dismissal contradicted tests'],
      ],
    ];
    for (const [name, steps, expected] of cases) assert.deepEqual(verdicts(...steps), expected, name);
  });
});

describe('a claim that nothing proves', () => {
  /** `medium: the end of run #3 is not in the record`, by what the finding says. */
  function found(...steps: PlantedStep[]): string[] {
    const reader = createReader('codex');
    reader.feed(
      codex(steps).map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })),
    );
    const findings = createFindings();
    findings.feed(reader.entries, '/home/dev/shop', 'codex');
    return findings
      .judge({ isEnded: true })
      .findings.filter(({ rule }) => rule === 'claim.unsupported')
      .map(({ severity, why }) => `${severity}: ${why.replace(/^.*”, but /, '').replaceAll(/#\d+/g, '#')}`);
  }

  it('says what is missing, and is as severe as that', () => {
    const cases: [PlantedStep[], string[]][] = [
      [
        [work, run('npm test 2>&1 | head -2', '> jest\nPASS a.test.js'), claim],
        ['low: what is shown of run # does not say that it passed.'],
      ],
      [[work, run('npm test 2>&1 | tail -1', 'Tests:       12 passed, 12 total'), claim], []],
      [
        [work, run('npm test > /tmp/t.log 2>&1'), claim],
        ['low: what is shown of run # does not say that it passed.'],
      ],
      [
        [
          work,
          run('npm test > /tmp/t.log 2>&1'),
          run('tail -2 /tmp/t.log', 'Tests:       12 passed, 12 total'),
          claim,
        ],
        [],
      ],
      [
        [
          work,
          run('npm test > /tmp/t.log 2>&1'),
          run('tail -2 /tmp/t.log', 'Tests:       1 failed, 12 total'),
          claim,
        ],
        ['high: run # failed (1): `npm test`.'],
      ],
      [
        [work, run('npm test > /tmp/t.log 2>&1 &', '[1] 77'), claim],
        ['medium: the end of run # is not in the record.'],
      ],
      [
        [
          work,
          run('npm test > /tmp/t.log 2>&1 &', '[1] 77'),
          run('tail -2 /tmp/t.log', 'PASS a.test.js'),
          claim,
        ],
        ['medium: the end of run # is not in the record.'],
      ],
      [
        [work, run('pytest', '!!!!! KeyboardInterrupt !!!!!\n1 passed in 3.1s', 2), claim],
        ['medium: run # was stopped before its end.'],
      ],
      [[work, run('timeout 9 npm test', '> jest', 124), claim], ['medium: run # ended with exit code 124.']],
      [
        [work, run('npm test', 'npm error Missing script: "test"', 1), claim],
        ['medium: run # ran nothing: `npm test`.'],
      ],
      [[pass, work, claim], ['high: code was edited since the last run #.']],
      [[lint, work, pass, says('Lint is clean.')], ['low: code was edited since the last run #.']],
      [
        [work, run('npx jest a.test.js', 'Tests:       3 passed, 3 total'), claim],
        ['low: run # was a part of it (a.test.js).'],
      ],
      [[work, pass, claim], []],
      // A run with the edits put away proves nothing of them, and speaks against nothing.
      [
        [work, run('git stash'), pass, run('git stash pop'), claim],
        ['high: no run of tests was recognised in this session.'],
      ],
      [[work, pass, run('git stash'), fail, run('git stash pop'), claim], []],
      [
        [work, pass, claim, run('git stash && npm test; git stash pop', 'Tests:       2 failed, 12 total')],
        [],
      ],
      [
        [
          work,
          pass,
          run('git worktree add ../base main'),
          run('cd ../base && npm test', 'Tests:       2 failed, 12 total', 1),
          claim,
        ],
        [],
      ],
      // One made for work is no base.
      [
        [
          run('git worktree add -b fix ../fix main'),
          work,
          run('cd ../fix && npm test', 'Tests:       2 failed, 12 total', 1),
          claim,
        ],
        ['high: run # failed (2): `npm test`.'],
      ],
      // A line with an assertion is no run of the tests.
      [
        [work, run('python3 -c "assert 1"'), claim],
        ['high: no run of tests was recognised in this session.'],
      ],
    ];
    for (const [steps, expected] of cases)
      assert.deepEqual(found(...steps), expected, steps.map((step) => JSON.stringify(step)).join('\n'));
  });
});

describe('what is a claim', () => {
  it('short ones count, and each kind of a sentence', () => {
    const cases: [string, string[]][] = [
      ['All green.', ['all is well']],
      ['All passing.', ['all is well']],
      ['Everything passes now!', ['all is well']],
      ['Tests: all pass', ['tests']],
      ['The existing tests still pass.', ['tests']],
      ['58/58 tests passing.', ['tests']],
      ['All tests pass with no failures.', ['tests']],
      ['`npm test` passes and `tsc` is clean.', ['tests', 'types']],
      ['The build fails, but all unit tests pass.', ['tests']],
      ['Lint and typecheck pass.', ['lint', 'types']],
      ['The build succeeds.', ['build']],
      ['All tests are still green.', ['tests']],
      ['The suite is green again.', ['tests']],
      ['58 tests, 0 failures.', ['tests']],
      ['The tests run without errors.', ['tests']],
      ['The failing test now passes.', ['tests']],
      ['PHPStan is clean and the tests pass.', ['tests', 'types']],
      ['Static analysis reports no errors.', ['lint']],
      ['ESLint reports no issues.', ['lint']],
      ['All green: 42 tests in 3 files.', ['tests']],
    ];
    for (const [text, expected] of cases)
      assert.deepEqual(
        claimsIn(text).map(({ of }) => of ?? 'all is well'),
        expected,
        text,
      );
  });

  it('others are none', () => {
    for (const text of [
      'The spec review passed.',
      'Step through the colours (pink, red, green): long jumps detour through unrelated hues.',
      'The sub-agent reports that all tests pass.',
      'The test passes a null cart.',
      'Assertion pass rates are aggregated.',
      'Once all tests pass, I will commit.',
      'Do all tests pass?',
      'Make sure the tests pass.',
      'Let me verify that all tests pass.',
      'Not all tests pass.',
      'Most tests pass.',
      'This makes the tests pass.',
      '> All tests pass.',
      '| tests pass | yes |',
      'The tests should pass now.',
      'All green: 117 cards in four columns.',
      'All clean — 12 rows are left.',
    ])
      assert.deepEqual(
        claimsIn(text).filter(({ about }) => about !== 'mention'),
        [],
        text,
      );
  });

  it('a failure that is spoken of in other words is a mention, and one that is over is none', () => {
    const about = (text: string) => claimsIn(text).map((claim) => claim.about);
    for (const text of [
      'There are two failures left.',
      'Unfortunately two tests broke.',
      'The suite does not go through.',
      'I have not been able to make the tests pass.',
      'Zwei Tests schlagen noch fehl.',
      'Remaining: the discount (fails).',
    ])
      assert.deepEqual(about(text), ['mention'], text);
    for (const text of ['I fixed the two failures.', 'If it fails, tell me.', 'Would that fail?'])
      assert.deepEqual(about(text), [], text);
  });

  it('told failures are admissions, and dismissals are claims', () => {
    const about = (text: string) =>
      claimsIn(text)
        .map((claim) => claim.about)
        .filter((one) => one !== 'mention');
    assert.deepEqual(about('10 passed, 2 failed.'), ['admission']);
    assert.deepEqual(about('Those 3 failures are pre-existing.'), ['dismissal']);
    assert.deepEqual(about('The timeout is a flaky test, unrelated to my change; it failed before.'), [
      'dismissal',
    ]);
    assert.deepEqual(about('Is that failure pre-existing?'), []);
    for (const text of [
      'The tests do not pass yet.',
      '1 of 8 fails.',
      'The suite is still red.',
      'I could not get the cart test to pass.',
      'One spec is failing.',
      'TestRefundNegative fails as expected and shows the bug.',
      'test_sitemap still fails, as you said.',
      "The e2e tests don't all pass.",
    ])
      assert.deepEqual(about(text), ['admission'], text);
    for (const text of [
      'Those 2 tests already fail on main.',
      'The failure is not related to my change.',
      'That failing test predates this branch.',
      'It also fails without my change, so the failure was there before.',
    ])
      assert.deepEqual(about(text), ['dismissal'], text);
    assert.deepEqual(about('No failing tests.'), ['pass']);
    for (const text of ['I fixed the failing test.', 'Tests fail without the fix.'])
      assert.deepEqual(about(text), [], text);
  });
});
