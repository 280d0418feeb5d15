/**
 * How something was run, where a claim says so: “under the race detector”, “on Windows”, “three times in a row”. A pass
 * alone does not show it; the command or what it printed has to name it, too.
 */
interface Manner {
  name: string;
  said: RegExp;
  shown: RegExp;
}

const manners: readonly Manner[] = [
  {
    name: 'the race detector',
    said: /\brace[- ](?:detect(?:or|ion)|check(?:er)?)\b|\bthread ?sanitizer\b|\btsan\b|(?<!\S)-race\b/i,
    shown: /-race\b|\brace detector\b|tsan|sanitize=thread/i,
  },
  {
    name: 'a sanitizer',
    said: /\b(?:address|memory|leak|undefined[ -]?behaviou?r) ?sanitizer\b|\b[aum]b?san\b|\bsanitizers? (?:on|enabled)\b|\bvalgrind\b/i,
    shown: /[aum]b?san\b|sanitiz|valgrind|memcheck/i,
  },
  {
    name: 'a release build',
    said: /\brelease (?:mode|build|configuration|profile)\b|\bin release\b|--release\b/i,
    shown: /release|-O[23s]\b|optimized/i,
  },
  {
    name: 'load',
    said: /\bunder (?:(?:heavy|high|concurrent|parallel|full|real|sustained) ){0,2}(?:load|concurrency|stress|contention)\b|\b(?:load|stress)[- ]test(?:s|ed)?\b/i,
    shown: /load|stress|bench|\bk6\b|locust|artillery|gatling|vegeta|jmeter|concurren|parallel|contention/i,
  },
  {
    name: 'a fresh checkout',
    said: /\b(?:fresh|clean|new) (?:git )?(?:clone|checkout|worktree|install|machine|environment|virtualenv|venv)\b/i,
    shown: /\bclon(?:e|ing)\b|worktree|\bnpm ci\b|\bvenv\b|mktemp|fresh|docker|added \d{1,5} packages/i,
  },
];

/** That nothing was tried twice, and what a run prints that did. */
const atFirst =
  /\b(?:(?:on|at) )?(?:the )?first (?:try|attempt|go)\b|\b(?:no|without(?: any)?|zero) (?:retr(?:y|ies)|re-?runs|flak\w{1,6})\b|\b(?:not|no longer|nothing(?: is)?) flaky\b/i;
const retried = /\b\d{1,4} flaky\b|\bFLAKY\b|\b\d{1,4} rerun\b|\bretry #\d|\(retry \d|\bretried\b|\bRERUN\b/;

const names = (of: 'said' | 'shown', text: string): string[] =>
  manners.filter((one) => one[of].test(text)).map(({ name }) => name);

export const mannersSaid = (sentence: string): string[] => names('said', sentence);
export const mannersShown = (text: string): string[] => names('shown', text);
export const saysAtFirst = (sentence: string): boolean => atFirst.test(sentence);
export const hasRetried = (text: string): boolean => retried.test(text);
