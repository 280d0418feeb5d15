/** The same figures in every run: mulberry32, with what the benches draw from it. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    below,
    pick,
    id: () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(12)}`,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    /** Common words come often and rare ones seldom, as in any language. */
    prose(length: number): string {
      let text = '';
      while (text.length < length) text += `${words[Math.floor(words.length * next() ** 2)]} `;
      return text.slice(0, length);
    },
  };
}

const syllables = ['ba', 'ren', 'to', 'lim', 'sa', 'ker', 'du', 'vel', 'mi', 'no', 'fas', 'ti', 'gor', 'pe'];

/** 800 made-up words of one to four syllables. */
export const words: readonly string[] = (() => {
  const made = new Set<string>();
  for (let number = 1; made.size < 800; number++) {
    let word = '';
    for (let rest = number * 7; rest > 0; rest = Math.floor(rest / syllables.length))
      word += syllables[rest % syllables.length];
    made.add(word);
  }
  return [...made];
})();
