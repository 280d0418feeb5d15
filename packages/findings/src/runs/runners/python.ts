import { type Runner, runners } from '../runner.ts';

const pytestWords =
  '(?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed)';

/** Test runners of Python. */
export const python: Runner[] = runners('tests', {
  pytest: [
    {
      line: new RegExp(`^(?:={2,80} )?(?:\\d{1,7} ${pytestWords}(?:, )?){1,8} in \\d[\\d.]{0,10}s`),
      begins: true,
      counts: true,
    },
    { line: /^(?:={2,80} )?no tests ran in \d/, says: 'none' },
    { line: /^(?:={2,80} )?(?:no tests|\d{1,7}(?:\/\d{1,7})? tests?) collected\b/, says: 'none' },
    { line: /^!{3,60} .{0,60}errors? during collection !{3,60}$/, says: 'broken' },
    { line: /^!{3,60} .{0,20}KeyboardInterrupt !{3,60}$|^INTERNALERROR>/, says: 'broken' },
    {
      line: /^ERROR: (?:file or directory not found|not found|usage|unknown)|^ImportError while loading conftest/,
      says: 'broken',
    },
    { line: /^FAIL Required test coverage|^ERROR: Coverage failure:/, says: 'failed' },
    { line: /^FAILED (?<name>\S{1,200}::\S{1,200})/, isSign: true, says: 'failed' },
    { line: /^={5,80} FAILURES ={5,80}$/, isSign: true, says: 'failed' },
  ],
  unittest: [
    { line: /^Ran (?<total>\d{1,7}) tests?(?: in [\d.]{1,12}s|\.)$/, begins: true },
    { line: /^OK(?: \((?:skipped|expected failures)=\d{1,7}.{0,60}\))?$/, says: 'passed' },
    { line: /^PASSED \((?:successes|skips|expectedFailures)=(?<passed>\d{1,7})/, says: 'passed' },
    { line: /^NO TESTS RAN\b/, says: 'none' },
    {
      line: /^FAILED \((?:failures|errors|skipped|expected failures|unexpected successes)=\d{1,7}.{0,100}\)$/,
      says: 'failed',
    },
    { line: /^ImportError: Failed to import test module/, adds: { broken: 1 } },
    { line: /^(?:FAIL|ERROR): (?<name>\S{1,200}) \(/, isSign: true, says: 'failed' },
  ],
  doctest: [{ line: /^\*\*\*Test Failed\*\*\* \d{1,7} failures?/, says: 'failed' }],
  robot: [
    { line: /^(?<total>\d{1,7}) tests?, (?<passed>\d{1,7}) passed, (?<failed>\d{1,7}) failed/, begins: true },
  ],
});

/** What runs whatever a project names: environments, sessions. */
export const pythonTasks: Runner[] = runners(undefined, {
  tox: [
    { line: /^ {2}\S{1,60}: (?:commands succeeded|OK\b)/, says: 'passed' },
    { line: /^ {2}congratulations :\)/, says: 'passed' },
    {
      line: /^(?:ERROR: {1,6}| {2})\S{1,60}: (?:commands failed|FAIL\b|InterpreterNotFound|could not install|parallel child exit code)/,
      says: 'failed',
    },
    { line: /^ {2}evaluation failed :\(/, says: 'failed' },
  ],
  nox: [
    { line: /^nox > (?:\* \S{1,100}: success|Session \S{1,100} was successful)/, says: 'passed' },
    {
      line: /^nox > (?:\* \S{1,100}: (?:failed|aborted)|Session \S{1,100} (?:failed|aborted))/,
      says: 'failed',
    },
  ],
});
