import { completionsOf as completionsOfRule } from '@debrief/findings/team-rule';

/** What only checks have, by what stands last. */
const more: Record<string, readonly string[]> = {
  '': ['use "…" instead of "…"'],
  when: ['done unless ', 'new "…" in "…"', 'finding "…"', 'failure "…"'],
  done: ['unless '],
};

/**
 * Words that may follow what was typed so far. While a word is being typed, those that begin like it; inside quotation
 * marks none, because only the team knows.
 */
export function completionsOf(text: string): string[] {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return [];
  const isBetween = text === '' || /\s$/.test(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = isBetween ? '' : (words.pop() ?? '');
  const own = ownOf(words);
  const next = own ?? [...completionsOfRule(text), ...(more[words.at(-1) ?? ''] ?? [])];
  return next.filter((one) => one.startsWith(begun) && one.trim() !== begun);
}

/** Where the language of rules would say something else, or nothing. */
function ownOf(words: readonly string[]): readonly string[] | undefined {
  const [first, second] = words;
  const last = words.at(-1) ?? '';
  if (first === 'use') return last.endsWith('"') ? afterUse(words) : last === 'instead' ? ['of "…"'] : [];
  if (first === 'when' && second === 'new' && words[2]?.startsWith('"'))
    return last.endsWith('"') ? afterNew(words) : last === 'unless' || last === 'or' ? ['has "…"'] : [];
  if (first === 'when' && (second === 'finding' || second === 'failure')) return [];
  return undefined;
}

const afterUse = (words: readonly string[]): readonly string[] =>
  words.includes('in') ? [] : words.includes('of') ? ['in "…"'] : ['instead of "…"'];

const afterNew = (words: readonly string[]): readonly string[] =>
  words.includes('unless') ? ['or '] : words.includes('in') ? ['unless has "…"'] : ['in "…"'];
