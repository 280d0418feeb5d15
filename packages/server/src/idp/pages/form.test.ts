import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FakeBrowser } from '../../../testing/browser.ts';
import { type FakeServer, startFakeServer } from '../../../testing/idp.ts';

const password = 'seven quiet llamas hum';
const fields = { email: 'o@x.test', password, repeat: password };

let server: FakeServer;
let link: string;

before(async () => {
  server = await startFakeServer();
  link = (await server.idp.setupLink()) ?? '';
});
after(() => server.close());

const open = async () => {
  const browser = new FakeBrowser(server.url);
  return { browser, page: await browser.open(link) };
};

test('a form from another site is refused', async () => {
  const { browser, page } = await open();
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    assert.equal((await browser.submit(page, fields, headers)).status, 403);
  }
});

test('a form without its token, with another one, or from another browser is refused', async () => {
  const { browser, page } = await open();
  assert.equal((await browser.post(link, fields)).status, 403);
  assert.equal((await browser.submit(page, { ...fields, csrf: 'x'.repeat(43) })).status, 403);
  const stranger = new FakeBrowser(server.url);
  assert.equal((await stranger.submit(page, fields)).status, 403);
  const second = await open();
  assert.equal((await second.browser.submit(page, fields)).status, 403);
  const csrf = page.text.match(/name="csrf" value="([^"]+)"/)?.[1] ?? '';
  const elsewhere = await browser.post(`${server.idp.issuer}/change-password`, { csrf });
  assert.equal(elsewhere.title, 'This page is out of date', 'a token is good for its own form only');
});

test('only small forms are read', async () => {
  const { browser, page } = await open();
  assert.equal((await browser.submit(page, { ...fields, more: 'x'.repeat(17_000) })).status, 413);
  const json = await browser.open(link, {
    method: 'POST',
    body: '{}',
    headers: { origin: server.url, 'content-type': 'application/json' },
  });
  assert.equal(json.status, 415);
  const chunked = await fetch(link, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('a=b&'.repeat(2048)));
      },
    }),
    duplex: 'half',
  } as RequestInit).then(
    (response) => response.status,
    () => 'closed',
  );
  assert.ok(chunked === 413 || chunked === 'closed', String(chunked));
});

test('other methods are refused', async () => {
  const response = await fetch(link, { method: 'DELETE' });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'GET, HEAD, POST');
});

test('pages run no script, load nothing foreign and cannot be framed', async () => {
  const { page, browser } = await open();
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "style-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    assert.ok(policy.includes(part), part);
  }
  assert.equal(page.headers.get('referrer-policy'), 'strict-origin');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.doesNotMatch(page.text, /<script|style=|onclick/);
  const style = await browser.open(`${server.url}${page.text.match(/href="([^"]+\.css)"/)?.[1]}`);
  assert.equal(style.status, 200);
  assert.match(style.headers.get('cache-control') ?? '', /immutable/);
  for (const cookie of browser.cookies) {
    assert.match(cookie.attributes, /httponly/i);
    assert.match(cookie.attributes, /samesite=lax/i);
  }
});

test('what is typed is never markup', async () => {
  const { browser, page } = await open();
  const shown = await browser.submit(page, { ...fields, email: '"><b>x</b>' });
  assert.ok(!shown.text.includes('<b>x'));
});

test('a sign-in belongs to the browser it was started in', async () => {
  const { browser, page: setup } = await open();
  assert.equal((await browser.submit(setup, fields)).status, 303);
  const url = `${server.idp.issuer}/auth?${new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${server.url}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;
  const mine = new FakeBrowser(server.url);
  const page = await mine.open(url);
  assert.equal(page.title, 'Sign in');
  const stranger = new FakeBrowser(server.url);
  assert.equal((await stranger.open(page.url)).title, 'This sign-in has expired');
  const elsewhere = await mine.open(`${server.idp.issuer}/interaction/somethingelse`);
  assert.equal(elsewhere.status, 400);
});

test('behind https every cookie is Secure and prefixed', async () => {
  const secure = await startFakeServer({ publicUrl: 'https://debrief.example' });
  const browser = new FakeBrowser('https://debrief.example');
  const local = (url: string) => url.replace('https://debrief.example', secure.url);
  const page = await browser.open(local((await secure.idp.setupLink()) ?? ''));
  await browser.submit(page, fields);
  const url = new URL(`${secure.url}/idp/auth`);
  url.search = new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: 'https://debrief.example/',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    prompt: 'login',
  }).toString();
  const response = await fetch(url, { redirect: 'manual' });
  assert.match(response.headers.get('location') ?? '', /^\/idp\/interaction\//);
  const lines = response.headers.getSetCookie();
  assert.ok(lines.length > 0);
  for (const line of lines) assert.match(line, /^__Secure-[^;]+;.*secure/i);
  const names = browser.cookies.map((cookie) => cookie.name.replace(/(?<=device_).*/, '…')).sort();
  assert.deepEqual(names, [
    '__Host-debrief_device_…',
    '__Host-debrief_form',
    '__Host-debrief_session',
    '__Host-debrief_session.sig',
  ]);
  for (const cookie of browser.cookies) {
    assert.match(cookie.attributes, /secure/i);
    assert.equal(cookie.path, '/');
  }
  await secure.close();
});
