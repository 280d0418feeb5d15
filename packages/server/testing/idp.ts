import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deed } from '../src/domain/audit.ts';
import type { AccountStore } from '../src/idp/account.ts';
import { createIdp, type Idp, type IdpOptions } from '../src/idp/provider.ts';

/** Tests introduce the store: this room does not know it. */
export type OpenStore = (path: string) => Promise<{ store: AccountStore; close(): Promise<void> }>;

export interface FakeServer {
  url: string;
  idp: Idp;
  deeds: Deed[];
  logged: string[];
  databasePath: string;
  encryptionKey: Buffer;
  /** Milliseconds the clock is ahead. */
  ahead: number;
  /** The same store and key in a new process, as far as anybody can tell. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A bare server that knows nothing but the identity provider. */
export async function startFakeServer(
  openStore: OpenStore,
  options: Partial<IdpOptions> = {},
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

  let opened = await openStore(databasePath);
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
    async restart() {
      await opened.close();
      opened = await openStore(databasePath);
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
