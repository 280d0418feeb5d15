/**
 * Token counts in one meaning for all agents:
 * `input` without cache, `output` with reasoning, `reasoning` the part of output that was thought.
 */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` kept for an hour, which Anthropic bills higher. */
  cacheWriteLong: number;
  reasoning: number;
}

export const noTokens: Readonly<Tokens> = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  reasoning: 0,
};
const fields = Object.keys(noTokens) as (keyof Tokens)[];

export function tokens(part: { [K in keyof Tokens]?: number | undefined }): Tokens {
  const result = { ...noTokens };
  for (const field of fields) result[field] = Math.max(0, part[field] ?? 0);
  return result;
}

/** For agents whose input count includes what came from, and went to, the cache. */
export function withoutCache(total: number | undefined, ...cached: (number | undefined)[]): number {
  return Math.max(0, (total ?? 0) - cached.reduce<number>((sum, n) => sum + (n ?? 0), 0));
}

export function addTokens(to: Tokens, from: Tokens, sign: 1 | -1 = 1): void {
  for (const field of fields) to[field] += sign * from[field];
}
