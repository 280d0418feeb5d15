import type { Tokens } from '@debrief/transcript';

/** US dollars per million tokens. */
export interface Rates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** For writes kept for an hour. */
  cacheWriteLong: number;
}

export function costAt(rates: Rates, tokens: Tokens): number {
  const long = Math.min(tokens.cacheWriteLong, tokens.cacheWrite);
  return (
    (tokens.input * rates.input +
      tokens.output * rates.output +
      tokens.cacheRead * rates.cacheRead +
      (tokens.cacheWrite - long) * rates.cacheWrite +
      long * rates.cacheWriteLong) /
    1_000_000
  );
}
