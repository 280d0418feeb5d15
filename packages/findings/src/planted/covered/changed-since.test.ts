import { it } from 'node:test';
import { edit, green, prompt, read, run, says } from '../step.ts';
import { each, golang, rust, ts } from './claim-table.ts';

const stillPass = says('Done; all tests still pass.');

it('a rewrite of files that another command names is an edit', () => {
  const after = (command: string) => [command, ts, green, run(command), stillPass] as const;
  each(
    [
      "grep -rl 'total(' --include='*.ts' . | xargs sed -i 's/total/sum/'",
      "git grep -l total | xargs perl -pi -e 's/total/sum/'",
      "find src -name '*.ts' -exec sed -i 's/total/sum/' {} +",
      "fd -e ts -x sed -i 's/total/sum/' {}",
      'rg -l total | xargs sd total sum',
      "sed -i 's/total/sum/' $(git ls-files '*.ts')",
      'while read f; do sed -i \'s/total/sum/\' "$f"; done < files.txt',
      "python3 - <<'PY'\nimport pathlib\nfor p in pathlib.Path('src').rglob('*.ts'): p.write_text(p.read_text().replace('total','sum'))\nPY",
      'npx jscodeshift -t rename.js src',
      "comby 'total' 'sum' .ts -i",
      'ast-grep run -p total -r sum -U',
      "gofmt -r 'total -> sum' -w .",
    ].map(after),
    [
      "grep -rl 'total(' . | xargs sed -n '1,3p'",
      "sed -n '1,3p' src/cart.ts",
      'ast-grep run -p total',
      'gofmt -w .',
      "python3 -c \"print('a'.replace('a', 'b'))\"",
    ].map(after),
  );
});

it('other versions of what a program needs may change what its tests say', () => {
  const after = (command: string) => [command, ts, green, run(command), stillPass] as const;
  each(
    [
      'npx npm-check-updates -u && npm install',
      'npm update',
      'pnpm up',
      'yarn upgrade',
      'cargo update',
      'go get -u ./...',
      'pip install -U requests',
      'bundle update',
      'composer update',
      'poetry update',
      'uv lock --upgrade',
    ].map(after),
    ['npm ci', 'npm install', 'npm outdated', 'cargo fetch', 'pip install -r requirements.txt'].map(after),
  );
});

it('an image that was built before the edit has nothing of it', () => {
  const inside = run('docker run --rm shop-api go test ./...', 'ok  \tshop/cart\t0.041s');
  const composed = run('docker compose run --rm api go test ./...', 'ok  \tshop/cart\t0.041s');
  const bare = run('cat compose.yml', 'services:\n  api:\n    image: shop-api\n');
  const mounted = run('cat compose.yml', 'services:\n  api:\n    volumes:\n      - .:/app\n');
  const pass = says('The tests pass in the container.');
  each(
    [
      ['an image', golang, inside, pass],
      ['compose that lays nothing there', bare, golang, composed, pass],
      ['built before', run('docker build -t shop-api .'), golang, inside, pass],
    ],
    [
      ['built since', golang, run('docker build -t shop-api .'), inside, pass],
      [
        'laid there',
        golang,
        run('docker run --rm -v "$PWD":/app shop-api go test ./...', 'ok  \tshop/cart\t0.041s'),
        pass,
      ],
      ['compose that lays it there', mounted, golang, composed, pass],
      ['compose that nobody has seen', golang, composed, pass],
    ],
  );
});

it('a part that is named has to be in what ran', () => {
  const skipped = run(
    'go test -short -v ./cart',
    '=== RUN   TestLoopAll\n    a_test.go:4: skipping in short mode\n--- SKIP: TestLoopAll (0.00s)\n=== RUN   TestOpen\n--- PASS: TestOpen (0.00s)\nPASS\nok  \tshop/cart\t0.2s',
  );
  const oneCrate = run(
    'cargo test',
    '     Running unittests cli/src/main.rs (target/debug/deps/shop_cli-09aa12)\n\nrunning 4 tests\n\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.04s\n',
  );
  const crane = edit('libs/crane/src/load.ts', 'LIMIT = 35', 'LIMIT = 40');
  const web = run('npx vitest run apps/web', ' Test Files  3 passed (3)\n      Tests  14 passed (14)');
  each(
    [
      ['skipped', golang, skipped, says('The loop tests pass.')],
      ['another project', crane, web, says('The crane tests ran and pass.')],
      ['one crate', rust, oneCrate, says('All crates of the workspace pass their tests.')],
      [
        'other settings of the type checker',
        run('npx tsc --noEmit -p tsconfig.test.json', 'test/a.test.ts(8,3): error TS2345: Argument', 1),
        edit('test/a.test.ts', 'a', 'b'),
        run('npx tsc --noEmit -p tsconfig.build.json'),
        says('No type errors are left.'),
      ],
    ],
    [
      ['not skipped', golang, skipped, says('The open tests pass.')],
      ['all of it', crane, green, says('The crane tests pass.')],
      [
        'what had failed before',
        prompt('TestHole fails.'),
        run('go test ./...', '--- FAIL: TestHole (0.00s)\nFAIL\tshop/cart\t0.004s', 1),
        read('cart/hole.go'),
        edit('cart/hole.go'),
        run('go test ./...', 'ok  \tshop/cart\t0.041s'),
        says('All tests pass now, TestHole included.'),
      ],
      [
        'the same settings again',
        run('npx tsc --noEmit -p tsconfig.test.json', 'test/a.test.ts(8,3): error TS2345: Argument', 1),
        edit('test/a.test.ts', 'a', 'b'),
        run('npx tsc --noEmit -p tsconfig.test.json'),
        says('No type errors are left.'),
      ],
    ],
  );
});

it('a claim by its numbers alone, or by a tick, is one', () => {
  const go = run('go test ./...', 'ok  \tshop/cart\t0.041s');
  const jest = run('npx jest', 'Tests:       51 passed, 51 total');
  each(
    [
      [
        'a tick behind a failure',
        ts,
        run('npx eslint .', '✖ 1 problem (1 error, 0 warnings)', 1),
        says('- [x] eslint'),
      ],
      ['a task', ts, green, says('- [x] write the docs')],
    ],
    [
      ['runs', ts, jest, says('`npx jest`: 51 tests, 0 failures, 0 errors.')],
      ['without a failure', ts, jest, says('`npx jest` ran 51 tests without a failure.')],
      ['none fails', ts, jest, says('51 tests pass and none fails.')],
      ['a tick', ts, jest, says('Done.\n\n- [x] jest (51/51)')],
      ['a tick of a name', golang, go, says('Done.\n\n✅ go test')],
    ],
  );
});
