import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '@debrief/contract';
import { FakeBrowser } from '../../testing/browser.ts';
import { apiOf, embedded } from '../../testing/embedded.ts';
import { engines } from '../../testing/engine.ts';
import { startMail } from '../../testing/mail.ts';
import { refusedWith } from '../../testing/request.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { authorizeUrl, comeIn, refresh, signIn, tokensOf } from '../../testing/sign-in/pages.ts';
import { newId } from '../domain/id.ts';
import { openPostgres } from '../store/connection/postgres.ts';
import { openSqlite } from '../store/connection/sqlite.ts';
import type { OpenDatabase } from '../store/database.ts';
import { hashPassword, makeHashesCheapForTests } from './password/password.ts';

/** Invitations and accounts against the whole server, as people and outsiders use them. */

makeHashesCheapForTests();

const password = 'seven quiet llamas hum';
const other = 'nine loud zebras whisper';

async function owner(server: TestServer, email = 'owner@corp.test') {
  const link = (await server.running.idp?.setupLink()) ?? '';
  const browser = await comeIn(server, link, password, email);
  const api = await apiOf(server, browser);
  await api.createOrganization({ name: 'Corp' });
  return { browser, api };
}

async function handedLink(api: Client, email: string, role: 'admin' | 'member' = 'member') {
  const { userId } = await api.inviteMember({ email, role });
  const { url, sent } = await api.inviteByLink({ userId, handOver: true });
  assert.equal(sent, false);
  assert.ok(url);
  return { userId, url };
}

/** The server's own database, for what no route does. */
async function inDatabase<Result>(
  { config }: TestServer,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database =
    config.database.engine === 'sqlite'
      ? openSqlite(config.database.path)
      : openPostgres({ url: config.database.url });
  try {
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}

/** An account without a membership, as earlier versions left behind when an invitation was withdrawn after use. */
async function earlierAccount(server: TestServer, email: string, secret: string): Promise<void> {
  const passwordHash = await hashPassword(secret);
  await inDatabase(server, ({ db }) =>
    db
      .insertInto('accounts')
      .values({
        accountId: newId('acc'),
        email,
        emailLower: email,
        emailVerified: 0,
        passwordHash,
        disabledAt: null,
        createdAt: 1,
        updatedAt: 1,
      })
      .execute(),
  );
}

/** A guest with an organization of her own. */
async function rivalOf(server: TestServer): Promise<Client> {
  await earlierAccount(server, 'guest@out.test', password);
  const { browser } = await signIn(server, 'guest@out.test', password);
  const api = await apiOf(server, browser);
  await api.createOrganization({ name: 'Rival' });
  return api;
}

const payloadRows = (server: TestServer) =>
  inDatabase(
    server,
    async ({ db }) => (await db.selectFrom('providerPayloads').select('idHash').execute()).length,
  );

for (const engine of engines) {
  describe(`invitations and accounts on ${engine}`, () => {
    it('O18 a handed-over link proves nothing: the account it made never becomes an admin elsewhere', async () => {
      await using server = await testServer(engine, embedded);
      const corp = await owner(server);
      const herApi = await rivalOf(server);
      const victim = await handedLink(herApi, 'victim@corp.test');
      const puppet = await comeIn(server, victim.url, other);
      const puppetTokens = await tokensOf(server, puppet);
      assert.ok(puppetTokens);
      await herApi.removeMember({ userId: victim.userId });
      const real = await handedLink(corp.api, 'victim@corp.test', 'admin');
      // Neither the token she still holds, nor the session, nor the password gets her in.
      const stale = server.client(puppetTokens.access_token);
      await assert.rejects(stale.getOrganization(), refusedWith('organization_not_found'));
      assert.equal(await tokensOf(server, puppet), undefined);
      assert.equal((await refresh(server, puppetTokens.refresh_token)).status, 400);
      assert.equal((await signIn(server, 'victim@corp.test', other)).shown.status, 400);
      const { users } = await corp.api.listMembers();
      assert.equal(users.find((user) => user.userId === real.userId)?.status, 'invited');
      // The person who was really invited gets in by the link.
      const person = await comeIn(server, real.url, 'real victim password here');
      const me = (await (await apiOf(server, person)).listMembers()).users.find(
        (user) => user.userId === real.userId,
      );
      assert.deepEqual([me?.status, me?.role], ['active', 'admin']);
    });

    it('O19, O20 with an account of the same address in another organization, the invited person still gets in', async () => {
      await using server = await testServer(engine, embedded);
      const corp = await owner(server);
      const { store } = server.running.context;
      const rival = await rivalOf(server);
      const squatted = await handedLink(rival, 'victim@corp.test');
      const squatter = await comeIn(server, squatted.url, other);
      const real = await handedLink(corp.api, 'victim@corp.test', 'admin');
      const victim = await comeIn(server, real.url, password);
      assert.equal(victim.shown.url, `${server.url}/`);
      const name = async (browser: FakeBrowser) =>
        (await (await apiOf(server, browser)).getOrganization()).name;
      assert.equal(await name(victim), 'Corp');
      assert.equal(await name(squatter), 'Rival');
      // The password decides which account is meant.
      assert.equal(await name((await signIn(server, 'VICTIM@corp.test', password)).browser), 'Corp');
      assert.equal(await name((await signIn(server, 'victim@corp.test', other)).browser), 'Rival');
      assert.equal((await store.member.findByEmail('victim@corp.test')).length, 2);
    });

    it('O14, O18 a mailed link verifies the address, and the same person moves to a second organization by it', async () => {
      const mail = await startMail();
      await using server = await testServer(engine, { ...embedded, SMTP_URL: mail.url });
      const corp = await owner(server);
      const rival = await rivalOf(server);
      const first = await corp.api.inviteMember({ email: 'mona@x.test' });
      const again = await corp.api.inviteByLink({ userId: first.userId });
      assert.deepEqual([again.sent, again.url], [true, undefined]);
      const browser = await comeIn(server, await mail.link(1), password);
      assert.equal(mail.mails.length, 1, 'what was mailed a moment ago is not mailed again');
      assert.equal((await (await apiOf(server, browser)).getOrganization()).name, 'Corp');
      await rival.inviteMember({ email: 'mona@x.test' });
      await corp.api.removeMember({ userId: first.userId });
      assert.equal(await tokensOf(server, browser), undefined, 'signed out');
      const { browser: back } = await signIn(server, 'mona@x.test', password);
      assert.equal((await (await apiOf(server, back)).getOrganization()).name, 'Rival');
      await mail.close();
    });

    it('O21 an account from before the upgrade matches no invitation by its address', async () => {
      await using server = await testServer(engine, embedded);
      const corp = await owner(server);
      await earlierAccount(server, 'victim@corp.test', other);
      const real = await handedLink(corp.api, 'victim@corp.test', 'admin');
      const { browser } = await signIn(server, 'victim@corp.test', other);
      await assert.rejects(
        (await apiOf(server, browser)).getOrganization(),
        refusedWith('organization_not_found'),
      );
      const page = await browser.open(real.url);
      assert.match(page.text, /You are signed in as victim@corp.test/);
      // Whoever has both, the account and the link, may join with it.
      assert.equal((await browser.submit(page, {})).url, `${server.url}/`);
      assert.equal((await (await apiOf(server, browser)).getOrganization()).name, 'Corp');
    });

    it('O22 a withdrawn invitation has no working link; a removed member no session and no account', async () => {
      await using server = await testServer(engine, embedded);
      const corp = await owner(server);
      const withdrawn = await handedLink(corp.api, 'w@x.test');
      await corp.api.removeMember({ userId: withdrawn.userId });
      assert.equal((await new FakeBrowser(server.url).open(withdrawn.url)).status, 410);
      const { userId, url } = await handedLink(corp.api, 'm@x.test');
      const browser = await comeIn(server, url, password);
      const tokens = await tokensOf(server, browser);
      await corp.api.removeMember({ userId });
      assert.equal((await refresh(server, tokens?.refresh_token ?? '')).status, 400);
      assert.equal(await tokensOf(server, browser), undefined);
      assert.deepEqual(await server.running.idp?.accounts.find('m@x.test'), []);
      const second = await handedLink(corp.api, 'm@x.test');
      assert.equal((await comeIn(server, second.url, password)).shown.url, `${server.url}/`);
    });

    it('O23 with ORGANIZATION_FOUNDERS=first only one organization is founded, whoever races', async () => {
      await using server = await testServer(engine, { ORGANIZATION_FOUNDERS: 'first' });
      const people = await Promise.all(
        [1, 2, 3, 4].map((n) => server.issuer.token({ subject: `s${n}`, email: `p${n}@x.test` })),
      );
      const outcomes = await Promise.allSettled(
        people.map((token) => server.client(token).createOrganization({ name: 'One' })),
      );
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.equal(refused.length, 3);
      for (const { reason } of refused) assert.ok(refusedWith('insufficient_role')(reason));
    });

    it('O24 inviting the same address again and again is limited', async () => {
      await using server = await testServer(engine, embedded);
      const corp = await owner(server);
      const { userId } = await corp.api.inviteMember({ email: 'often@x.test' });
      for (let n = 0; n < 10; n++) await corp.api.inviteByLink({ userId });
      await assert.rejects(corp.api.inviteByLink({ userId }), refusedWith('rate_limited'));
      assert.ok((await handedLink(corp.api, 'once@x.test')).url, 'others can be invited');
    });

    it('P9 sign-ins that nobody completes leave nothing in the database', async () => {
      await using server = await testServer(engine, embedded);
      const { browser } = await owner(server);
      const rows = () => payloadRows(server);
      const before = await rows();
      for (let n = 0; n < 200; n++) {
        const response = await fetch(authorizeUrl(server), { redirect: 'manual' });
        assert.equal(response.status, 303);
        await response.body?.cancel();
      }
      assert.equal(await rows(), before);
      assert.ok(await tokensOf(server, browser));
      assert.match((await signIn(server, 'owner@corp.test', password)).shown.url, /code=/);
    });
  });
}

it('P9 the pages of the identity provider are limited by address', async () => {
  await using server = await testServer('sqlite', { ...embedded, RATE_LIMIT_PUBLIC: '20' });
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) {
    const response = await fetch(authorizeUrl(server), { redirect: 'manual' });
    statuses.push(response.status);
    if (n === 24) {
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.equal(((await response.json()) as { error: string }).error, 'temporarily_unavailable');
    } else await response.body?.cancel();
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [303, 429]);
});
