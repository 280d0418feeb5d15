import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../domain/id.ts';
import type { AccountStore, LinkRecord, NewAccount, PayloadRecord } from '../../idp/account.ts';
import { hashToken, newLinkToken } from '../../idp/link-token.ts';
import { attemptRules, judgeAttempt } from '../../idp/password/attempt.ts';
import { openPostgres } from '../connection/postgres.ts';
import { openSqlite } from '../connection/sqlite.ts';
import type { OpenDatabase } from '../database.ts';
import { identityStore } from '../identity.ts';
import { memberStore } from '../member.ts';
import { migrate } from '../migrations/index.ts';
import { accountStore } from './store.ts';

const now = 1_700_000_000_000;
const hour = 3_600_000;
const issuer = 'https://idp.test/idp';

const account = (email: string): NewAccount => ({
  accountId: newId('acc'),
  email,
  passwordHash: 'hash',
  createdAt: now,
  updatedAt: now,
});

const link = (
  purpose: LinkRecord['purpose'],
  subject: string,
  over: Partial<LinkRecord> = {},
): LinkRecord => ({
  tokenHash: hashToken(newLinkToken()),
  linkId: newId('acc'),
  purpose,
  subject,
  email: null,
  carrier: 'hand',
  createdAt: now,
  expiresAt: now + hour,
  ...over,
});

const payload = (over: Partial<PayloadRecord>): PayloadRecord => ({
  model: 'RefreshToken',
  idHash: newLinkToken(),
  payload: 'sealed',
  grantHash: null,
  uidHash: null,
  accountId: null,
  expiresAt: now + hour,
  consumedAt: null,
  ...over,
});

interface Bench {
  /**
   * Two pools on one database, as two processes would have. SQLite has one: its connections wait for a lock
   * without yielding, so two of them in one thread would wait for each other.
   */
  databases: [OpenDatabase, OpenDatabase];
  close(): Promise<void>;
}

async function sqliteBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-account-'));
  const database = openSqlite(join(folder, 'debrief.db'));
  await migrate(database);
  return {
    databases: [database, database],
    async close() {
      await database.db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A database of its own: Kysely looks for its migrations in every schema, so a schema would not do. */
async function postgresBench(url: string): Promise<Bench> {
  const name = `account_${Date.now()}_${process.pid}`;
  const admin = openPostgres({ url, poolSize: 1 });
  await sql.raw(`create database ${name}`).execute(admin.db);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const open = () => openPostgres({ url: own.href, poolSize: 5 });
  const databases: Bench['databases'] = [open(), open()];
  await migrate(databases[0]);
  return {
    databases,
    async close() {
      for (const { db } of databases) await db.destroy();
      await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
      await admin.db.destroy();
    },
  };
}

const postgresUrl = process.env.TEST_POSTGRES_URL;
const benches: [string, () => Promise<Bench>][] = [
  ['SQLite', sqliteBench],
  ...(postgresUrl
    ? [['PostgreSQL', () => postgresBench(postgresUrl)] as [string, () => Promise<Bench>]]
    : []),
];

for (const [engine, open] of benches) {
  describe(`accounts on ${engine}`, () => {
    let bench: Bench;
    let store: AccountStore;
    let other: AccountStore;
    before(async () => {
      bench = await open();
      store = accountStore(bench.databases[0]);
      other = accountStore(bench.databases[1]);
    });
    after(() => bench.close());

    test('the set-up link makes the first account, once, whoever races', async () => {
      assert.equal(await store.account.any(), false);
      const setup = link('setup', '');
      await store.link.issue(setup);
      const outcomes = await Promise.all(
        [store, other, store, other].map((each, n) =>
          each.account.create(account(`first${n}@x.test`), setup.tokenHash, issuer),
        ),
      );
      assert.deepEqual(outcomes.filter((outcome) => outcome !== 'link_spent').length, 1);
      assert.deepEqual(outcomes.filter((outcome) => outcome === 'link_spent').length, 3);
      assert.equal(await store.account.any(), true);
      const late = link('setup', '');
      await store.link.issue(late);
      assert.equal(await store.account.create(account('late@x.test'), late.tokenHash, issuer), 'link_spent');
    });

    /** An invited member and a link for the invitation. */
    async function invited(email: string, carrier: LinkRecord['carrier'] = 'hand') {
      const organizationId = newId('org');
      const userId = newId('usr');
      await bench.databases[0].db
        .insertInto('organizations')
        .values({
          organizationId,
          name: 'Acme',
          slug: organizationId,
          status: 'active',
          ownerUserId: userId,
          createdAt: 0,
          updatedAt: 0,
        })
        .execute();
      const dates = { joinedAt: null, createdAt: now, updatedAt: now };
      const role = { role: 'member', status: 'invited' } as const;
      await memberStore(bench.databases[0]).invite(
        { organizationId, userId, email, ...role, ...dates },
        () => true,
      );
      const issued = link('invitation', userId, { email, carrier });
      await store.link.issue(issued);
      return { organizationId, userId, tokenHash: issued.tokenHash };
    }

    const create = async (email: string, carrier: LinkRecord['carrier'] = 'hand') => {
      const { tokenHash, ...member } = await invited(email, carrier);
      const made = await store.account.create(account(email), tokenHash, issuer);
      assert.ok(made !== 'link_spent');
      return { ...made.account, ...member };
    };

    const identities = () => identityStore(bench.databases[0]);

    test('several accounts claim one address, one proves it, also when they race (O18)', async () => {
      const first = await create('Ada@X.test');
      assert.equal(first.emailVerified, false);
      const mailed = await Promise.all([invited('ada@x.test', 'mail'), invited('ada@x.test', 'mail')]);
      const made = await Promise.all(
        mailed.map(({ tokenHash }, n) =>
          [store, other][n]?.account.create(
            { ...account('ada@x.test'), createdAt: now + 1 + n },
            tokenHash,
            issuer,
          ),
        ),
      );
      const proved = made.map((each) => typeof each === 'object' && each.account.emailVerified);
      assert.deepEqual(proved.sort(), [false, true]);
      const claims = await store.account.findByEmail('aDA@x.TEST');
      assert.deepEqual(
        claims.map(({ emailVerified }) => emailVerified),
        [true, false, false],
      );
      assert.equal(claims.at(-1)?.accountId, first.accountId, 'the oldest comes last');
      assert.equal((await store.account.find(first.accountId))?.email, 'Ada@X.test');
    });

    test('an invitation link makes its account that member and no other (O19)', async () => {
      const ina = await create('ina@x.test');
      const found = await identities().findMember(issuer, ina.accountId);
      assert.deepEqual(typeof found === 'object' && [found.organizationId, found.userId, found.status], [
        ina.organizationId,
        ina.userId,
        'active',
      ]);
      const { tokenHash } = await invited('ina@x.test');
      assert.equal(await store.account.accept(tokenHash, ina, issuer, now), 'has_membership');
      assert.ok(await store.link.find(tokenHash, now), 'nothing was spent');
    });

    test('a withdrawn invitation makes no account, even with its link in hand (O22)', async () => {
      const { organizationId, userId, tokenHash } = await invited('wim@x.test');
      await memberStore(bench.databases[0]).change({ organizationId, userId }, 'remove', now, () => true);
      assert.equal(await store.link.find(tokenHash, now), undefined);
      assert.equal(await store.account.create(account('wim@x.test'), tokenHash, issuer), 'link_spent');
      assert.deepEqual(await store.account.findByEmail('wim@x.test'), []);
    });

    test('a removed member is signed out, and the account goes unless an invitation waits for it (O22)', async () => {
      const members = memberStore(bench.databases[0]);
      for (const [email, carrier, waits, kept] of [
        ['r1@x.test', 'hand', false, 0],
        ['r2@x.test', 'hand', true, 0],
        ['r3@x.test', 'mail', false, 0],
        ['r4@x.test', 'mail', true, 1],
      ] as const) {
        const gone = await create(email, carrier);
        const session = payload({ model: 'Session', accountId: gone.accountId });
        await store.payload.save(session);
        if (waits) await invited(email);
        await members.change(gone, 'remove', now, () => true);
        assert.equal(await store.payload.find('Session', session.idHash), undefined, email);
        assert.equal((await store.account.findByEmail(email)).length, kept, email);
        assert.equal(await identities().findMember(issuer, gone.accountId), undefined);
      }
    });

    test('a disabled account is no member until it is enabled, and stays disabled when removed', async () => {
      const dis = await create('dis@x.test');
      const session = payload({ model: 'Session', accountId: dis.accountId });
      await store.payload.save(session);
      await store.account.setDisabled(dis.accountId, issuer, now);
      assert.equal(await identities().findMember(issuer, dis.accountId), 'disabled');
      assert.equal(await identities().findActive(dis.userId), undefined);
      assert.equal(await store.payload.find('Session', session.idHash), undefined);
      await store.account.setDisabled(dis.accountId, issuer, undefined);
      assert.equal((await identities().findActive(dis.userId))?.userId, dis.userId);
      await store.account.setDisabled(dis.accountId, issuer, now);
      await memberStore(bench.databases[0]).change(dis, 'remove', now, () => true);
      assert.equal(await identities().findMember(issuer, dis.accountId), 'disabled');
    });

    test('a new password through a mailed link proves the address, through another does not (O18)', async () => {
      for (const carrier of ['hand', 'mail'] as const) {
        const made = await create(`pw-${carrier}@x.test`);
        const reset = link('password', made.accountId, { carrier });
        await store.link.issue(reset);
        assert.equal(await store.account.resetPassword(reset.tokenHash, 'new', now), true);
        assert.equal((await store.account.find(made.accountId))?.emailVerified, carrier === 'mail');
      }
    });

    test('a new link voids the older one of the same person; an expired one is none', async () => {
      const older = link('invitation', 'usr_c', { email: 'c@x.test' });
      const newer = link('invitation', 'usr_c', { email: 'c@x.test' });
      const foreign = link('invitation', 'usr_d');
      for (const each of [older, foreign, newer]) await store.link.issue(each);
      assert.equal(await store.link.find(older.tokenHash, now), undefined);
      assert.deepEqual(await store.link.find(newer.tokenHash, now), newer);
      assert.ok(await store.link.find(foreign.tokenHash, now));
      assert.equal(await store.link.find(newer.tokenHash, newer.expiresAt), undefined);
      const tooLate = { ...account('c@x.test'), createdAt: newer.expiresAt };
      assert.equal(await store.account.create(tooLate, newer.tokenHash, issuer), 'link_spent');
    });

    test('a link that is kept stays until it expires', async () => {
      const first = link('setup', 'kept');
      assert.deepEqual(await store.link.keep(first), first);
      assert.deepEqual(await other.link.keep(link('setup', 'kept')), first);
      const next = link('setup', 'kept', { createdAt: first.expiresAt, expiresAt: first.expiresAt + hour });
      assert.deepEqual(await store.link.keep(next), next);
    });

    test('a password is reset through its link, once', async () => {
      const eve = await create('eve@x.test');
      const reset = link('password', eve.accountId);
      await store.link.issue(reset);
      assert.equal(await store.account.resetPassword(reset.tokenHash, 'new', now + 1), true);
      assert.equal(await store.account.resetPassword(reset.tokenHash, 'newer', now + 2), false);
      assert.equal((await store.account.find(eve.accountId))?.passwordHash, 'new');
      const wrong = link('invitation', 'usr_f');
      await store.link.issue(wrong);
      assert.equal(await store.account.resetPassword(wrong.tokenHash, 'x', now), false);
      assert.ok(await store.link.find(wrong.tokenHash, now), 'a link of another purpose is not spent');
    });

    test('a payload is consumed by one of those who race for it', async () => {
      const token = payload({});
      await store.payload.save(token);
      const won = await Promise.all(
        [store, other, store, other].map((each) =>
          each.payload.consume('RefreshToken', token.idHash, now + 5),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal((await store.payload.find('RefreshToken', token.idHash))?.consumedAt, now + 5);
      await store.payload.save({ ...token, payload: 'again' });
      const saved = await store.payload.find('RefreshToken', token.idHash);
      assert.equal(saved?.payload, 'again');
      assert.equal(saved?.consumedAt, now + 5, 'saving again does not make it fresh');
    });

    test('payloads go by id, by uid, by grant and by account', async () => {
      const session = payload({ model: 'Session', uidHash: 'uid', accountId: 'acc_1' });
      const token = payload({ grantHash: 'grant', accountId: 'acc_1' });
      const foreign = payload({ grantHash: 'other', accountId: 'acc_2' });
      for (const each of [session, token, foreign]) await store.payload.save(each);
      assert.deepEqual(await store.payload.findByUid('Session', 'uid'), session);
      assert.equal(await store.payload.findByUid('Interaction', 'uid'), undefined);
      await store.payload.deleteGrant('grant');
      assert.equal(await store.payload.find('RefreshToken', token.idHash), undefined);
      const second = payload({ model: 'Session', accountId: 'acc_1' });
      await store.payload.save(second);
      await store.payload.deleteAccount('acc_1', second.idHash);
      assert.equal(await store.payload.find('Session', session.idHash), undefined);
      assert.ok(await store.payload.find('Session', second.idHash));
      assert.ok(await store.payload.find('RefreshToken', foreign.idHash));
      await store.payload.delete('Session', second.idHash);
      assert.equal(await store.payload.find('Session', second.idHash), undefined);
    });

    test('deleting an account takes its links and sessions along', async () => {
      const gus = await create('gus@x.test');
      const reset = link('password', gus.accountId);
      await store.link.issue(reset);
      const session = payload({ model: 'Session', accountId: gus.accountId });
      await store.payload.save(session);
      assert.equal(await store.account.delete(gus.accountId), true);
      assert.equal(await store.account.delete(gus.accountId), false);
      assert.deepEqual(await store.account.findByEmail('gus@x.test'), []);
      assert.equal(await store.link.find(reset.tokenHash, now), undefined);
      assert.equal(await store.payload.find('Session', session.idHash), undefined);
    });

    test('of several first keys one stands', async () => {
      const key = { kind: 'signing' as const, ordinal: 1, createdAt: now, activeAt: now };
      const added = await Promise.all(
        [store, other, store, other].map((each, n) => each.key.add({ ...key, sealed: `key ${n}` })),
      );
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal((await store.key.list('signing')).length, 1);
      assert.deepEqual(await store.key.list('cookie'), []);
      await store.key.delete('signing', 1);
      assert.deepEqual(await store.key.list('signing'), []);
    });

    test('attempts that race are all counted', async () => {
      const use = (each: AccountStore, at: number) =>
        each.attempt.change(['b', 'a'], ([b = [], a = []]) => ({
          histories: [[...b, at], a.length < 5 ? [...a, at] : a],
          result: a.length < 5,
        }));
      const allowed = await Promise.all(
        Array.from({ length: 12 }, (_, n) => use(n % 2 ? other : store, now + n)),
      );
      assert.equal(allowed.filter(Boolean).length, 5);
      const seen = await store.attempt.change(['a', 'b'], (histories) => ({ histories, result: histories }));
      assert.deepEqual(
        seen.map((history) => history.length),
        [5, 12],
      );
    });

    test('a burst from one address over many accounts passes as often as the rule says', async () => {
      const rules = [attemptRules.account, attemptRules.address];
      const use = (each: AccountStore, n: number) => {
        // Each looked at its clock before it had to wait.
        const at = now + ((n * 7) % 50);
        return each.attempt.change([`account ${n}`, 'one address'], (found) => {
          const { histories, next } = judgeAttempt(found, rules, at);
          return { histories, result: next <= at };
        });
      };
      const allowed = await Promise.all(Array.from({ length: 50 }, (_, n) => use(n % 2 ? other : store, n)));
      assert.equal(allowed.filter(Boolean).length, 30);
    });

    test('what expired is purged, what did not stays', async () => {
      const old = payload({ expiresAt: now - 1 });
      const fresh = payload({ expiresAt: now + 1 });
      for (const each of [old, fresh]) await store.payload.save(each);
      const gone = link('invitation', 'usr_h', { expiresAt: now - 1 });
      await store.link.issue(gone);
      await store.purge(now, now - hour);
      assert.equal(await store.payload.find('RefreshToken', old.idHash), undefined);
      assert.ok(await store.payload.find('RefreshToken', fresh.idHash));
      assert.equal(await store.link.find(gone.tokenHash, now - hour), undefined);
      await store.purge(now + 2 * hour, now + hour);
      const [left] = await store.attempt.change(['a'], (histories) => ({ histories, result: histories }));
      assert.deepEqual(left, []);
    });
  });
}
