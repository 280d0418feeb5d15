import { nameWords } from '../../name-words.ts';

/**
 * The words that a run names: those of its command and of what it printed. A claim comes later than the run, when its
 * output is no longer there, so that a short number of each word is kept, three characters long.
 */
export function namesIn(script: string, output: string): string {
  const told = script.replace(spoken, ' ').slice(0, longestScript);
  const read =
    output.length > 2 * readFor ? `${output.slice(-readFor)}\n${output.slice(0, readFor)}` : output;
  const left = new Set(
    read.match(notThere)?.flatMap((line) => nameWords(line.match(version)?.join(' ') ?? '')),
  );
  const numbers = new Set<string>();
  const gone = skippedTests(read);
  const there = read.replace(notThere, '');
  const ran =
    gone.length === 0 ? there : there.split('\n').filter((line) => !gone.some((name) => line.includes(name)));
  for (const word of nameWords(`${told}\n${typeof ran === 'string' ? ran : ran.join('\n')}`)) {
    if (numbers.size >= maxNames) break;
    if (!left.has(word)) numbers.add(numberOf(word));
  }
  return [...numbers].join('');
}

/** What a command says is no name of what it runs. */
const spoken = /(?:^|[\s;&|(])(?:echo|printf)\b[^;&|\n]*|(?:^|\s)#[^\n]*/g;
/** What a line says was left out has not run, and of a version no other line says that it has. */
const notThere = /^.{0,300}\b(?:skip|missing|not found|not installed|unavailable|no such)\w{0,4}\b.*$/gim;
const version = /\b\d{1,3}(?:\.\d{1,3})+\b|\bpy\d{2,3}\b/g;
/** A test that was skipped stands in other lines, too: `=== RUN   TestLoop`. */
const skippedTest = /^\s{0,12}--- SKIP: (\S{3,100})|^(\S{3,200}) SKIPPED\b/gm;
const skippedTests = (read: string): string[] =>
  read.includes('SKIP') ? [...read.matchAll(skippedTest)].slice(0, 50).map(([, a, b]) => a ?? b ?? '') : [];
const longestScript = 2000;
const readFor = 3000;
const maxNames = 200;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** FNV-1a, folded to 18 bits. */
function numberOf(word: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  const folded = (hash ^ (hash >>> 18)) & 0x3ffff;
  return `${letters[folded >> 12]}${letters[(folded >> 6) & 63]}${letters[folded & 63]}`;
}

/** Whether one of the words of that run is this one. */
export function isNamed(names: string, word: string): boolean {
  const number = numberOf(word);
  for (let at = names.indexOf(number); at >= 0; at = names.indexOf(number, at + 1))
    if (at % number.length === 0) return true;
  return false;
}
