import type { Act, Step } from '../acts/act.ts';
import type { Met } from '../acts/state-act.ts';
import { type Draft, draft } from './draft.ts';

const soon = 12;
const maxOpen = 20;
const maxKnown = 5000;

/** What every session does sooner or later, whoever says so. */
const ordinary =
  /^(?:(?:npm|pnpm|yarn|bun) (?:test|ci|install|i|run [\w:-]+|build|lint)|(?:go|cargo|dotnet|mvn|gradle|\.\/gradlew|mix|swift|make|just|task|bundle|composer|poetry|uv|pip|pytest|tox|ruff|eslint|prettier|tsc|npx (?:tsc|eslint|vitest|jest|prettier|biome|playwright))\b|git (?:status|diff|log|show|add|commit|fetch|pull|checkout|switch|branch|stash|rebase|merge)\b|ls|cat|cd|pwd|grep|rg|find|head|tail|sed -n|echo|which|gh (?:pr|issue|run) (?:view|list|diff|checks))(?:\s|$)/;
/** Hosts that are named in every second text. */
const everywhere =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|npmjs\.(?:com|org)|pypi\.org|crates\.io|golang\.org|go\.dev|google\.com|microsoft\.com|mozilla\.org|stackoverflow\.com|docker\.(?:com|io)|anthropic\.com|claude\.(?:ai|com)|openai\.com)$/;

/** Instructions that a result held, and a call soon after that does just what they say and nothing else had called for. */
export function followed(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  if (!acts.some(({ kind }) => kind === 'met')) return found;
  const open: { met: Met; calls: number; before: ReadonlySet<string> }[] = [];
  const asked = new Set<string>();
  const marks = new Set<string>();
  for (const act of acts) {
    if (act.kind === 'wish') for (const word of act.words) asked.add(word);
    if (act.kind === 'met') {
      if (act.isForeign) found.push(unfollowed(act));
      if (open.length < maxOpen) open.push({ met: act, calls: 0, before: new Set(marks) });
    }
    if (act.kind !== 'step') continue;
    const mark = plain(act.mark);
    for (const one of open) {
      if (act.sequence <= one.met.sequence || ++one.calls > soon || act.outcome === 'denied') continue;
      if (!obeys(act, mark, one.met, asked, one.before)) continue;
      found.push(obeyed(one.met, act));
      one.calls = soon + 1;
    }
    if (marks.size < maxKnown) marks.add(mark);
  }
  return found;
}

const plain = (text: string): string =>
  text
    .slice(text.indexOf('\u0000') + 1)
    .toLowerCase()
    .replace(/\s+/g, ' ');

function obeys(
  act: Step,
  mark: string,
  { names }: Met,
  asked: ReadonlySet<string>,
  before: ReadonlySet<string>,
): boolean {
  if (act.tool !== 'shell' && act.tool !== 'mcp') return false;
  return names.some((name) => {
    const told = name.slice(2);
    const kind = name.charAt(0);
    if (!mark.includes(told) || isAsked(told, asked)) return false;
    // It had done so before it read the text, so the text is not why.
    for (const one of before) if (one.includes(told)) return false;
    return kind === 'c' ? !ordinary.test(told) : kind === 'h' ? !everywhere.test(told) : !ordinary.test(mark);
  });
}

/** The person named it, or every word of it. */
function isAsked(told: string, asked: ReadonlySet<string>): boolean {
  if (asked.has(told)) return true;
  const words = told.split(' ').filter((word) => word.length > 2 && !word.startsWith('-'));
  return (
    words.every((word) => asked.has(word)) ||
    // The host stands in an address that the person gave.
    (!told.includes(' ') && [...asked].some((word) => word.includes(told)))
  );
}

const labelOf = (mark: string): string => mark.slice(mark.indexOf('\u0000') + 1).slice(0, 120);

const obeyed = (met: Met, act: Step): Draft =>
  draft(
    'inject.content',
    'high',
    met,
    `met ${met.sequence}`,
    `Did what a text it had read told it to do, and nobody else had: \`${labelOf(act.mark)}\`.`,
    [
      { sequence: met.sequence, label: 'text with instructions' },
      { sequence: act.sequence, label: labelOf(act.mark) },
    ],
  );

/** Read and left alone. */
const unfollowed = (met: Met): Draft =>
  draft(
    'inject.content',
    'low',
    met,
    `met ${met.sequence}`,
    'A text from elsewhere that it read tells agents what to do; it did not.',
    [{ sequence: met.sequence, label: 'text with instructions' }],
  );
