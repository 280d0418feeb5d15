import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { FakeBrowser } from '../../testing/browser.ts';
import type { FakeServer } from '../../testing/idp.ts';
import { email, password, StandardClient } from '../../testing/sign-in/standard-client.ts';
import { openSqlite } from '../store/connection/sqlite.ts';

let client: StandardClient;
let server: FakeServer;
let config: oidc.Configuration;
const ada = { browser: undefined as unknown as FakeBrowser };

before(async () => {
  client = await StandardClient.start();
  ({ server, config } = client);
  ada.browser = client.browser;
});
after(() => server.close());

const authorize = (browser: FakeBrowser, params?: Record<string, string>) =>
  client.authorize(browser, params);
const verify = (token: string) => client.verify(token);

test('whoever set Debrief up is signed in, and a standard client gets a token for the API', async () => {
  const { shown, finish } = await authorize(ada.browser);
  assert.match(shown.url, /\/signed-in\?code=/);
  const tokens = await finish();
  const { payload, protectedHeader } = await verify(tokens.access_token);
  assert.equal(protectedHeader.typ, 'at+jwt');
  assert.equal(payload.client_id, 'debrief-dashboard');
  assert.equal(payload.token_use, 'access');
  assert.equal(payload.email, email);
  assert.equal(payload.email_verified, false, 'nobody has proved the address typed at the set-up');
  assert.match(payload.sub ?? '', /^acc_/);
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 900);
  assert.equal(tokens.expires_in, 900);
  assert.equal(tokens.refresh_token, undefined, 'not without offline_access');
  const claims = tokens.claims();
  assert.equal(claims?.email, email);
  assert.equal((claims?.exp ?? 0) - (claims?.iat ?? 0), 900);
  await assert.rejects(
    jwtVerify(tokens.id_token ?? '', createLocalJWKSet(await server.idp.jwks()), { typ: 'at+jwt' }),
  );
});

test('a person signs in with e-mail, in any case, and password', async () => {
  const browser = new FakeBrowser(server.url);
  const { shown, finish } = await authorize(browser, { login_hint: 'ada@example.com' });
  assert.match(shown.text, /value="ada@example.com"/);
  server.deeds.length = 0;
  const back = await browser.submit(shown, { email: 'ADA@example.COM', password });
  assert.match(back.url, /\/signed-in\?code=/);
  assert.deepEqual(
    server.deeds.map((deed) => deed.action),
    ['sign_in'],
  );
  shown.url = back.url;
  assert.ok((await finish()).access_token);
});

test('an authorization code works once; a replay ends what came of it', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const tokens = await finish();
  await assert.rejects(finish(), { error: 'invalid_grant' });
  await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
});

test('PKCE is required', async () => {
  const url = new URL(`${server.idp.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${server.url}/signed-in`,
    response_type: 'code',
    scope: 'openid',
    state: 'x',
  }).toString();
  const back = await ada.browser.open(url.href);
  assert.match(back.url, /error=invalid_request/);
});

test('a foreign redirect address, client or resource gets nowhere', async () => {
  const redirected = await authorize(ada.browser, { redirect_uri: 'https://evil.example/' });
  assert.equal(redirected.shown.status, 400);
  assert.equal(redirected.shown.title, 'This request does not work');
  const foreign = await authorize(ada.browser, { client_id: 'somebody' });
  assert.equal(foreign.shown.status, 400);
  const elsewhere = await authorize(ada.browser, { resource: 'https://api.example' });
  assert.match(elsewhere.shown.url, /error=invalid_target/);
});

test('refresh tokens rotate, and a reuse ends the whole grant', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const first = await finish();
  assert.ok(first.refresh_token);
  const second = await oidc.refreshTokenGrant(config, first.refresh_token);
  assert.ok(second.refresh_token);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await verify(second.access_token)).payload.email, email);
  await assert.rejects(oidc.refreshTokenGrant(config, first.refresh_token), { error: 'invalid_grant' });
  await assert.rejects(oidc.refreshTokenGrant(config, second.refresh_token), { error: 'invalid_grant' });
});

test('of two refreshes at once at most one succeeds, and neither keeps a grant', async () => {
  const { finish } = await authorize(ada.browser, {
    scope: 'openid email offline_access',
    prompt: 'consent',
  });
  const { refresh_token: token = '' } = await finish();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => oidc.refreshTokenGrant(config, token)));
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  assert.ok(won.length <= 1);
  for (const { value } of won) {
    await assert.rejects(oidc.refreshTokenGrant(config, value.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  }
});

test('silent renewal works while signed in and says so otherwise', async () => {
  const { finish } = await authorize(ada.browser, { prompt: 'none' });
  assert.ok((await finish()).access_token);
  const stranger = await authorize(new FakeBrowser(server.url), { prompt: 'none' });
  assert.match(stranger.shown.url, /error=login_required/);
});

test('ending a grant leaves an open sign-in page alone', async () => {
  const { shown } = await authorize(ada.browser, { prompt: 'login' });
  const { finish } = await authorize(ada.browser, { prompt: 'none', scope: 'openid email offline_access' });
  const { refresh_token: token = '' } = await finish();
  await oidc.refreshTokenGrant(config, token);
  await assert.rejects(oidc.refreshTokenGrant(config, token), { error: 'invalid_grant' });
  assert.match((await ada.browser.submit(shown, { email, password })).url, /code=/);
});

test('somebody else can sign in over a session, which ends with all that came of it', async () => {
  const { url } = await server.invite('usr_1', 'bob@example.com');
  const browser = new FakeBrowser(server.url);
  await browser.submit(await browser.open(url), { password, repeat: password });
  const bob = await (await authorize(browser, { scope: 'openid email offline_access' })).finish();
  const { shown, finish } = await authorize(browser, { prompt: 'login' });
  const back = await browser.submit(shown, { email, password });
  assert.match(back.url, /code=/);
  shown.url = back.url;
  assert.equal((await verify((await finish()).access_token)).payload.email, email);
  await assert.rejects(oidc.refreshTokenGrant(config, bob.refresh_token ?? ''), { error: 'invalid_grant' });
});

test('prompt=login asks again', async () => {
  const { shown } = await authorize(ada.browser, { prompt: 'login' });
  assert.equal(shown.title, 'Sign in');
});

test('a restart keeps keys and sessions', async () => {
  const { finish } = await authorize(ada.browser);
  const { access_token: token } = await finish();
  const { kid } = decodeProtectedHeader(token);
  await server.restart();
  assert.deepEqual(
    (await server.idp.jwks()).keys.map((key) => key.kid),
    [kid],
  );
  await verify(token);
  const again = await authorize(ada.browser, { prompt: 'none' });
  assert.ok((await again.finish()).access_token);
});

test('discovery tells the truth, under both addresses, whatever Host says', async () => {
  for (const path of [
    '/idp/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/idp',
  ]) {
    const response = await fetch(`${server.url}${path}`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    const found = (await response.json()) as Record<string, unknown>;
    assert.equal(found.issuer, `${server.url}/idp`);
    assert.equal(found.token_endpoint, `${server.url}/idp/token`);
    assert.deepEqual(found.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(found.response_types_supported, ['code']);
    assert.equal(found.userinfo_endpoint, undefined);
    assert.equal(found.registration_endpoint, `${server.url}/idp/reg`);
  }
});

test('the token endpoint answers pages of the dashboard only', async () => {
  const ask = (method: string, origin: string) =>
    fetch(`${server.idp.issuer}/token`, {
      method,
      headers: { origin, 'access-control-request-method': 'POST' },
      ...(method === 'POST' && {
        body: new URLSearchParams({ client_id: 'debrief-dashboard', grant_type: 'x' }),
      }),
    });
  for (const method of ['OPTIONS', 'POST']) {
    assert.equal((await ask(method, server.url)).headers.get('access-control-allow-origin'), server.url);
    assert.equal(
      (await ask(method, 'https://evil.example')).headers.get('access-control-allow-origin'),
      null,
    );
  }
  const refused = await ask('POST', server.url);
  assert.equal(refused.status, 400);
  assert.equal(((await refused.json()) as { error: string }).error, 'unsupported_grant_type');
});

test('the development interactions are off: no page signs anybody in without the password', async () => {
  const browser = new FakeBrowser(server.url);
  const { shown } = await authorize(browser);
  assert.doesNotMatch(shown.text, /devInteractions|any login/i);
  const back = await browser.submit(shown, { prompt: 'login', login: 'ada', email, password: 'x' });
  assert.equal(back.status, 400);
  assert.equal((await browser.open(`${shown.url}/abort`)).status, 404);
});

test('what is not there is a page for people and an error object for programs', async () => {
  const page = await ada.browser.open(`${server.idp.issuer}/nothing`);
  assert.equal(page.status, 404);
  assert.equal(page.title, 'Page not found');
  const response = await fetch(`${server.idp.issuer}/nothing`, { headers: { accept: 'application/json' } });
  assert.equal(response.status, 404);
  assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
});

test('nothing in the store can be used as it stands there', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const { refresh_token: token = '' } = await finish();
  const { db } = openSqlite(server.databasePath);
  const rows = [
    ...(await db.selectFrom('providerPayloads').selectAll().execute()),
    ...(await db.selectFrom('providerKeys').selectAll().execute()),
    ...(await db.selectFrom('accountLinks').selectAll().execute()),
    ...(await db.selectFrom('accounts').select('passwordHash').execute()),
  ];
  await db.destroy();
  const text = JSON.stringify(rows);
  const session = ada.browser.cookies.find((cookie) => cookie.name === 'debrief_session')?.value ?? '?';
  for (const secret of [token, session, password, '"d":', 'openid'])
    assert.ok(!text.includes(secret), secret);
  assert.match(text, /scrypt\$17\$8\$1\$/);
});

test('rotated keys are published at once and sign a quarter of an hour later', async () => {
  const kidOf = async () => {
    const { finish } = await authorize(ada.browser);
    const { access_token: token } = await finish();
    await verify(token);
    return decodeProtectedHeader(token).kid;
  };
  const old = await kidOf();
  await server.idp.rotateKeys();
  assert.equal((await server.idp.jwks()).keys.length, 2);
  assert.equal(await kidOf(), old);
  server.ahead = 16 * 60_000;
  await server.idp.purge();
  const { keys } = await server.idp.jwks();
  assert.equal(await kidOf(), keys[0]?.kid);
  assert.notEqual(keys[0]?.kid, old);
  server.ahead = 0;
});
