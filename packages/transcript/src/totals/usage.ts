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
  /** List price of the requests with a recorded cost, to hold the two against each other. */
  listed: number;
  /** Requests with a recorded cost and without a list price. */
  unlisted: number;
  /** What the vendor counts instead of dollars: AIU, credits. */
  credits: number;
}

interface Row {
  model: string;
  tokens: Tokens;
  cost?: number;
  /** In the vendor's own unit. */
  credits?: number;
  /**
   * What the request is known by wherever it is recorded again: in a fork, in what was resumed. Beginning with `@` it
   * is a sum that goes on in whatever else is recorded of the agent's session.
   */
  id?: string;
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
  listed: number;
  unlisted: number;
}
/** A request by its id, as it stands now. */
export interface KnownRequest {
  id: string;
  at: string | undefined;
  tokens: Tokens;
  /** US dollars, recorded or estimated. */
  cost: number;
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
  /** Ids whose requests are other than they were, with their keys. */
  readonly #changed = new Map<string, string>();

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
    for (const id of [this.#rows.get(key)?.id, row.id]) if (id !== undefined) this.#changed.set(id, key);
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
    const none = { ...row, reported: 0, estimated: 0, unpriced: 0, listed: 0, unlisted: 0 };
    const { input, output, cacheRead, cacheWrite } = row.tokens;
    const isEmpty = input + output + cacheRead + cacheWrite === 0;
    const estimated = isEmpty ? undefined : this.#prices.costOf(row.model, row.tokens, row.at);
    if (row.cost)
      return {
        ...none,
        reported: row.cost,
        listed: estimated ?? 0,
        unlisted: estimated === undefined ? 1 : 0,
      };
    if (isEmpty) return none;
    if (estimated !== undefined) return { ...none, estimated };
    // A recorded 0 is what a local model costs, and what a subscription shows: for a model with a list price, estimate.
    return row.cost === 0 ? none : { ...none, unpriced: 1 };
  }

  drop(key: string): void {
    const old = this.#rows.get(key);
    if (old === undefined) return;
    this.#rows.delete(key);
    if (old.id !== undefined) this.#changed.set(old.id, key);
    this.#apply(old, -1);
  }

  /** Requests with an id that are other than at the last call; of those that count no more nothing is left. */
  takeChanged(): KnownRequest[] {
    const changed = [...this.#changed].map(([id, key]): KnownRequest => {
      const row = this.#rows.get(key);
      if (row?.id !== id) return { id, at: undefined, tokens: { ...noTokens }, cost: 0 };
      return { id, at: row.at, tokens: row.tokens, cost: row.reported + row.estimated };
    });
    this.#changed.clear();
    return changed;
  }

  whyUnpriced(model: string): string {
    return this.#prices.whyUnpriced?.(model) ?? 'no list price is known';
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
    listed: to.listed + from.listed,
    unlisted: to.unlisted + from.unlisted,
    ...((to.credits ?? from.credits) !== undefined && { credits: (to.credits ?? 0) + (from.credits ?? 0) }),
  };
}

const noCost = { reported: 0, estimated: 0, unpriced: 0, listed: 0, unlisted: 0, credits: 0 };

function apply(models: Map<string, ModelUsage>, row: PricedRow, sign: 1 | -1): void {
  let usage = models.get(row.model);
  if (usage === undefined) {
    usage = { tokens: { ...noTokens }, requests: 0, ...noCost };
    models.set(row.model, usage);
  }
  addTokens(usage.tokens, row.tokens, sign);
  usage.requests += sign * (row.requests ?? 1);
  usage.reported += sign * row.reported;
  usage.estimated += sign * row.estimated;
  usage.unpriced += sign * row.unpriced;
  usage.listed += sign * row.listed;
  usage.unlisted += sign * row.unlisted;
  usage.credits += sign * (row.credits ?? 0);
  if (usage.requests === 0) models.delete(row.model);
}
export interface SavedLedger {
  rows: [string, PricedRow][];
  models: [string, ModelUsage][];
}
