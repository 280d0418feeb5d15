/**
 * How something was run, where a claim says so: “under the race detector”, “on Windows”, “three times in a row”. A pass
 * alone does not show it; the command or what it printed has to name it, too.
 */
interface Manner {
  name: string;
  said: RegExp;
  shown: RegExp;
}

/** “on Windows”, “against a real PostgreSQL”, and not “for the Redis cache”. */
const where = (names: string): RegExp =>
  new RegExp(
    `\\b(?:(?:on|under|against|across|using|inside) (?:(?:a|an|the|our|both|real|actual|live|new|fresh|latest) ){0,3}|with (?:a |an |the )?(?:real|actual|live|new) )(?:${names})\\b`,
    'i',
  );
const place = (name: string, names: string): Manner => ({
  name,
  said: where(names),
  shown: new RegExp(`(?:${names})`, 'i'),
});

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
  place('Windows', 'windows'),
  place('macOS', 'mac ?os|darwin'),
  place('ARM', 'arm64|aarch64|apple silicon'),
  place('Android', 'android'),
  place('iOS', 'ios'),
  place('Firefox', 'firefox'),
  place('Safari', 'safari|webkit'),
  place('PostgreSQL', 'postgres(?:ql)?'),
  place('MySQL', 'mysql|mariadb'),
  place('MongoDB', 'mongo(?:db)?'),
  place('Redis', 'redis'),
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

export const interpreters =
  'python|node(?:\\.?js)?|ruby|php|java|jdk|go|elixir|otp|perl|deno|bun|\\.net|rust|scala|kotlin|django|rails';
const otherNames: Record<string, string> = {
  ...{
    py: 'python',
    nodejs: 'node',
    'node.js': 'node',
    jdk: 'java',
    net: '.net',
    test: '',
    tests: '',
    unit: '',
  },
};

/** `python 3.12`; without a name where it has none. */
export function versionOf(name: string | undefined, number: string): string {
  const small = (name ?? '').toLowerCase();
  return `${Object.hasOwn(otherNames, small) ? otherNames[small] : small} ${number}`;
}

/** Of a major version any of its minor ones is one. */
export function isVersion(shown: string, said: string): boolean {
  const [[name, number = ''], [wanted, least = '']] = [shown.split(' '), said.split(' ')];
  return (
    (name === wanted || name === '' || wanted === '') && (number === least || number.startsWith(`${least}.`))
  );
}

export const isOfOneName = (a: string, b: string): boolean => a.split(' ')[0] === b.split(' ')[0];
