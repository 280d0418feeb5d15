import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { freePort } from '../../../../scripts/services.ts';
import { engines, migratedDatabase } from '../../testing/engine.ts';
import { databaseUrl } from '../../testing/server.ts';
import { freshBus, removeStream } from '../../testing/storage.ts';
import { readConfig } from '../config.ts';
import { type RunningServer, startServer } from '../server.ts';

/** A start waits for its database longer than a request may (R4): both often come up together, on a machine with much to do. */

/** Longer than a request waits, with some to spare. */
const late = 2500;

/** Between a server and PostgreSQL: holds back what is asked by a text that matches, and counts how often. */
class LateDatabase {
  late: RegExp | undefined;
  held = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#carry(client));
  readonly #target: URL;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #carry(client: Socket): void {
    const target = createConnection(Number(this.#target.port || 5432), this.#target.hostname);
    this.#sockets.add(client).add(target);
    client.on('data', async (chunk) => {
      // A connection says nothing more before it was answered.
      const isLate = this.late?.test(chunk.toString('latin1')) ?? false;
      if (isLate) {
        this.held++;
        await pause(late);
      }
      if (target.writable) target.write(chunk);
    });
    target.on('data', (chunk) => client.writable && client.write(chunk));
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing.reverse()) await close();
});

async function behindLateDatabase(env: Record<string, string> = {}) {
  const database = await migratedDatabase('postgres');
  closing.push(() => database.remove());
  const url = new URL(databaseUrl(database));
  const proxy = new LateDatabase(url.href);
  closing.push(() => proxy.close());
  const port = await freePort();
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
  const config = readConfig({
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: database.folder,
    DATABASE_URL: url.href,
    LOG_LEVEL: 'warn',
    ...env,
  });
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => said.push(line) });
  const start = async (): Promise<RunningServer> => {
    const running = await startServer(config, log);
    closing.push(() => running.stop());
    return running;
  };
  const health = async () => (await fetch(`http://127.0.0.1:${config.port}/health`)).status;
  /** What it says is a moment old, on a busy machine an answer is late, and a pool has to notice a connection that is. */
  const untilHealth = async (status: number) => {
    for (let tries = 0; (await health()) !== status; tries++) {
      assert.ok(tries < 300, `${status} at /health`);
      await pause(100);
    }
  };
  return { proxy, listen: () => proxy.listen(port), start, untilHealth, said };
}

const perConnection = /application_name\0debrief/;
/** One of each part of a start. */
const statements = {
  'every connection': perConnection,
  'the look at its settings': /pg_settings/,
  migrations: /kysely_migration/,
  'the key of the server': /insert into "settings"/,
  'the comparison of what is derived': /to_regclass\('projection/,
  'the keys of the identity provider': /provider_keys/,
  'the first account': /"accounts"/,
  'how far what is derived is': /projection_\d+"?\.work/,
};

for (const engine of engines) {
  // A file is not waited for.
  if (engine === 'sqlite') continue;
  describe(`a start on ${engine}`, { concurrency: 4 }, () => {
    for (const [name, text] of Object.entries(statements))
      it(`waits for a database that is late: ${name}`, async () => {
        const { proxy, listen, start, untilHealth } = await behindLateDatabase();
        proxy.late = text;
        await listen();
        await start();
        assert.ok(proxy.held > 0, 'nothing was held back');
        proxy.late = undefined;
        await untilHealth(200);
      });

    it('waits for a database behind a bus that is late: the position of the bus', async () => {
      const { url, stream } = freshBus();
      closing.push(() => removeStream({ ...freshBus(), url, stream }));
      const { proxy, listen, start } = await behindLateDatabase({ NATS_URL: url, NATS_STREAM: stream });
      proxy.late = /bus_position/;
      await listen();
      await start();
      assert.ok(proxy.held > 0, 'nothing was held back');
      proxy.late = undefined;
    });

    it('waits for a database that is not there yet, and says so once', async () => {
      const { listen, start, untilHealth, said } = await behindLateDatabase();
      const starting = start();
      await pause(late);
      await listen();
      await starting;
      await untilHealth(200);
      const waits = said.filter((line) => line.includes('the database does not answer yet'));
      assert.equal(waits.length, 1);
      assert.match(waits[0] ?? '', /ECONNREFUSED/);
    });

    it('is over when it serves: a request waits two seconds', async () => {
      const { proxy, listen, start, untilHealth } = await behindLateDatabase();
      await listen();
      await start();
      await untilHealth(200);
      proxy.late = /select 1/;
      await untilHealth(503);
      proxy.late = undefined;
      await untilHealth(200);
    });
  });
}
