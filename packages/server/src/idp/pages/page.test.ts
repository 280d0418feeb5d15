import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FakeBrowser, type Shown } from '../../../testing/browser.ts';
import { type FakeServer, openStore, startFakeServer } from '../../../testing/idp.ts';
import { startMail } from '../../../testing/mail.ts';

const password = 'seven quiet llamas hum';
const other = 'nine loud zebras whisper';
const third = 'two green foxes ponder';
const minute = 60_000;

let server: FakeServer;
let mail: Awaited<ReturnType<typeof startMail>>;
let owner: FakeBrowser;

before(async () => {
  mail = await startMail();
  server = await startFakeServer({ smtpUrl: mail.url });
});
after(async () => {
  await server.close();
  await mail.close();
});

const authorizeUrl = (params: Record<string, string> = {}) =>
  `${server.idp.issuer}/auth?${new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${server.url}/`,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...params,
  })}`;

async function signIn(email: string, secret: string, ip?: string): Promise<Shown & { browser: FakeBrowser }> {
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(authorizeUrl());
  assert.equal(page.title, 'Sign in');
  const shown = await browser.submit(page, { email, password: secret }, ip ? { 'x-test-ip': ip } : {});
  return { ...shown, browser };
}

const isSignedIn = async (browser: FakeBrowser) =>
  /[?&]code=/.test((await browser.open(authorizeUrl({ prompt: 'none' }))).url);

test('before the set-up the sign-in page says what to do', async () => {
  const shown = await new FakeBrowser(server.url).open(authorizeUrl());
  assert.equal(shown.title, 'Almost there');
});

test('the set-up link checks what is typed, works once, and is gone afterwards', async () => {
  const link = (await server.idp.setupLink()) ?? '';
  owner = new FakeBrowser(server.url);
  const page = await owner.open(link);
  for (const [fields, expected] of [
    [{ email: 'nobody', password, repeat: password }, 'not an e-mail address'],
    [{ email: 'o@x.test', password: 'short', repeat: 'short' }, 'at least 12 characters'],
    [{ email: 'o@x.test', password: 'Password1234', repeat: 'Password1234' }, 'first anybody would guess'],
    [{ email: 'o@x.test', password, repeat: other }, 'passwords differ'],
  ] as const) {
    const again = await owner.submit(page, fields);
    assert.equal(again.status, 400);
    assert.match(again.text, RegExp(expected));
    assert.match(again.text, /aria-invalid="true"/);
    assert.doesNotMatch(again.text, RegExp(password), 'a password is never sent back');
  }
  const tabs = await Promise.all(
    ['a@x.test', 'b@x.test'].map((email) => owner.submit(page, { email, password, repeat: password })),
  );
  assert.deepEqual(tabs.map((tab) => tab.status).sort(), [303, 410]);
  assert.equal((await owner.open(link)).status, 410);
  assert.equal(await server.idp.setupLink(), undefined);
  assert.ok(await isSignedIn(owner));
});

test('an invitation is mailed, fixes the address, works once and signs in', async () => {
  const sent = mail.mails.length;
  const { url, singleUse, expiresAt, ...rest } = await server.invite('usr_1', 'Eve@x.test', { mail: true });
  assert.deepEqual([singleUse, rest.sent, server.idp.invitations.sendsMail], [true, true, true]);
  assert.equal(url, '', 'nobody but the mailbox sees the link');
  assert.ok(Math.abs((expiresAt ?? 0) - Date.now() - 7 * 24 * 60 * minute) < minute);
  const link = await mail.link(sent + 1);
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(link);
  assert.equal(page.title, 'Join your team on Debrief');
  assert.match(page.text, /value="Eve@x.test"[^>]* readonly/);
  const done = await browser.submit(page, { email: 'mallory@x.test', password, repeat: password });
  assert.equal(done.url, `${server.url}/`);
  assert.ok(await isSignedIn(browser));
  assert.equal((await signIn('mallory@x.test', password)).status, 400);
  assert.match((await signIn('eve@x.test', password)).url, /code=/);
  assert.equal((await browser.open(link)).status, 410);
});

test('a newer invitation voids the older one; an expired one does not work', async () => {
  const first = await server.invite('usr_2', 'finn@x.test');
  const second = await server.invite('usr_2', 'finn@x.test');
  const browser = new FakeBrowser(server.url);
  assert.equal((await browser.open(first.url)).title, 'This link no longer works');
  assert.equal((await browser.open(second.url)).status, 200);
  server.ahead = 8 * 24 * 60 * minute;
  assert.equal((await browser.open(second.url)).status, 410);
  server.ahead = 0;
});

test('an invitation for somebody who has an account is accepted with it, or with another one (O19)', async () => {
  const { browser } = await signIn('eve@x.test', password);
  const { url } = await server.invite('usr_3', 'EVE@x.test');
  const page = await browser.open(url);
  assert.match(page.text, /signed in as Eve@x.test/);
  const elsewhere = await browser.submit(page, {});
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /belongs to another organization/);
  const stranger = new FakeBrowser(server.url);
  const form = await stranger.open(url);
  const same = await stranger.submit(form, { password, repeat: password });
  assert.equal(same.status, 400);
  assert.match(same.text, /password for another account already/);
  const done = await stranger.submit(form, { password: third, repeat: third });
  assert.equal(done.url, `${server.url}/`);
  assert.ok(await isSignedIn(stranger));
  assert.match((await signIn('eve@x.test', third)).url, /code=/);
  assert.match((await signIn('eve@x.test', password)).url, /code=/);
});

test('a password is changed with the current one, and everybody else is signed out', async () => {
  const { browser: here } = await signIn('eve@x.test', password);
  const { browser: there } = await signIn('eve@x.test', password);
  const page = await here.open(`${server.idp.issuer}/change-password`);
  const wrong = await here.submit(page, { current: other, password: other, repeat: other });
  assert.match(wrong.text, /not your current password/);
  server.deeds.length = 0;
  const sent = mail.mails.length;
  const done = await here.submit(page, { current: password, password: other, repeat: other });
  assert.equal(done.title, 'Your password is changed');
  assert.deepEqual(
    server.deeds.map((deed) => deed.action),
    ['password_changed'],
  );
  assert.ok(await isSignedIn(here));
  assert.ok(!(await isSignedIn(there)));
  assert.equal((await signIn('eve@x.test', password)).status, 400);
  assert.match((await signIn('eve@x.test', other)).url, /code=/);
  await mail.link(sent + 1);
  assert.match(mail.mails[sent] ?? '', /was changed/);
});

test('without a session there is no password to change', async () => {
  const browser = new FakeBrowser(server.url);
  assert.equal((await browser.open(`${server.idp.issuer}/change-password`)).url, `${server.url}/`);
});

test('the operator can hand out a link for a new password', async () => {
  assert.deepEqual(await server.idp.accounts.find('nobody@x.test'), []);
  const { browser: there } = await signIn('eve@x.test', other);
  const [account] = await server.idp.accounts.find('Eve@X.test');
  assert.ok(account?.emailVerified, 'the one that a mail has proved comes first');
  const url = await server.idp.accounts.passwordLink(account);
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(url);
  const sent = mail.mails.length;
  const done = await browser.submit(page, { password, repeat: password });
  assert.equal(done.title, 'Your password is set');
  await mail.link(sent + 1);
  assert.match(mail.mails[sent] ?? '', /was changed/);
  assert.equal((await browser.submit(page, { password: other, repeat: other })).status, 410);
  assert.ok(!(await isSignedIn(there)));
  assert.match((await signIn('eve@x.test', password)).url, /code=/);
});

test('a forgotten password is mailed, and the answer is the same for a stranger', async () => {
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(`${server.idp.issuer}/forgot-password`);
  const sent = mail.mails.length;
  const stranger = await browser.submit(page, { email: 'nobody@x.test' });
  const known = await browser.submit(page, { email: 'eve@x.test' });
  assert.equal(known.title, 'Check your e-mail');
  assert.equal(stranger.text, known.text);
  const link = await mail.link(sent + 1);
  assert.match(link, /\/idp\/new-password\//);
  assert.equal((await browser.open(link)).title, 'Choose a new password');
  assert.equal(mail.mails.length, sent + 1);
  for (let n = 0; n < 2; n++) assert.equal((await browser.submit(page, { email: 'eve@x.test' })).status, 200);
  assert.equal((await browser.submit(page, { email: 'eve@x.test' })).status, 429, 'three an hour');
});

test('without a mail server there is no such page, and an invitation says it was not sent', async () => {
  const plain = await startFakeServer();
  const shown = await new FakeBrowser(plain.url).open(`${plain.idp.issuer}/forgot-password`);
  assert.equal(shown.status, 404);
  const { sent } = await plain.invite('usr_9', 'z@x.test', { mail: true });
  assert.deepEqual([sent, plain.idp.invitations.sendsMail], [false, false]);
  await plain.close();
});

test('a mail server that is down does not lose the invitation', async () => {
  const broken = await startFakeServer({ smtpUrl: 'smtp://127.0.0.1:1' });
  const { sent, url } = await broken.invite('usr_9', 'z@x.test', { mail: true });
  assert.equal(sent, false);
  assert.equal((await new FakeBrowser(broken.url).open(url)).status, 200);
  assert.deepEqual(broken.logged, ['the invitation could not be sent']);
  await broken.close();
});

test('a wrong password and an unknown address get the same answer', async () => {
  server.deeds.length = 0;
  const known = { email: 'eve@x.test', ms: Number.POSITIVE_INFINITY, text: '' };
  const unknown = { email: 'eva@x.test', ms: Number.POSITIVE_INFINITY, text: '' };
  // The shortest of three in turn: what else the machine does only ever adds to a time.
  for (let round = 0; round < 3; round++)
    for (const one of [known, unknown]) {
      const started = performance.now();
      const answer = await signIn(one.email, 'wrong password', '192.0.2.77');
      one.ms = Math.min(one.ms, performance.now() - started);
      one.text = answer.text.replace(/name="csrf" value="[^"]*"/, '').replace(one.email, '');
    }
  assert.equal(known.text, unknown.text);
  assert.deepEqual(
    server.deeds.map((deed) => deed.action),
    Array.from({ length: 6 }, () => 'sign_in_failed'),
  );
  const ratio = Math.min(known.ms, unknown.ms) / Math.max(known.ms, unknown.ms);
  assert.ok(ratio > 0.4, `${known.ms} ms, ${unknown.ms} ms`);
});

test('five attempts a minute for one account, then waiting; the right password clears the count', async () => {
  const email = 'gil@x.test';
  const { url } = await server.invite('usr_4', email);
  const browser = new FakeBrowser(server.url);
  await browser.submit(await browser.open(url), { password, repeat: password });
  for (let n = 0; n < 4; n++)
    assert.equal((await signIn(email, 'wrong password', `198.51.100.${n}`)).status, 400);
  assert.match((await signIn(email, password, '198.51.100.9')).url, /code=/);
  for (let n = 0; n < 5; n++)
    assert.equal((await signIn(email, 'wrong password', `198.51.100.${n}`)).status, 400);
  const refused = await signIn(email, password, '198.51.100.10');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 50);
  assert.match(refused.text, /Too many attempts/);
  await server.restart();
  assert.equal((await signIn(email, password, '198.51.100.11')).status, 429, 'kept in the store');
  server.ahead = minute + 1000;
  assert.match((await signIn(email, password, '198.51.100.12')).url, /code=/);
  server.ahead = 0;
});

test('thirty attempts a minute from one address, over all accounts and forms', async () => {
  server.ahead = 10 * minute;
  const ip = '203.0.113.5';
  const browser = new FakeBrowser(server.url);
  const page = await browser.open(`${server.idp.issuer}/forgot-password`);
  const attempt = (n: number) => browser.submit(page, { email: `n${n}@x.test` }, { 'x-test-ip': ip });
  const shown = await Promise.all(Array.from({ length: 33 }, (_, n) => attempt(n)));
  assert.equal(shown.filter(({ status }) => status === 429).length, 3);
  assert.equal((await signIn('eve@x.test', password, ip)).status, 429);
  assert.match((await signIn('eve@x.test', password, '203.0.113.6')).url, /code=/);
  server.ahead = 0;
});

test('when the store cannot count, nobody signs in', async () => {
  const broken = await startFakeServer({}, async (path) => {
    const { store, ...rest } = await openStore(path);
    const attempt = { change: () => Promise.reject(new Error('store is down')) };
    return { store: { ...store, attempt }, ...rest };
  });
  const browser = new FakeBrowser(broken.url);
  await browser.submit(await browser.open((await broken.idp.setupLink()) ?? ''), {
    email: 'o@x.test',
    password,
    repeat: password,
  });
  const fresh = new FakeBrowser(broken.url);
  const url = authorizeUrl({ redirect_uri: `${broken.url}/` }).replace(server.url, broken.url);
  const shown = await fresh.open(url);
  assert.equal(shown.title, 'Sign in');
  assert.equal((await fresh.submit(shown, { email: 'o@x.test', password })).status, 500);
  await broken.close();
});

test('the pages have the font of the dashboard, from this server', async () => {
  const { headers, text } = await new FakeBrowser(server.url).open(authorizeUrl());
  assert.match(headers.get('content-security-policy') ?? '', /font-src 'self'/);
  const style = /href="([^"]+\.css)"/.exec(text)?.[1] ?? '';
  const css = await (await fetch(server.url + style)).text();
  const address = /url\("(\/[^"]+\.woff2)"\)/.exec(css)?.[1] ?? '';
  const font = await fetch(server.url + address);
  assert.equal(font.headers.get('content-type'), 'font/woff2');
  assert.equal(
    Buffer.from(await font.arrayBuffer())
      .subarray(0, 4)
      .toString(),
    'wOF2',
  );
});
