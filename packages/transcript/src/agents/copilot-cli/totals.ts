/**
 * What Copilot CLI tells at the end: the totals of the whole session so far, per model. `tokenDetails` are what was
 * billed, input without cache; `usage` has input with cache. Older versions have one of the two only, or `tokenDetails`
 * for the session as a whole.
 */
import { type Json, num, obj, str } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { addTokens, noTokens, type Tokens, tokens, withoutCache } from '../../totals/tokens.ts';

interface Total extends Tokens {
  requests?: number;
  credits?: number;
}

/** GitHub's unit: 1 AIU is a cent. The records agree with the list prices of their models to the last digit. */
const nanoAiuPerDollar = 1e11;
const nanoAiu = 1e9;

/** Smaller than before means that counting began anew. */
export function spendTotals(data: Json, pen: Pen) {
  const models = Object.entries(obj(data.modelMetrics)).map(([model, raw]) => [model, obj(raw)] as const);
  const sums = models.map(
    ([, metrics]) => detailed(metrics.tokenDetails, metrics.usage) ?? counted(metrics.usage),
  );
  const whole = detailed(data.tokenDetails);
  if (models.length === 0 && whole === undefined) return;
  for (const key of pen.global<string[]>('live') ?? []) pen.unspend(key);
  pen.setGlobal('live', []);
  const totals = new Map(pen.global<[string, Total][]>('totals'));
  const isTold = sums.some((sum) => sum !== undefined);
  for (const [at, [model, metrics]] of models.entries()) spendTotal(model, sums[at], metrics, totals, pen);
  // Of which model is not told, but where there is one.
  if (!isTold && whole !== undefined) {
    const [only] = models.length === 1 ? models : [];
    const model = only?.[0] ?? str(data.currentModel) ?? pen.global<string>('model') ?? 'unknown';
    const { totalNanoAiu } = data;
    spendTotal(model, whole, { ...only?.[1], totalNanoAiu }, totals, pen);
  }
  pen.setGlobal('totals', [...totals]);
}

function spendTotal(
  model: string,
  sum: Tokens | undefined,
  metrics: Json,
  totals: Map<string, Total>,
  pen: Pen,
) {
  if (sum === undefined) return;
  const before = totals.get(model) ?? { ...noTokens, requests: 0 };
  const count = num(obj(metrics.requests).count) ?? num(metrics.requests) ?? 1;
  const billed = num(metrics.totalNanoAiu);
  const moved = { ...sum };
  const goesOn = sum.output >= before.output && sum.input >= before.input;
  if (goesOn) addTokens(moved, before, -1);
  totals.set(model, { ...sum, requests: count, ...(billed !== undefined && { credits: billed }) });
  if (Object.values(moved).every((n) => n === 0)) return;
  const spent = billed === undefined ? undefined : billed - (goesOn ? (before.credits ?? 0) : 0);
  pen.spend(`shutdown:${model}`, {
    model,
    tokens: tokens(moved),
    mode: 'add',
    id: `@${model}`,
    requests: Math.max(1, goesOn ? count - (before.requests ?? 0) : count),
    ...(spent !== undefined && spent >= 0 && { cost: spent / nanoAiuPerDollar, credits: spent / nanoAiu }),
  });
}

function detailed(raw: unknown, usage?: unknown): Tokens | undefined {
  const details = obj(raw);
  const of = (kind: string) => num(obj(details[kind]).tokenCount);
  if (of('input') === undefined && of('output') === undefined) return undefined;
  return tokens({
    input: of('input'),
    output: of('output'),
    cacheRead: of('cache_read'),
    cacheWrite: of('cache_write'),
    reasoning: num(obj(usage).reasoningTokens),
  });
}

function counted(raw: unknown): Tokens | undefined {
  const usage = obj(raw);
  if (num(usage.inputTokens) === undefined && num(usage.outputTokens) === undefined) return undefined;
  const [read, write] = [num(usage.cacheReadTokens), num(usage.cacheWriteTokens)];
  return tokens({
    input: withoutCache(num(usage.inputTokens), read, write),
    cacheRead: read,
    cacheWrite: write,
    output: num(usage.outputTokens),
    reasoning: num(usage.reasoningTokens),
  });
}
