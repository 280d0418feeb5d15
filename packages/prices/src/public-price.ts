import { calcPrice, type ModelPrice, type PriceCalculationResult } from '@pydantic/genai-prices';
import { namesOf, resoldAs } from './model-name.ts';
import type { Rates } from './rates.ts';

/** The kept data set of public list prices, dated; answers what one model costs at one time. */

/** The rates for a request whose input, cache included, has so many tokens. */
export type RatesBySize = (inputTokens: number) => Rates;

/** The names of vendors' models are short; what is longer is not one, and is not compared with thousands of them. */
const longestName = 200;

export function publicRates(model: string, at: Date): RatesBySize | undefined {
  if (model.length === 0 || model.length > longestName) return undefined;
  const found = find(model, at);
  return found ? ratesOf(found.model_price) : undefined;
}

function find(model: string, at: Date): PriceCalculationResult {
  const noUsage = { input_tokens: 0, output_tokens: 0 };
  const listed = (name: string, providerId?: string) =>
    calcPrice(noUsage, name, { timestamp: at, ...(providerId && { providerId }) });
  const names = namesOf(model);
  for (const name of names) {
    const found = listed(name);
    if (found) return found;
  }
  for (const name of [model, ...names.map(resoldAs)]) {
    const found = name?.includes('/') ? listed(name, 'openrouter') : null;
    if (found) return found;
  }
  return null;
}

type Price = ModelPrice[string];

/** Above a tier's start the whole request is billed at the tier's price. */
function priceFor(price: Price, inputTokens: number): number | undefined {
  if (price === undefined || typeof price === 'number') return price;
  const tier = price.tiers.findLast(({ start }) => inputTokens > start);
  return tier ? tier.price : price.base;
}

function ratesOf(price: ModelPrice): RatesBySize | undefined {
  if (price.input_mtok === undefined && price.output_mtok === undefined) return undefined;
  return (inputTokens) => {
    const rate = (name: string) => priceFor(price[name], inputTokens);
    const input = rate('input_mtok') ?? 0;
    const cacheWrite = rate('cache_write_mtok') ?? input;
    return {
      input,
      output: rate('output_mtok') ?? 0,
      cacheRead: rate('cache_read_mtok') ?? input,
      cacheWrite,
      cacheWriteLong: rate('cache_write_1h_mtok') ?? cacheWrite,
    };
  };
}
