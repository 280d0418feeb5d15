import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Run } from '../acts/act.ts';
import { runsOfOutput } from '../testing/runner-outputs.ts';
import { printed } from './fixture.ts';

/** `tests passed whole 1/0 (suite)`, for each run of a call. */
const inWords = ({ of, result, output, passed, failed, suite, from }: Run): string =>
  [
    `${of} ${result} ${output}`,
    passed === undefined && failed === undefined ? '' : ` ${passed ?? '?'}/${failed ?? '?'}`,
    suite === undefined ? '' : ` (${suite})`,
    from === 'session' ? '' : ` ${from}`,
  ].join('');

const runs = (command: string, output: string, exit = 0): string[] =>
  runsOfOutput(command, output, exit).map(inWords);

function table(cases: readonly [command: string, output: string, exit: number, expected: string[]][]): void {
  for (const [command, output, exit, expected] of cases)
    assert.deepEqual(runs(command, output, exit), expected, `${command} (${exit})`);
}

describe('what runners say of themselves', () => {
  it('is read from their own summary', () => {
    table([
      ['npx mocha', printed['mocha-pass'], 0, ['tests passed whole 2/?']],
      ['npx mocha', printed['mocha-fail'], 1, ['tests failed whole']],
      ['npx vitest run', printed['vitest-pass'], 0, ['tests passed whole 1/?']],
      ['npm test', printed['vitest-pass'], 0, ['tests passed whole 1/?']],
      ['npx vitest run', printed['vitest-fail'], 1, ['tests failed whole ?/1']],
      ['npx vitest run nosuch', printed['vitest-none'], 1, ['tests not run whole']],
      ['npx vitest run', printed['vitest-unhandled'], 1, ['tests failed whole 1/?']],
      ['node --test', printed['node-pass'], 0, ['tests passed whole 1/0']],
      ['node --test', printed['node-fail'], 1, ['tests failed whole']],
      ['node --test --test-reporter=tap', printed['tap-pass'], 0, ['tests passed whole 1/0']],
      ['bun test', printed['bun-pass'], 0, ['tests passed whole 1/0']],
      ['bun test', printed['bun-fail'], 1, ['tests failed whole 0/1']],
      ['bun test nosuch', printed['bun-none'], 1, ['tests not run whole']],
      ['npx jest', printed['jest-pass'], 0, ['tests passed whole 1/?']],
      ['npx jest', printed['jest-fail'], 1, ['tests failed whole ?/1']],
      ['npx jest', printed['jest-none'], 1, ['tests not run whole']],
      ['pytest -q', printed['pytest-pass'], 0, ['tests passed whole 2/?']],
      ['pytest -q', printed['pytest-fail'], 1, ['tests failed whole 1/1']],
      ['pytest -q -k nothing', printed['pytest-none'], 5, ['tests not run whole (-k nothing)']],
      ['pytest -q', printed['pytest-broken'], 2, ['tests not run whole ?/1']],
      ['python3 -m unittest', printed['unittest-pass'], 0, ['tests passed whole']],
      ['cargo test', printed['cargo-pass'], 0, ['tests passed whole 1/0']],
      ['cargo test nosuch', printed['cargo-none'], 0, ['tests not run whole 0/0 (nosuch)']],
      ['cargo test', printed['cargo-fail'], 101, ['tests failed whole 0/1']],
      ['cargo test', printed['cargo-broken'], 101, ['tests not run whole']],
    ]);
  });

  it('is not what the application prints on the way', () => {
    const noise = 'error: connection refused\nTests: 1 failed, 2 passed\nFAIL silently\n';
    assert.deepEqual(runs('npx jest', `${noise}${printed['jest-pass']}`), ['tests passed whole 1/?']);
    assert.deepEqual(runs('go test ./...', `panic: in a log\n${noise}ok  \texample.org/a\t0.1s`), [
      'tests passed whole 1/?',
    ]);
  });

  it('is of no runner when a program only shows text', () => {
    table([
      ['grep -rn "1 failed" src', 'src/a.js:1: 1 failed', 0, []],
      ['cat test.log', printed['jest-pass'], 0, []],
      ['echo "Tests: 5 passed, 5 total"', 'Tests: 5 passed, 5 total', 0, []],
      ['git log -3', printed['jest-fail'], 0, []],
    ]);
  });
});

describe('how much of a run there is', () => {
  const [pass, fail] = [printed['jest-pass'], printed['jest-fail']];

  it('a cut output proves a failure that it shows, and never a pass', () => {
    table([
      ['npx jest 2>&1 | tail -5', pass, 0, ['tests unknown cut 1/?']],
      ['npx jest 2>&1 | tail -5', fail, 0, ['tests failed cut ?/1']],
      ['npx jest 2>&1 | tail -50', pass, 0, ['tests passed whole 1/?']],
      ['npx jest 2>&1 | grep Tests', pass, 0, ['tests unknown cut 1/?']],
      ['npx jest | tee out.log', pass, 0, ['tests passed whole 1/?']],
      ['npx jest > out.log 2>&1', '', 0, ['tests unknown file']],
      ['npx jest > /dev/null 2>&1; echo "exit: $?"', 'exit: 1', 0, ['tests failed away']],
      ['npx jest 2>&1 | tail -2; echo "exit: $?"', 'Time: 1s\nexit: 0', 0, ['tests unknown cut']],
      ['timeout 5 npx jest', 'RUNS test/a.test.js', 124, ['tests unknown whole']],
      ['npx jest || true', fail, 0, ['tests failed whole ?/1']],
      ['npx jest &', '', 0, ['tests unknown running']],
      ['npx jest', `${pass}\n... [120 lines truncated] ...\n`, 0, ['tests unknown cut 1/?']],
    ]);
  });

  it('a run that could not start is neither red nor green', () => {
    table([
      [
        'cd web && npm test',
        'bash: line 1: cd: web: No such file or directory',
        1,
        ['tests not run whole (in web)'],
      ],
      ['npm run lint', 'npm error Missing script: "lint"', 1, ['lint not run whole']],
      ['npx jest', "Error: Cannot find module 'jest-cli'", 1, ['tests not run whole']],
      ['make test', "make: Nothing to be done for 'test'.", 0, ['tests not run whole']],
      ['go test ./...', '?   \texample.org/a\t[no test files]', 0, ['tests not run whole 0/?']],
      ['pytest --collect-only', '5 tests collected in 0.01s', 0, ['tests not run whole']],
    ]);
  });
});

describe('each check of a command is a run of its own', () => {
  const eslint = '\n/a.js\n  1:7  error  x  no-undef\n\n✖ 1 problem (1 error, 0 warnings)';

  it('in chains, lists and tasks whose output names their parts', () => {
    table([
      [
        'npm test && npm run lint',
        `${printed['jest-pass']}${eslint}`,
        1,
        ['tests passed whole 1/?', 'lint failed whole'],
      ],
      ['npx tsc --noEmit && npx eslint .', eslint, 1, ['types passed whole', 'lint failed whole']],
      ['npm run lint && npm test', eslint, 1, ['lint failed whole']],
      [
        'npm test; npm test',
        `${printed['mocha-pass']}\n  1 failing\n${printed['mocha-pass']}`,
        0,
        ['tests failed whole 2/1', 'tests passed whole 2/?'],
      ],
      [
        'make ci',
        `${printed['pytest-pass']}\nAll checks passed!`,
        0,
        ['tests passed whole 2/?', 'lint passed whole'],
      ],
      ['./ci.sh', printed['vitest-fail'], 1, ['tests failed whole ?/1']],
      [
        'git commit -m x',
        `${printed['jest-fail']}\nhusky - pre-commit script failed (code 1)`,
        1,
        ['tests failed whole ?/1 hook'],
      ],
      ['git push', `remote: ok\n${printed['jest-pass']}`, 0, ['tests passed whole 1/? hook']],
      ['npx eslint .', '', 0, ['lint passed whole']],
      ['gofmt -l .', 'main.go', 0, ['lint failed whole']],
      ['npm run build', '> vite build\n✓ built in 1.2s', 0, ['build passed whole']],
    ]);
  });

  it('behind what runs it', () => {
    const pass = printed['jest-pass'];
    table([
      ['docker compose exec app npm test', pass, 0, ['tests passed whole 1/?']],
      ['docker run --rm img sh -c "npm test"', pass, 0, ['tests passed whole 1/?']],
      ["ssh box 'cd app && npm test'", pass, 0, ['tests passed whole 1/?']],
      ['rtk npm test', pass, 0, ['tests passed whole 1/?']],
      ['CI=1 timeout 600 env A=b npx jest', pass, 0, ['tests passed whole 1/?']],
      [
        'turbo run test',
        'web:test: Tests:       1 passed, 1 total\n Tasks:    1 successful, 1 total',
        0,
        ['tests passed whole 1/?'],
      ],
      ['uv run pytest', printed['pytest-pass'], 0, ['tests passed whole 2/?']],
      ['mise exec -- go test ./...', 'ok  \texample.org/a\t0.1s', 0, ['tests passed whole 1/?']],
    ]);
  });

  it('with what makes it a part', () => {
    const pass = printed['jest-pass'];
    table([
      ['npx jest test/a.test.js', pass, 0, ['tests passed whole 1/? (test/a.test.js)']],
      ['pnpm --filter web test', pass, 0, ['tests passed whole 1/? (--filter web)']],
      ['npm test -w web', pass, 0, ['tests passed whole 1/? (-w web)']],
      ['npm run test:unit', pass, 0, ['tests passed whole 1/? (test:unit)']],
      ['npm run test:ci', pass, 0, ['tests passed whole 1/?']],
      ['cd packages/web && npm test', pass, 0, ['tests passed whole 1/? (in packages/web)']],
      ['go test -short ./...', 'ok  \ta\t0.1s', 0, ['tests passed whole 1/? (-short ./...)']],
      ['go test -run TestA ./...', 'ok  \ta\t0.1s', 0, ['tests passed whole 1/? (-run TestA)']],
      ['mise run test -- -run TestA', 'ok  \ta\t0.1s', 0, ['tests passed whole 1/? (-run TestA)']],
      ['cargo test --lib', printed['cargo-pass'], 0, ['tests passed whole 1/0 (--lib)']],
    ]);
  });
});
