import { type Client, createClient, DebriefError } from '@debrief/contract';
import { accessToken, renew } from './auth.ts';

const expired = new Set(['token_expired', 'invalid_token', 'missing_credentials']);

async function isExpired(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && expired.has(String(body.code));
}

/** A browser's own words for it, such as "Failed to fetch", say little to a reader. */
async function reach(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    // Anything else is a request that was given up.
    if (!(error instanceof TypeError)) throw error;
    throw new Error('There is no connection to the server.', { cause: error });
  }
}

/** 401 → renew once → retry once; a second 401 is the caller's. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = accessToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const first = await reach(input, { ...init, headers });
  if (!(await isExpired(first)) || !(await renew())) return first;
  headers.set('Authorization', `Bearer ${accessToken()}`);
  return reach(input, { ...init, headers });
}

export const client: Client = createClient({ baseUrl: '', fetch: authorizedFetch });

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof DebriefError && codes.includes(error.code);

/** Worth asking again: nothing reached us, or the server says it is temporary. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof DebriefError) || error.status === 503 || error.status === 429;
