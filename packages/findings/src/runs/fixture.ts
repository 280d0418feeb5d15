/** What runners printed on a tiny project of two tests, shortened to their last lines. Made by running them. */
export const printed = {
  'mocha-pass': '\n\n  ✔ adds\n  ✔ zero\n\n  2 passing (20ms)',
  'mocha-fail':
    '\n      AssertionError [ERR_ASSERTION]: 2 == 3\n      + expected - actual\n\n      -2\n      +3\n      \n      at Context.<anonymous> (file:///home/dev/js/m/b.js:1:56)\n      at process.processImmediate (node:internal/timers:574:21)',
  'vitest-pass':
    '\n\u001b[1m\u001b[30m\u001b[46m RUN \u001b[49m\u001b[39m\u001b[22m \u001b[36mv5.1.0 \u001b[39m\u001b[90m/home/dev/js\u001b[39m\n\n\u001b[90mstdout\u001b[2m | v/a.test.js\u001b[2m > \u001b[22m\u001b[2madds\n\u001b[22m\u001b[39mTests: 1 failed, 2 passed\n\n \u001b[32m✓\u001b[39m v/a.test.js \u001b[2m(\u001b[22m\u001b[2m1 test\u001b[22m\u001b[2m)\u001b[22m\u001b[32m 7\u001b[2mms\u001b[22m\u001b[39m\n\n\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m   Start at \u001b[22m 21:09:46\n\u001b[2m   Duration \u001b[22m 444ms\u001b[2m (transform 44%, import 32%, tests 12%, worker 12%)\u001b[22m',
  'vitest-fail':
    '\n\n\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m   Start at \u001b[22m 21:09:47\n\u001b[2m   Duration \u001b[22m 802ms\u001b[2m (import 47%, transform 24%, tests 15%, worker 14%)\u001b[22m',
  'vitest-none':
    '\n\u001b[1m\u001b[30m\u001b[46m RUN \u001b[49m\u001b[39m\u001b[22m \u001b[36mv5.1.0 \u001b[39m\u001b[90m/tmp/fx/js\u001b[39m\n\n\u001b[31mNo test files found, exiting with code 1\n\u001b[39m\n\u001b[2mfilter: \u001b[22m\u001b[33mnosuch\u001b[39m\n\u001b[2minclude: \u001b[22m\u001b[33m**/*.{test,spec}.?(c|m)[jt]s?(x)\u001b[39m\n\u001b[2mexclude:  \u001b[22m\u001b[33m**/node_modules/**\u001b[2m, \u001b[22m**/.git/**\u001b[39m',
  'vitest-unhandled':
    '\n\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m     Errors \u001b[22m \u001b[1m\u001b[31m1 error\u001b[39m\u001b[22m\n\u001b[2m   Start at \u001b[22m 21:09:51\n\u001b[2m   Duration \u001b[22m 860ms\u001b[2m (transform 51%, import 35%, worker 10%, tests 3%)\u001b[22m',
  'node-pass':
    '✔ adds (1.032378ms)\nℹ tests 1\nℹ suites 0\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 256.712976',
  'node-fail':
    "✖ adds (1.672082ms)\n  AssertionError [ERR_ASSERTION]: 2 == 3\n      at TestContext.<anonymous> (file:///home/dev/js/n/a.test.js:1:90)\n      at Test.runInAsyncScope (node:async_hooks:227:14)\n      at Test.run (node:internal/test_runner/test:1402:25)\n      at Test.start (node:internal/test_runner/test:1262:17)\n      at startSubtestAfterBootstrap (node:internal/test_runner/harness:387:17) {\n    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    actual: 2,\n    expected: 3,\n    operator: '==',\n    diff: 'simple'\n  }",
  'tap-pass':
    "ok 1 - adds\n  ---\n  duration_ms: 1.558539\n  type: 'test'\n  ...\n1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 169.521641",
  'bun-pass':
    'bun test v1.4.4 (38afee6c8)\n\nu/a.test.js:\n(pass) adds [0.06ms]\n\n 1 pass\n 0 fail\n 1 expect() calls\nRan 1 test across 1 file. [9.00ms]',
  'bun-fail': '\n 0 pass\n 1 fail\n 1 expect() calls\nRan 1 test across 1 file. [11.00ms]',
  'bun-none':
    'bun test v1.4.4 (38afee6c8)\nThe following filters did not match any test files:\n nosuch\n11 files were searched [16.00ms]\n\nnote: Tests need ".test", "_test_", ".spec" or "_spec_" in the filename (ex: "MyApp.test.ts")\n\nLearn more about bun test: https://bun.com/docs/cli/test',
  'jest-pass':
    'PASS j/a.test.cjs\n  ✓ adds (5 ms)\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nSnapshots:   0 total\nTime:        1.322 s\nRan all test suites.',
  'jest-fail':
    '\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\nSnapshots:   0 total\nTime:        1.168 s\nRan all test suites.',
  'jest-none':
    'No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\nIn /home/dev/js/j\n  1 file checked.\n  testMatch: **/__tests__/**/*.?([mc])[jt]s?(x), **/?(*.)+(spec|test).?([mc])[jt]s?(x) - 1 match\n  testPathIgnorePatterns: /node_modules/ - 1 match\n  testRegex:  - 0 matches\nPattern: nosuch - 0 matches',
  'pytest-pass':
    '..                                                                       [100%]\n2 passed in 4.11s',
  'pytest-fail':
    'test_cart.py:3: AssertionError\n=========================== short test summary info ============================\nFAILED test_cart.py::Cart::test_sum - AssertionError: 2 != 3\n1 failed, 1 passed in 3.72s',
  'pytest-none': '\n2 deselected in 2.63s',
  'pytest-broken':
    "E   ModuleNotFoundError: No module named 'nosuch'\n=========================== short test summary info ============================\nERROR test_x.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n1 error in 5.69s",
  'unittest-pass':
    '..\n----------------------------------------------------------------------\nRan 2 tests in 0.000s\n\nOK',
  'cargo-pass':
    '   Compiling rs v0.1.0 (/home/dev/rs)\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 2.64s\n     Running unittests src/lib.rs (target/debug/deps/rs-cc16c2745cf85435)\n\nrunning 1 test\ntest tests::it_works ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n   Doc-tests rs\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
  'cargo-none':
    '    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.08s\n     Running unittests src/lib.rs (target/debug/deps/rs-cc16c2745cf85435)\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.00s',
  'cargo-fail':
    '    tests::it_works\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.59s\n\nerror: test failed, to rerun pass `--lib`',
  'cargo-broken':
    '   |     unclosed delimiter\n\nerror: could not compile `rs` (lib test) due to 1 previous error\nwarning: build failed, waiting for other jobs to finish...\nerror: could not compile `rs` (lib) due to 1 previous error',
};
