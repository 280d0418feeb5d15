import { createClient } from '@debrief/contract';
import { checkingFetch } from './answer.ts';
import type { FakeBrowser } from './browser.ts';
import type { TestServer } from './server.ts';
import { tokensOf } from './sign-in/pages.ts';

/** For `testServer`: people sign in with the embedded identity provider. */
export const embedded = { IDP_ISSUER: '', IDP_CLIENT_ID: '', IDP_AUDIENCE: '', IDP_JWKS: '', IDP_ACCEPT: '' };

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
