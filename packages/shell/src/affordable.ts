/**
 * Whether a script can be parsed in little time. The parser is linear on what people and agents write and quadratic
 * on heaps of unclosed brackets, quotes and keywords; a script that has such a heap is not parsed at all.
 */
export function isAffordable(script: string): boolean {
  const total = { quotes: 0, words: 0, arithmetic: 0 };
  let inRun = 0;
  let wordStart = 0;
  for (let at = 0; at <= script.length; at++) {
    const code = at < script.length ? script.charCodeAt(at) : space;
    if (code === space || code === tab || code === newline) {
      if (isOpener(script, wordStart, at)) total.words++;
      inRun = 0;
      wordStart = at + 1;
    }
    if (brackets.has(code) && ++inRun > most.bracketsInOneWord) return false;
    if (quotes.has(code)) total.quotes++;
    if (code === dollar && isArithmetic(script, at)) total.arithmetic++;
    if (total.arithmetic > most.arithmetic || total.quotes > most.quotes || total.words > most.openingWords)
      return false;
  }
  return true;
}

const most = { bracketsInOneWord: 64, quotes: 6000, openingWords: 1500, arithmetic: 50 };

const codes = (characters: string) => new Set([...characters].map((one) => one.charCodeAt(0)));
const [space, tab, newline, dollar] = [32, 9, 10, 36];
const brackets = codes('{}[]()$<!@?*');
const quotes = codes('"\'`\\$');
const openers = new Set([
  'if',
  'case',
  'while',
  'until',
  'for',
  'select',
  'function',
  'coproc',
  'time',
  'then',
  'do',
  '!',
  '{',
  '(',
  '((',
  '[[',
]);

/** `$((` and its old form `$[`, the dearest of all. */
const isArithmetic = (script: string, at: number): boolean =>
  script[at + 1] === '[' || (script[at + 1] === '(' && script[at + 2] === '(');

/** A word that begins something, or that has a here-document in it. */
function isOpener(script: string, from: number, to: number): boolean {
  if (to - from > 8) return script.slice(from, from + 64).includes('<<');
  const word = script.slice(from, to);
  return openers.has(word) || word.includes('<<') || word.includes('(') || word.includes('{');
}
