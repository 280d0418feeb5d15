import type { PriceList } from '@debrief/transcript';
import { findOwnPrice, type OwnPrice } from './own-price.ts';
import { publicRates, type RatesBySize } from './public-price.ts';
import { costAt } from './rates.ts';
import { whyUnpriced } from './unpriced.ts';

/** Sessions name few models, and hostile ones as many as they like. */
const maxRemembered = 2000;

/** Prices by model and the hour of the request: some vendors' prices change by the time of day. */
export function createPriceList(own: readonly OwnPrice[] = []): Required<PriceList> {
  const remembered = new Map<string, RatesBySize | undefined>();
  return {
    whyUnpriced,
    costOf(model, tokens, at) {
      const time = instantOf(at);
      const hour = time.toISOString().slice(0, 13);
      const key = `${hour} ${model}`;
      let rates = remembered.get(key);
      if (rates === undefined && !remembered.has(key)) {
        rates = ownRates(own, model, hour.slice(0, 10)) ?? publicRates(model, time);
        if (remembered.size >= maxRemembered) remembered.clear();
        remembered.set(key, rates);
      }
      return rates && costAt(rates(tokens.input + tokens.cacheRead + tokens.cacheWrite), tokens);
    },
  };
}

/** A request without a time, or with an impossible one, is priced as of now. */
function instantOf(at: string | undefined): Date {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return time >= 0 && time < Date.UTC(2200, 0) ? new Date(time) : new Date();
}

function ownRates(own: readonly OwnPrice[], model: string, day: string): RatesBySize | undefined {
  const price = findOwnPrice(own, model, day);
  if (!price) return undefined;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const rates = { input, output, cacheRead, cacheWrite, cacheWriteLong: price.cacheWriteLong ?? cacheWrite };
  return () => rates;
}
