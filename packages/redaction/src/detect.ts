import { type KeywordSearch, keywordSearch } from './keywords.ts';
import { type PlainLines, plainLines } from './plain-lines.ts';
import type { Range, Rule } from './rule.ts';
import { type RunFinding, secretInRun } from './rules/run/run.ts';
import type { WindowRule } from './rules/secretlint.ts';

export type FoundSecret = { readonly start: number; readonly end: number; readonly rule: string };

/** Finds the secrets of a text: ordered, not overlapping. */
export type Detector = (text: string) => readonly FoundSecret[];

/** What a rule has found already it is not asked about again: a long secret is read once, whatever it holds. */
type Own = { readonly rule: Rule; doneUntil: number };

const NONE: readonly FoundSecret[] = [];
const isRange = (seen: Range | readonly Range[]): seen is Range => typeof seen[0] === 'number';
const PLACEHOLDER_START = '[REDACTED:';
const PLACEHOLDER = /\[REDACTED:[\w-]{1,64}:[0-9a-f]{4}\]/g;
const blank = (placeholder: string) => '\u0001'.repeat(placeholder.length);
/** Shorter pieces between placeholders are what a rule left standing on purpose. */
const MIN_PIECE = 12;
const MIN_WINDOW = 256;

export function createDetector(
  rules: readonly Rule[],
  windowRules: readonly WindowRule[],
  withRuns = true,
): Detector {
  let hasPlaceholder = false;
  const noticePlaceholder = () => {
    hasPlaceholder = true;
    return undefined;
  };
  const placeholder = { name: 'placeholder', keywords: [PLACEHOLDER_START], match: noticePlaceholder };
  const keywords = targetsByKeyword([...rules, placeholder], windowRules);
  const search: KeywordSearch = keywordSearch([...keywords.keys()]);
  const targets = [...keywords.values()];

  let text = '';
  let found: FoundSecret[] = [];
  let touched: Own[] = [];
  const hits = windowRules.map((): number[] => []);
  let windowsHit: number[] = [];
  const visit = (keyword: number, at: number) => {
    const target = targets[keyword] as Target;
    for (const own of target.rules) {
      if (at < own.doneUntil) continue;
      const seen = own.rule.match(text, at);
      if (seen === undefined) continue;
      if (typeof seen === 'number') own.doneUntil = seen;
      else if (isRange(seen)) {
        found.push({ start: seen[0], end: seen[1], rule: own.rule.name });
        own.doneUntil = seen[1];
      } else for (const [start, end] of seen) found.push({ start, end, rule: own.rule.name });
      touched.push(own);
    }
    for (const window of target.windows) {
      const places = hits[window] as number[];
      if (places.length === 0) windowsHit.push(window);
      places.push(at);
    }
  };

  let runEnd = 0;
  const visitRun = (at: number) => {
    if (at < runEnd) return;
    const seen: RunFinding = secretInRun(text, at, runEnd);
    runEnd = seen.end;
    if (seen.rule) found.push({ start: seen.start, end: seen.end, rule: seen.rule });
  };

  const findIn = (input: string) => {
    text = input;
    found = [];
    runEnd = 0;
    search(input, visit, withRuns ? visitRun : undefined);
    if (windowsHit.length > 0) {
      for (const window of windowsHit.sort((a, b) => a - b)) {
        scanWindows(windowRules[window] as WindowRule, hits[window] as number[], input, found);
        hits[window] = [];
      }
      windowsHit = [];
    }
    text = '';
    if (touched.length > 0) {
      for (const own of touched) own.doneUntil = 0;
      touched = [];
    }
  };

  const read = (original: string) => {
    hasPlaceholder = false;
    findIn(original);
    // Placeholders name their rule, and rules are named after words that rules look for.
    if (hasPlaceholder) findIn(original.replace(PLACEHOLDER, blank));
    return found;
  };
  return (original) => {
    const plain = plainLines(original);
    const all = plain ? inOriginal(plain, read(plain.text)) : read(original);
    if (plain?.isDiff) all.push(...read(original));
    return all.length === 0 ? NONE : settle(original, all);
  };
}

const inOriginal = ({ origin }: PlainLines, found: readonly FoundSecret[]): FoundSecret[] =>
  found.map(({ start, end, rule }) => ({ start: origin(start), end: origin(end - 1) + 1, rule }));

/** Which rules are asked where a keyword stands, and which window rules, by their number. */
type Target = { readonly rules: Own[]; readonly windows: number[] };

function targetsByKeyword(rules: readonly Rule[], windowRules: readonly WindowRule[]): Map<string, Target> {
  const targets = new Map<string, Target>();
  const targetOf = (keyword: string) => {
    const target = targets.get(keyword) ?? { rules: [], windows: [] };
    targets.set(keyword, target);
    return target;
  };
  for (const rule of rules) {
    const own = { rule, doneUntil: 0 };
    for (const keyword of rule.keywords) targetOf(keyword).rules.push(own);
  }
  windowRules.forEach((rule, number) => {
    for (const keyword of rule.keywords) targetOf(keyword).windows.push(number);
  });
  return targets;
}

/**
 * A window rule reads on from its keyword, as far as its longest secret reaches, and never past the next
 * keyword (unless that is close by): its expressions may be quadratic over many prefixes in a row, over one
 * they are not.
 */
function scanWindows(rule: WindowRule, places: number[], text: string, found: FoundSecret[]): void {
  places.sort((a, b) => a - b);
  for (let i = 0; i < places.length; ) {
    const first = places[i] as number;
    let last = first;
    while (++i < places.length && (places[i] as number) - first < MIN_WINDOW) last = places[i] as number;
    const start = Math.max(0, first - rule.before);
    const end = Math.min(text.length, last + rule.reach, (places[i] ?? text.length) + rule.before);
    for (const [from, to] of rule.scan(text.slice(start, end))) {
      found.push({ start: start + from, end: start + to, rule: rule.name });
    }
  }
}

/** They know a secret by the words beside it; a rule that knows its shape says more about it. */
const VAGUE = new Set(['named-secret', 'entropy', 'bearer', 'authorization', 'header-key', 'url-token']);

/** Orders the findings, joins those that overlap, spares what is redacted already. */
function settle(text: string, found: FoundSecret[]): readonly FoundSecret[] {
  const redacted = text.includes(PLACEHOLDER_START)
    ? [...text.matchAll(PLACEHOLDER)].map((m) => m.index)
    : [];
  const ends = redacted.map((at) => text.indexOf(']', at) + 1);
  const pieces = redacted.length === 0 ? found : found.flatMap((finding) => without(finding, redacted, ends));
  pieces.sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: FoundSecret[] = [];
  for (const finding of pieces) {
    const last = joined.at(-1);
    if (!last || finding.start >= last.end) joined.push(finding);
    else {
      const end = Math.max(finding.end, last.end);
      joined[joined.length - 1] = { start: last.start, end, rule: tellingRule(last, finding) };
    }
  }
  return joined;
}

/** Of two that found the same: the one that knows more, else the one that found more. */
function tellingRule(first: FoundSecret, second: FoundSecret): string {
  const isVague = VAGUE.has(first.rule);
  if (isVague !== VAGUE.has(second.rule)) return isVague ? second.rule : first.rule;
  if (first.rule === 'entropy') return second.rule;
  return second.end - second.start > first.end - first.start ? second.rule : first.rule;
}

function without({ start, end, rule }: FoundSecret, starts: number[], ends: number[]): FoundSecret[] {
  const pieces: FoundSecret[] = [];
  let from = start;
  let touched = false;
  for (let i = firstAbove(ends, start); i < starts.length; i++) {
    const [open, close] = [starts[i] as number, ends[i] as number];
    if (open >= end) break;
    touched = true;
    if (open - from >= MIN_PIECE) pieces.push({ start: from, end: open, rule });
    from = close;
  }
  if (!touched) return [{ start, end, rule }];
  if (end - from >= MIN_PIECE) pieces.push({ start: from, end, rule });
  return pieces;
}

/** The first of ascending numbers that is above another: a text may hold as many placeholders as findings. */
function firstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
