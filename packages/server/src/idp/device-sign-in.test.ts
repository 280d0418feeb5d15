import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { FakeBrowser } from '../../testing/browser.ts';
import { type FakeServer, startFakeServer } from '../../testing/idp.ts';

const password = 'seven quiet llamas hum';
const email = 'ada@example.com';

let server: FakeServer;
let config: oidc.Configuration;
let signedIn: FakeBrowser;

before(async () => {
  server = await startFakeServer();
  signedIn = new FakeBrowser(server.url);
  const page = await signedIn.open((await server.idp.setupLink()) ?? '');
  await signedIn.submit(page, { email, password, repeat: password });
  config = await oidc.discovery(new URL(server.idp.issuer), server.idp.clientId, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });
});
after(() => server.close());

const begin = () => oidc.initiateDeviceAuthorization(config, { scope: 'openid email offline_access' });

/** One question at the token endpoint, without waiting. */
async function ask(deviceCode: string): Promise<Record<string, unknown>> {
  const response = await fetch(config.serverMetadata().token_endpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: server.idp.clientId,
      device_code: deviceCode,
    }),
  });
  return (await response.json()) as Record<string, unknown>;
}

test('a terminal gets a token for the API once a signed-in person has compared the code and allowed it', async () => {
  const started = await begin();
  assert.match(started.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.equal(started.verification_uri, `${server.idp.issuer}/device`);
  assert.equal(started.expires_in, 600);
  assert.equal((await ask(started.device_code)).error, 'authorization_pending');
  const page = await signedIn.open(started.verification_uri_complete ?? '');
  assert.equal(page.title, 'Let this terminal in?');
  assert.ok(page.text.includes(started.user_code) && page.text.includes(email));
  assert.match(page.text, /The request came from 192\.0\.2\.1\./, 'the address as the server knows it');
  assert.ok(!/<script/.test(page.text));
  assert.equal((await ask(started.device_code)).error, 'authorization_pending', 'looking is not allowing');
  server.deeds.length = 0;
  const done = await signedIn.submit(page, { answer: 'allow' });
  assert.equal(done.title, 'Your terminal is signed in');
  assert.deepEqual(
    server.deeds.map(({ action }) => action),
    ['sign_in'],
  );
  const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...started, interval: 0 });
  const { payload } = await jwtVerify(tokens.access_token, createLocalJWKSet(await server.idp.jwks()), {
    issuer: server.idp.issuer,
    audience: `${server.url}/v1`,
    typ: 'at+jwt',
  });
  assert.equal(payload.email, email);
  assert.equal(payload.client_id, server.idp.clientId);
  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.ok(renewed.access_token && renewed.refresh_token);
  // Signing out in the browser leaves the terminal signed in; revoking ends it.
  await oidc.tokenRevocation(config, renewed.refresh_token);
  await assert.rejects(oidc.refreshTokenGrant(config, renewed.refresh_token), { error: 'invalid_grant' });
  assert.equal((await ask(started.device_code)).error, 'invalid_grant', 'a code works once');
});

test('somebody who is not signed in signs in on the page, and types the code in any case', async () => {
  const started = await begin();
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(started.verification_uri);
  assert.equal(page.title, 'Sign in a terminal');
  const user_code = started.user_code.toLowerCase().replace('-', ' ');
  const wrong = await browser.submit(page, { user_code, email, password: 'not my password' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /The e-mail or the password is wrong/);
  const confirm = await browser.submit(wrong, { user_code, email, password });
  assert.equal(confirm.title, 'Let this terminal in?');
  const done = await browser.submit(confirm, { answer: 'allow' });
  assert.equal(done.title, 'Your terminal is signed in');
  assert.ok((await ask(started.device_code)).access_token);
});

test('a refusal, a wrong code and an expired one let nobody in', async () => {
  const started = await begin();
  const page = await signedIn.open(started.verification_uri_complete ?? '');
  assert.equal((await signedIn.submit(page, { answer: 'refuse' })).title, 'Refused');
  assert.equal((await ask(started.device_code)).error, 'access_denied');
  const asked = await signedIn.open(`${server.idp.issuer}/device`);
  for (const user_code of ['BBBB-BBBB', '', 'x'.repeat(1000), '<b>', started.user_code]) {
    const answer = await signedIn.submit(asked, { user_code, answer: 'allow' });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /This code is not valid/);
    assert.ok(!answer.text.includes('<b>'));
  }
  const late = await begin();
  server.ahead += 11 * 60_000;
  const answer = await signedIn.submit(asked, { user_code: late.user_code, answer: 'allow' });
  server.ahead -= 11 * 60_000;
  assert.equal(answer.status, 400);
});

test('a foreign page cannot answer for a person', async () => {
  const started = await begin();
  const fields = { user_code: started.user_code, answer: 'allow' };
  const url = `${server.idp.issuer}/device`;
  const without = await signedIn.post(url, fields);
  assert.equal(without.status, 403);
  const foreign = await signedIn.post(url, fields, {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  assert.equal(foreign.status, 403);
  assert.equal((await ask(started.device_code)).error, 'authorization_pending');
});

test('codes are given out sparingly, since each is kept until it expires', async () => {
  let given = 0;
  for (let ask = 0; ask < 30; ask++) {
    const began = await begin().catch((error: { status?: number }) => error.status);
    if (typeof began === 'object') given++;
    else assert.equal(began, 429);
  }
  assert.ok(given > 0 && given <= 20, `${given}`);
  server.ahead += 11 * 60_000;
  assert.ok((await begin()).user_code);
  server.ahead -= 11 * 60_000;
});
