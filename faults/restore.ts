import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtServer } from '../packages/server/bundle-entries.ts';
import { requireProgram, startPostgres } from '../scripts/services.ts';
import { type Fault, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import type { ServerProcess } from './kit/server-process.ts';
import type { Team } from './kit/team.ts';
import { readSession } from './kit/verify.ts';
import { World } from './kit/world.ts';

/** A backup taken in the middle of the ingest is restored on a clean machine. */
export const restore: Fault = {
  name: 'restore',
  promise: 'R24',
  unit: 'seconds of ingest before the backup',
  arrangements: ['sqlite', 'postgres'],
  short: 2,
  full: 60,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement });
    const sessions = await Promise.all(Array.from({ length: 6 }, () => world.openSession()));
    const ledger = new Ledger();
    const load = startLoad({
      url: () => world.url,
      secret: world.team.secret,
      sessions,
      writers: 6,
      ledger,
      random,
    });
    await pause(count * 1000);
    // Once under load, to see that it disturbs nothing, and once at rest, to have something to compare with.
    await backUp(world, 'busy');
    await load.stop();
    const figures = await settle(world, ledger);
    const expected = await digests(world.url, world.team, sessions);
    const copy = await backUp(world, 'quiet');
    try {
      await copy.server.start();
      assert.deepEqual(await digests(copy.server.url, world.team, sessions), expected);
    } finally {
      await copy.server.end();
      await copy.end();
    }
    return { ...figures, 'sessions with equal SHA-256': sessions.length };
  },
};

interface Copy {
  server: ServerProcess;
  end(): Promise<void>;
}

/** Takes a backup as docs/operations.md says and puts a server of its own on what was restored from it. */
async function backUp(world: World, name: string): Promise<Copy> {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  if (world.arrangement === 'sqlite') {
    const file = join(folder, 'debrief.db');
    execFileSync(process.execPath, [builtServer, 'backup', file], { env: { ...process.env, ...world.env } });
    const server = await world.beside({ env: { DATA_DIR: folder } });
    return { server, end: async () => {} };
  }
  const dump = join(folder, 'dump');
  execFileSync(program('pg_dump'), ['-Fc', '-f', dump, world.postgres?.url ?? '']);
  const clean = await startPostgres();
  execFileSync(program('pg_restore'), ['-d', clean.url, dump]);
  const server = await world.beside({ env: { DATABASE_URL: clean.url } });
  return { server, end: () => clean.stop() };
}

const program = (name: string) => requireProgram({ names: [name], package: 'postgresql', instead: 'PATH' });

async function digests(url: string, team: Team, sessions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const sessionId of sessions) {
    const content = await readSession(url, team, sessionId, 0);
    found.push(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
  }
  return found;
}
