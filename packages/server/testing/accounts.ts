import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { newId } from '../src/domain/id.ts';
import type { AccountStore, LinkRecord, NewAccount, PayloadRecord } from '../src/idp/account.ts';
import { hashToken, newLinkToken } from '../src/idp/link-token.ts';
import { accountStore } from '../src/store/account/store.ts';
import { openPostgres } from '../src/store/connection/postgres.ts';
import { openSqlite } from '../src/store/connection/sqlite.ts';
import type { OpenDatabase } from '../src/store/database.ts';
import { memberStore } from '../src/store/member.ts';
import { migrate } from '../src/store/migrations/index.ts';
import { engines, type FreshDatabase, freshDatabase } from './engine.ts';

export const now = 1_700_000_000_000;
export const hour = 3_600_000;
export const issuer = 'https://idp.test/idp';

export const account = (email: string): NewAccount => ({
  accountId: newId('acc'),
  email,
  passwordHash: 'hash',
  createdAt: now,
  updatedAt: now,
});

export const link = (
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

export const payload = (over: Partial<PayloadRecord>): PayloadRecord => ({
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

export interface AccountBench {
  database: OpenDatabase;
  store: AccountStore;
  /** The same accounts as another process sees them. */
  other: AccountStore;
}

/**
 * Two pools on one database, as two processes would have. SQLite has one: its connections wait for a lock without
 * yielding, so two of them in one thread would wait for each other.
 */
function openTwice({ config }: FreshDatabase): [OpenDatabase, OpenDatabase] {
  if (config.engine === 'sqlite') {
    const database = openSqlite(config.path);
    return [database, database];
  }
  const open = () => openPostgres({ url: config.url, poolSize: 5 });
  return [open(), open()];
}

/** The same tests on an empty database of each engine. */
export function onEveryAccountStore(name: string, suite: (bench: () => AccountBench) => void): void {
  for (const engine of engines) {
    describe(`${name} on ${engine}`, () => {
      let bench: AccountBench;
      let close: () => Promise<void>;
      before(async () => {
        const fresh = await freshDatabase(engine);
        const [database, second] = openTwice(fresh);
        close = async () => {
          for (const one of new Set([database, second])) await one.close();
          await fresh.remove();
        };
        await migrate(database);
        bench = { database, store: accountStore(database), other: accountStore(second) };
      });
      after(() => close?.());
      suite(() => bench);
    });
  }
}

/** An invited member and a link for the invitation. */
export async function invited(
  { database, store }: AccountBench,
  email: string,
  carrier: LinkRecord['carrier'] = 'hand',
) {
  const organizationId = newId('org');
  const userId = newId('usr');
  await database.db
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
  await memberStore(database).invite({ organizationId, userId, email, ...role, ...dates }, () => true);
  const issued = link('invitation', userId, { email, carrier });
  await store.link.issue(issued);
  return { organizationId, userId, tokenHash: issued.tokenHash };
}

/** An account made by an invitation, and the member it is. */
export async function anAccount(bench: AccountBench, email: string, carrier: LinkRecord['carrier'] = 'hand') {
  const { tokenHash, ...member } = await invited(bench, email, carrier);
  const made = await bench.store.account.create(account(email), tokenHash, issuer);
  assert.ok(made !== 'link_spent');
  return { ...made.account, ...member };
}
