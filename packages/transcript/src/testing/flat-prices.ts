import type { PriceList } from '../totals/price.ts';

/** Dollars per million tokens for some models, whatever the date and the size of a request. */
export const flatPrices = (
  prices: Record<string, { input: number; output: number; cache: number }>,
): PriceList => ({
  costOf(model, tokens) {
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    if (!price) return undefined;
    const cached = tokens.cacheRead + tokens.cacheWrite;
    return (tokens.input * price.input + tokens.output * price.output + cached * price.cache) / 1e6;
  },
});
