import type { SimpleCommand } from '@debrief/shell';

export const interpreters = /^(?:python[\d.]{0,6}|node|bun|deno|ruby|perl|php|tsx|ts-node)$/;
const longest = 20_000;

/** The program that is given to an interpreter on its command line or by a here-document. */
export function programText({ name, args, input }: SimpleCommand): string | undefined {
  if (!interpreters.test(name)) return undefined;
  const at = args.findIndex(({ value }) => /^-(?:c|e|p|pe|r)$|^--eval$|^eval$/.test(value));
  if (at >= 0) return args[at + 1]?.value.slice(0, longest);
  const runsFile = args.some(({ value }) => value !== '-' && !value.startsWith('-'));
  return runsFile ? undefined : input?.slice(0, longest);
}

const calls =
  /\b(?:os\.system|os\.popen|subprocess\.\w{2,14}|execSync|exec|execa|spawnSync|spawn|execFileSync|execFile|system|check_call|check_output|Popen|run|shell_exec|passthru|Open3\.\w{2,10}|\$)\s{0,3}[(`]\s{0,10}/g;
const word = /["'`]([^"'`\n]{1,300})["'`]/y;
const maxCalls = 20;
const maxWords = 40;

/** Commands that a program starts: `subprocess.run(["git", "push"])`, `execSync('npm publish')`. */
export function startedByProgram(text: string): string[] {
  const found: string[] = [];
  for (const { 0: call, index } of text.slice(0, longest).matchAll(calls)) {
    if (found.length >= maxCalls) break;
    const line = wordsAt(text, index + call.length - (call.endsWith('`') ? 1 : 0));
    if (line !== '') found.push(line);
  }
  return found;
}

/** A string, or a list of strings: `["git", "push", "-f"]`, `'git', ['push', '-f']`. */
function wordsAt(text: string, from: number): string {
  const words: string[] = [];
  let at = from;
  while (words.length < maxWords) {
    while (/[\s[,f]/.test(text.charAt(at)) && at - from < 4000) at++;
    word.lastIndex = at;
    const found = word.exec(text);
    if (!found) break;
    words.push(found[1] ?? '');
    at = word.lastIndex;
    if (text.charAt(at) === ')') break;
  }
  return words.length === 1
    ? (words[0] ?? '')
    : words.map((one) => (/^[\w@%+=:,./-]+$/.test(one) ? one : `'${one}'`)).join(' ');
}
