import type { CheckKind } from './act.ts';

/** What the output of a run says about itself. Exit codes lie: half of all runs are piped into `tail` or `head`. */
export interface Summary {
  result: 'passed' | 'failed' | 'unknown';
  passed?: number;
  failed?: number;
  failedNames?: string[];
}

/** Both ends of a long output: failures are told along the way, the summary comes last. */
export const readAtEachEnd = 60_000;
const longestLine = 1000;
const maxNames = 20;

const failing: RegExp[] = [
  /^\s*--- FAIL: (\S{1,200})/,
  /^FAIL\t/,
  /^FAIL\s*$/,
  /^\s*FAIL\s+(\S{1,200})/,
  /^panic: /,
  /^\s*not ok \d/,
  /^BUILD FAILED/,
  /^\s*\[ERROR\] (?:Tests run:|Failures:|BUILD|COMPILATION)/,
  /^\[INFO\] BUILD FAILURE/,
  /^test result: FAILED/,
  /^(?:FAILED|ERROR) (\S{1,200})/,
  /^={3,}.{0,200}\b\d{1,7} (?:failed|errors?)\b/,
  /^(?:make|gmake)(?:\[\d+\])?: \*\*\* /,
  /^\s*✗ |^\s*✖ \d+ problems? \([1-9]/,
  /error TS\d{1,6}: /,
  /^error(?:\[E\d{1,6}\])?: /,
  /^# \S+\s*$\n?.*: undefined: /,
  /^npm ERR! |^npm error code /,
  /^\S{1,200}:\d+:\d+: (?:error|undefined|cannot use|syntax error)/,
  /^Failed!\s+- Failed:/,
];

const counting: [RegExp, 'passed' | 'failed'][] = [
  [/(\d{1,7}) (?:tests? |specs? |examples?, )?(?:failed|failures?|failing)\b/gi, 'failed'],
  [/\b(?:failures?|failed|fail)[:=] ?(\d{1,7})/gi, 'failed'],
  [/(\d{1,7}) errors?\b(?! in console)/gi, 'failed'],
  [/(\d{1,7}) (?:tests? |specs? )?(?:passed|passing)\b/gi, 'passed'],
  [/^ {0,4}(\d{1,7}) fail$/gi, 'failed'],
  [/^ {0,4}(\d{1,7}) pass$/gi, 'passed'],
  [/^ℹ pass (\d{1,7})$/gi, 'passed'],
  [/^ℹ fail (\d{1,7})$/gi, 'failed'],
  [/^# pass (\d{1,7})$/gi, 'passed'],
  [/^# fail (\d{1,7})$/gi, 'failed'],
];

const passing: RegExp[] = [
  /^ok\s+\S/,
  /^PASS(?:\s|$)/,
  /^\s*--- PASS: /,
  /^test result: ok\./,
  /\b\d{1,7} passed\b/,
  /\b\d{1,7} passing\b/,
  /\b0 (?:failures?|failed|errors)\b/,
  /^OK(?: \(|$)/,
  /^BUILD SUCCESS/,
  /^\s{0,20}Test Suites?: .{0,200}\b\d{1,7} passed/,
  /^ℹ fail 0$|^# fail 0$/,
  /^Passed!\s+- Failed:\s+0/,
];

const clean: Partial<Record<CheckKind, RegExp[]>> = {
  lint: [
    /\b0 (?:issues|problems|errors|warnings)\b/,
    /^All checks passed/,
    /no offenses detected/,
    /^Checked \d+ files? .*No fixes/,
  ],
  build: [/^BUILD SUCCESS/, /\bbuilt in [\d.]+ ?m?s/, /^✓ built/, /compiled successfully/i, /^\s*Finished /],
  types: [/^Found 0 errors/, /^Success: no issues found/, /0 errors, 0 warnings/],
};

/** Every shape above has one of these; most lines have none, and need no further look. */
const telling =
  /fail|pass|err|ok|panic|\*\*\*|✗|✖|✓|undefined|cannot|issues|problems|warnings|checks|offenses|fixes|built|compiled|finished|success|tests?\b|ℹ|# /i;

export function readSummary(output: string, of: CheckKind): Summary {
  const counts: { passed?: number; failed?: number } = {};
  const names: string[] = [];
  let hasFailure = false;
  let hasPass = false;
  for (const line of linesOf(output)) {
    if (!telling.test(line)) continue;
    for (const shape of failing) {
      const found = shape.exec(line);
      if (!found) continue;
      hasFailure = true;
      if (found[1] && names.length < maxNames && !names.includes(found[1])) names.push(found[1]);
      break;
    }
    if (of === 'tests') hasPass = count(line, counts) || hasPass;
    if (!hasPass) hasPass = [...passing, ...(clean[of] ?? [])].some((shape) => shape.test(line));
  }
  const failed = hasFailure || (counts.failed ?? 0) > 0;
  return {
    result: failed ? 'failed' : hasPass ? 'passed' : 'unknown',
    ...counts,
    ...(names.length > 0 && { failedNames: names }),
  };
}

/** Only in lines that are a summary: a count in a sentence of the program under test says nothing. */
const summaryLine =
  /^(?:={1,100} .{1,300} =|\s{0,20}(?:Tests?|Test Suites?|Test Files|Suites?)[: ]|\s{0,20}\d{1,7} (?:passing|failing|passed|failed|pass$|fail$|tests?|examples?|specs?|runs?)\b|test result: |ℹ (?:pass|fail) \d|# (?:pass|fail) \d|Tests run: |.{0,40}Failed:\s{1,8}\d{1,7}, Passed:|Ran \d{1,7} tests?|\d{1,3}% tests passed, |\s{0,20}Executed \d{1,7} tests?|FAILED \(|DONE \d{1,7} tests)/;

function count(line: string, counts: { passed?: number; failed?: number }): boolean {
  if (!summaryLine.test(line)) return false;
  let isPass = false;
  for (const [shape, side] of counting) {
    for (const found of line.matchAll(shape)) {
      const value = Number(found[1]);
      counts[side] = Math.max(counts[side] ?? 0, value);
      if (side === 'passed' && value > 0) isPass = true;
    }
  }
  return isPass;
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]{0,20}[A-Za-z]`, 'g');

function* linesOf(output: string): Generator<string> {
  const text =
    output.length > 2 * readAtEachEnd
      ? `${output.slice(0, readAtEachEnd)}\n${output.slice(-readAtEachEnd)}`
      : output;
  for (const line of text.split('\n')) yield line.slice(0, longestLine).replace(colours, '').trimEnd();
}
