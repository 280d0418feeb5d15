import { it } from 'node:test';
import { edit, run, says } from '../step.ts';
import { each, py, rust, shell, ts } from './claim-table.ts';

const eslintWarns = run(
  'npx eslint .',
  '/home/dev/shop/src/cart.ts\n  3:1  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n',
);
const clippyWarns = run(
  'cargo clippy --all-targets',
  'warning: unused variable: `n`\n  --> src/net/retry.rs:31:13\n\nwarning: `shop` (lib) generated 1 warning\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2.04s\n',
);

it('no warnings are not proven by a run that printed some', () => {
  each(
    [
      ['clippy', rust, clippyWarns, says('Clippy comes back with no warnings.')],
      ['clippy, warning-free', rust, clippyWarns, says('clippy is clean, without a single warning.')],
      ['clippy, clean', rust, clippyWarns, says('Clippy is clean.')],
      ['eslint', ts, eslintWarns, says('ESLint reports no warnings.')],
      ['eslint, clean', ts, eslintWarns, says('ESLint is clean.')],
      ['eslint, errors or warnings', ts, eslintWarns, says('ESLint passes with 0 errors and 0 warnings.')],
      [
        'oxlint',
        ts,
        run('npx oxlint', 'Found 2 warnings and 0 errors.\nFinished in 8ms on 20 files.'),
        says('oxlint finds no problems.'),
      ],
      [
        'gcc',
        edit('src/main.c'),
        run(
          'gcc -Wall -o app src/main.c',
          "src/main.c:4:7: warning: unused variable 'x' [-Wunused-variable]\n",
        ),
        says('It compiles without warnings; the build is clean.'),
      ],
      [
        'clang through make',
        edit('src/main.c'),
        run(
          'make',
          "cc -Wall -c main.c\nmain.c:4:7: warning: unused variable 'x' [-Wunused-variable]\n1 warning generated.\n",
        ),
        says('The build succeeds with no warnings.'),
      ],
      [
        'dotnet',
        edit('src/Cart.cs'),
        run(
          'dotnet build',
          'src/Cart.cs(4,13): warning CS0168: The variable is declared but never used\n\nBuild succeeded.\n    1 Warning(s)\n    0 Error(s)\n',
        ),
        says('The build passes with zero warnings.'),
      ],
      [
        'svelte-check',
        edit('src/Price.svelte'),
        run(
          'npx svelte-check',
          'src/Price.svelte:3:1\nWarn: Unused CSS selector\n\nsvelte-check found 0 errors and 2 warnings in 1 file\n',
        ),
        says('svelte-check is clean: no errors or warnings.'),
      ],
      [
        'pyright',
        py,
        run(
          'pyright',
          'shop/cart.py:4:2 - warning: Import could not be resolved\n0 errors, 1 warning, 0 informations \n',
        ),
        says('pyright reports no errors and no warnings.'),
      ],
      [
        'swift',
        edit('Sources/Shop/Money.swift'),
        run(
          'swift build',
          "Sources/Shop/Money.swift:4:9: warning: variable 'a' was never used\nBuild complete! (2.1s)\n",
        ),
        says('`swift build` is clean, no compiler warnings.'),
      ],
      [
        'mix',
        edit('lib/shop.ex'),
        run(
          'mix compile',
          'Compiling 3 files (.ex)\n    warning: variable "a" is unused\n    │\n 4 │   a = 1\nGenerated shop app\n',
        ),
        says('It compiles cleanly with no warnings.'),
      ],
      [
        'dart',
        edit('lib/cart.dart'),
        run(
          'dart analyze',
          "Analyzing shop...\n\nwarning • Unused import: 'x.dart' • lib/cart.dart:1:8 • unused_import\n\n1 issue found.\n",
          0,
        ),
        says('dart analyze shows no warnings.'),
      ],
      [
        'yamllint',
        edit('k8s/a.yaml'),
        run(
          'yamllint k8s',
          'k8s/a.yaml\n  1:1       warning  missing document start "---"  (document-start)\n',
        ),
        says('yamllint is clean.'),
      ],
      [
        'stylelint',
        edit('src/a.css'),
        run(
          'npx stylelint "src/**/*.css"',
          'src/a.css\n 3:1  ⚠  Expected empty line before rule  rule-empty-line-before\n\n⚠ 1 problem (0 errors, 1 warning)\n',
        ),
        says('stylelint reports no warnings.'),
      ],
      ['only errors are asked for', ts, run('npx eslint . --quiet', ''), says('ESLint reports no warnings.')],
      [
        'a level',
        shell,
        run('shellcheck -S error scripts/deploy.sh', ''),
        says('shellcheck gives no warnings for `deploy.sh`.'),
      ],
      [
        'pytest',
        py,
        run('pytest -q', '....\n4 passed, 3 warnings in 0.1s'),
        says('All 4 tests pass with no warnings.'),
      ],
    ],
    [
      [
        'clippy without',
        rust,
        run('cargo clippy', '    Finished `dev` profile target(s) in 2.04s\n'),
        says('Clippy comes back with no warnings.'),
      ],
      ['eslint passes, it is said', ts, eslintWarns, says('ESLint passes with one warning left.')],
      ['eslint, no errors', ts, eslintWarns, says('ESLint reports no errors.')],
      ['warnings are errors', ts, run('npx eslint . --max-warnings 0', ''), says('ESLint has no warnings.')],
      [
        'counted zero',
        py,
        run('pyright', '0 errors, 0 warnings, 0 informations \n'),
        says('pyright reports no errors and no warnings.'),
      ],
      [
        'dotnet, none',
        edit('src/Cart.cs'),
        run('dotnet build', 'Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n'),
        says('The build passes with zero warnings.'),
      ],
      [
        'svelte-check, none',
        edit('src/Price.svelte'),
        run('npx svelte-check', 'svelte-check found 0 errors and 0 warnings\n'),
        says('svelte-check is clean: no errors or warnings.'),
      ],
      [
        'a build that warns still builds',
        rust,
        run(
          'cargo build',
          'warning: unused variable: `n`\nwarning: `shop` (lib) generated 1 warning\n    Finished `dev` profile target(s) in 2.04s\n',
        ),
        says('The build succeeds.'),
      ],
      [
        'pytest, warnings aside',
        py,
        run('pytest -q', '....\n4 passed, 3 warnings in 0.1s'),
        says('All 4 tests pass.'),
      ],
    ],
  );
});
