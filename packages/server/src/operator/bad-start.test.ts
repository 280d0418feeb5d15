import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { freePort } from '../../../../scripts/services.ts';
import { engines, freshDatabase, runStatement } from '../../testing/engine.ts';
import { databaseUrl } from '../../testing/server.ts';
import { serverMain } from '../../testing/server-main.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../storage.ts';
import { unavailable } from '../store/connection/unavailable.ts';
import { badStart } from './bad-start.ts';

/** Every start that comes to nothing ends with one sentence that says what to do. */

const folders: string[] = [];
const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing) await close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-test-'));
  folders.push(folder);
  return folder;
};

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function ended(env: Record<string, string>, args: string[] = []): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [serverMain, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: String(await freePort()), ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const impatience = setTimeout(() => child.kill('SIGKILL'), 90_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(impatience);
  return { code, stdout, stderr };
}

/** An embedded database as a server with the key 00… leaves it. */
async function aDatabase(alter?: (db: DatabaseSync) => void): Promise<string> {
  const folder = newFolder();
  const { stderr, code } = await ended({ DATA_DIR: folder, SERVER_KEY: '00'.repeat(32) }, ['migrate']);
  assert.equal(code, 0, stderr);
  if (alter) {
    const db = new DatabaseSync(join(folder, 'debrief.db'));
    alter(db);
    db.close();
  }
  return folder;
}

async function takenPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => server.close());
  const address = server.address();
  return String(typeof address === 'object' ? address?.port : '');
}

function aFile(name: string, content: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}

interface BadStart {
  name: string;
  env(): Promise<Record<string, string>>;
  args?: () => string[];
  sentence: RegExp;
  code: number;
}

const onPostgres = (starts: BadStart[]) => (engines.includes('postgres') ? starts : []);

const starts: BadStart[] = [
  {
    name: 'the database is away',
    env: async () => ({ DATA_DIR: newFolder(), DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/none' }),
    sentence:
      /^PostgreSQL at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): start it, or correct DATABASE_URL\.$/,
    code: 1,
  },
  ...onPostgres([
    {
      name: 'there is no such database',
      env: async () => {
        const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
        url.pathname = '/nowhere';
        return { DATA_DIR: newFolder(), DATABASE_URL: url.href };
      },
      sentence: /^There is no database "nowhere" on PostgreSQL at \S+: create it, or correct DATABASE_URL\.$/,
      code: 1,
    },
    {
      name: 'a newer version has changed the database on PostgreSQL',
      env: async () => {
        const database = await freshDatabase('postgres');
        closing.push(() => database.remove());
        const config = { database: database.config };
        await (await openStorage({ config, keyCheck: 'x', onFault: assert.fail })).stop();
        await runStatement(database.config, `insert into kysely_migration values ('9999-later', '2030')`);
        return { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(database) };
      },
      sentence:
        /^A newer version of Debrief has changed this database \(9999-later is unknown here\): start that version/,
      code: 2,
    },
  ]),
  {
    name: 'the bus is away',
    env: async () => ({ DATA_DIR: newFolder(), NATS_URL: 'nats://127.0.0.1:1' }),
    sentence:
      /^NATS at 127\.0\.0\.1:1 cannot be used \(.+\): start it with JetStream, or correct NATS_URL\.$/,
    code: 2,
  },
  {
    name: 'the port is taken',
    env: async () => ({ DATA_DIR: newFolder(), PORT: await takenPort() }),
    sentence:
      /^Port \d+ of 127\.0\.0\.1 is taken by another program: stop that one, or choose another port with PORT\.$/,
    code: 1,
  },
  {
    name: 'the address is not of this machine',
    env: async () => ({ DATA_DIR: newFolder(), HOST: '192.0.2.1' }),
    sentence: /^192\.0\.2\.1 is no address of this machine: correct HOST\.$/,
    code: 1,
  },
  {
    name: 'the folder cannot be written',
    env: async () => ({ DATA_DIR: join(aFile('file', ''), 'data') }),
    sentence:
      /cannot be written \(ENOTDIR\): give this user the right to write there, or choose another folder with DATA_DIR\.$/,
    code: 1,
  },
  {
    name: 'the database is a folder',
    env: async () => {
      const folder = newFolder();
      mkdirSync(join(folder, 'debrief.db'));
      return { DATA_DIR: folder };
    },
    sentence: /cannot be written \(SQLite cannot open or write its file\)/,
    code: 1,
  },
  {
    name: 'another server key',
    env: async () => ({ DATA_DIR: await aDatabase(), SERVER_KEY: '11'.repeat(32) }),
    sentence:
      /^This database was set up with another server key\. Set SERVER_KEY, or bring the server\.key file/,
    code: 2,
  },
  {
    name: 'no server key in server.key',
    env: async () => ({ DATA_DIR: join(aFile('server.key', 'short'), '..') }),
    sentence:
      /server\.key does not hold a server key: put the one there that was kept with the backups, or set SERVER_KEY\.$/,
    code: 2,
  },
  {
    name: 'a newer version has changed the database',
    env: async () => ({
      DATA_DIR: await aDatabase((db) =>
        db.exec(`insert into kysely_migration values ('9999-later', '2030')`),
      ),
      SERVER_KEY: '00'.repeat(32),
    }),
    sentence:
      /^A newer version of Debrief has changed this database \(9999-later is unknown here\): start that version/,
    code: 2,
  },
  {
    name: 'the database is damaged',
    env: async () => ({ DATA_DIR: join(aFile('debrief.db', 'This is not a database. '.repeat(400)), '..') }),
    sentence: /debrief\.db is damaged or no database: restore a backup with "debrief-server restore FILE"\.$/,
    code: 1,
  },
  {
    name: 'a bad backup',
    env: async () => ({ DATA_DIR: newFolder(), SERVER_KEY: '00'.repeat(32) }),
    args: () => ['restore', aFile('backup.db', 'This is not a database. '.repeat(400))],
    sentence: /backup\.db is not a backup of Debrief: give the file that debrief-server backup wrote\.$/,
    code: 2,
  },
  {
    name: 'the PostgreSQL to move to is away',
    env: async () => ({ DATA_DIR: await aDatabase(), SERVER_KEY: '00'.repeat(32) }),
    args: () => ['move', '--to', 'postgres://someone:hidden@127.0.0.1:1/none'],
    sentence:
      /^PostgreSQL at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): start it, or correct the address behind --to\.$/,
    code: 2,
  },
  {
    name: 'a command in a folder without a database',
    env: async () => ({ DATA_DIR: join(newFolder(), 'wrong') }),
    args: () => ['rebuild'],
    sentence: /^There is no database at \S+wrong\/debrief\.db: start the server once, or correct DATA_DIR\.$/,
    code: 2,
  },
  {
    name: 'an option that the command does not have',
    env: async () => ({ DATA_DIR: newFolder() }),
    args: () => ['backup', '--force'],
    sentence: /^This command takes the file to write\.$/,
    code: 2,
  },
];

it('a database that is too slow for the start is one that does not answer, with no stack', () => {
  const slow = unavailable('no answer in time');
  const database = { engine: 'postgres', url: 'postgres://someone:hidden@db.example/debrief' };
  assert.deepEqual(badStart(slow, { database } as Config), {
    sentence:
      'PostgreSQL at db.example:5432 does not answer (no answer in time): start it, or correct DATABASE_URL.',
    exitCode: 1,
  });
});

describe('what is given behind a command', { concurrency: 4 }, () => {
  const server = { SERVER_KEY: '00'.repeat(32), LOG_LEVEL: 'error' };
  const calls: [args: (folder: string) => string[], says: RegExp][] = [
    [
      (folder) => ['export', '--parquet', join(folder, 'out'), '--text'],
      /^Wrote 0 sessions in \d+ files to /,
    ],
    [(folder) => ['export', `--parquet=${join(folder, 'out')}`], /^Wrote 0 sessions in \d+ files to /],
    [() => ['verify', '--json'], /^\{\n/],
    [() => ['rebuild', '--help'], /^debrief-server .*\n\nUsage: /],
    [() => ['--version'], /^\d+\.\d+\.\d+\n$/],
  ];
  for (const [args, says] of calls)
    it(`is its own to read: ${args('FOLDER').join(' ')}`, async () => {
      const folder = await aDatabase();
      const { stdout, stderr, code } = await ended({ ...server, DATA_DIR: folder }, args(folder));
      assert.deepEqual([stderr, code], ['', 0]);
      assert.match(stdout, says);
    });
});

describe('a bad start', { concurrency: 4 }, () => {
  for (const { name, env, args, sentence, code } of starts) {
    it(`says what to do in one sentence: ${name}`, async () => {
      const end = await ended({ LOG_LEVEL: 'error', ...(await env()) }, args?.());
      // Lines of the log are for machines.
      const said = end.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"level"'));
      assert.match(said.at(-1) ?? '', sentence);
      assert.deepEqual([said.length, end.stdout, end.code], [1, '', code], end.stderr);
      assert.doesNotMatch(end.stderr, /hidden|^\s+at /m);
    });
  }
});
