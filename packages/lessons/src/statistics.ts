import type { Kept } from './check.ts';

/** What sessions come to, by cases. */
export interface Share extends Kept {
  /** Those with a case. */
  sessions: number;
  /** Between these the share lies, in 19 of 20 histories; 0 to 1. */
  low: number;
  high: number;
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number => {
  let all = 0;
  for (const item of items) all += of(item);
  return all;
};

export const withCase = <Session extends Kept>(sessions: readonly Session[]): Session[] =>
  sessions.filter(({ opportunities }) => opportunities > 0);

export function shareOf(sessions: readonly Kept[]): Share {
  const some = withCase(sessions);
  const opportunities = sum(some, (one) => one.opportunities);
  const kept = sum(some, (one) => one.kept);
  return { sessions: some.length, opportunities, kept, ...wilson(kept / opportunities, tellingCases(some)) };
}

/**
 * The cases of one session are alike: whoever kept a rule once keeps it again. So many cases that stand for themselves
 * would tell as much as these; never more than there are.
 */
function tellingCases(sessions: readonly Kept[]): number {
  const cases = sum(sessions, (one) => one.opportunities);
  const share = sum(sessions, (one) => one.kept) / cases;
  // All alike: how much they would stray is not to be seen, so each session counts once.
  if (share === 0 || share === 1) return sessions.length;
  const strays = sum(sessions, ({ kept, opportunities }) => (kept - share * opportunities) ** 2);
  return Math.min(cases, (share * (1 - share) * cases ** 2) / strays);
}

const z = 1.96;

/** Wilson's interval of a share. */
export function wilson(share: number, cases: number): { low: number; high: number } {
  if (!(cases > 0)) return { low: 0, high: 1 };
  const center = share + z ** 2 / (2 * cases);
  const half = z * Math.sqrt((share * (1 - share)) / cases + z ** 2 / (4 * cases ** 2));
  const whole = 1 + z ** 2 / cases;
  return { low: Math.max(0, (center - half) / whole), high: Math.min(1, (center + half) / whole) };
}

const shuffles = 2000;
/** More than these are thinned out evenly: their shuffles would take seconds, and tell no more. */
const mostSessions = 2000;

/**
 * How often chance alone would make two groups of sessions differ that much: whole sessions are dealt anew to both
 * groups. The same for the same sessions, because the deals are. Once it is more often than `enough` the rest of the deals
 * cannot change that: then it is told that it is more, not how much.
 */
export function chanceOf(before: readonly Kept[], since: readonly Kept[], enough: number): number {
  const [a, b] = [thinned(withCase(before)), thinned(withCase(since))];
  if (a.length === 0 || b.length === 0) return 1;
  const all = [...a, ...b];
  const [cases, kept] = [all.map((one) => one.opportunities), all.map((one) => one.kept)];
  const [allCases, allKept] = [sum(cases, Number), sum(kept, Number)];
  const apart = (someCases: number, someKept: number) =>
    Math.abs(someKept / someCases - (allKept - someKept) / (allCases - someCases));
  const seen = apart(
    sum(a, (one) => one.opportunities),
    sum(a, (one) => one.kept),
  );
  const next = numbersFrom(allCases * 31 + allKept * 7 + a.length);
  const order = all.map((_, index) => index);
  let asFar = 0;
  for (let deal = 0; deal < shuffles; deal++) {
    let [someCases, someKept] = [0, 0];
    for (let place = 0; place < a.length; place++) {
      const other = place + Math.floor(next() * (order.length - place));
      const taken = order[other] as number;
      order[other] = order[place] as number;
      order[place] = taken;
      someCases += cases[taken] as number;
      someKept += kept[taken] as number;
    }
    if (apart(someCases, someKept) < seen - 1e-9) continue;
    asFar++;
    if ((asFar + 1) / (shuffles + 1) > enough) break;
  }
  return (asFar + 1) / (shuffles + 1);
}

function thinned<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, items.length / mostSessions);
  return Array.from(
    { length: Math.min(items.length, mostSessions) },
    (_, at) => items[Math.floor(at * step)] as Item,
  );
}

/** Mulberry32: even enough to deal with, and always the same. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
