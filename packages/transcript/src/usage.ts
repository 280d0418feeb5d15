import { isPriced } from './price.ts';

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

export interface ModelUsage {
  tokens: Tokens;
  requests: number;
  /** Cost the agent itself recorded, in US dollars. */
  reported: number;
  /** Tokens of requests without a recorded cost: what the price table has to estimate. */
  open: Tokens;
}

interface Row {
  model: string;
  tokens: Tokens;
  cost?: number;
  /** The sub-agent whose request it was. */
  lane?: string;
}
export interface Spend extends Row {
  /** `max`: the same request again, larger output wins. `last`: replaces. `add`: one more request on the key. */
  mode?: 'max' | 'last' | 'add';
}

/** Requests by their dedupe key, with running totals per model. */
export class Ledger {
  private readonly rows: Map<string, Row>;
  private readonly models: Map<string, ModelUsage>;

  constructor(saved?: SavedLedger) {
    this.rows = new Map(saved?.rows);
    this.models = new Map(saved?.models);
  }

  spend(key: string, { mode = 'last', ...row }: Spend): void {
    const old = this.rows.get(key);
    if (mode === 'add') {
      const sum = old ? { ...old, tokens: { ...old.tokens } } : { ...row, tokens: { ...noTokens } };
      addTokens(sum.tokens, row.tokens);
      this.rows.set(key, sum);
      apply(this.models, row, 1);
      return;
    }
    if (old !== undefined) {
      if (mode === 'max' && old.tokens.output >= row.tokens.output) return;
      apply(this.models, old, -1);
    }
    this.rows.set(key, row);
    apply(this.models, row, 1);
  }

  drop(key: string): void {
    const old = this.rows.get(key);
    if (old === undefined) return;
    this.rows.delete(key);
    apply(this.models, old, -1);
  }

  byModel(): ReadonlyMap<string, ModelUsage> {
    return this.models;
  }

  /** The requests of some sub-agents only; a walk over all requests. */
  byModelOf(lanes: ReadonlySet<string>): ReadonlyMap<string, ModelUsage> {
    const models = new Map<string, ModelUsage>();
    for (const row of this.rows.values())
      if (row.lane !== undefined && lanes.has(row.lane)) apply(models, row, 1);
    return models;
  }

  save(): SavedLedger {
    return { rows: [...this.rows], models: [...this.models] };
  }
}

function apply(models: Map<string, ModelUsage>, row: Row, sign: 1 | -1): void {
  let usage = models.get(row.model);
  if (usage === undefined) {
    usage = { tokens: { ...noTokens }, requests: 0, reported: 0, open: { ...noTokens } };
    models.set(row.model, usage);
  }
  addTokens(usage.tokens, row.tokens, sign);
  usage.requests += sign;
  // A recorded 0 is what a local model costs, and what a subscription shows: for a model with a list price, estimate.
  if (row.cost === undefined || (row.cost === 0 && isPriced(row.model)))
    addTokens(usage.open, row.tokens, sign);
  else usage.reported += sign * row.cost;
  if (usage.requests === 0) models.delete(row.model);
}
export interface SavedLedger {
  rows: [string, Row][];
  models: [string, ModelUsage][];
}
