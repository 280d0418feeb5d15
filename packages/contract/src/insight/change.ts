import type { WaitedFigures } from './insight.ts';

/** What is said where nothing became more or less, as far as one knows. */
export const theSame = 'about the same as before';
const unchanged: readonly string[] = ['none, as before', 'too few to compare', theSame];
export const isChange = (words: string): boolean => !unchanged.includes(words);

/** Fewer than so many on one side say nothing about a change. */
const leastCounted = 5;

/** What became of a figure, in words: it says neither good nor bad. `counted`: how many things both sides rest on. */
export function changeInWords(
  now: number,
  before: number,
  counted: readonly [now: number, before: number] = [now, before],
): string {
  if (now === 0 && before === 0) return 'none, as before';
  if (Math.max(...counted) < leastCounted) return 'too few to compare';
  if (before === 0) return 'none before';
  if (now === 0) return 'none any more';
  const ratio = now / before;
  if (ratio >= 2.75) return `${Math.round(ratio)} times as much as before`;
  return words.find(([least]) => ratio >= least)?.[1] ?? 'far less than before';
}

const words: readonly [least: number, words: string][] = [
  [1.75, 'twice as much as before'],
  [1.35, 'half as much again as before'],
  [1.12, 'somewhat more than before'],
  [0.88, theSame],
  [0.6, 'somewhat less than before'],
  [0.4, 'about half of before'],
  [0.28, 'about a third of before'],
];

const steps: readonly [key: keyof WaitedFigures, words: string][] = [
  ['h1', 'within an hour'],
  ['h4', 'within 4 hours'],
  ['h8', 'within 8 hours'],
  ['h24', 'within a day'],
  ['h48', 'within 2 days'],
  ['h72', 'within 3 days'],
  ['h168', 'within a week'],
  ['longer', 'after more than a week'],
];

/** Within which time this share of the sessions that were judged had been; undefined when none was. */
export function waitedFor(waited: WaitedFigures, share: number): string | undefined {
  const all = steps.reduce((sum, [key]) => sum + waited[key], 0);
  if (all === 0) return undefined;
  let counted = 0;
  for (const [key, words] of steps) {
    counted += waited[key];
    if (counted >= share * all) return words;
  }
  return undefined;
}
