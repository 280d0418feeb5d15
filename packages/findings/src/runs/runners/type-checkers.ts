import { type Runner, runners } from '../runner.ts';

/** Type checkers. */
export const typeCheckers: Runner[] = runners('types', {
  tsc: [
    { line: /^error TS(?:5\d{3}|18003|6053): /, says: 'broken' },
    { line: /(?:^|[\s:)] ?)error TS(?!5\d{3}|18003|6053)\d{1,6}: /, says: 'failed' },
    { line: /^Found (?<failed>[1-9]\d{0,6}) errors?(?: in |\.|$)/ },
    { line: /^(?:\[\d\d:\d\d:\d\d(?: [AP]M)?\] )?Found 0 errors\. /, says: 'passed' },
    {
      line: /^tsc: The TypeScript Compiler - Version|This is not the tsc command you are looking for/,
      says: 'broken',
    },
  ],
  mypy: [
    { line: /^Success: no issues found in [1-9]/, says: 'passed' },
    { line: /^Found (?<failed>\d{1,7}) errors? in \d{1,6} files?/ },
    { line: /^\S{1,200}\.pyi?:\d{1,6}(?::\d{1,5})?: error: /, isSign: true, says: 'failed' },
    {
      line: /^mypy: can't read file|^There are no \.py\[i\] files in directory|^mypy: error: |^usage: mypy/,
      says: 'broken',
    },
  ],
  pyright: [
    {
      line: /^(?<failed>\d{1,7}) errors?, \d{1,7} warnings?, \d{1,7} (?:informations?|notes?)/,
      says: 'passed',
    },
    { line: /^No source files found\./, says: 'broken' },
    { line: /^ {0,4}\S{1,200}:\d{1,6}:\d{1,5} - error: /, isSign: true, says: 'failed' },
  ],
  ty: [{ line: /^Found (?<failed>\d{1,7}) diagnostics?$/ }],
  'svelte-check': [
    { line: /^svelte-check found (?<failed>\d{1,7}) errors?(?:,| and) \d{1,7} warnings?/, says: 'passed' },
  ],
  astro: [
    { line: /^Result \([1-9]\d{0,6} files?\):/, says: 'passed' },
    { line: /^- (?<failed>\d{1,7}) errors?$/ },
  ],
  flow: [{ line: /^No errors!$/, says: 'passed' }, { line: /^Found (?<failed>[1-9]\d{0,6}) errors?$/ }],
  deno: [
    { line: /^error: Type checking failed\.|^TS\d{1,6} \[ERROR\]: /, says: 'failed' },
    { line: /^error: Module not found/, says: 'broken' },
  ],
  'cargo check': [
    { line: /^\s{0,8}Finished (?:`[\w-]{1,40}` profile|[\w-]{1,40} \[)/, says: 'passed' },
    { line: /^error: could not compile /, says: 'failed' },
    {
      line: /^error: (?:could not find `Cargo\.toml`|failed to (?:parse|load|select|get)|no such command)/,
      says: 'broken',
    },
  ],
  sorbet: [{ line: /^No errors! Great job\./, says: 'passed' }, { line: /^Errors: (?<failed>\d{1,6})$/ }],
  phpstan: [
    { line: /^ {0,2}\[OK\] No errors/, says: 'passed' },
    { line: /^ {0,2}\[ERROR\] Found (?<failed>\d{1,7}) errors?/ },
    { line: /^No errors found!$/, says: 'passed' },
    { line: /^(?<failed>\d{1,7}) errors? found$/ },
    { line: /^ {1,4}Line {2,8}\S/, isSign: true, isWeak: true, says: 'failed' },
  ],
  dialyzer: [
    { line: /done \(passed successfully\)/, says: 'passed' },
    { line: /^Total errors: (?<failed>[1-9]\d{0,6})/ },
  ],
});
