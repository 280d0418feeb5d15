import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { FakeBrowser } from '../../../testing/browser.ts';
import { embedded } from '../../../testing/embedded.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';

const password = 'seven quiet llamas hum';
const email = 'ada@example.com';
const redirectUrl = 'http://127.0.0.1:33418/callback';

let server: TestServer;
let browser: FakeBrowser;
before(async () => {
  server = await testServer('sqlite', embedded);
  browser = new FakeBrowser(server.url);
  const page = await browser.open((await server.running.idp?.setupLink()) ?? '');
  await browser.submit(page, { email, password, repeat: password });
});
after(async () => server[Symbol.asyncDispose]());

/** What an agent keeps: as the official package wants it, in memory. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = {
    client_name: 'An agent',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  information: StoredOAuthClientInformation | undefined;
  known: StoredOAuthTokens | undefined;
  verifier = '';
  asked: URL | undefined;
  clientInformation() {
    return this.information;
  }
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.information = information;
  }
  tokens() {
    return this.known;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.known = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
}

const at = () => new URL(`${server.url}/mcp`);

/** The dashboard's own sign-in, for an organization to belong to. */
async function found(): Promise<void> {
  const { issuer, clientId } = server.running.idp as NonNullable<typeof server.running.idp>;
  const verifier = 'v'.repeat(50);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString(
    'base64url',
  );
  const query = new URLSearchParams({
    ...{ client_id: clientId, response_type: 'code', redirect_uri: `${server.url}/`, scope: 'openid email' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  });
  const done = await browser.open(`${issuer}/auth?${query}`);
  const code = new URL(done.url).searchParams.get('code') as string;
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: `${server.url}/` },
      ...{ client_id: clientId, code_verifier: verifier },
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await server.client(token).createOrganization({ name: 'Acme' });
  // A token of the dashboard is for the API, not for MCP.
  const refused = await fetch(at(), { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  assert.equal(refused.status, 401);
}

it('from discovery to a tool call with the official client, by a person who allows it', async () => {
  await found();
  const kept = new Kept();
  const first = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(at(), { authProvider: kept });
  await assert.rejects(first.connect(transport), UnauthorizedError);
  assert.ok(kept.asked, 'a person is asked');
  assert.equal(kept.asked.searchParams.get('resource'), `${server.url}/mcp`);
  assert.equal(kept.asked.searchParams.get('scope'), 'sessions:read reviews:write offline_access');

  const page = await browser.open(kept.asked.href);
  assert.equal(page.title, 'Let this program in?');
  assert.ok(page.text.includes('An agent') && page.text.includes(email));
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' http:\/\/127\.0\.0\.1:33418/,
  );
  const done = await browser.submit(page, { answer: 'allow' });
  assert.ok(done.url.startsWith(redirectUrl), done.url);
  await transport.finishAuth(new URL(done.url).searchParams);
  const claims = decodeJwt(kept.known?.access_token as string);
  assert.deepEqual([claims.aud, claims.scope], [`${server.url}/mcp`, 'sessions:read reviews:write']);
  assert.ok(kept.known?.refresh_token);

  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(at(), { authProvider: kept }));
  const answer = await client.callTool({ name: 'usage', arguments: {} });
  assert.match(JSON.stringify(answer.content), /7 days until today/);
  await client.close();

  // It is for MCP and for nothing else.
  const api = await fetch(`${server.url}/v1/organizations/me`, {
    headers: { Authorization: `Bearer ${kept.known?.access_token}` },
  });
  assert.equal(api.status, 401);

  // The token is renewed without anybody being asked.
  kept.known = { ...(kept.known as StoredOAuthTokens), access_token: 'a.b.c' };
  kept.asked = undefined;
  const again = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await again.connect(new StreamableHTTPClientTransport(at(), { authProvider: kept }));
  assert.equal((await again.listTools()).tools.length, 9);
  assert.equal(kept.asked, undefined);
  await again.close();
});

it('a person is asked every time and may refuse; nobody else’s page gets a code', async () => {
  const kept = new Kept();
  const transport = new StreamableHTTPClientTransport(at(), { authProvider: kept });
  await assert.rejects(new Client({ name: 'a', version: '1' }).connect(transport), UnauthorizedError);
  const page = await browser.open((kept.asked as URL).href);
  assert.equal(page.title, 'Let this program in?');
  const done = await browser.submit(page, { answer: 'refuse' });
  assert.equal(new URL(done.url).searchParams.get('error'), 'access_denied');
  const elsewhere = new URL(kept.asked as URL);
  elsewhere.searchParams.set('redirect_uri', 'https://evil.example/');
  const refused = await browser.open(elsewhere.href);
  assert.equal(refused.status, 400);
  const silent = new URL(kept.asked as URL);
  silent.searchParams.set('prompt', 'none');
  assert.equal(new URL((await browser.open(silent.href)).url).searchParams.get('error'), 'consent_required');
  const api = new URL(kept.asked as URL);
  api.searchParams.set('resource', `${server.url}/v1`);
  assert.equal(new URL((await browser.open(api.href)).url).searchParams.get('error'), 'invalid_target');
});

it('what a client may register is bounded', async () => {
  const register = (json: object) =>
    fetch(`${server.url}/idp/reg`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
  const good = { redirect_uris: [redirectUrl], client_name: 'x' };
  assert.equal((await register(good)).status, 201);
  for (const bad of [
    {},
    { ...good, redirect_uris: ['http://evil.example/'] },
    { ...good, redirect_uris: Array.from({ length: 11 }, (_, n) => `${redirectUrl}${n}`) },
    { ...good, redirect_uris: ['javascript:alert(1)'] },
    { ...good, client_name: 'x'.repeat(101) },
    { ...good, jwks_uri: 'https://evil.example/keys' },
    { ...good, token_endpoint_auth_method: 'client_secret_basic' },
    { ...good, grant_types: ['client_credentials'] },
    { ...good, client_name: 'x'.repeat(200_000) },
  ]) {
    const { status } = await register(bad);
    assert.ok(status === 400 || status === 413, `${status} ${JSON.stringify(bad).slice(0, 100)}`);
  }
});

it('the metadata says where tokens are to be had, and a refusal says where that is', async () => {
  const refused = await fetch(at(), { method: 'POST' });
  const where = /resource_metadata="([^"]+)"/.exec(
    refused.headers.get('www-authenticate') ?? '',
  )?.[1] as string;
  assert.equal(where, `${server.url}/.well-known/oauth-protected-resource/mcp`);
  assert.deepEqual(await (await fetch(where)).json(), {
    resource: `${server.url}/mcp`,
    authorization_servers: [`${server.url}/idp`],
    scopes_supported: ['sessions:read', 'reviews:write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Debrief',
    resource_documentation: `${server.url}/docs`,
  });
});
