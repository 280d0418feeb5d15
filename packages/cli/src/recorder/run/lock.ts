import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

interface Owner {
  pid: number;
  host: string;
  /** Start time of the process where the system tells it: a reused pid is somebody else. */
  started: string;
  token: string;
  /** When the lock file was last touched. */
  confirmedAt: number;
}

const foreignMs = 600_000;

export interface Lock {
  /** Confirms it; false once somebody else holds it. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

/** Undefined while another living process on this machine holds it. */
export async function acquireLock(path: string): Promise<Lock | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await create(path, owner)) {
      const lock = lockOf(path, owner);
      return (await lock.held()) ? lock : undefined;
    }
    const holder = await lockHolder(path);
    if (holder) return undefined;
    await removeStale(path);
  }
  return undefined;
}

async function create(path: string, owner: Omit<Owner, 'confirmedAt'>): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(owner));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two who find the same dead lock may both remove: the second must not take away the first one's new lock. */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`;
  if (await lockHolder(path)) return;
  await rename(path, aside).catch(() => {});
  const taken = await readOwner(aside);
  if (taken && isAlive(taken)) await rename(aside, path).catch(() => {});
  else await unlink(aside).catch(() => {});
}

function lockOf(path: string, owner: { token: string }): Lock {
  const held = async () => (await readOwner(path))?.token === owner.token;
  return {
    async held() {
      const mine = await held();
      const now = new Date();
      if (mine) await utimes(path, now, now).catch(() => {});
      return mine;
    },
    async release() {
      if (await held()) await unlink(path).catch(() => {});
    },
  };
}

/** Pid of the living process that holds the lock. */
export async function lockHolder(path: string): Promise<number | undefined> {
  const owner = await readOwner(path);
  return owner && isAlive(owner) ? owner.pid : undefined;
}

async function readOwner(path: string): Promise<Owner | undefined> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const content = await readFile(path, 'utf8').catch(() => undefined);
    if (content === undefined) return undefined;
    try {
      const confirmedAt = (await stat(path)).mtimeMs;
      return { ...(JSON.parse(content) as Omit<Owner, 'confirmedAt'>), confirmedAt };
    } catch {
      // Created a moment ago and not written yet, or its writer died in between.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return undefined;
}

function isAlive(owner: Owner): boolean {
  // On a shared home nobody here can tell who lives elsewhere; but whoever does confirms it every minute.
  if (owner.host !== hostname()) return Date.now() - owner.confirmedAt < foreignMs;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(owner.pid) && owner.started === startOf(owner.pid);
}

/** What Linux says of a process, after its name: state, parent, … Empty where there is no /proc. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const startOf = (pid: number): string => statOf(pid)[19] ?? '';

/** Ended, but its parent has not asked how: in containers whose first process never does, it stays for ever. */
const isZombie = (pid: number): boolean => /^[ZX]/.test(statOf(pid)[0] ?? '');
