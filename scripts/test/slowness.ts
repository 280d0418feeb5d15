/** What the work below takes on the machine on which the tests' limits were set, when it does nothing else. */
const quietMs = 9.5;
/** A machine that is slower than this is no place to judge by the clock, and says so by a red test. */
const mostSlowness = 5;
const times = 5;

const line = JSON.stringify({
  at: 1,
  text: 'the quick brown fox jumps over the lazy dog '.repeat(20),
  list: Array.from({ length: 60 }, (_, n) => ({ n, name: `name ${n}` })),
});

/** Some of what the product does most: text is read, looked through and written. */
function work(): number {
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const record = JSON.parse(line) as { text: string };
    found += record.text.match(/\b[a-z]+x\b/g)?.length ?? 0;
    found += JSON.stringify(record).length;
  }
  return found;
}

/** How many times as long as there work takes here and now, at least 1. */
export function slowness(): number {
  const took = Array.from({ length: times }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  const middle = took.sort((a, b) => a - b)[Math.floor(times / 2)] as number;
  return Math.min(mostSlowness, Math.max(1, middle / quietMs));
}

/**
 * Whether something took no longer than it may. On a slower machine, or one that does other things too, it may take
 * longer in proportion: what is tested is judged, not the machine.
 */
export function isWithin(tookMs: number, limitMs: number): boolean {
  return tookMs < limitMs || tookMs < limitMs * slowness();
}
