import type { FoundMatch } from '@debrief/contract';
import type { ClippedEntry, Entry } from '@debrief/transcript';
import { pageSize, unpackItems } from '../page.ts';

/** What to look for: all words in one text, each exact text somewhere in it. Both are lower-cased. */
export interface FindQuery {
  words: string[];
  exact: string[];
  /** `tool`, `tool:shell` and so on; none means all. */
  kinds: string[];
}

const max = { terms: 12, parts: 400, snippet: 220, before: 60 };

/** Quotes mean exactly this text; everything else is words. */
export function parseFind(q: string, kinds: readonly string[] = []): FindQuery {
  const words: string[] = [];
  const exact: string[] = [];
  for (const [whole, quoted] of q.matchAll(/"([^"]*)"?|[^\s"]+/g)) {
    if (quoted === undefined) words.push(whole.toLowerCase());
    else if (quoted !== '') exact.push(quoted.toLowerCase());
  }
  return { words: words.slice(0, max.terms), exact: exact.slice(0, max.terms), kinds: [...kinds] };
}

const isEmpty = ({ words, exact }: FindQuery): boolean => words.length === 0 && exact.length === 0;

/** A match, or an entry whose cut fields have yet to be looked at. */
interface FoundHit {
  index: number;
  entry: ClippedEntry;
  match: FoundMatch | undefined;
}

/** Goes through a page of entries. */
export function* hitsInPage(
  lane: number,
  page: number,
  body: Uint8Array,
  query: FindQuery,
): Generator<FoundHit> {
  if (isEmpty(query)) return;
  const first = page * pageSize.entries;
  for (const [at, item] of unpackItems(body).entries()) {
    const isCut = item.endsWith('}}') && item.includes('"clipped":{');
    if (!isCut && !mayMatch(item, query)) continue;
    const entry = JSON.parse(item) as ClippedEntry;
    if (!isKind(entry, query)) continue;
    const match = findInEntry(entry, lane, first + at, query);
    if (match || entry.clipped) yield { index: first + at, entry, match };
  }
}

/** A quick no, on the JSON itself. Terms that JSON writes with escapes are left to the slower look. */
export function mayMatch(item: string, { words, exact }: FindQuery): boolean {
  const text = item.toLowerCase();
  return [...words, ...exact].every((term) => /["\\\p{Cc}]/u.test(term) || text.includes(term));
}

function isKind(entry: Entry, { kinds }: FindQuery): boolean {
  if (kinds.length === 0) return true;
  return kinds.includes(entry.kind) || ('tool' in entry && kinds.includes(`${entry.kind}:${entry.tool}`));
}

export function findInEntry(
  entry: Entry,
  lane: number,
  index: number,
  query: FindQuery,
  stored?: ClippedEntry,
): FoundMatch | undefined {
  for (const [part, text] of textsOf(entry)) {
    const ranges = rangesOf(text, query);
    const [first] = ranges;
    if (!first) continue;
    const kept = stored && [...textsOf(stored)].find(([name]) => name === part)?.[1];
    return {
      lane,
      index,
      entry: entry.id,
      sequence: entry.sequences[0] ?? 0,
      kind: entry.kind === 'tool' ? `tool:${entry.tool}` : entry.kind,
      part,
      start: first[0],
      end: first[1],
      isClipped: stored !== undefined && first[1] > (kept?.length ?? 0),
      ...snippetOf(text, ranges),
    };
  }
  return undefined;
}

/** Fields that say nothing to a reader. */
const unread = new Set([
  'id',
  'kind',
  'at',
  'lane',
  'outcome',
  'tool',
  'sequences',
  'clipped',
  'retracted',
  'entries',
  'data',
  'model',
  'agentId',
  'call',
]);

/** Every text of an entry with the name of its place, what people see first. */
export function* textsOf(entry: Entry): Generator<[part: string, text: string]> {
  const fields = Object.entries(entry).filter(([name]) => !unread.has(name));
  let left = max.parts;
  const visit = function* (value: unknown, path: string, depth: number): Generator<[string, string]> {
    if (left <= 0) return;
    if (typeof value === 'string') {
      left--;
      if (value !== '') yield [path, value];
    } else if (typeof value === 'object' && value !== null && depth < 12) {
      for (const [name, item] of Object.entries(value)) yield* visit(item, `${path}.${name}`, depth + 1);
    }
  };
  const order = ['title', 'text', 'words', 'output'];
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  for (const [name, value] of fields.sort(([a], [b]) => rank(a) - rank(b))) {
    // Hunks are lines of one text: a match may not span them, and each has its own place.
    yield* visit(value, name, 0);
  }
}

type Range = [from: number, to: number];

/** Where the terms stand in a text; empty unless it has all of them. */
function rangesOf(text: string, { words, exact }: FindQuery): Range[] {
  const plain = lower(text);
  const ranges: Range[] = [];
  for (const term of [...exact, ...words]) {
    let at = plain.indexOf(term);
    if (at < 0) return [];
    for (let count = 0; at >= 0 && count < 20; count++) {
      ranges.push([at, at + term.length]);
      at = plain.indexOf(term, at + term.length);
    }
  }
  return ranges.sort((a, b) => a[0] - b[0]);
}

/** Lower case of the same length, so that places stay places: `İ` would become two. */
function lower(text: string): string {
  const plain = text.toLowerCase();
  if (plain.length === text.length) return plain;
  return [...text]
    .map((one) => {
      const low = one.toLowerCase();
      return low.length === one.length ? low : one;
    })
    .join('');
}

function snippetOf(text: string, ranges: readonly Range[]): { snippet: string; matches: Range[] } {
  const begin = Math.max(0, (ranges[0]?.[0] ?? 0) - max.before);
  const end = Math.min(text.length, begin + max.snippet);
  const shift = begin > 0 ? 1 - begin : 0;
  const cut = text.slice(begin, end).toWellFormed();
  const matches: Range[] = [];
  for (const [from, to] of ranges) {
    const last = matches.at(-1);
    const range: Range = [Math.max(from, begin) + shift, Math.min(to, end) + shift];
    if (range[0] >= range[1] || from >= end) continue;
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else matches.push(range);
  }
  const snippet = (begin > 0 ? '…' : '') + cut.replace(/[\n\r\t]/g, ' ') + (end < text.length ? '…' : '');
  return { snippet, matches };
}
