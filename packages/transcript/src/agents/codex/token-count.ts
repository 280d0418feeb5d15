/**
 * What Codex says of the tokens it used: `token_count` with the sum of the session so far and the request before it.
 * It is written more than once for a request, and with `info: null`, so only a sum that moved counts. A request is
 * known by its turn and that sum: the copy of a history that a fork begins with has both of them again.
 */
import { type Json, num, obj } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { noTokens, type Tokens, tokens, withoutCache } from '../../totals/tokens.ts';

/** As Codex counts, input with cache. */
type Parts = [input: number, cached: number, written: number, output: number, reasoning: number];

interface Sum {
  total: number;
  /** Absent where only the total is told. */
  parts?: Parts;
}

export function readTokenCount(payload: Json, pen: Pen) {
  pen.meta('event_msg/token_count');
  const last = sumIn(obj(payload.info).last_token_usage);
  const before = pen.recall<Sum>('sum');
  const sum = sumOf(payload) ?? oneMore(before, last, pen);
  if (sum === undefined || sum.total === before?.total) return;
  pen.remember('sum', sum);
  const model = pen.recall<string>('model') ?? 'unknown';
  const turn = pen.recall<string>('turn') ?? pen.recall<string>('session');
  const used = usedSince(before, sum, last, pen);
  const id = `${turn ?? pen.lane ?? ''}:${sum.total}.${sum.parts?.join('.') ?? ''}`;
  pen.spend(id, {
    model,
    ...(turn !== undefined && { id }),
    mode: 'max',
    tokens: used ? counted(used) : { ...noTokens },
  });
}

/** All that was used until this count, or undefined where it does not say. */
export const sumOf = (payload: Json): Sum | undefined => sumIn(obj(payload.info).total_token_usage);

function sumIn(raw: unknown): Sum | undefined {
  const usage = obj(raw);
  const [input, output] = [num(usage.input_tokens), num(usage.output_tokens)];
  const whole = input !== undefined && output !== undefined;
  const total = num(usage.total_tokens) ?? (whole ? input + output : undefined);
  if (total === undefined || !whole) return total === undefined ? undefined : { total };
  const cached = num(usage.cached_input_tokens) ?? 0;
  const written = num(usage.cache_write_input_tokens) ?? 0;
  return { total, parts: [input, cached, written, output, num(usage.reasoning_output_tokens) ?? 0] };
}

/** Made by hand, without sums: one more request, unless the one before is told once more. */
function oneMore(before: Sum | undefined, last: Sum | undefined, pen: Pen): Sum | undefined {
  const told = last?.parts?.join('.');
  if (last === undefined || told === pen.recall<string>('told')) return undefined;
  pen.remember('told', told);
  return { total: (before?.total ?? 0) + last.total };
}

function usedSince(before: Sum | undefined, sum: Sum, last: Sum | undefined, pen: Pen): Parts | undefined {
  const [now, then] = [sum.parts, before?.parts];
  // As long as the sums grow, they also tell of requests that nothing else tells of.
  if (now && then && now.every((part, at) => part >= (then[at] ?? 0)))
    return now.map((part, at) => part - (then[at] ?? 0)) as Parts;
  // The first count of a session that is here from its beginning tells of all requests until then. One of a fork, or
  // of what was continued, begins with what counts elsewhere.
  const isWhole = pen.recall('session') !== undefined && pen.recall('forked') !== true;
  if (before === undefined && now && (isWhole || last?.parts === undefined)) return now;
  return last?.parts;
}

function counted([input, cached, written, output, reasoning]: Parts): Tokens {
  return tokens({
    input: withoutCache(input, cached, written),
    cacheRead: cached,
    cacheWrite: written,
    output,
    reasoning,
  });
}
