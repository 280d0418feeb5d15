import { checks } from './team-rule.ts';

/** What may come next, by what stands last; the longest beginning that fits wins. */
const after: readonly (readonly [before: string, next: readonly string[]])[] = [
  ['', ['when ']],
  [
    'when',
    [
      'commit',
      'command "…"',
      'edit "…"',
      'edit existing "…"',
      'new file "…"',
      'delete "…"',
      'push',
      'push to "…"',
      'claim',
      'tool "…"',
      'prompt "…"',
    ],
  ],
  ['push', ['to "…"', 'unless ']],
  ['claim', ['of tests', 'of lint', 'of build', 'of types', 'unless ']],
  ['of', [...checks]],
  [
    'unless',
    ['ran "…"', ...checks.map((check) => `${check} passed`), 'asked "…"', 'plan approved', 'on branch "…"'],
  ],
  [
    'or',
    ['ran "…"', ...checks.map((check) => `${check} passed`), 'asked "…"', 'plan approved', 'on branch "…"'],
  ],
  ['passed', ['since the last edit', 'or ']],
  ['since', ['the last edit']],
  ['edit', ['"…"', 'existing "…"', 'unless ']],
  ['commit', ['unless ']],
];

/**
 * Words that may follow what was typed so far. While a word is being typed, those that begin like it; inside quotation
 * marks none, because only the team knows.
 */
export function completionsOf(text: string): string[] {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return [];
  const isBetween = text === '' || /\s$/.test(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = isBetween ? '' : (words.pop() ?? '');
  const last = words.at(-1) ?? '';
  const next = last.endsWith('"')
    ? words.includes('unless')
      ? ['since the last edit', 'or ']
      : ['unless ']
    : (after.find(([before]) => before === last)?.[1] ?? []);
  return next.filter((one) => one.startsWith(begun) && one.trim() !== begun);
}
