import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';

/**
 * Loaded before the server, and before each of its threads: kills the process right before it says something of its
 * choice to SQLite, to PostgreSQL or to the bus. The file that KILL_AT names says what, and at which time of saying it.
 */
const file = process.env.KILL_AT ?? '';

export interface KillAt {
  text: string;
  /** At the first time when it is 1. */
  time: number;
}

function look(said: string | Uint8Array): void {
  if (!existsSync(file)) return;
  const { text, time } = JSON.parse(readFileSync(file, 'utf8')) as KillAt;
  if (!(typeof said === 'string' ? said.includes(text) : Buffer.from(said).includes(text))) return;
  if (time > 1) {
    // In one piece: another thread may read it just now.
    const next = `${file}-${threadId}`;
    writeFileSync(next, JSON.stringify({ text, time: time - 1 }));
    renameSync(next, file);
  } else {
    rmSync(file);
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Replaces a method by one that looks first. */
function before<Target extends object>(
  target: Target,
  name: keyof Target,
  said: (self: Target, argument: unknown) => unknown,
): void {
  const method = target[name] as (...args: unknown[]) => unknown;
  Object.defineProperty(target, name, {
    configurable: true,
    writable: true,
    value(this: Target, ...args: unknown[]) {
      const text = said(this, args[0]);
      if (typeof text === 'string' || text instanceof Uint8Array) look(text);
      return method.apply(this, args);
    },
  });
}

for (const name of ['run', 'get', 'all', 'iterate'] as const)
  before(StatementSync.prototype, name, ({ sourceSQL }) => sourceSQL);
before(DatabaseSync.prototype, 'exec', (_, text) => text);
before(Socket.prototype, 'write', (_, bytes) => bytes);
