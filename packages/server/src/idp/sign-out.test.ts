import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oidc from 'openid-client';
import type { FakeBrowser } from '../../testing/browser.ts';
import type { FakeServer } from '../../testing/idp.ts';
import { email, StandardClient } from '../../testing/sign-in/standard-client.ts';

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
const signInAgain = (browser: FakeBrowser) => client.signInAgain(browser);

test('signing out with a token of our own needs no confirmation and ends everything', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const tokens = await finish();
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.url}/`,
    state: 'bye',
  });
  const out = await ada.browser.open(url.href, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(out.url, `${server.url}/?state=bye`);
  assert.match((await authorize(ada.browser, { prompt: 'none' })).shown.url, /error=login_required/);
  await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  const twice = await ada.browser.open(url.href);
  assert.equal(twice.url, `${server.url}/?state=bye`, 'and does no harm when nobody is signed in');
  await signInAgain(ada.browser);
});

test('a link of a stranger does not sign anybody out without asking', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const tokens = await finish();
  const asked = await ada.browser.open(`${server.idp.issuer}/session/end`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(asked.title, 'Sign out of Debrief?');
  assert.ok((await (await authorize(ada.browser, { prompt: 'none' })).finish()).access_token);
  const askedAgain = await ada.browser.open(`${server.idp.issuer}/session/end`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  const done = await ada.browser.submit(askedAgain, { logout: 'yes' });
  assert.equal(done.title, 'You are signed out');
  await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  await signInAgain(ada.browser);
});

test('a post-logout address that is not ours is refused', async () => {
  const url = `${server.idp.issuer}/session/end?client_id=debrief-dashboard&post_logout_redirect_uri=https%3A%2F%2Fevil.example`;
  assert.equal((await ada.browser.open(url)).status, 400);
});

test('a deleted account is signed out everywhere', async () => {
  const { finish } = await authorize(ada.browser, { scope: 'openid email offline_access' });
  const { refresh_token: token = '' } = await finish();
  const [account] = await server.idp.accounts.find('ada@EXAMPLE.com');
  assert.ok(account);
  assert.equal(await server.idp.accounts.delete(account), true);
  assert.deepEqual(await server.idp.accounts.find(email), []);
  await assert.rejects(oidc.refreshTokenGrant(config, token), { error: 'invalid_grant' });
  assert.match((await authorize(ada.browser, { prompt: 'none' })).shown.url, /error=login_required/);
});
