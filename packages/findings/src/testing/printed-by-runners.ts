/** What each runner prints when it passes, fails, finds nothing, cannot start, is stopped, and when `head` cut it. */
export interface Printed {
  command: string;
  passed?: string;
  failed?: string;
  /** Nothing to run, or it could not begin; with the exit code that goes with it. */
  notRun?: readonly (readonly [output: string, exit: number])[];
  stopped?: readonly [output: string, exit: number];
  /** The first lines of a run that fails, behind `| head`. */
  head?: string;
}

export const printedByRunners: readonly Printed[] = [
  {
    command: 'bun test',
    passed:
      'bun test v1.2\n\na.test.ts:\n\n 2 pass\n 0 fail\n 3 expect() calls\nRan 2 tests across 1 file. [9.00ms]',
    failed: ' 1 pass\n 1 fail\n 3 expect() calls\nRan 2 tests across 1 file. [9.00ms]',
    notRun: [['error: regex "nosuch" matched 0 tests. Searched 1 files (skipping 2 tests)', 1]],
    head: 'bun test v1.2\n\na.test.ts:\n(fail) sums [0.5ms]',
  },
  {
    command: 'npx vitest run',
    passed: ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n   Duration  444ms',
    failed: ' Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Duration  444ms',
    notRun: [
      ['failed to load config from /home/dev/app/vitest.config.ts\n\n⎯⎯⎯⎯ Startup Error ⎯⎯⎯⎯\nError: x', 1],
    ],
    stopped: [
      'Cancelling test run. Press CTRL+c again to exit forcefully.\n Test Files  1 passed (3)\n      Tests  2 passed (6)',
      130,
    ],
    head: ' RUN  v2.1.1 /home/dev/app\n\n ❯ a.test.ts (2 tests | 1 failed) 5ms\n   × sums 4ms',
  },
  {
    command: 'npx jest',
    passed:
      'PASS a.test.js\nTest Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\nRan all test suites.',
    failed: 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\nRan all test suites.',
    notRun: [['● Validation Error:\n\n  Preset ts-jest not found.', 1]],
    head: ' FAIL a.test.js\n  cart\n    ✕ sums (5 ms)',
  },
  {
    command: 'npx mocha',
    passed: '  cart\n    ✔ adds\n\n  2 passing (20ms)',
    failed: '  1 passing (20ms)\n  1 failing\n\n  1) cart\n       sums:',
    notRun: [['Error: No test files found: "test"', 1]],
    head: '\n  cart\n    ✔ adds\n    1) sums',
  },
  {
    command: 'npx ava',
    passed: '  ✔ adds\n  ─\n\n  2 tests passed',
    failed: '  ✘ [fail]: sums\n  ─\n\n  1 test failed',
    notRun: [["  ✘ Couldn't find any files to test", 1]],
    head: '\n  ✔ adds\n  ✘ [fail]: sums',
  },
  {
    command: 'node --test',
    passed: '✔ adds (1.0ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ duration_ms 25',
    failed: '✖ sums (1.6ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\nℹ duration_ms 25',
    notRun: [["Could not find 'nosuch'", 1]],
    head: '✔ adds (1.0ms)\n✖ sums (1.672082ms)',
  },
  {
    command: 'deno test',
    passed: 'error: Uncaught what a test logs\nadds ... ok (1ms)\n\nok | 2 passed | 0 failed (3ms)',
    failed: 'FAILED | 1 passed | 1 failed (3ms)\n\nerror: Test failed',
    notRun: [
      ['error: No test modules found', 1],
      ['error: Type checking failed.', 1],
      ['error: Module not found "file:///a.ts".', 1],
    ],
    head: 'running 2 tests from ./a.test.ts\nadds ... ok (1ms)\nsums ... FAILED (2ms)',
  },
  {
    command: 'npx playwright test',
    passed: 'Running 2 tests using 1 worker\n\n  2 passed (1.2s)',
    failed: 'Running 2 tests using 1 worker\n\n  1 failed\n    a.spec.ts:3:1 › sums\n  1 passed (1.2s)',
    notRun: [['Error: No tests found', 1]],
    stopped: [
      'Running 3 tests using 1 worker\n\n  1 interrupted\n    a.spec.ts:3:1 › sums\n  1 did not run\n  1 passed (1.2s)',
      130,
    ],
    head: 'Running 2 tests using 1 worker\n\n  ✓  1 a.spec.ts:1:1 › adds (1.0s)\n  ✘  2 a.spec.ts:3:1 › sums (1.2s)',
  },
  {
    command: 'npx cypress run',
    passed:
      '    ✔  All specs passed!                        00:01        2        2        -        -        -  ',
    failed:
      '    ✖  1 of 1 failed (100%)                     00:01        2        1        1        -        -  ',
    notRun: [["Can't run because no spec files were found.", 1]],
    head: '  cart\n    ✓ adds\n    1) sums\n\n\n  1 passing (1s)\n  1 failing',
  },
  {
    command: 'pytest',
    passed: 'a log: 1 failed\n1 failed, 1 passed in 0.1s\n===== 2 passed in 0.10s =====',
    failed: 'FAILED a_test.py::test_sum - assert 1 == 2\n===== 1 failed, 1 passed in 0.10s =====',
    notRun: [
      ['collected 0 items\n\n===== no tests ran in 0.01s =====', 5],
      ['ERROR: file or directory not found: nosuch', 4],
    ],
    stopped: [
      'tests/test_a.py ..\n\n!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!\n===== 2 passed in 3.10s =====',
      2,
    ],
    head: 'collected 3 items\n\ntests/test_a.py ..F                      [100%]',
  },
  {
    command: 'python -m unittest',
    passed: 'FAILED (failures=1)\n..\n-----\nRan 2 tests in 0.001s\n\nOK',
    failed: '.F\n=====\nFAIL: test_sum (a.Cart)\nRan 2 tests in 0.001s\n\nFAILED (failures=1)',
    notRun: [['Ran 0 tests in 0.000s\n\nNO TESTS RAN', 5]],
    head: 'test_add (a.Cart.test_add) ... ok\ntest_sum (a.Cart.test_sum) ... FAIL',
  },
  {
    command: 'tox',
    passed: '  py311: OK (1.2=setup[0.1]+cmd[1.1] seconds)\n  congratulations :) (1.3 seconds)',
    failed: '  py311: FAIL code 1 (1.2=setup[0.1]+cmd[1.1] seconds)\n  evaluation failed :( (1.3 seconds)',
  },
  {
    command: 'nox',
    passed: 'nox > Running session tests\nnox > Session tests was successful.',
    failed: 'nox > Command pytest failed with exit code 1\nnox > Session tests failed.',
  },
  {
    command: 'go test ./...',
    passed: 'panic: in a log\nok  \texample.org/a\t0.1s',
    failed: '--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\texample.org/a\t0.1s\nFAIL',
    notRun: [
      ['?   \texample.org/a\t[no test files]', 0],
      ['FAIL\texample.org/a [build failed]', 1],
    ],
    head: '=== RUN   TestSum\n    a_test.go:5: 1 != 2\n--- FAIL: TestSum (0.00s)',
  },
  {
    command: 'go test -race ./...',
    passed: 'ok  \texample.org/a\t0.1s',
    head: '==================\nWARNING: DATA RACE\nWrite at 0x00c0',
  },
  {
    command: 'gotestsum',
    passed: '✓  a (1ms)\n\nDONE 2 tests in 0.5s',
    failed: '=== FAIL: a TestSum (0.00s)\n\nDONE 2 tests, 1 failure in 0.5s',
    head: '✓  b (1ms)\n=== FAIL: a TestSum (0.00s)',
  },
  {
    command: 'cargo test',
    passed: 'running 2 tests\ntest a ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored',
    failed:
      'test b ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`',
    notRun: [['error[E0425]: cannot find value `x`\nerror: could not compile `a` (lib test)', 101]],
    head: 'running 2 tests\ntest tests::a ... ok\ntest tests::b ... FAILED',
  },
  {
    command: 'cargo nextest run',
    passed: '     Summary [   0.005s] 2 tests run: 2 passed, 0 skipped',
    failed:
      '        FAIL [   0.005s] a tests::b\n     Summary [   0.005s] 2 tests run: 1 passed, 1 failed, 0 skipped\nerror: test run failed',
    notRun: [['error: no tests to run', 4]],
    stopped: [
      '   Canceling due to interrupt: 1 test still running\n     Summary [   0.5s] 1/2 tests run: 1 passed, 0 skipped',
      1,
    ],
    head: '        PASS [   0.005s] a tests::a\n        FAIL [   0.005s] a tests::b',
  },
  {
    command: 'mvn test',
    passed: '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
    failed: '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE',
    notRun: [
      ['[INFO] No tests to run.\n[INFO] BUILD SUCCESS', 0],
      ['[ERROR] COMPILATION ERROR : \n[INFO] BUILD FAILURE', 1],
    ],
    head: '[INFO] Running CartTest\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in CartTest',
  },
  { command: 'mvn -q test', passed: '', failed: '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0' },
  {
    command: './gradlew test',
    passed: '> Task :test\n\nBUILD SUCCESSFUL in 2s',
    failed: 'CartTest > sums() FAILED\n\n2 tests completed, 1 failed\n\nBUILD FAILED in 2s',
    notRun: [
      ['> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 2s', 0],
      [
        "* Where:\nBuild file 'build.gradle' line: 3\n\n* What went wrong:\nA problem occurred evaluating root project 'a'.\n\nBUILD FAILED in 1s",
        1,
      ],
    ],
    head: '> Task :compileTestJava\n> Task :test FAILED\n\nCartTest > sums() FAILED',
  },
  {
    command: './gradlew -q test',
    passed: '',
    failed: 'CartTest > sums() FAILED\n\n2 tests completed, 1 failed',
  },
  {
    command: 'sbt test',
    passed: '[info] Passed: Total 2, Failed 0, Errors 0, Passed 2\n[success] Total time: 2 s',
    failed:
      '[error] Failed: Total 2, Failed 1, Errors 0, Passed 1\n[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful',
    notRun: [['[error] (Compile / compileIncremental) Compilation failed', 1]],
    head: '[info] CartSpec:\n[info] - sums *** FAILED ***',
  },
  {
    command: 'dotnet test',
    passed: 'Passed!  - Failed:     0, Passed:     2, Skipped:     0, Total:     2',
    failed: 'Failed!  - Failed:     1, Passed:     1, Skipped:     0, Total:     2',
    notRun: [
      ['MSBUILD : error MSB1003: Specify a project or solution file.', 1],
      ['Cart.cs(3,1): error CS1002: ; expected', 1],
    ],
    head: '  Determining projects to restore...\n[xUnit.net 00:00:00.51]     CartTest.Sums [FAIL]\n  Failed CartTest.Sums [4 ms]',
  },
  {
    command: 'vendor/bin/phpunit',
    passed: '..                    2 / 2 (100%)\n\nOK (2 tests, 3 assertions)',
    failed: '.F                    2 / 2 (100%)\n\nFAILURES!\nTests: 2, Assertions: 3, Failures: 1.',
    notRun: [
      ['No tests executed!', 1],
      ['PHP Fatal error:  Uncaught Error in bootstrap.php', 255],
    ],
    head: 'PHPUnit 11.3.1 by Sebastian Bergmann and contributors.\n\n.F                    2 / 2 (100%)\n\nThere was 1 failure:',
  },
  {
    command: 'vendor/bin/pest',
    passed: '   PASS  Tests\\Unit\\CartTest\n  ✓ it adds\n\n  Tests:    2 passed (3 assertions)',
    failed: '   FAIL  Tests\\Unit\\CartTest\n  ⨯ it sums\n\n  Tests:    1 failed, 1 passed (3 assertions)',
    notRun: [['  INFO  No tests found.', 1]],
    head: '   FAIL  Tests\\Unit\\CartTest\n  ✓ it adds\n  ⨯ it sums',
  },
  {
    command: 'bundle exec rspec',
    passed: '..\n\nFinished in 0.1 seconds\n2 examples, 0 failures',
    failed: '.F\n\n2 examples, 1 failure\n\nFailed examples:',
    notRun: [
      ['No examples found.\n\n0 examples, 0 failures', 0],
      [
        'An error occurred while loading ./spec/a_spec.rb.\n\n0 examples, 0 failures, 1 error occurred outside of examples',
        1,
      ],
    ],
    stopped: ['RSpec is shutting down and will print the summary report...\n\n1 example, 0 failures', 1],
    head: '.F\n\nFailures:\n\n  1) Cart sums',
  },
  {
    command: 'bin/rails test',
    passed: '# Running:\n\n..\n\n2 runs, 3 assertions, 0 failures, 0 errors, 0 skips',
    failed: '2 runs, 3 assertions, 1 failures, 0 errors, 0 skips',
    notRun: [['0 runs, 0 assertions, 0 failures, 0 errors, 0 skips', 0]],
    stopped: ['Interrupted. Exiting...\n\n1 runs, 1 assertions, 0 failures, 0 errors, 0 skips', 1],
    head: '# Running:\n\n.F\n\nFailure:\nCartTest#test_sums',
  },
  {
    command: 'Invoke-Pester ./scripts',
    passed:
      'Discovery found 2 tests in 58ms.\nRunning tests.\n[+] /w/Cart.Tests.ps1 311ms (201ms|60ms)\nTests completed in 530ms\nTests Passed: 2, Failed: 0, Skipped: 0, Inconclusive: 0, NotRun: 0',
    failed:
      'Running tests.\n[-] Cart.sums 12ms (11ms|1ms)\n Expected 3, but got 2.\nTests completed in 530ms\nTests Passed: 1, Failed: 1, Skipped: 0, Inconclusive: 0, NotRun: 0',
    notRun: [
      [
        'Starting discovery in 0 files.\nDiscovery found 0 tests in 8ms.\nTests Passed: 0, Failed: 0, Skipped: 0',
        0,
      ],
    ],
  },
  {
    command: 'mix test',
    passed: '..\nFinished in 0.1 seconds\n2 tests, 0 failures',
    failed: '2 tests, 1 failure',
    notRun: [
      ['All tests have been excluded.\n\n2 tests, 0 failures, 2 excluded', 0],
      ['== Compilation error in file lib/a.ex ==', 1],
    ],
    head: 'Running ExUnit with seed: 1\n\n  1) test sums (CartTest)',
  },
  {
    command: 'swift test',
    passed: 'Executed 2 tests, with 0 failures (0 unexpected) in 0.002 (0.003) seconds',
    failed: 'Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds',
    notRun: [
      ['error: no tests found; create a target in the Tests directory', 1],
      ['error: Could not find Package.swift in this directory', 1],
    ],
    head: "Test Case '-[CartTests testAdds]' passed (0.001 seconds).\nTest Case '-[CartTests testSums]' failed (0.002 seconds).",
  },
  {
    command: 'xcodebuild test -scheme App',
    passed: 'Executed 2 tests, with 0 failures\n** TEST SUCCEEDED **',
    failed: 'Executed 2 tests, with 1 failure\n** TEST FAILED **',
    notRun: [["xcodebuild: error: The project 'App' does not contain a scheme named 'App'.", 65]],
    stopped: ['** TEST INTERRUPTED **', 65],
    head: "Testing started\nTest Case '-[CartTests testSums]' failed (0.002 seconds).",
  },
  { command: 'xcodebuild -quiet test -scheme App', passed: '', failed: '** TEST FAILED **' },
  {
    command: 'flutter test',
    passed: '00:01 +2: All tests passed!',
    failed: '00:01 +1 -1: Some tests failed.',
    notRun: [['No tests were found.', 79]],
    head: '00:00 +0: loading a_test.dart\n00:01 +1 -1: sums [E]',
  },
  {
    command: 'ctest',
    passed: '100% tests passed, 0 tests failed out of 2',
    failed: '50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:',
    notRun: [['No tests were found!!!', 0]],
    head: '    Start 1: sums\n1/2 Test #1: sums .............................***Failed    0.00 sec',
  },
  { command: 'ctest -Q', passed: '', failed: 'The following tests FAILED:' },
  {
    command: 'bazel test //...',
    passed:
      '//a:t                                     PASSED in 0.1s\n\nExecuted 1 out of 1 test: 1 test passes.',
    failed:
      '//a:t                                     FAILED in 0.1s\n\nExecuted 1 out of 1 test: 1 fails locally.',
    notRun: [['ERROR: No test targets were found, yet testing was requested', 4]],
    stopped: ['ERROR: build interrupted', 8],
    head: 'INFO: Analyzed target //a:t\nFAIL: //a:t (see /tmp/test.log)',
  },
  {
    command: 'python -m doctest a.py',
    passed: '',
    failed: 'Failed example:\n    add(1, 1)\n***Test Failed*** 1 failures.',
  },
  {
    command: 'python -c "from a import f; assert f(1) == 2"',
    passed: '',
    failed: 'Traceback (most recent call last):\nAssertionError',
  },
  {
    command: 'node -e "require(\'assert\').equal(1, 1)"',
    passed: '',
    failed: 'AssertionError [ERR_ASSERTION]: 1 == 2',
  },
  {
    command: 'php -l a.php',
    passed: 'No syntax errors detected in a.php',
    failed: 'PHP Parse error:  syntax error, unexpected token\nErrors parsing a.php',
  },
  {
    command: 'node --check a.js',
    passed: '',
    failed: '/home/dev/app/a.js:1\nlet 1;\n\nSyntaxError: Invalid or unexpected token',
  },
  { command: 'bash -n a.sh', passed: '', failed: "a.sh: line 3: syntax error near unexpected token `fi'" },
  { command: 'ruby -c a.rb', passed: 'Syntax OK', failed: 'a.rb:1: syntax error, unexpected end-of-input' },
  {
    command: 'npx eslint .',
    passed: '',
    failed: '/a.js\n  1:7  error  x  no-undef\n\n✖ 1 problem (1 error, 0 warnings)',
    notRun: [['Oops! Something went wrong! :(\n\nESLint: 9.0.0', 2]],
    head: '\n/a.js\n  1:7  error  x  no-undef',
  },
  {
    command: 'npx biome check',
    passed: 'Checked 3 files in 5ms. No fixes applied.',
    failed: 'Checked 3 files in 5ms.\nFound 1 error.',
  },
  {
    command: 'ruff check .',
    passed: 'All checks passed!',
    failed: 'a.py:1:8: F401 `os` imported but unused\nFound 1 error.',
    head: 'a.py:1:8: F401 `os` imported but unused',
  },
  {
    command: 'bundle exec rubocop',
    passed: '3 files inspected, no offenses detected',
    failed: '3 files inspected, 1 offense detected',
    head: 'Offenses:\n\na.rb:1:1: C: Style/X: y',
  },
  { command: 'shellcheck a.sh', passed: '', failed: 'In a.sh line 3:\necho $x' },
  {
    command: 'vendor/bin/phpstan analyse',
    passed: ' [OK] No errors',
    failed: ' ------ ----\n  Line   A.php\n ------ ----\n  31     x\n\n [ERROR] Found 1 error',
  },
  {
    command: 'npx tsc --noEmit',
    passed: '',
    failed: "a.ts(1,7): error TS2322: Type 'string'",
    notRun: [["error TS5058: The specified path does not exist: 'x'.", 1]],
    head: "a.ts(1,7): error TS2322: Type 'string'",
  },
  {
    command: 'mypy .',
    passed: 'Success: no issues found in 2 source files',
    failed: 'a.py:1: error: x  [arg-type]\nFound 1 error in 1 file',
    head: 'a.py:1: error: x  [arg-type]',
  },
  {
    command: 'npx pyright',
    passed: '0 errors, 0 warnings, 0 informations',
    failed: '  a.py:1:1 - error: x\n1 error, 0 warnings, 0 informations',
    head: '/a.py\n  /a.py:1:1 - error: x',
  },
  {
    command: 'npx webpack',
    passed: 'webpack 5.90.0 compiled successfully in 300 ms',
    failed: 'ERROR in ./a.js\nModule not found\n\nwebpack 5.90.0 compiled with 1 error in 300 ms',
    notRun: [
      [
        "[webpack-cli] Failed to load '/home/dev/app/webpack.config.js' config\n[webpack-cli] SyntaxError: x",
        2,
      ],
      [
        '[webpack-cli] Invalid configuration object. Webpack has been initialized using a configuration object that does not match',
        2,
      ],
      ['[webpack-cli] Error: Unknown option --nosuch', 2],
    ],
    head: 'ERROR in ./a.js\nModule not found: Error: Can’t resolve x',
  },
  {
    command: 'npx vite build',
    passed: '✓ built in 300ms',
    failed: 'error during build:\nRollupError: x',
    notRun: [['failed to load config from /home/dev/app/vite.config.ts\nerror during build:\nError: x', 1]],
  },
  {
    command: 'npx rollup -c',
    passed: 'created dist/a.js in 20ms',
    failed: '[!] RollupError: Unexpected token',
    notRun: [['[!] Could not load config file', 1]],
  },
  {
    command: 'cargo build',
    passed: '    Finished `dev` profile [unoptimized] target(s) in 0.5s',
    failed: 'error: could not compile `a` (lib) due to 1 previous error',
    notRun: [['error: could not find `Cargo.toml` in `/home/dev/app`', 101]],
  },
  {
    command: 'cmake --build build',
    passed: '[100%] Built target a',
    failed: '/a.c:1:1: error: expected\nmake: *** [Makefile:91: all] Error 2',
    notRun: [['Error: could not load cache', 1]],
    head: '/a.c:1:1: error: expected',
  },
];
