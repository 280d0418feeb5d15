import { createHash } from 'node:crypto';
import { FakeBrowser, type Shown } from '../browser.ts';

/** Signing in with the embedded identity provider as a browser does, page by page. */

/** Where a server is. */
interface Place {
  url: string;
}

const verifier = 'a'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

export const authorizeUrl = (server: Place, params: Record<string, string> = {}) =>
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

async function requestTokens(server: Place, form: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/idp/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'debrief-dashboard', ...form }),
  });
}

export const refresh = (server: Place, token: string) =>
  requestTokens(server, { grant_type: 'refresh_token', refresh_token: token });

/** What the dashboard of this browser would get: undefined when the browser is not signed in. */
export async function tokensOf(server: Place, browser: FakeBrowser): Promise<Tokens | undefined> {
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

/** Opens a link and chooses a password, in a browser of their own. */
export async function comeIn(
  server: Place,
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
  server: Place,
  email: string,
  password: string,
  browser = new FakeBrowser(server.url),
): Promise<{ browser: FakeBrowser; shown: Shown }> {
  const page = await browser.open(authorizeUrl(server));
  return { browser, shown: await browser.submit(page, { email, password }) };
}
