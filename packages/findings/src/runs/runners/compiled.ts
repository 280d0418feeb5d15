import { type Runner, runners } from '../runner.ts';

/** Test runners of Go, Rust, C, C++, Swift, Dart and others that are compiled. */
export const compiled: Runner[] = runners('tests', {
  go: [
    { line: /^ok\s{1,4}\S{1,200}\s{1,4}.{0,100}\[no tests to run\]/, adds: {} },
    {
      line: /^ok\s{1,4}\S{1,200}\t(?:\(cached\)|[\d.]{1,10}s)(?!.{0,100}\[no tests to run\])/,
      adds: { passed: 1 },
      says: 'passed',
    },
    {
      line: /^ok {2,8}\S{1,200}[ \t]{1,4}(?:\(cached\)|[\d.]{1,10}s)(?!.{0,100}\[no tests to run\])/,
      adds: { passed: 1 },
      says: 'passed',
    },
    { line: /^\?\s{1,8}\S{1,200}\s{1,4}\[no test files\]/, adds: {} },
    { line: /^FAIL\s{1,4}\S{1,200}\s{1,4}\[(?:build|setup) failed\]/, adds: { broken: 1 } },
    {
      line: /^FAIL(?:\t| {2,8})\S{1,200}(?:\t| {2,8}[\d.]{1,10}s|$)(?!.{0,40}\[(?:build|setup) failed\])/,
      adds: { failed: 1 },
    },
    {
      line: /^go: (?:no modules|cannot find main module|go\.mod|updates to go\.mod|errors parsing)|^no required module provides package|does not contain main module|^go: .{0,100}requires go >=/,
      says: 'broken',
    },
    { line: /^\s{0,12}--- FAIL: (?<name>\S{1,200})/, isSign: true, says: 'failed' },
    { line: /^panic: |^WARNING: DATA RACE$/, isSign: true, says: 'failed' },
    { line: /^FAIL$/, isSign: true, says: 'failed' },
  ],
  'go json': [
    {
      line: /^\{"Time":.{1,60}"Action":"pass","Package":"[^"]{1,200}"(?:,"Elapsed":[\d.]{1,12})?\}$/,
      adds: { passed: 1 },
    },
    {
      line: /^\{"Time":.{1,60}"Action":"fail","Package":"[^"]{1,200}"(?:,"Elapsed":[\d.]{1,12})?(?:,"FailedBuild":.{1,200})?\}$/,
      adds: { failed: 1 },
    },
  ],
  gotestsum: [
    {
      line: /^DONE (?:\d{1,4} runs?, )?(?<total>\d{1,7}) tests?\b(?!.{0,80}\b(?:failures?|errors?)\b).{0,80}in [\d.]{1,10}s$/,
      begins: true,
      says: 'passed',
    },
    {
      line: /^DONE (?:\d{1,4} runs?, )?\d{1,7} tests?\b.{0,60}\b[1-9]\d{0,6} (?:failures?|errors?)\b/,
      says: 'failed',
    },
    { line: /^=== FAIL: (?<name>\S{1,200})/, isSign: true, says: 'failed' },
    { line: /^✖ {1,2}\S{1,200}(?: \(|$)/, isSign: true, isWeak: true, says: 'failed' },
  ],
  ginkgo: [
    { line: /^SUCCESS! -- (?<passed>\d{1,7}) Passed \| 0 Failed\b/ },
    { line: /^FAIL! -- \d{1,7} Passed \| (?<failed>\d{1,7}) Failed\b/, says: 'failed' },
  ],
  cargo: [
    {
      line: /^\s{0,4}test result: (?:ok|FAILED)\. (?<passed>\d{1,7}) passed; (?<failed>\d{1,7}) failed(?:; (?<skipped>\d{1,7}) ignored)?/,
    },
    { line: /^error: (?:test failed, to rerun pass |\d{1,5} targets? failed:)/, says: 'failed' },
    { line: /^error: could not compile /, says: 'broken' },
    { line: /^test \S.{0,300} \.\.\. FAILED$/, isSign: true, says: 'failed' },
    { line: /^---- \S.{0,300} stdout ----$/, isSign: true, says: 'failed' },
    { line: /^error\[E\d{4}\]: /, isSign: true, says: 'broken' },
    {
      line: /^error: (?:no test target named|no such command|failed to (?:parse|load|select|get)|could not find `Cargo\.toml`|package ID)/,
      says: 'broken',
    },
  ],
  nextest: [
    {
      line: /^ {2,12}Summary \[ {0,6}[\d.]{1,10}s\] {1,4}\d{1,7}(?:\/\d{1,7})? tests? run: .{1,200}/,
      begins: true,
      counts: true,
    },
    { line: /^error: test run failed/, says: 'failed' },
    { line: /^error: no tests to run/, says: 'none' },
    { line: /^ {2,12}Cancell?ing due to (?:interrupt|signal|SIG)/, says: 'stopped' },
    {
      line: /^ {2,12}(?:FAIL|TIMEOUT|SIG[A-Z]{3,6}|ABORT) (?:\+ \w{1,10} )?\[ {0,8}[\d.]{1,10}s\] /,
      isSign: true,
      says: 'failed',
    },
  ],
  forge: [
    { line: /^Suite result: (?:ok|FAILED)\. (?<passed>\d{1,7}) passed; (?<failed>\d{1,7}) failed;/ },
    { line: /^No tests (?:found|to run|match)/, says: 'none' },
    { line: /^\[FAIL[:.\]]/, isSign: true, says: 'failed' },
  ],
  ctest: [
    {
      line: /^\d{1,3}% tests passed, (?<failed>\d{1,7}) tests? failed out of (?<total>\d{1,7})/,
      begins: true,
    },
    { line: /^No tests were found!!!/, says: 'none' },
    { line: /^The following tests FAILED:/, says: 'failed' },
    {
      line: /^ {0,6}\d{1,6}\/\d{1,6} Test {1,6}#\d{1,6}: .{1,200}\*\*\*(?:Failed|Exception|Timeout|Not Run)/,
      isSign: true,
      says: 'failed',
    },
  ],
  googletest: [
    { line: /^\[={10}\] (?<total>\d{1,7}) tests? from \d{1,6} test (?:suites?|cases?) ran\./, begins: true },
    { line: /^\[ {2}PASSED {2}\] (?<passed>\d{1,7}) test(?:s|\(s\))?\.$/ },
    { line: /^\[ {2}SKIPPED \] (?<skipped>\d{1,7}) tests?, listed below:$/ },
    { line: /^\[ {2}FAILED {2}\] (?<failed>\d{1,7}) test(?:s|\(s\))?, listed below:$/ },
    { line: /^\[ {2}FAILED {2}\] (?<name>\S{1,200})/, isSign: true, says: 'failed' },
  ],
  catch2: [
    { line: /^All tests passed \(\d{1,9} assertions? in (?<passed>\d{1,7}) test cases?\)/, says: 'passed' },
    {
      line: /^(?:\[doctest\] )?test cases: {1,8}\d{1,7} ?\| {0,8}(?<passed>\d{1,7}) passed ?\| {0,8}(?<failed>\d{1,7}) failed/,
    },
    { line: /^\[doctest\] Status: FAILURE!/, says: 'failed' },
    { line: /^No tests ran$|^No test cases matched /, says: 'none' },
    { line: /^\S{1,200}:\d{1,6}: FAILED:$/, isSign: true, says: 'failed' },
  ],
  boost: [
    { line: /^\*\*\* No errors detected$/, says: 'passed' },
    { line: /^\*\*\* \d{1,7} failures? (?:is|are) detected/, says: 'failed' },
    { line: /^Test setup error:/, says: 'broken' },
  ],
  check: [
    {
      line: /^\d{1,3}%: Checks: (?<total>\d{1,7}), Failures: (?<failed>\d{1,7}), Errors: (?<errors>\d{1,7})$/,
    },
  ],
  criterion: [
    {
      line: /Synthesis: Tested: (?<total>\d{1,7}) \| Passing: (?<passed>\d{1,7}) \| Failing: (?<failed>\d{1,7}) \| Crashing: (?<errors>\d{1,7})/,
    },
  ],
  unity: [{ line: /^(?<total>\d{1,7}) Tests (?<failed>\d{1,7}) Failures (?<skipped>\d{1,7}) Ignored/ }],
  meson: [
    { line: /^Ok: {2,30}(?<passed>\d{1,7})\s{0,8}$/, begins: true },
    { line: /^(?:Fail|Unexpected Pass|Timeout): {2,30}(?<failed>\d{1,7})\s{0,8}$/ },
    { line: /^Skipped: {2,30}(?<skipped>\d{1,7})\s{0,8}$/ },
    { line: /^No tests defined\.$/, says: 'none' },
    {
      line: /^ {0,6}\d{1,6}\/\d{1,6} \S.{0,200} (?:FAIL|TIMEOUT|ERROR) {1,12}[\d.]{1,10}s\b/,
      isSign: true,
      says: 'failed',
    },
  ],
  bazel: [
    {
      line: /^Executed \d{1,6} out of \d{1,6} tests?: (?<passed>\d{1,6}) tests? pass(?:es)?\.$/,
      begins: true,
    },
    { line: /^Executed \d{1,6} out of \d{1,6} tests?: .{0,80}\bfails?\b/, says: 'failed' },
    { line: /^\/\/\S{1,200} {2,200}(?:\(cached\) )?PASSED in /, says: 'passed' },
    { line: /^\/\/\S{1,200} {2,200}(?:FAILED|TIMEOUT|NO STATUS)/, says: 'failed' },
    {
      line: /^(?:ERROR|FAILED): .{0,60}(?:Build did NOT complete|[Nn]o test targets were found)/,
      says: 'broken',
    },
    { line: /^INFO: Build completed, [1-9]\d{0,6} tests? FAILED/, says: 'failed' },
    { line: /^ERROR: build interrupted|^Bazel caught (?:terminate|interrupt) signal/, says: 'stopped' },
    { line: /^FAIL: \/\/\S/, isSign: true, says: 'failed' },
  ],
  swift: [
    {
      line: /^\s{0,8}Executed (?<total>\d{1,7}) tests?, with (?:(?<skipped>\d{1,7}) tests? skipped and )?(?<failed>\d{1,7}) failures?\b/,
    },
    { line: /^\S{0,2} ?Test run with (?<passed>\d{1,7}) tests?(?: in \d{1,6} suites?)? passed after/ },
    { line: /^\S{0,2} ?Test run with \d{1,7} tests?(?: in \d{1,6} suites?)? failed after/, says: 'failed' },
    { line: /^\*\* TEST SUCCEEDED \*\*/, says: 'passed' },
    { line: /^\*\* TEST (?:FAILED|EXECUTE FAILED) \*\*/, says: 'failed' },
    { line: /^\*\* TEST (?:EXECUTE )?INTERRUPTED \*\*/, says: 'stopped' },
    {
      line: /^error: fatalError$|^error: no tests found|^error: Could not find Package\.swift|^xcodebuild: error: /,
      says: 'broken',
    },
    {
      line: /^Test Case '.{1,200}' failed \(|: error: \S{1,200} : (?:XCTAssert|failed)|^(?:✘|􀢄) {1,2}Test .{1,200} (?:failed after|recorded an issue)/,
      isSign: true,
      says: 'failed',
    },
    { line: /^Testing failed:$/, isSign: true, says: 'failed' },
  ],
  flutter: [
    { line: /^\d\d:\d\d \+(?<passed>\d{1,7})(?: ~\d{1,7})?: All tests passed!$/, begins: true },
    { line: /^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -(?<failed>\d{1,7}): Some tests failed\.$/, begins: true },
    {
      line: /^(?:No tests (?:ran|were found|match)|\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})?: (?:All tests skipped|No tests ran))\b/,
      says: 'none',
    },
    {
      line: /^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -\d{1,7}: .{0,300} \[E\]$/,
      isSign: true,
      says: 'failed',
    },
  ],
  zig: [
    { line: /^All (?<passed>\d{1,7}) tests passed\.$/ },
    { line: /^(?<passed>\d{1,7}) passed; (?<skipped>\d{1,7}) skipped; (?<failed>\d{1,7}) failed\.$/ },
    {
      line: /^Build Summary: \d{1,6}\/\d{1,6} steps succeeded(?!.{0,60}failed).{0,60}; (?<passed>\d{1,7})\/\d{1,7} tests passed/,
    },
    { line: /^Build Summary: .{0,60}failed/, says: 'failed' },
  ],
  tasty: [
    { line: /^All (?<passed>\d{1,7}) tests passed \(.{1,20}\)$/ },
    { line: /^(?<failed>\d{1,7}) out of \d{1,7} tests failed \(.{1,20}\)$/ },
    { line: /^\d{1,6} of \d{1,6} test suites \((?<passed>\d{1,7}) of \d{1,7} test cases\) passed\.$/ },
    { line: /^Test suite \S{1,100}: FAIL$/, says: 'failed' },
  ],
  alcotest: [
    { line: /^Test Successful in .{1,20}\. (?<passed>\d{1,7}) tests? run\.$/ },
    { line: /^(?<failed>\d{1,7}) (?:error|failure)s?! in /, says: 'failed' },
  ],
});
