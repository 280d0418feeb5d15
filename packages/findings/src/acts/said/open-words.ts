import type { CheckKind } from '../../check-kind.ts';
import { isNumber, partsOf as partsOfName, plainly, token } from '../../name-words.ts';
import { kinds } from './kinds.ts';
import { isPlain, isSubject, numberWords } from './plain-words.ts';

/**
 * The words of a claim that say more than that a check passes: names, places, circumstances, numbers. A run has to bear
 * them out, each of them, or what is said is not all shown. What else the sentence states is left aside.
 */
export function openWords(
  sentence: string,
  of: CheckKind | undefined,
  others: readonly CheckKind[],
): string[] {
  const parts = partsOf(sentence.replace(times, ' '));
  const isOther = (text: string): boolean =>
    others.some((kind) => kinds[kind].test(text)) && !(of !== undefined && kinds[of].test(text));
  const open = new Set<string>();
  for (const [index, part] of parts.entries())
    if (isOfClaim(parts, index) && !isOther(part.text))
      for (const word of openIn(index === 0 && parts[1]?.before !== ':' ? begun(part.text) : part.text))
        open.add(word);
  return [...open].slice(0, maxOpen);
}

/** A sentence begins with a capital, which makes no name of its first word: “Focused tests passed”. */
const begun = (text: string): string =>
  text.replace(/^\p{Lu}(?=\p{Ll}+\b)/u, (letter) => letter.toLowerCase());

const maxOpen = 12;

function openIn(text: string): string[] {
  const open: string[] = [];
  const told = text.replace(ending, '');
  for (const { 0: word, index } of told.matchAll(token)) {
    const number = numberWords[word.toLowerCase()] ?? (isNumber(word) ? word : undefined);
    if (number === undefined ? word.length > 1 && !isKnown(word) : number !== '0')
      open.push(`${(number ?? word).slice(0, 40)}${share.test(told.slice(index + word.length)) ? '%' : ''}`);
  }
  return open;
}

const isKnown = (word: string): boolean => isPlain(plainly(word)) || partsOfName(word).every(isPlain);
const share = /^\s?(?:%|percent\b)/;
/** “don’t”, “the hook’s”. */
const ending = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))\b/g;

/** How long it took is not what is claimed. */
const times =
  /(?:\b(?:in|after|took|within) )?(?:\b(?:about|around|roughly|under|just over) |~)?\b\d{1,6}(?:\.\d{1,4})?\s?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/gi;

interface Part {
  text: string;
  /** What stands in front of it. */
  before: string;
  /** It says how a check came out. */
  isVerdict: boolean;
}

const verdict =
  /\b(?:pass(?:es|ed|ing)?|green|clean(?:ly)?|succe\w{2,8}|compil(?:es|ed)|buil(?:ds|t)|(?:is|are|all|looks?|was|were) (?:ok|okay|fine|good|happy|well|valid)|validates?|complain\w{0,4}|(?:no|zero|0|without(?: any)?|nothing) (?:\w{1,20} ){0,3}?(?:errors?|warnings?|issues?|problems?|failures?|failed|violations?|findings?|offen[cs]es?|complaints?|regress\w{0,5}|to report|broke\w?|fails?)|finds? nothing|checks? out|(?:went|goes|came|comes|ran|runs) through|exit(?:s|ed)?(?: with)?(?: code)? 0)\b|[✅✔✓]/i;
const breaks =
  /([,;()]|:(?= |$)|—|–| - )|\b(?:(?:but|although|so|because|since|which|while|whereas|however)\b|and (?=.))/gi;
/** A subject and its verb begin here. */
const states =
  /^(?:(?:i|we|it|they|this|that|there|you|nothing|he|she)\b(?! (?:pass|green|clean))|.{1,60}?\b(?:is|are|was|were|has|have|had)\b)/i;

const maxParts = 20;

function partsOf(sentence: string): Part[] {
  const parts: Part[] = [];
  let [from, before] = [0, ''];
  const add = (to: number) => {
    const text = sentence.slice(from, to).trim();
    if (text !== '') parts.push({ text, before, isVerdict: verdict.test(text) });
  };
  for (const match of sentence.matchAll(breaks)) {
    const behind = match.index + match[0].length;
    if (/^and /i.test(match[0]) && !isStatement(sentence.slice(behind))) continue;
    add(match.index);
    [from, before] = [behind, match[0]];
    if (parts.length >= maxParts) return parts;
  }
  add(sentence.length);
  return parts;
}

/** What stands behind an “and” up to the next mark is a statement of its own, and no more of the same. */
function isStatement(rest: string): boolean {
  const next = rest.split(/[,;:()]|—|–| - |\band\b/, 1)[0] ?? '';
  return verdict.test(next) || states.test(next);
}

/** Words that begin what is said of the claim besides. */
const opener =
  /^(?:and |or )?(?:on|under|in|with|without|against|across|for|at|from|after|before|inside|within|via|through|over|using|including|incl|even|also|both|by|plus|not|each|every|all|twice|once|too|when|where|running|tested|covering|unit|integration|e2e|end-to-end|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)\b/i;
const longest = { label: 3, first: 6, named: 4 };

function isOfClaim(parts: readonly Part[], index: number): boolean {
  const { text, before, isVerdict } = parts[index] as Part;
  if (isVerdict) return true;
  const length = text.split(/\s+/).length;
  const next = parts.slice(index + 1).find((one) => one.isVerdict);
  if (next) {
    // “Windows: all tests pass”; “On Windows, all tests pass”.
    if (index === 0 && parts[1]?.before === ':' && length <= longest.label && !states.test(text)) return true;
    if (index === 0 && opener.test(text) && length <= longest.first) return true;
    // “gofmt, go vet and the tests — all clean”; “I ran all 74 tests on MySQL and they pass”.
    if (
      isWithoutSubject(next.text) &&
      (length <= longest.named || (next === parts[index + 1] && names(text)))
    )
      return true;
  }
  const last = parts.slice(0, index).findLastIndex((one) => one.isVerdict);
  if (last < 0) return false;
  if (opener.test(text)) return true;
  // “pass in Chromium, Firefox and WebKit”
  const isListed = before === ',' && last === index - 1 && length <= longest.named;
  return isListed && !/^(?:\w+(?:ed|ing)|then|so|no)\b|\wed$/i.test(text) && !states.test(text);
}

const names = (text: string): boolean => text.split(/[^\p{L}]+/u).some((word) => isSubject(plainly(word)));
const isWithoutSubject = (text: string): boolean => openIn(text).length === 0 && !names(text);
