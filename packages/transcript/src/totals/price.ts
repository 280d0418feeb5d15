import type { Tokens } from './tokens.ts';

/** What requests cost. The server and the CLI bring theirs (packages/prices); a page carries none. */
export interface PriceList {
  /** US dollars of one request at its time, or undefined for a model without a known price. */
  costOf(model: string, tokens: Tokens, at: string | undefined): number | undefined;
  /** Why a model has none, in a few words. */
  whyUnpriced?(model: string): string;
}

/** For whoever does not ask for the cost: only what agents recorded themselves counts. */
export const noPrices: PriceList = { costOf: () => undefined };
