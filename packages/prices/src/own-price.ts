/** Prices an operator adds: for models the public list lacks, and for negotiated rates. They win over the list. */
export interface OwnPrice {
  /** The exact name, or a beginning followed by `*`. Letter case does not count. */
  model: string;
  /** The first day it holds, `YYYY-MM-DD`; always, when absent. */
  from?: string;
  /** US dollars per million tokens. */
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  cacheWriteLong?: number;
}

/** Says which price is wrong and why. */
export class OwnPricesError extends Error {}

const maxPrices = 10_000;
const amounts = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteLong'] as const;

/** Reads the text of a price file: `{ "prices": [ … ] }`. Throws `OwnPricesError`. */
export function readOwnPrices(text: string): OwnPrice[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new OwnPricesError('The price file is not JSON.');
  }
  const prices = isRecord(content) ? content.prices : undefined;
  if (!Array.isArray(prices)) throw new OwnPricesError('The price file has no list called "prices".');
  if (prices.length > maxPrices)
    throw new OwnPricesError(`The price file has more than ${maxPrices} prices.`);
  return prices.map((price, index) => ownPrice(price, `prices[${index}]`));
}

function ownPrice(value: unknown, where: string): OwnPrice {
  if (!isRecord(value)) throw new OwnPricesError(`${where} is not an object.`);
  const { model, from } = value;
  if (
    typeof model !== 'string' ||
    model === '' ||
    model.indexOf('*') < model.length - 1 === model.includes('*')
  ) {
    throw new OwnPricesError(`${where}.model must be a name, with "*" at its end at most.`);
  }
  if (from !== undefined && !isDay(from))
    throw new OwnPricesError(`${where}.from must be a day like 2026-05-31.`);
  const price: OwnPrice = {
    model: model.toLowerCase(),
    input: 0,
    output: 0,
    ...(from !== undefined && { from }),
  };
  for (const name of amounts) {
    const amount = value[name];
    if (amount === undefined && name !== 'input' && name !== 'output') continue;
    if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) {
      throw new OwnPricesError(`${where}.${name} must be a number of US dollars per million tokens.`);
    }
    price[name] = amount;
  }
  return price;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** The price that holds on a day: an exact name before a beginning, then the longest, then the newest. */
export function findOwnPrice(prices: readonly OwnPrice[], model: string, day: string): OwnPrice | undefined {
  const name = model.toLowerCase();
  let best: OwnPrice | undefined;
  for (const price of prices) {
    if (price.from !== undefined && price.from > day) continue;
    if (!matches(price.model, name)) continue;
    if (best === undefined || rank(price) > rank(best)) best = price;
  }
  return best;
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const rank = ({ model, from }: OwnPrice): string =>
  `${model.endsWith('*') ? 0 : 1}${String(model.length).padStart(6, '0')}${from ?? ''}`;
