import type { Runner } from '../runner.ts';

/** Words of home-made scripts. Believed only where the command itself is a run of tests. */
export const generic: Runner = {
  name: 'generic',
  of: 'tests',
  shapes: [
    { line: /^\s{0,8}Tests?: {1,12}(?<failed>\d{1,7}) failed\b/i, begins: true },
    { line: /^\s{0,8}Tests?: {1,12}(?<passed>\d{1,7}) passed$/i, begins: true },
    {
      line: /\b(?<passed>\d{1,7}) (?:tests? |checks? |cases? |assertions? )?(?:passed|passing|ok|succeeded)\b.{0,40}?\b(?<failed>\d{1,7}) (?:tests? |checks? |cases? |assertions? )?(?:failed|failing|failures?|not ok|errors?)\b/i,
      begins: true,
    },
    {
      line: /\b(?<failed>\d{1,7}) (?:tests? |checks? |cases? )?(?:failed|failing|failures?)\b.{0,40}?\b(?<passed>\d{1,7}) (?:tests? |checks? |cases? )?(?:passed|passing|succeeded)\b/i,
      begins: true,
    },
    {
      line: /\b(?:pass(?:ed)?|succe(?:ss|eded)): {0,8}(?<passed>\d{1,7})\b.{0,40}?\bfail(?:ed|ures?)?: {0,8}(?<failed>\d{1,7})\b/i,
      begins: true,
    },
    {
      line: /^\W{0,8}all (?:\d{1,7} )?(?:\w{1,20} )?(?:tests?|checks?|specs?|suites?) (?:have )?(?:passed|succeeded|pass|ok)\b/i,
      says: 'passed',
    },
    {
      line: /^\W{0,8}(?<failed>[1-9]\d{0,6}) (?:tests?|checks?|specs?|suites?) (?:have )?failed\b/i,
      says: 'failed',
    },
    { line: /^\s{0,8}(?:FAIL(?:ED)?\b[:\s-]|not ok\b|[✗✘✖×❌] )/, isSign: true, says: 'failed' },
    { line: /^\s{0,8}(?:\w{0,30}AssertionError|AssertionError)\b/, isSign: true, says: 'failed' },
  ],
};
