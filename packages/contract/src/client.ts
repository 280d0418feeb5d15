import { DebriefError, isErrorCode } from './error.ts';
import { bodyMayBeAbsent, type Input, type Output, type Route } from './route.ts';
import { type RouteName, type Routes, routes } from './routes.ts';

export interface ClientOptions {
  baseUrl: string;
  /** Organization secret or access token; asked again for every call, so it may change. */
  credential?: () => string | undefined | Promise<string | undefined>;
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type Call<R extends Route> = (
  ...args: keyof Input<R> extends never
    ? [input?: Record<string, never>, options?: CallOptions]
    : [input: Input<R>, options?: CallOptions]
) => Promise<Output<R>>;

export type Client = { readonly [Name in RouteName]: Call<Routes[Name]> };

/** The request a call makes, without sending it. */
export function buildRequest(name: RouteName, input: Record<string, unknown>) {
  const row: Route = routes[name];
  const rest = { ...input };
  const path = row.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest[parameter];
    delete rest[parameter];
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = {};
  if (row.idempotent && typeof rest.idempotencyKey === 'string') {
    headers['Idempotency-Key'] = rest.idempotencyKey;
    delete rest.idempotencyKey;
  }
  if (!row.body) return { method: row.method, path: path + queryString(rest), headers };
  if (bodyMayBeAbsent(row) && Object.keys(rest).length === 0) return { method: row.method, path, headers };
  headers['Content-Type'] = 'application/json';
  return { method: row.method, path, headers, body: JSON.stringify(rest) };
}

function queryString(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) query.append(name, String(one));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}

/** What a refused call rejects with: the server's own code and sentence. */
async function errorOf(response: Response): Promise<DebriefError> {
  const body = ((await response.json().catch(() => null)) ?? {}) as { error?: unknown; code?: unknown };
  const seconds = Number(response.headers.get('Retry-After'));
  const code = isErrorCode(body.code)
    ? body.code
    : response.status === 429
      ? 'rate_limited'
      : response.status >= 502 && response.status <= 504
        ? 'service_unavailable'
        : 'internal_error';
  const message = typeof body.error === 'string' ? body.error : `The server answered ${response.status}.`;
  const isDeleted = response.headers.get('Session-Deleted') === 'true';
  return new DebriefError(code, message, {
    ...(seconds > 0 && { retryAfter: seconds }),
    ...(isDeleted && { isDeleted }),
  });
}

export function createClient(options: ClientOptions): Client {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const send = options.fetch ?? globalThis.fetch;

  async function call(name: RouteName, input: Record<string, unknown>, callOptions: CallOptions = {}) {
    const request = buildRequest(name, input);
    const credential = await options.credential?.();
    const response = await send(base + request.path, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(credential && { Authorization: `Bearer ${credential}` }),
        ...callOptions.headers,
      },
      ...(request.body !== undefined && { body: request.body }),
      ...(callOptions.signal && { signal: callOptions.signal }),
    });
    if (!response.ok) throw await errorOf(response);
    // A stream is better read as it comes, with fetch and `buildRequest`; here it is awaited to its end.
    return (routes[name] as Route).contentType ? response.text() : response.json();
  }

  const names = Object.keys(routes) as RouteName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: Record<string, unknown> = {}, callOptions?: CallOptions) => call(name, input, callOptions),
    ]),
  ) as unknown as Client;
}
