import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deed } from '../src/domain/audit.ts';
import type { IssuedInvitation } from '../src/domain/ports.ts';
import type { MemberRecord } from '../src/domain/records.ts';
import type { AccountStore } from '../src/idp/account.ts';
import { createIdp, type Idp, type IdpOptions } from '../src/idp/provider.ts';
import { accountStore } from '../src/store/account/store.ts';
import { openSqlite } from '../src/store/connection/sqlite.ts';
import type { OpenDatabase } from '../src/store/database.ts';
import { memberStore } from '../src/store/member.ts';
import { migrate } from '../src/store/migrations/index.ts';

/** An empty database with everything the identity provider keeps. */
export const openStore = async (path: string) => {
  const database = openSqlite(path);
  await migrate(database);
  return { store: accountStore(database), database, close: () => database.close() };
};

type OpenStore = (path: string) => Promise<{
  store: AccountStore;
  database: OpenDatabase;
  close(): Promise<void>;
}>;

export interface FakeServer {
  url: string;
  idp: Idp;
  deeds: Deed[];
  logged: string[];
  databasePath: string;
  encryptionKey: Buffer;
  /** Milliseconds the clock is ahead. */
  ahead: number;
  /** Adds an invited member, and issues the link as an organization would hand it over, or mail it. */
  invite(
    userId: string,
    email: string,
    options?: { mail?: boolean },
  ): Promise<IssuedInvitation & { url: string }>;
  /** The same store and key in a new process, as far as anybody can tell. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A bare server that knows nothing but the identity provider. */
export async function startFakeServer(
  options: Partial<IdpOptions> = {},
  open: OpenStore = openStore,
): Promise<FakeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-idp-'));
  const databasePath = join(folder, 'debrief.db');
  const encryptionKey = randomBytes(32);
  const http = createServer((request, response) => {
    if (/^\/(?:idp|\.well-known)\//.test(request.url ?? '')) server.idp.handle(request, response);
    else response.end('the dashboard');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  let opened = await open(databasePath);
  const log = (_: object, message: string) => void server.logged.push(message);
  const create = () =>
    createIdp({
      store: opened.store,
      publicUrl: url,
      encryptionKey,
      clock: () => Date.now() + server.ahead,
      version: '0.0.0',
      audit: async (deed) => void server.deeds.push(deed),
      clientIp: (request) => request.headers['x-test-ip']?.toString() ?? '192.0.2.1',
      limit: () => {},
      log: { info: log, warn: log, error: log },
      ...options,
    });

  const server: FakeServer = {
    url,
    idp: undefined as unknown as Idp,
    deeds: [],
    logged: [],
    databasePath,
    encryptionKey,
    ahead: 0,
    async invite(userId, email, { mail = false } = {}) {
      const organizationId = `org_of_${userId}`;
      await opened.database.db
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
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const member: MemberRecord = {
        organizationId,
        userId,
        email,
        role: 'member',
        status: 'invited',
        joinedAt: null,
        createdAt: 0,
        updatedAt: 0,
      };
      await memberStore(opened.database).invite(member, () => true);
      const invitation = await server.idp.invitations.invite(member, { handOver: !mail });
      return { ...invitation, url: invitation.url ?? '' };
    },
    async restart() {
      await opened.close();
      opened = await open(databasePath);
      server.idp = await create();
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
  server.idp = await create();
  return server;
}
