import { isTooFull } from '../json.ts';
import { noPrices, type PriceList } from './price.ts';
import { addTokens, noTokens, type Tokens } from './tokens.ts';

export interface ModelUsage {
  tokens: Tokens;
  requests: number;
  /** Cost the agent itself recorded, in US dollars. */
  reported: number;
  /** List price of the requests without a recorded cost, at the time of each. */
  estimated: number;
  /** Requests that used tokens and have neither a recorded cost nor a known price. */
  unpriced: number;
}

interface Row {
  model: string;
  tokens: Tokens;
  cost?: number;
  /** When the request was made: prices change. */
  at?: string;
  /** The sub-agent whose request it was. */
  lane?: string;
  /** How many requests the row stands for, where the agent records sums; else one. */
  requests?: number;
  /** The turn it counts in; a fold knows it. */
  turn?: number;
}
/** A row with what it adds to the totals of its model, so that taking it back leaves nothing. */
export interface PricedRow extends Row {
  reported: number;
  estimated: number;
  unpriced: number;
}
export interface Spend extends Row {
  /** `max`: the same request again, larger output wins. `last`: replaces. `add`: one more request on the key. */
  mode?: 'max' | 'last' | 'add';
}

/** Requests by their dedupe key, with running totals per model. */
export class Ledger {
  readonly #rows: Map<string, PricedRow>;
  readonly #models: Map<string, ModelUsage>;
  readonly #prices: PriceList;
  readonly #onApply: ((row: PricedRow, sign: 1 | -1) => void) | undefined;
  readonly #maxRows: number;

  /**
   * `onApply` is told of each request that counts (1) or no longer counts (-1). Of more than `maxRows` the oldest are
   * forgotten: they count, and what is recorded of them again counts once more.
   */
  constructor(
    saved?: SavedLedger,
    prices: PriceList = noPrices,
    onApply?: (row: PricedRow, sign: 1 | -1) => void,
    maxRows = Number.POSITIVE_INFINITY,
  ) {
    this.#onApply = onApply;
    this.#maxRows = maxRows;
    this.#prices = prices;
    this.#rows = new Map(saved?.rows);
    this.#models = new Map(saved?.models);
  }

  spend(key: string, { mode = 'last', ...spent }: Spend): void {
    const old = this.#rows.get(key);
    const row = this.#priced(spent);
    if (mode === 'add') {
      this.#set(key, old ? added(old, row) : { ...row, tokens: { ...row.tokens } });
      this.#apply(row, 1);
      return;
    }
    if (old !== undefined) {
      if (mode === 'max' && old.tokens.output >= row.tokens.output) return;
      this.#apply(old, -1);
    }
    this.#set(key, row);
    this.#apply(row, 1);
  }

  #set(key: string, row: PricedRow): void {
    // At the end again, so that what is still being added to is not the oldest.
    this.#rows.delete(key);
    this.#rows.set(key, row);
    if (!isTooFull(this.#rows, this.#maxRows)) return;
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.#maxRows) return;
      this.#rows.delete(oldest);
    }
  }

  #priced(row: Row): PricedRow {
    const none = { ...row, reported: 0, estimated: 0, unpriced: 0 };
    if (row.cost) return { ...none, reported: row.cost };
    const { input, output, cacheRead, cacheWrite } = row.tokens;
    if (input + output + cacheRead + cacheWrite === 0) return none;
    const estimated = this.#prices.costOf(row.model, row.tokens, row.at);
    if (estimated !== undefined) return { ...none, estimated };
    // A recorded 0 is what a local model costs, and what a subscription shows: for a model with a list price, estimate.
    return row.cost === 0 ? none : { ...none, unpriced: 1 };
  }

  drop(key: string): void {
    const old = this.#rows.get(key);
    if (old === undefined) return;
    this.#rows.delete(key);
    this.#apply(old, -1);
  }

  #apply(row: PricedRow, sign: 1 | -1): void {
    apply(this.#models, row, sign);
    this.#onApply?.(row, sign);
  }

  byModel(): ReadonlyMap<string, ModelUsage> {
    return this.#models;
  }

  /** The requests of some sub-agents only; a walk over all requests. */
  byModelOf(lanes: ReadonlySet<string>): ReadonlyMap<string, ModelUsage> {
    const models = new Map<string, ModelUsage>();
    for (const row of this.#rows.values())
      if (row.lane !== undefined && lanes.has(row.lane)) apply(models, row, 1);
    return models;
  }

  save(): SavedLedger {
    return { rows: [...this.#rows], models: [...this.#models] };
  }
}

function added(to: PricedRow, from: PricedRow): PricedRow {
  const tokens = { ...to.tokens };
  addTokens(tokens, from.tokens);
  return {
    ...to,
    tokens,
    requests: (to.requests ?? 1) + (from.requests ?? 1),
    reported: to.reported + from.reported,
    estimated: to.estimated + from.estimated,
    unpriced: to.unpriced + from.unpriced,
  };
}

function apply(models: Map<string, ModelUsage>, row: PricedRow, sign: 1 | -1): void {
  let usage = models.get(row.model);
  if (usage === undefined) {
    usage = { tokens: { ...noTokens }, requests: 0, reported: 0, estimated: 0, unpriced: 0 };
    models.set(row.model, usage);
  }
  addTokens(usage.tokens, row.tokens, sign);
  usage.requests += sign * (row.requests ?? 1);
  usage.reported += sign * row.reported;
  usage.estimated += sign * row.estimated;
  usage.unpriced += sign * row.unpriced;
  if (usage.requests === 0) models.delete(row.model);
}
export interface SavedLedger {
  rows: [string, PricedRow][];
  models: [string, ModelUsage][];
}
