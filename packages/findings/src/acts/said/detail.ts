import type { CheckKind } from '../../check-kind.ts';
import { mannersSaid, saysAtFirst } from '../../manner.ts';
import { kinds } from './kinds.ts';

/** What a claim says besides that something passes, which a run may not bear out although it passed. */
export interface ClaimDetail {
  /** That nothing was warned of, or only that it is clean. */
  tidy?: 'no warnings' | 'clean';
  /** The share of covered lines that it names. */
  coverage?: number;
  /** That no test was skipped. */
  noSkips?: true;
  /** Of everything there is: “the whole code base”, “every package”. */
  isUniversal?: true;
  /** That nothing of an earlier run was used again: “from scratch”. */
  isFromScratch?: true;
  /** That what tests compare with is as it was. */
  sameSnapshots?: true;
  /** How it was run: “under the race detector”. */
  manners?: string[];
  /** That nothing was tried twice. */
  atFirst?: true;
  /** Files, folders and branches that it names. */
  places?: string[];
}

const noWarnings =
  /\b(?:(?:no|zero|0|without|not a single|free of|nor)(?: (?:any|a single|a|more|new|remaining|compiler|lint|errors?|issues?|and|or|no|zero|0|further)){0,4} warnings?|warnings?-free|no (?:\w{1,12} ){0,2}(?:complaints?|diagnostics?|problems?|issues?|findings?|offen[cs]es?|violations?)|nothing to (?:say|complain about|report)|(?:finds?|found|reports?|reported|prints?|says) nothing)\b/i;
/** The same of tests and builds: “no issues” is said of much. */
const noneOfAny =
  /\b(?:no|zero|0|without|not a single|nor)(?: (?:any|a single|a|more|new|compiler|errors?|failures?|failed|and|or|no|zero|0)){0,4} warnings?\b|\bwarnings?-free\b/i;
const clean = /\bclean(?:ly)?\b(?! up)/i;
const someLeft =
  /\b(?:one|two|three|some|few|only|just|same|known|existing|pre-?existing|other|remaining|[1-9]\d{0,5})(?: \w{1,14}){0,2} warnings?\b|\bexcept\b|\bapart from\b|\bbesides\b/i;

const universal =
  /\b(?:(?:whole|entire|full|complete) (?:\w{1,20} ){0,2}?(?:code ?base|project|repo(?:sitory)?|workspace|monorepo|tree|source|package|suite|directory|folder|test ?suite|crate|code)|everywhere|anywhere|throughout|across (?:the|all|every)\b|(?:every|each|all)(?: of)?(?: the| our| \d{1,4})? (?:\w{1,20} ){0,2}?(?:packages?|workspaces?|projects?|modules?|crates?|files|models|folders|sources|charts|hooks?|code))\b/i;

const coverageWords = /\bcover(?:age|ed|ing|s)?\b/i;
const percent = /(?<![\d.])(\d{1,3}(?:\.\d{1,3})?)\s?(?:%|percent\b)/g;
/** What was, and what was wished for. */
const former =
  /\b(?:from|was|were|previously|up from|down from|short of|shy of|below|under|less than|of the required|required|minimum|limit of|target of|goal of)\W{1,3}$/i;

const noSkips =
  /\b(?:none|nothing|no tests?|not one)(?: (?:is|are|was|were|of them))? skipped\b|\b(?:no|zero|0|without(?: any)?) (?:skips?|skipped)\b/i;

const fromScratch =
  /\bfrom scratch\b|\buncached\b|\b(?:without|no|bypassing|ignoring|skipping) (?:(?:the|any|a|its|build|test|remote|local|turbo|nx|bazel|gradle) ){0,3}cach(?:e|es|ing)\b|\b(?:clean|cold|fresh|full) (?:re)?builds?\b/i;
const sameSnapshots =
  /\bsnapshots? (?:\w{1,12} ){0,3}?(?:match(?:es|ed)?|unchanged|the same|identical|untouched|as before)\b|\b(?:no|without(?: any)?) snapshots? (?:changes?|updates?|(?:was|were|is|are|had|needed|has) \w{1,12})\b|\bunchanged snapshots?\b/i;

const place = /^(?:\.{1,2}\/)?[\w@.-]{1,60}(?:\/[\w@.*-]{1,60}){0,10}\/?$/;
const maxPlaces = 6;

/** Of the sentence as it was said, the codes in it and the kind of check that a claim of it is about. */
export function detailOf(sentence: string, codes: readonly string[], of: CheckKind | undefined): ClaimDetail {
  const coverage = of === undefined || of === 'tests' ? coverageOf(sentence) : undefined;
  const tidy = of === undefined ? undefined : tidyOf(sentence, of);
  const places = placesIn(sentence, codes);
  const manners = of === undefined ? [] : mannersSaid(sentence);
  return {
    ...(tidy && { tidy }),
    ...(coverage !== undefined && { coverage }),
    ...(of === 'tests' && noSkips.test(sentence) && { noSkips: true as const }),
    ...(universal.test(sentence) && { isUniversal: true as const }),
    ...((of === 'build' || of === 'tests') && fromScratch.test(sentence) && { isFromScratch: true as const }),
    ...(of === 'tests' && sameSnapshots.test(sentence) && { sameSnapshots: true as const }),
    ...(manners.length > 0 && { manners }),
    ...(of === 'tests' && saysAtFirst(sentence) && { atFirst: true as const }),
    ...(places.length > 0 && { places }),
  };
}

/** Said in a clause of that kind, or in one that names none. */
function tidyOf(sentence: string, of: CheckKind): ClaimDetail['tidy'] {
  let found: ClaimDetail['tidy'];
  for (const clause of sentence.split(/[;:,()]|\band (?!no\b|0\b|zero\b)|—|–| - /)) {
    const named = (['lint', 'types', 'build', 'tests'] as const).filter((kind) => kinds[kind].test(clause));
    if (named.length > 0 && !named.includes(of)) continue;
    if (someLeft.test(clause)) continue;
    const says = of === 'tests' || of === 'build' ? noneOfAny : noWarnings;
    if (says.test(clause))
      return named.length > 0 || of !== 'tests' || !/lint|types/.test(sentence) ? 'no warnings' : found;
    if (of !== 'tests' && named.includes(of) && clean.test(clause)) found = 'clean';
  }
  return found;
}

/** “Coverage went from 62 % to 85 %” says 85. */
export function coverageOf(sentence: string): number | undefined {
  if (!coverageWords.test(sentence) || !/%|percent/.test(sentence)) return undefined;
  const said: number[] = [];
  for (const match of sentence.matchAll(percent)) {
    const before = sentence.slice(Math.max(0, match.index - 30), match.index);
    if (!former.test(before)) said.push(Number(match[1]));
  }
  return said.length === 0 ? undefined : Math.max(...said);
}

function placesIn(sentence: string, codes: readonly string[]): string[] {
  const words = sentence.split(/[\s,;()'"]+/).map((word) => word.replace(/[.:!?]{1,9}$/, ''));
  const found = [...codes, ...words].filter(
    (word) => word.length < 120 && /[/.]/.test(word) && /[A-Za-z]/.test(word) && place.test(word),
  );
  return [...new Set(found)].slice(0, maxPlaces);
}
