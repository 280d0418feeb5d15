import { createHash } from 'node:crypto';
import { createClient } from '@debrief/contract';
import { checkingFetch } from './answer.ts';
import { FakeBrowser, type Shown } from './browser.ts';
import type { TestServer } from './server.ts';

/** For `testServer`: people sign in with the embedded identity provider. */
export const embedded = { IDP_ISSUER: '', IDP_CLIENT_ID: '', IDP_AUDIENCE: '', IDP_JWKS: '', IDP_ACCEPT: '' };

const verifier = 'a'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

export const authorizeUrl = (server: TestServer, params: Record<string, string> = {}) =>
  `${server.url}/idp/auth?${new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${server.url}/`,
    response_type: 'code',
    scope: 'openid email offline_access',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...params,
  })}`;

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function requestTokens(server: TestServer, form: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/idp/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'debrief-dashboard', ...form }),
  });
}

export const refresh = (server: TestServer, token: string) =>
  requestTokens(server, { grant_type: 'refresh_token', refresh_token: token });

/** What the dashboard of this browser would get: undefined when the browser is not signed in. */
export async function tokensOf(server: TestServer, browser: FakeBrowser): Promise<Tokens | undefined> {
  const shown = await browser.open(authorizeUrl(server, { prompt: 'none' }));
  const code = new URL(shown.url).searchParams.get('code');
  if (!code) return undefined;
  const response = await requestTokens(server, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${server.url}/`,
    code_verifier: verifier,
  });
  return (await response.json()) as Tokens;
}

/** The API as the person in this browser; throws when nobody is signed in. */
export async function apiOf(server: TestServer, browser: FakeBrowser) {
  const tokens = await tokensOf(server, browser);
  if (!tokens) throw new Error('nobody is signed in');
  return createClient({
    baseUrl: server.url,
    fetch: checkingFetch,
    credential: () => tokens.access_token,
  });
}

/** Opens a link and chooses a password, in a browser of their own. */
export async function comeIn(
  server: TestServer,
  url: string,
  password: string,
  email?: string,
): Promise<FakeBrowser & { shown: Shown }> {
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(url);
  const shown = await browser.submit(page, { ...(email && { email }), password, repeat: password });
  return Object.assign(browser, { shown });
}

export async function signIn(
  server: TestServer,
  email: string,
  password: string,
  browser = new FakeBrowser(server.url),
): Promise<{ browser: FakeBrowser; shown: Shown }> {
  const page = await browser.open(authorizeUrl(server));
  return { browser, shown: await browser.submit(page, { email, password }) };
}
