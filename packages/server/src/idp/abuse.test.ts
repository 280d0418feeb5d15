import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FakeBrowser } from '../../testing/browser.ts';
import { apiOf, embedded } from '../../testing/embedded.ts';
import { startMail } from '../../testing/mail.ts';
import { refusedWith } from '../../testing/request.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { serverMain } from '../../testing/server-main.ts';
import { authorizeUrl, comeIn, refresh, signIn, tokensOf } from '../../testing/sign-in/pages.ts';
import { openSqlite } from '../store/connection/sqlite.ts';
import { makeHashesCheapForTests } from './password/password.ts';

/** What outsiders and guests try with sign-in and invitations, against the whole server. */

makeHashesCheapForTests();

const password = 'seven quiet llamas hum';
const email = 'owner@corp.test';

async function owner(server: TestServer) {
  const browser = await comeIn(server, (await server.running.idp?.setupLink()) ?? '', password, email);
  const api = await apiOf(server, browser);
  await api.createOrganization({ name: 'Corp' });
  return { browser, api };
}

const isIn = ({ shown }: { shown: { url: string } }) => /[?&]code=/.test(shown.url);

describe('throttling of sign-in', () => {
  it('P8 cannot keep out a browser that was signed in with before; guessing stays limited', async () => {
    await using server = await testServer('sqlite', embedded);
    await owner(server);
    const known = await signIn(server, email, password);
    assert.ok(isIn(known));
    const device = known.browser.cookies.find(({ name }) => name.includes('debrief_device_'));
    assert.ok(device);
    // A browser of the person, in which nobody is signed in any more.
    const ownBrowser = () => {
      const browser = new FakeBrowser(server.url);
      browser.cookies.push({ ...device });
      return browser;
    };
    for (let n = 0; n < 5; n++) assert.equal((await signIn(server, email, `guess ${n}`)).shown.status, 400);
    assert.equal(
      (await signIn(server, email, password)).shown.status,
      429,
      'elsewhere even the right one waits',
    );
    const forger = new FakeBrowser(server.url);
    forger.cookies.push({ ...device, value: `${device.value.slice(0, -4)}AAAA` });
    assert.equal(
      (await signIn(server, email, password, forger)).shown.status,
      429,
      'a forged cookie is none',
    );
    assert.ok(isIn(await signIn(server, email, password, ownBrowser())), 'the known browser gets in');
    // The cookie buys no more guesses than anybody has.
    for (let n = 0; n < 5; n++) {
      assert.equal((await signIn(server, email, `guess ${n}`, ownBrowser())).shown.status, 400);
    }
    assert.equal((await signIn(server, email, password, ownBrowser())).shown.status, 429);
    const other = new FakeBrowser(server.url);
    other.cookies.push({ ...device });
    for (let n = 0; n < 5; n++) await signIn(server, 'other@corp.test', `guess ${n}`, other);
    assert.equal(
      (await signIn(server, 'other@corp.test', 'guess', other)).shown.status,
      429,
      'one address each',
    );
  });
});

describe('limits of invitations', () => {
  it('O24 one organization gets 200 invitation links an hour, whoever they are for', async () => {
    await using server = await testServer('sqlite', embedded);
    const { api } = await owner(server);
    let sent = 0;
    const refused = await (async () => {
      for (; sent < 210; sent++) {
        const { userId } = await api.inviteMember({ email: `p${sent}@x.test` });
        await api.inviteByLink({ userId, handOver: true });
      }
    })().then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(refusedWith('rate_limited')(refused), String(refused));
    assert.equal(sent, 200);
  });

  it('O24 one organization mails 10 invitations an hour to one address, also when it withdraws each', async () => {
    const mail = await startMail();
    await using server = await testServer('sqlite', { ...embedded, SMTP_URL: mail.url });
    const { api } = await owner(server);
    // Withdrawing and inviting anew gets past what "mailed a moment ago" holds back.
    for (let n = 0; n < 10; n++) {
      const { userId } = await api.inviteMember({ email: 'often@x.test' });
      await api.removeMember({ userId });
    }
    await mail.link(10);
    await assert.rejects(api.inviteMember({ email: 'often@x.test' }), refusedWith('rate_limited'));
    assert.equal(mail.mails.length, 10);
    await mail.close();
  });
});

describe('what anonymous requests leave behind', () => {
  it('P9 2 002 of them do not grow the database, nor do failed sign-ins the audit log', async () => {
    await using server = await testServer('sqlite', embedded);
    await owner(server);
    const { database } = server.config;
    assert.ok(database.engine === 'sqlite');
    const size = () => ['', '-wal'].reduce((sum, end) => sum + statSync(database.path + end).size, 0);
    const rows = async () => {
      const opened = openSqlite(database.path);
      try {
        return (await opened.db.selectFrom('auditLog').selectAll().execute()).length;
      } finally {
        await opened.db.destroy();
      }
    };
    const before = { size: size(), rows: await rows() };
    for (let n = 0; n < 2002; n += 22) {
      await Promise.all(
        Array.from({ length: 22 }, async () => {
          const response = await fetch(authorizeUrl(server), { redirect: 'manual' });
          assert.equal(response.status, 303);
          await response.body?.cancel();
        }),
      );
    }
    const grown = size() - before.size;
    assert.ok(grown < 1024 * 1024, `${grown} bytes more; it was 25 MB`);
    for (let n = 0; n < 20; n++) {
      assert.equal((await signIn(server, `nobody${n}@x.test`, 'a guess')).shown.status, 400);
    }
    assert.equal(await rows(), before.rows);
  });
});

describe('disable-account and enable-account, as an operator runs them', () => {
  it('put a person out at once, and let them in again', async () => {
    await using server = await testServer('sqlite', embedded);
    const { api } = await owner(server);
    const { userId } = await api.inviteMember({ email: 'm@x.test' });
    const { url } = await api.inviteByLink({ userId, handOver: true });
    const browser = await comeIn(server, url ?? '', password);
    const tokens = await tokensOf(server, browser);
    assert.ok(tokens);
    const member = server.client(tokens.access_token);
    assert.equal((await member.getOrganization()).name, 'Corp');
    const { config } = server;
    const operate = (...args: string[]) =>
      spawnSync(process.execPath, [serverMain, ...args], {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH ?? '',
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DATA_DIR: config.dataDir,
          DATABASE_URL:
            config.database.engine === 'sqlite' ? `sqlite:${config.database.path}` : config.database.url,
          PUBLIC_URL: server.url,
        },
      });
    const disabled = operate('disable-account', 'M@x.test');
    assert.equal(disabled.status, 0, disabled.stderr);
    await assert.rejects(member.getOrganization());
    assert.equal(await tokensOf(server, browser), undefined, 'signed out');
    assert.equal((await refresh(server, tokens.refresh_token)).status, 400);
    assert.ok(!isIn(await signIn(server, 'm@x.test', password)));
    assert.equal((await api.getOrganization()).name, 'Corp', 'others are not touched');
    assert.notEqual(operate('disable-account', 'nobody@x.test').status, 0);
    const enabled = operate('enable-account', 'm@x.test');
    assert.equal(enabled.status, 0, enabled.stderr);
    const again = await signIn(server, 'm@x.test', password);
    assert.equal((await (await apiOf(server, again.browser)).getOrganization()).name, 'Corp');
  });
});
