import fs, { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before an operator's command: stops it before the step STOP_AT, which is its number or the beginning of its
 * name, by a kill or by what a full disk answers (STOP_BY). A step is whatever changes a file, or is said to SQLite.
 * STEPS names a file that all are noted in.
 */
const { STOP_AT = '', STOP_BY, STEPS } = process.env;
const sqlite = createRequire(import.meta.url)('node:sqlite') as typeof Sqlite;
let steps = 0;
let isOver = STOP_AT === '';

function step(name: string, full?: () => Error): void {
  if (STEPS) appendFileSync(STEPS, `${name.replaceAll(/\s+/g, ' ')}\n`);
  steps++;
  if (isOver || !(/^\d+$/.test(STOP_AT) ? steps === Number(STOP_AT) : name.startsWith(STOP_AT))) return;
  isOver = true;
  if (STOP_BY === 'kill') process.kill(process.pid, 'SIGKILL');
  if (full) throw full();
}

const noRoom = () =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
const fullDatabase = () =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

type Method = (...args: unknown[]) => unknown;

function before(target: object, name: string, say: (self: unknown, argument: unknown) => void): void {
  const methods = target as Record<string, Method>;
  const method = methods[name] as Method;
  methods[name] = function (this: unknown, ...args: unknown[]) {
    say(this, args[0]);
    return method.apply(this, args);
  };
}

if (isMainThread) {
  const opened = new Map<unknown, string>();
  const { openSync } = fs;
  fs.openSync = (path, ...args) => {
    const file = openSync(path, ...args);
    opened.set(file, String(path));
    return file;
  };
  const ofFile = (file: unknown) => basename(opened.get(file) ?? String(file));
  for (const name of ['linkSync', 'copyFileSync', 'renameSync', 'fsyncSync'])
    before(fs, name, (_, path) => step(`${name} ${ofFile(path)}`, noRoom));
  before(fs, 'rmSync', (_, path) => {
    // What is not there is not removed.
    if (fs.existsSync(String(path))) step(`rmSync ${ofFile(path)}`);
  });
  for (const name of ['run', 'get'])
    before(sqlite.StatementSync.prototype, name, (self) =>
      step(`${name} ${(self as Sqlite.StatementSync).sourceSQL}`, fullDatabase),
    );
  before(sqlite.DatabaseSync.prototype, 'exec', (_, text) => step(`exec ${text}`, fullDatabase));
  before(sqlite, 'backup', () => step('backup', fullDatabase));
  syncBuiltinESMExports();
}
