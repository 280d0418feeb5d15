import { type Runner, runners } from '../runner.ts';

const pytestWords =
  '(?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed)';

/** Test runners of Python. */
export const python: Runner[] = runners('tests', {
  pytest: [
    {
      line: new RegExp(`^={2,80} (?:\\d{1,7} ${pytestWords}(?:, )?){1,8} in \\d[\\d.]{0,10}s`),
      begins: true,
      counts: true,
      ends: true,
    },
    {
      line: new RegExp(`^(?:\\d{1,7} ${pytestWords}(?:, )?){1,8} in \\d[\\d.]{0,10}s`),
      begins: true,
      counts: true,
    },
    { line: /^(?:={2,80} )?no tests ran in \d/, says: 'none' },
    { line: /^(?:={2,80} )?(?:no tests|\d{1,7}(?:\/\d{1,7})? tests?) collected\b/, says: 'none' },
    { line: /^!{3,60} .{0,60}errors? during collection !{3,60}$/, says: 'broken' },
    { line: /^!{3,60} .{0,20}(?:KeyboardInterrupt|outcomes\.Exit: .{0,200}) !{3,60}$/, says: 'stopped' },
    { line: /^INTERNALERROR>/, says: 'broken' },
    {
      line: /^ERROR: (?:file or directory not found|not found|usage|unknown)|^ImportError while loading conftest/,
      says: 'broken',
    },
    { line: /^FAIL Required test coverage|^ERROR: Coverage failure:/, says: 'failed' },
    { line: /^FAILED (?<name>\S{1,200}::\S{1,200})/, isSign: true, says: 'failed' },
    { line: /^={5,80} (?:FAILURES|ERRORS) ={5,80}$/, isSign: true, says: 'failed' },
    { line: /^\S{1,200}\.py [.sxX]{0,200}[FE][.FEsxX]{0,200}(?:\s|$)/, isSign: true, says: 'failed' },
    { line: /^(?:\[gw\d{1,3}\] .{0,20})?\S{1,200}::\S.{0,200} FAILED\b/, isSign: true, says: 'failed' },
    { line: /^E {3,20}(?:assert\b|\w{0,60}(?:Error|Exception)\b)/, isSign: true, says: 'failed' },
    {
      line: /^[.sxX]{0,200}[FE][.FEsxX]{0,200}(?: {1,80}\[ {0,2}\d{1,3}%\])?$/,
      isSign: true,
      isWeak: true,
      says: 'failed',
    },
  ],
  unittest: [
    { line: /^Ran (?<total>\d{1,7}) tests?(?: in [\d.]{1,12}s|\.)$/, begins: true },
    {
      line: /^OK(?: \((?:skipped|expected failures)=\d{1,7}.{0,60}\))?$/,
      says: 'passed',
      continues: true,
    },
    {
      line: /^PASSED \((?:successes|skips|expectedFailures)=(?<passed>\d{1,7})/,
      says: 'passed',
      follows: true,
    },
    { line: /^NO TESTS RAN\b/, says: 'none', follows: true },
    {
      line: /^FAILED \((?:failures|errors|skipped|expected failures|unexpected successes)=\d{1,7}.{0,100}\)$/,
      says: 'failed',
      follows: true,
    },
    { line: /^ImportError: Failed to import test module/, adds: { broken: 1 } },
    { line: /^(?:FAIL|ERROR): (?<name>\S{1,200}) \(/, isSign: true, says: 'failed' },
    { line: /^test\w{0,200} \(.{1,300} \.\.\. (?:FAIL|ERROR)$/, isSign: true, says: 'failed' },
    { line: /^[.sxu]{0,200}[FE][.FEsxu]{0,200}$/, isSign: true, isWeak: true, says: 'failed' },
  ],
  doctest: [
    { line: /^\*\*\*Test Failed\*\*\* \d{1,7} failures?/, says: 'failed' },
    { line: /^Test passed\.$/, says: 'passed' },
    { line: /^Failed example:$/, isSign: true, says: 'failed' },
  ],
  robot: [
    { line: /^(?<total>\d{1,7}) tests?, (?<passed>\d{1,7}) passed, (?<failed>\d{1,7}) failed/, begins: true },
  ],
});

/** What runs whatever a project names: environments, sessions. */
export const pythonTasks: Runner[] = runners(undefined, {
  tox: [
    {
      line: /^ {2}\S{1,60}: (?:commands succeeded|OK\b)|^\S{1,60}: OK \([\d.]{1,12}(?:=setup\[| seconds\))/,
      says: 'passed',
    },
    { line: /^ {0,2}congratulations :\)/, says: 'passed' },
    {
      line: /^(?:ERROR: {1,6}| {2})\S{1,60}: (?:commands failed|FAIL\b|InterpreterNotFound|could not install|parallel child exit code)|^\S{1,60}: FAIL code \d{1,3} \(/,
      says: 'failed',
    },
    { line: /^ {0,2}evaluation failed :\(/, says: 'failed' },
    {
      line: /^ROOT: (?:HandledError|No tox\.ini)|^tox: error: |^ERROR: (?:unknown environment|tox config file)/,
      says: 'broken',
    },
  ],
  nox: [
    { line: /^nox > (?:\* \S{1,100}: success|Session \S{1,100} was successful)/, says: 'passed' },
    {
      line: /^nox > (?:\* \S{1,100}: (?:failed|aborted)|Session \S{1,100} (?:failed|aborted))/,
      says: 'failed',
    },
    { line: /^nox > (?:Failed to load Noxfile|Sessions not found|No sessions selected)/, says: 'broken' },
    { line: /^nox > (?:Session \S{1,100} interrupted|Interrupted)/, says: 'stopped' },
  ],
});
