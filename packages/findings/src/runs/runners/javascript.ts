import { type Runner, runners } from '../runner.ts';

/** Test runners of JavaScript and TypeScript. */
export const javascript: Runner[] = runners('tests', {
  jest: [
    { line: /"numFailedTests":(?<failed>\d{1,7}),.{0,200}"numPassedTests":(?<passed>\d{1,7})/, begins: true },
    { line: /"numFailedTestSuites":[1-9]/, says: 'failed' },
    { line: /^Test Suites: .{1,200}\btotal$/, begins: true, counts: true, ofFiles: true },
    { line: /^Tests: {1,20}.{1,200}\btotal$/, counts: true },
    { line: /^Snapshots: {1,20}.{0,80}\b[1-9]\d{0,6} (?:failed|obsolete)/, counts: true, ofFiles: true },
    { line: /^Ran all test suites\b/, continues: true, ends: true },
    { line: /^Jest: .{0,300}\bthreshold/, says: 'failed' },
    { line: /^No tests found(?:, exiting with code \d+| related to files)/, says: 'none' },
    {
      line: /^● Validation Error:|^Error: Could not find a config file|^Error: Failed to parse the TypeScript config/,
      says: 'broken',
    },
    {
      line: /^\s{0,8}FAIL (?:\S{1,60} )?(?<name>\S{1,200}\.[cm]?[jt]sx?)(?: \(.{1,40}\))?$/,
      isSign: true,
      says: 'failed',
    },
    { line: /^ {2}● \S|^ {2,20}✕ \S/, isSign: true, says: 'failed' },
  ],
  vitest: [
    { line: /^\s{0,12}Test Files\s{1,12}\S.{0,200}\(\d{1,7}\)$/, begins: true, counts: true, ofFiles: true },
    { line: /^\s{0,12}Tests {1,12}\S.{0,200}\(\d{1,7}\)$/, counts: true },
    { line: /^\s{0,12}Tests {1,12}no tests$/, says: 'none', follows: true },
    { line: /^\s{0,12}(?:Type )?Errors {1,12}[1-9]\d{0,6} errors?$/, says: 'failed', follows: true },
    { line: /^\s{0,12}Duration {1,12}[\d.]{1,10}m?s\b/, continues: true, ends: true },
    { line: /^\s{0,4}Cancelling test run\b/, says: 'stopped' },
    // It began; what it came to stands in its summary.
    { line: /^\s{0,4}(?:RUN|DEV) {1,4}v\d/ },
    { line: /^ERROR: Coverage for .{1,200} does not meet/, says: 'failed' },
    { line: /^No test files found, exiting with code \d/, says: 'none' },
    { line: /MISSING DEPENDENCY {1,4}Cannot find dependency|^\s?⎯{3,}\s?Startup Error/, says: 'broken' },
    { line: /^\s{0,4}FAIL {1,4}(?<name>\S{1,200})/, isSign: true, says: 'failed' },
    { line: /⎯ Failed (?:Tests|Suites) \d{1,6} ⎯/, isSign: true, says: 'failed' },
    { line: /^\s{0,4}❯ (?<name>\S{1,200}).{0,40}\| [1-9]\d{0,6} failed\b/, isSign: true, says: 'failed' },
    { line: /^\s{1,12}× \S/, isSign: true, says: 'failed' },
  ],
  mocha: [
    {
      line: /^\["end",\{.{0,200}"passes":(?<passed>\d{1,7}),.{0,80}"failures":(?<failed>\d{1,7})/,
      begins: true,
    },
    { line: /^ {0,6}(?<passed>\d{1,7}) passing(?: \(.{1,20}\))?$/, begins: true },
    { line: /^ {0,6}(?<failed>\d{1,7}) failing$/ },
    { line: /^ {0,6}(?<skipped>\d{1,7}) pending$/ },
    { line: /^Error: No test files found/, says: 'none' },
    { line: /^ {1,4}"failures": (?<failed>\d{1,7}),$/ },
    { line: /^ {1,4}"passes": (?<passed>\d{1,7}),$/ },
    { line: /^ {2,40}\d{1,4}\) \S/, isSign: true, isWeak: true, says: 'failed' },
  ],
  cypress: [
    { line: /✔ {1,4}All specs passed!/, says: 'passed' },
    { line: /✖ {1,4}\d{1,6} of \d{1,6} failed/, says: 'failed' },
    {
      line: /^Can't run because no spec files were found|^Cypress could not verify that this server is running|^Cypress failed to (?:verify|start)/,
      says: 'broken',
    },
  ],
  ava: [
    { line: /^ {0,4}(?<passed>\d{1,7}) tests? passed$/ },
    { line: /^ {0,4}(?<failed>\d{1,7}) tests? failed$/ },
    {
      line: /^ {0,4}(?<failed>\d{1,7}) (?:uncaught exceptions?|unhandled rejections?|tests? remained pending)\b/,
    },
    { line: /^ {0,4}✘ (?:No tests found|Couldn[’']t find any files to test)/, says: 'none' },
    { line: /^ {0,4}✘ Timed out while running tests/, says: 'failed' },
    { line: /^ {0,4}✘ Exiting due to SIG/, says: 'stopped' },
    { line: /^ {0,4}✘ \[fail\]: /, isSign: true, says: 'failed' },
  ],
  'node:test': [
    { line: /^(?:ℹ|#) tests (?<total>\d{1,7})$/, begins: true },
    { line: /^(?:ℹ|#) pass (?<passed>\d{1,7})$/ },
    { line: /^(?:ℹ|#) fail (?<failed>\d{1,7})$/ },
    { line: /^(?:ℹ|#) cancelled (?<failed>\d{1,7})$/ },
    { line: /^(?:ℹ|#) skipped (?<skipped>\d{1,7})$/ },
    { line: /^✖ failing tests:$/, says: 'failed' },
    { line: /^(?:ℹ|#) duration_ms \d/, continues: true, ends: true },
    { line: /^(?:ℹ|#) Error: \d.{0,80}coverage does not meet threshold/, says: 'failed' },
    { line: /^Could not find '.{1,200}'$/, says: 'none' },
    { line: /^ {2,12}(?:code: 'ERR_ASSERTION'|operator: '[a-zA-Z=!]{1,20}')/, isSign: true, says: 'failed' },
    { line: /^ {0,20}✖ \S.{0,300} \([\d.]{1,14}ms\)$/, isSign: true, says: 'failed' },
  ],
  tap: [
    { line: /^1\.\.(?<plan>\d{1,7})(?:\s|$)/ },
    { line: /^ok \d{1,7}\b/, adds: { passed: 1 } },
    {
      line: /^not ok \d{1,7}\b(?!.{0,300}# ?(?:TODO|SKIP|todo|skip)\b)(?: -)? ?(?<name>\S{0,200})/,
      adds: { failed: 1 },
    },
    { line: /^Bail out!/, says: 'failed' },
    { line: /^# \{ total: .{0,40}\bfail: [1-9]/, says: 'failed' },
    { line: /^# fail {1,4}[1-9]/, says: 'failed' },
    { line: /^# failed [1-9]\d{0,6} of \d{1,7} tests?/, says: 'failed' },
  ],
  bun: [
    { line: /^ {0,4}(?<passed>\d{1,7}) pass$/, begins: true },
    { line: /^ {0,4}(?<failed>\d{1,7}) fail$/ },
    { line: /^ {0,4}(?<failed>\d{1,7}) errors?$/, continues: true },
    { line: /^ {0,4}(?<skipped>\d{1,7}) (?:skip|todo)$/ },
    { line: /^Ran \d{1,7} tests? across \d{1,6} files?\./, continues: true, ends: true },
    {
      line: /^error: 0 test files matching|^error: regex .{1,200} matched 0 tests|^No tests found!|^The following filters did not match any test files/,
      says: 'none',
    },
    { line: /^\s{0,8}(?:\(fail\)|✗) \S/, isSign: true, says: 'failed' },
  ],
  deno: [
    {
      line: /^(?:ok|FAILED) \| (?<passed>\d{1,7}) passed(?: \(\d{1,7} steps?\))? \| (?<failed>\d{1,7}) failed\b/,
      begins: true,
    },
    { line: /^error: No test modules found/, says: 'none' },
    { line: /^error: Test failed$/, says: 'failed', follows: true },
    // Before a summary it is what the tests wrote.
    {
      line: /^error: (?:Type checking failed|Module not found|Uncaught|Could not find|Import ")/,
      says: 'broken',
      isSign: true,
    },
    { line: /^\s{0,12}\S.{0,300} \.\.\. FAILED \(/, isSign: true, says: 'failed' },
  ],
  playwright: [
    { line: /^Running \d{1,7} tests? using \d{1,4} workers?/, begins: true },
    { line: /^ {2}(?<passed>\d{1,7}) passed(?: \(.{1,20}\))?$/ },
    {
      line: /^ {2}(?<failed>\d{1,7}) (?:failed|errors? was not a part of any test|errors? were not a part of any test)\b/,
    },
    { line: /^ {2}[1-9]\d{0,6} (?:interrupted|did not run)\b/, says: 'stopped' },
    { line: /^ {2}(?<passed>\d{1,7}) flaky$/ },
    { line: /^ {2}(?<skipped>\d{1,7}) skipped$/ },
    { line: /^Error: No tests found/, says: 'none' },
    { line: /^ {2}(?:✘|×|x|F) {1,6}\d{1,6} \S/, isSign: true, says: 'failed' },
    {
      line: /^ {2}\d{1,4}\) (?:\[[^\]]{1,60}\] › )?\S{1,200}:\d{1,6}:\d{1,5} › /,
      isSign: true,
      says: 'failed',
    },
  ],
  jasmine: [
    { line: /^(?<total>\d{1,7}) specs?, (?<failed>\d{1,7}) failures?\b/, begins: true },
    { line: /^Incomplete: No specs found|^No specs found/, says: 'none' },
    { line: /^Failures:$/, isSign: true, says: 'failed' },
  ],
  karma: [
    { line: /\bExecuted \d{1,7} of (?<total>\d{1,7})\b.{0,60}\bSUCCESS\b/, says: 'passed' },
    { line: /\bExecuted \d{1,7} of \d{1,7}\b.{0,60}\bFAILED\b/, says: 'failed' },
    { line: /^TOTAL: (?<passed>\d{1,7}) SUCCESS$/ },
    { line: /^TOTAL: (?<failed>\d{1,7}) FAILED/ },
    { line: /\bExecuted 0 of 0\b/, says: 'none' },
    { line: /Cannot load browser "|No captured browser, open http/, says: 'broken' },
  ],
  uvu: [
    { line: /^ {2}Total: {2,10}(?<total>\d{1,7})$/, begins: true },
    { line: /^ {2}Passed: {2,10}(?<passed>\d{1,7})$/ },
    { line: /^ {2}Skipped: {2,10}(?<skipped>\d{1,7})$/ },
    { line: /^ {0,4}FAIL {2}\S/, isSign: true, says: 'failed' },
  ],
  'web-test-runner': [
    { line: /^Finished running tests in .{1,20}, all tests passed!/, says: 'passed' },
    {
      line: /^Finished running tests in .{1,20}, (?<failed>\d{1,7}) (?:failed tests|tests? failed)/,
      says: 'failed',
    },
  ],
  webdriverio: [
    { line: /^Spec Files:\s.{1,120}\btotal\b/, begins: true, counts: true, ofFiles: true },
    { line: /^Spec Files:\s(?!.{0,100}failed).{0,100}\b[1-9]\d{0,5} passed/, says: 'passed' },
  ],
  testcafe: [
    { line: /^ (?<passed>\d{1,7}) passed \(\d.{0,20}\)$/ },
    { line: /^ {1,3}(?<failed>\d{1,7})\/\d{1,7} failed \(.{1,20}\)$/ },
  ],
  nightwatch: [
    { line: /^(?:✨ )?(?:PASSED|OK)\. (?<passed>\d{1,7}) (?:total )?assertions/, says: 'passed' },
    { line: /TEST FAILURE.{0,10}:|^\s{0,4}FAILED: \d{1,7} assertions? failed/, says: 'failed' },
  ],
  lab: [
    { line: /^(?<passed>\d{1,7}) tests passed$/ },
    { line: /^(?<failed>\d{1,7}) of \d{1,7} tests failed/ },
  ],
  cucumber: [
    { line: /^\d{1,7} scenarios? \(.{1,120}\)$/, begins: true, counts: true },
    { line: /^0 scenarios$/, says: 'none' },
    {
      line: /^(?<passed>\d{1,7}) scenarios? passed, (?<failed>\d{1,7}) failed(?:, \d{1,7} error)?, (?<skipped>\d{1,7}) skipped/,
      begins: true,
    },
    { line: /^\d{1,7} (?:features?|steps?) passed, [1-9]\d{0,6} failed/, says: 'failed' },
    { line: /^Failing scenarios:/, isSign: true, says: 'failed' },
  ],
  newman: [{ line: /^│ {1,40}assertions │ {1,20}\d{1,7} │ {1,20}(?<failed>\d{1,7}) │$/, says: 'passed' }],
  hurl: [
    { line: /^Succeeded files: {1,8}(?<passed>\d{1,7})/ },
    { line: /^Failed files: {1,8}(?<failed>\d{1,7})/ },
  ],
});
