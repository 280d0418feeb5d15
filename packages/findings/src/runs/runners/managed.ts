import { type Runner, runners } from '../runner.ts';

/** Test runners of the JVM, .NET, PHP, Ruby, Elixir, Perl, R and shells. */
export const managed: Runner[] = runners('tests', {
  surefire: [
    {
      line: /^(?:\[(?:INFO|ERROR|WARNING)\] )?Tests run: (?<total>\d{1,7}), Failures: (?<failed>\d{1,7}), Errors: (?<errors>\d{1,7})(?:, Skipped: (?<skipped>\d{1,7}))?(?:, Flakes: \d{1,7})?$/,
    },
    {
      line: /^(?:\[(?:INFO|ERROR|WARNING)\] )?Tests run: \d{1,7}, Failures: \d{1,7}, Errors: \d{1,7}, Skipped: \d{1,7}, Time elapsed: .{1,40}<<< (?:FAILURE|ERROR)!/,
      says: 'failed',
    },
    { line: /^\[INFO\] (?:Tests are skipped\.|No tests to run\.)/, says: 'none' },
    { line: /^\[ERROR\] (?:There are test failures\.|The forked VM terminated)/, says: 'failed' },
    {
      line: /^\[ERROR\] (?:Failures: |Errors: )$|^\[ERROR\] {2,4}\S{1,200}:\d{1,6} \S/,
      isSign: true,
      says: 'failed',
    },
    {
      line: /^\[ERROR\] COMPILATION ERROR|^\[ERROR\] .{0,200}(?:could not be resolved|No tests (?:were executed|matching)|Non-resolvable|Could not (?:find|transfer) )/,
      says: 'broken',
    },
    {
      line: /^\[ERROR\] (?:The goal you specified requires a project to execute|Unknown lifecycle phase|Non-parseable POM|The build could not read)/,
      says: 'broken',
    },
  ],
  gradle: [
    { line: /^(?<total>\d{1,7}) tests? completed, (?<failed>\d{1,7}) failed/ },
    { line: /^> There were failing tests\./, says: 'failed' },
    {
      line: /^(?:> Task )?(?::[\w.-]{1,60}){0,6}:(?:test|\w{1,40}Test) (?:NO-SOURCE|SKIPPED)$/,
      says: 'none',
    },
    {
      line: /^Execution failed for task '(?::[\w.-]{1,60}){0,6}:(?:compile\w{1,40}|process\w{1,40}|ksp\w{0,40}|kapt\w{0,40})'/,
      says: 'broken',
    },
    {
      line: /^> (?:Could not resolve|No tests found for given includes)|^\* What went wrong:\s{0,4}Task '.{1,60}' not found|^Task '.{1,60}' not found in/,
      says: 'broken',
    },
    { line: /^A problem occurred (?:evaluating|configuring) /, says: 'broken' },
    { line: /^\S{1,200} > (?<name>\S.{0,200}) FAILED$/, isSign: true, says: 'failed' },
    { line: /^> Task (?::[\w.-]{1,60}){0,6}:\w{0,40}[tT]est FAILED$/, isSign: true, says: 'failed' },
  ],
  sbt: [
    {
      line: /^\[info\] Passed: Total (?<total>\d{1,7}), Failed (?<failed>\d{1,7}), Errors (?<errors>\d{1,7}), Passed (?<passed>\d{1,7})/,
    },
    {
      line: /^\[error\] Failed: Total \d{1,7}, Failed (?<failed>\d{1,7}), Errors (?<errors>\d{1,7})/,
      says: 'failed',
    },
    {
      line: /^(?:\[info\] )?Tests: succeeded (?<passed>\d{1,7}), failed (?<failed>\d{1,7}), canceled \d{1,7}/,
    },
    { line: /^\[info\] No tests (?:were executed|to run)/, says: 'none' },
    { line: /^\[error\] .{0,100}Compilation failed/, says: 'broken' },
    { line: /^\[error\] \(.{0,60}\) sbt\.TestsFailedException/, says: 'failed' },
    {
      line: /^\[info\] .{1,300} \*\*\* FAILED \*\*\*|^\[error\] Test \S{1,200} failed|^\[error\] Failed tests:/,
      isSign: true,
      says: 'failed',
    },
  ],
  junit: [
    { line: /^\[ {1,12}(?<passed>\d{1,7}) tests successful {1,12}\]$/ },
    { line: /^\[ {1,12}(?<failed>\d{1,7}) tests failed {1,12}\]$/ },
  ],
  clojure: [
    { line: /^Ran (?<total>\d{1,7}) tests containing \d{1,7} assertions\.$/, begins: true },
    { line: /^(?<failed>\d{1,7}) failures?, (?<errors>\d{1,7}) errors?\.$/ },
    {
      line: /^(?<total>\d{1,7}) tests?, \d{1,7} assertions?, (?:(?<errors>\d{1,7}) errors?, )?(?<failed>\d{1,7}) failures?\.$/,
    },
  ],
  dotnet: [
    {
      line: /^\s{0,4}(?:Passed|Failed)! {1,4}- Failed: {1,8}(?<failed>\d{1,7}), Passed: {1,8}(?<passed>\d{1,7}), Skipped: {1,8}(?<skipped>\d{1,7}), Total:/,
    },
    { line: /^Test Run Successful\.$/, says: 'passed' },
    { line: /^Test Run (?:Failed|Aborted)\.$/, says: 'failed' },
    { line: /^Total tests: (?<total>\d{1,7})$/ },
    { line: /^Test run summary: Passed!/, says: 'passed' },
    { line: /^Test run summary: (?:Failed!|Zero tests ran)/, says: 'failed' },
    {
      line: /^Test summary: total: (?<total>\d{1,7}), failed: (?<failed>\d{1,7}), succeeded: (?<passed>\d{1,7})/,
    },
    { line: /^No test (?:is available in|matches the given testcase filter)/, says: 'none' },
    { line: /: error (?:CS|MSB|NU|NETSDK)\d{1,5}: |^MSBUILD : error /, says: 'broken' },
    {
      line: /^ {1,4}Failed \S{1,300} \[[<\d]|^\[xUnit\.net .{1,20}\] {2,10}\S.{0,300} \[FAIL\]/,
      isSign: true,
      says: 'failed',
    },
  ],
  phpunit: [
    { line: /^OK \((?<passed>\d{1,7}) tests?(?:, \d{1,9} assertions?)?\)$/, begins: true },
    {
      line: /^Tests: (?<total>\d{1,7}), Assertions: \d{1,9}(?!.{0,120}(?:Errors|Failures): )(?:, (?!Skipped)[A-Z][\w ]{1,30}: \d{1,7}){0,8}(?:, Skipped: (?<skipped>\d{1,7}))?(?:, [A-Z][\w ]{1,30}: \d{1,7}){0,8}\.$/,
    },
    {
      line: /^Tests: \d{1,7}, Assertions: \d{1,9}.{0,120}\b(?:Errors|Failures): (?<failed>\d{1,7})/,
      says: 'failed',
    },
    { line: /^OK, but (?:incomplete|there were issues|some tests)/, says: 'passed' },
    { line: /^No tests executed!/, says: 'none' },
    {
      line: /^Could not (?:read XML|open input file)|^Cannot open (?:file|bootstrap)|^Test file ".{1,200}" not found/,
      says: 'broken',
    },
    {
      line: /^There (?:was|were) \d{1,6} (?:failure|error)s?:|^(?:FAILURES|ERRORS)!$/,
      isSign: true,
      says: 'failed',
    },
    {
      line: /^[.SIRWDN]{0,200}[FE][.EFSIRWDN]{0,200} {1,80}\d{1,7} \/ \d{1,7} \( {0,2}\d{1,3}%\)$/,
      isSign: true,
      says: 'failed',
    },
  ],
  pest: [
    { line: /^ {2}Tests: {2,8}.{1,120}\(\d{1,9} assertions?\)$/, begins: true, counts: true },
    { line: /^ {2}INFO {2}No tests found\./, says: 'none' },
    { line: /^ {2,4}FAIL(?:ED)? {2}\S|^ {2}⨯ \S/, isSign: true, says: 'failed' },
  ],
  'invoke-pester': [
    {
      line: /^Tests Passed: (?<passed>\d{1,7}), Failed: (?<failed>\d{1,7}), Skipped: \d{1,7}/,
      begins: true,
    },
    { line: /^\[-\] \S|^Discovery in .{1,300} failed/, isSign: true, says: 'failed' },
    { line: /^No test files were found|^Discovery found 0 tests/, says: 'none' },
  ],
  codeception: [{ line: /^Codeception .{0,200}: no tests/, says: 'none' }],
  rspec: [
    {
      line: /^(?<total>\d{1,7}) examples?, (?<failed>\d{1,7}) failures?(?:, (?:\d{1,7} (?:pending|errors?|skips?|skipped|omitted)))*$/,
      begins: true,
    },
    {
      line: /^\d{1,7} examples?, \d{1,7} failures?(?:, \d{1,7} pending)?, \d{1,7} errors? occurred outside of examples/,
      says: 'broken',
    },
    { line: /"summary_line":"\d{1,7} examples?, (?<failed>\d{1,7}) failures?/, begins: true, says: 'passed' },
    { line: /^RSpec is shutting down\b/, says: 'stopped' },
    {
      line: /^Failed examples:$|^rspec \.\/\S{1,200}:\d{1,6} # | \(FAILED - \d{1,5}\)$/,
      isSign: true,
      says: 'failed',
    },
    { line: /^An error occurred while loading \S/, isSign: true, says: 'broken' },
    {
      line: /^Failures:$|^ {2}\d{1,4}\) \S|^[.*]{0,200}F[.*F]{0,200}$/,
      isSign: true,
      isWeak: true,
      says: 'failed',
    },
  ],
  minitest: [
    {
      line: /^(?<total>\d{1,7}) (?:runs|tests), \d{1,7} assertions, (?<failed>\d{1,7}) failures, (?<errors>\d{1,7}) errors\b/,
      begins: true,
    },
    { line: /^cannot load such file|: cannot load such file -- |\(LoadError\)$/, says: 'broken' },
    { line: /^Interrupted\. Exiting\.\.\.$/, says: 'stopped' },
    { line: /^ {0,4}\d{1,4}\) (?:Failure|Error):$/, isSign: true, says: 'failed' },
    {
      line: /^(?:Failure|Error):$|^[.S]{0,200}[FE][.FES]{0,200}$/,
      isSign: true,
      isWeak: true,
      says: 'failed',
    },
  ],
  exunit: [
    {
      line: /^(?:\d{1,7} (?:doctests?|propert(?:y|ies)|features?), ){0,3}(?<total>\d{1,7}) tests?, (?<failed>\d{1,7}) failures?(?:, (?<skipped>\d{1,7}) (?:excluded|skipped))?(?:, .{1,60})?(?: \(\d{1,7} excluded\))?$/,
      begins: true,
    },
    { line: /^ {2}\d{1,4}\) test .{1,300} \(\S{1,200}\)$/, isSign: true, says: 'failed' },
    { line: /^There are no tests to run/, says: 'none' },
    { line: /^== Compilation error in file |^\*\* \(Mix\) |^\*\* \(CompileError\)/, says: 'broken' },
  ],
  eunit: [
    { line: /^ {0,2}All (?<passed>\d{1,7}) tests passed\.$/ },
    {
      line: /^ {0,2}Failed: (?<failed>\d{1,7})\. {1,4}Skipped: (?<skipped>\d{1,7})\. {1,4}Passed: (?<passed>\d{1,7})\./,
    },
  ],
  prove: [
    { line: /^Result: PASS$/, says: 'passed' },
    { line: /^Result: FAIL$/, says: 'failed' },
    { line: /^Result: NOTESTS$/, says: 'none' },
    { line: /^# {2,4}Failed test\b|^\S{1,200} \.{2,80} Failed \d/, isSign: true, says: 'failed' },
    { line: /^Files=\d{1,6}, Tests=(?<total>\d{1,7}), / },
  ],
  xunit: [
    {
      line: /^\s{0,8}<testsuites? [^>]{0,300}\btests="(?<total>\d{1,7})"[^>]{0,200}\bfailures="(?<failed>\d{1,7})"(?:[^>]{0,100}\berrors="(?<errors>\d{1,7})")?/,
    },
  ],
  luaunit: [
    {
      line: /^Ran (?<total>\d{1,7}) tests in [\d.]{1,12} seconds, (?<passed>\d{1,7}) success(?:es)?, (?<failed>\d{1,7}) failures?/,
    },
  ],
  tcltest: [
    {
      line: /^\S{1,200}:\tTotal\t(?<total>\d{1,7})\tPassed\t(?<passed>\d{1,7})\tSkipped\t(?<skipped>\d{1,7})\tFailed\t(?<failed>\d{1,7})/,
    },
  ],
  ert: [
    {
      line: /^Ran (?<total>\d{1,7}) tests, \d{1,7} results as expected(?:, (?<failed>\d{1,7}) unexpected)?/,
      says: 'passed',
    },
  ],
  plunit: [{ line: /^% All (?<passed>\d{1,7}) tests passed/ }],
  busted: [
    {
      line: /^(?<passed>\d{1,7}) success(?:es)? \/ (?<failed>\d{1,7}) failures? \/ (?<errors>\d{1,7}) errors? \/ /,
    },
  ],
  testthat: [
    {
      line: /^\[ FAIL (?<failed>\d{1,7}) \| WARN \d{1,7} \| SKIP (?<skipped>\d{1,7}) \| PASS (?<passed>\d{1,7}) \]/,
    },
  ],
  julia: [
    { line: /^\s{0,8}Testing \S{1,80} tests passed/, says: 'passed' },
    {
      line: /^ERROR: Package \S{1,80} errored during testing|^ERROR: LoadError: Some tests did not pass/,
      says: 'failed',
    },
  ],
  dbt: [
    { line: /Done\. PASS=(?<passed>\d{1,7}) WARN=\d{1,7} ERROR=(?<failed>\d{1,7}) SKIP=(?<skipped>\d{1,7})/ },
  ],
  'pre-commit': [
    {
      line: /^(?:[\w.-]{1,40} ){0,5}(?:\w{0,20}[tT]ests?|pytest|jest|vitest)(?: [\w.-]{1,40}){0,5}\.{3,80}Passed$/,
      says: 'passed',
    },
    {
      line: /^(?:[\w.-]{1,40} ){0,5}(?:\w{0,20}[tT]ests?|pytest|jest|vitest)(?: [\w.-]{1,40}){0,5}\.{3,80}Failed$/,
      says: 'failed',
    },
  ],
  terraform: [{ line: /^(?:Success|Failure)! (?<passed>\d{1,7}) passed, (?<failed>\d{1,7}) failed/ }],
  opa: [{ line: /^PASS: (?<passed>\d{1,7})\/\d{1,7}$/ }, { line: /^FAIL: (?<failed>\d{1,7})\/\d{1,7}$/ }],
});
