import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '../scripts/services.ts';
import { call } from './kit/answer.ts';
import { type Fault, type Figures, pause } from './kit/fault.ts';
import { World } from './kit/world.ts';

/**
 * Nothing is acknowledged before it is on the disk. On SQLite strace watches the server: between a request and its
 * answer there must be an fdatasync that came back. Of PostgreSQL's processes it counts the syncs.
 */
export const powerLoss: Fault = {
  name: 'power-loss',
  promise: 'R3',
  unit: 'acknowledgements, one after the other',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 30,
  full: 1000,
  run: ({ arrangement, count }) => (arrangement === 'sqlite' ? watched(count) : counted(arrangement, count)),
};

/** A sync that came back, in strace's words. */
const synced = /f(?:data)?sync(?:\(\d+\)| resumed>\)) += 0/;

async function send(world: World, sessionId: string, number: number): Promise<number> {
  const { status } = await call(world.url, {
    path: `/v1/sessions/${sessionId}/events`,
    credential: world.team.secret,
    key: `power-${number}`,
    body: { events: [{ eventType: 'power', payload: { number } }] },
  });
  return status;
}

async function watched(count: number): Promise<Figures> {
  const strace = requireProgram({ names: ['strace'], package: 'strace', instead: 'PATH' });
  const trace = join(tmpdir(), `debrief-strace-${process.pid}`);
  const calls = 'trace=fsync,fdatasync,write,writev,sendto';
  await using world = await World.create({
    arrangement: 'sqlite',
    wrapper: [strace, '-f', '-qq', '-s', '24', '-e', calls, '-o', trace],
  });
  const sessionId = await world.openSession();
  for (let number = 0; number < count; number++) assert.equal(await send(world, sessionId, number), 200);
  await pause(500);
  let isSynced = false;
  let acknowledged = 0;
  let unsynced = 0;
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    if (synced.test(line)) isSynced = true;
    if (!line.includes('HTTP/1.1 200')) continue;
    acknowledged++;
    if (!isSynced) unsynced++;
    isSynced = false;
  }
  assert.ok(acknowledged >= count, `${acknowledged} answers seen`);
  // The answers to /health while the server started need no sync; every other one does.
  const free = acknowledged - count;
  assert.ok(unsynced <= free, `${unsynced - free} acknowledgements before their fdatasync`);
  return { acknowledged: count, 'before their fdatasync': Math.max(0, unsynced - free) };
}

async function counted(arrangement: 'postgres' | 'nats', count: number): Promise<Figures> {
  await using world = await World.create({ arrangement, env: { LOG_LEVEL: 'info' } });
  const sessionId = await world.openSession();
  // So that every connection is there to be watched.
  for (let number = 0; number < 5; number++) await send(world, sessionId, -1 - number);
  const watch = (arrangement === 'nats' ? world.nats : world.postgres)?.pids() ?? [];
  const syncs = await syncsDuring(watch, async () => {
    for (let number = 0; number < count; number++) {
      assert.equal(await send(world, sessionId, number), arrangement === 'nats' ? 202 : 200);
    }
  });
  const isSynced = () => assert.ok(syncs >= count, `${syncs} syncs for ${count} acknowledgements`);
  if (arrangement === 'postgres') {
    isSynced();
    return { acknowledged: count, syncs };
  }
  // nats-server before 2.10 cannot sync before it acknowledges; what that is worth the server says at start.
  const said = /survives: a crash, not power loss|survives: power loss|power loss not known/.exec(
    world.server.said,
  );
  assert.ok(said, `the server did not say what an acknowledgement is worth: ${world.server.said}`);
  if (said[0] === 'survives: power loss') isSynced();
  return { acknowledged: count, syncs, 'an acknowledgement': said[0] };
}

/** How often the processes told the disk to keep what they wrote, and waited for it. */
async function syncsDuring(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const strace = requireProgram({ names: ['strace'], package: 'strace', instead: 'PATH' });
  const trace = join(tmpdir(), `debrief-strace-${process.pid}`);
  const watched = pids.flatMap((pid) => ['-p', String(pid)]);
  const child = spawn(strace, ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace, ...watched], {
    stdio: 'ignore',
  });
  await pause(1000);
  await work();
  await pause(300);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
  return readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => synced.test(line)).length;
}
