import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/services.ts';
import { serverMain } from '../testing/server-main.ts';
import { projectionPath } from './projection/sqlite-schema.ts';

const run = promisify(execFile);

const children: ChildProcess[] = [];
const folders: string[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-test-'));
  folders.push(folder);
  return join(folder, 'data');
};

async function environment(dataDir: string) {
  const port = String(await freePort());
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: port,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
}

/** A server of its own process, started with a umask that would let everybody read and write. */
async function started(dataDir: string): Promise<ChildProcess> {
  const env = await environment(dataDir);
  const child = spawn('sh', ['-c', `umask 000; exec "${process.execPath}" "${serverMain}"`], {
    env,
    stdio: 'ignore',
  });
  children.push(child);
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await pause(100);
  }
  throw new Error('The server did not start.');
}

const ended = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });

/** What others than the owner may do with a folder and all that is in it. */
const open = (folder: string): string[] =>
  [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter(
    (path) => (statSync(path).mode & 0o077) !== 0,
  );

describe('the data directory', () => {
  it('is for its owner alone whatever the umask, backups too; what was open is closed at the start', async () => {
    const dataDir = newFolder();
    const child = await started(dataDir);
    const names = readdirSync(dataDir);
    const derived = basename(projectionPath('debrief.db'));
    for (const name of ['debrief.db', 'debrief.db-wal', 'debrief.db-shm', derived, 'server.key']) {
      assert.ok(names.includes(name), `${name} in ${names}`);
    }
    assert.deepEqual(open(dataDir), []);
    const backup = join(dataDir, 'copy.db');
    const env = await environment(dataDir);
    await run('sh', ['-c', `umask 000; exec "${process.execPath}" "${serverMain}" backup "${backup}"`], {
      env,
    });
    assert.ok(existsSync(backup));
    assert.deepEqual(open(dataDir), []);
    await ended(child, 'SIGTERM');
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666);
    chmodSync(dataDir, 0o777);
    const again = await started(dataDir);
    assert.deepEqual(open(dataDir), []);
    await ended(again, 'SIGTERM');
  });

  it('takes one server; a killed one leaves no lock, and operator commands work beside', async () => {
    const dataDir = newFolder();
    const first = await started(dataDir);
    const second = run(process.execPath, [serverMain], { env: await environment(dataDir) });
    await assert.rejects(second, (error: Error & { code: number; stderr: string }) => {
      assert.equal(error.code, 2);
      assert.match(error.stderr, /^Another server is running on .*: stop the other one, .*PostgreSQL/);
      assert.equal(error.stderr.trim().split('\n').length, 1);
      return true;
    });
    const env = await environment(dataDir);
    assert.match((await run(process.execPath, [serverMain, 'migrate'], { env })).stdout, /Nothing to apply/);
    const backup = join(dataDir, 'copy.db');
    await run(process.execPath, [serverMain, 'backup', backup], { env });
    assert.equal(readFileSync(backup).subarray(0, 15).toString(), 'SQLite format 3');
    await ended(first, 'SIGKILL');
    await ended(await started(dataDir), 'SIGTERM');
  });
});
