import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtServer } from '../packages/server/bundle-entries.ts';
import { call } from './kit/answer.ts';
import { type Fault, type FaultRun, type Figures, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { type Load, type LoadOptions, sendBatch, startLoad } from './kit/load.ts';
import type { Random } from './kit/random.ts';
import type { ServerProcess } from './kit/server-process.ts';
import { readSession } from './kit/verify.ts';
import { World } from './kit/world.ts';

/** Sessions that are written to before the bus is put back, and others that are written to afterwards. */
const sessionsEach = 6;
/** A misfit is told within the second in which the bus is back; the rest is for a busy machine. */
const noticed = 20_000;

/**
 * The store of the bus is put back to an earlier copy, by `count` messages, with three servers: while they run, while
 * they write, and while they are stopped. Nothing that is acknowledged afterwards may be lost, and nobody may say that
 * all is well while the bus lacks what the database has.
 */
export const busRestore: Fault = {
  name: 'bus-restore',
  promise: 'lineage',
  unit: 'messages put back',
  arrangements: ['nats'],
  short: 10,
  full: 10_000,
  run: (run) => restoreBus(run, ['at rest', 'under load', 'stopped']),
};

/** Only the worst of them, for every run of the suite. */
export const busRestoreUnderLoad: Fault = { ...busRestore, run: (run) => restoreBus(run, ['under load']) };

async function restoreBus({ count, random }: FaultRun, hows: readonly How[]): Promise<Figures> {
  await using world = await World.create({ arrangement: 'nats' });
  const servers = [world.server, await world.beside(), await world.beside()];
  await Promise.all(servers.slice(1).map((server) => server.start()));
  const figures: Figures = { servers: servers.length, 'put back by': count };
  for (const how of hows) {
    const before = await writeOn(world, servers, count, random);
    const { mended, refused } = await putBack(world, servers, { how, before, random });
    Object.assign(figures, { [`mended ${how} after ms`]: mended, [`refused ${how}`]: refused });
  }
  return figures;
}

interface Written {
  copy: string;
  /** Sessions that are not written to any more, so that all of their events are in the database. */
  quiet: Ledger;
}

/** Takes a copy of the store and writes `count` messages more. */
async function writeOn(
  world: World,
  servers: readonly ServerProcess[],
  count: number,
  random: Random,
): Promise<Written> {
  const quiet = new Ledger();
  const load = await writers(world, servers, quiet, random);
  await pause(500);
  await load.stop();
  await settle(world, quiet);
  const from = await position(world);
  const copy = await copyStore(world);
  const options = await loadOptions(world, servers, quiet, random);
  let sent = 0;
  const lanes = Array.from({ length: 12 }, async (_, lane) => {
    const session = options.sessions[lane % sessionsEach] as string;
    while (sent < count) await sendBatch(options, session, `more-${sent++}`, random);
  });
  await Promise.all(lanes);
  await settle(world, quiet);
  assert.equal((await position(world)) - from, count);
  return { copy, quiet };
}

/** Writers as the CLI is one, spread over all servers, with sessions of their own. */
async function loadOptions(
  world: World,
  servers: readonly ServerProcess[],
  ledger: Ledger,
  random: Random,
): Promise<LoadOptions> {
  const sessions = await Promise.all(Array.from({ length: sessionsEach }, () => world.openSession()));
  let turn = 0;
  return {
    // Asking the world ends them when it is over.
    url: () => (world.url ? (servers[turn++ % servers.length] as ServerProcess).url : ''),
    ...{ secret: world.team.secret, sessions, writers: 12, events: 3, duplicates: 0.1, patience: 120_000 },
    ...{ ledger, random },
  };
}

const writers = async (...given: Parameters<typeof loadOptions>): Promise<Load> =>
  startLoad(await loadOptions(...given));

type How = 'at rest' | 'under load' | 'stopped';

async function putBack(
  world: World,
  servers: readonly ServerProcess[],
  { how, before, random }: { how: How; before: Written; random: Random },
): Promise<{ mended: number; refused: number }> {
  const caught = new Ledger();
  const busy = how === 'under load' ? await writers(world, servers, caught, random) : undefined;
  if (busy) await pause(300);
  if (how === 'stopped') await Promise.all(servers.map((server) => server.end('SIGTERM')));
  const stream = await followed(world);
  await world.nats?.crash();
  // What was told before may be lost with the bus; what is told afterwards may not.
  const told = acknowledged(caught);
  replaceStore(world, before.copy);
  const begun = performance.now();
  await world.nats?.start();
  if (how === 'stopped') for (const server of servers) server.launch();
  const unwell = await Promise.any(servers.map((server) => untilUnwell(server)));
  assert.match(unwell, /the bus has messages up to \d+, but the database has them up to \d+/);
  await Promise.all(servers.map(untilAnswers));
  const ledger = new Ledger();
  const load = await writers(world, servers, ledger, random);
  await pause(1000);
  const taken = ledger.acknowledged;
  const status = await command(world, 'status');
  if ((await followed(world)) === stream) {
    assert.equal(taken, 0, 'acknowledged while bus and database did not fit');
    assert.match(status, /They fit {3}no/);
  }
  // Accepted events are missing then, most likely: nobody goes on without them before an operator has said so.
  if (busy) await command(world, 'renew').catch(() => {});
  await Promise.all(servers.map((server) => server.ready()));
  const mended = Math.round(performance.now() - begun);
  await pause(1500);
  const { retries: refused } = ledger;
  await load.stop();
  await busy?.stop();
  assert.ok(ledger.acknowledged > 0);
  await settle(world, ledger);
  await settle(world, before.quiet);
  await settleAfter(world, caught, told);
  assert.match(await command(world, 'status'), /They fit {3}yes/);
  rmSync(before.copy, { recursive: true });
  return { mended, refused };
}

const acknowledged = (ledger: Ledger): Set<string> =>
  new Set(
    [...ledger.sessions.values()].flatMap((sent) =>
      [...sent.values()].flatMap(({ key, answers }) => (answers.size > 0 ? [key] : [])),
    ),
  );

/** What was acknowledged after the loss, to sessions that lost something, is where the answer said. */
async function settleAfter(world: World, ledger: Ledger, told: ReadonlySet<string>): Promise<void> {
  assert.deepEqual(ledger.unexpected, []);
  for (const [sessionId, sent] of ledger.sessions) {
    const later = [...sent.values()].filter(({ key }) => !told.has(key));
    const answers = later.flatMap(({ key, count, answers }) =>
      [...answers].map((body) => ({ key, count, ...(JSON.parse(body) as Acknowledged) })),
    );
    const highest = Math.max(0, ...answers.map(({ lastSequence }) => lastSequence));
    const { list, eventCount } = await readSession(world.url, world.team, sessionId, highest);
    const numbers = list.map(({ sequence }) => sequence);
    assert.deepEqual(
      numbers,
      Array.from({ length: eventCount }, (_, index) => index + 1),
    );
    for (const { key, count, firstSequence, lastSequence } of answers) {
      const there = list.slice(firstSequence - 1, lastSequence).map(({ payload }) => payload.key);
      assert.deepEqual(there, Array(count).fill(key), `${sessionId} ${firstSequence}–${lastSequence}`);
    }
  }
}

interface Acknowledged {
  firstSequence: number;
  lastSequence: number;
}

/** Until it has started, well or not. */
async function untilAnswers(server: ServerProcess): Promise<void> {
  while (!(await call(server.url, { path: '/health' }).catch(() => undefined))) await pause(50);
}

/** Until it says that it is not well, and why. */
async function untilUnwell(server: ServerProcess): Promise<string> {
  for (const begun = performance.now(); ; await pause(20)) {
    const answer = await call(server.url, { path: '/health', patience: 2000 }).catch(() => undefined);
    if (answer?.status === 503 && answer.body.includes('persist renew')) return answer.body;
    const took = performance.now() - begun;
    if (took > noticed) throw new Error(`after ${took} ms /health says ${answer?.status} ${answer?.body}`);
  }
}

const followed = async (world: World): Promise<string | undefined> =>
  (await world.query<{ stream: string }>('select stream from bus_position'))[0]?.stream;

async function position(world: World): Promise<number> {
  const [row] = await world.query<{ sequence: string }>('select sequence from bus_position');
  return Number(row?.sequence);
}

const storeOf = (world: World): string => join(world.nats?.folder ?? '', 'jetstream');

/** A copy as of a moment in which the bus did not run, as whoever copies files has to make it. */
async function copyStore(world: World): Promise<string> {
  const copy = join(world.folder, `copy-${readdirSync(world.folder).length}`);
  await world.nats?.crash();
  cpSync(storeOf(world), copy, { recursive: true });
  await world.nats?.start();
  return copy;
}

function replaceStore(world: World, copy: string): void {
  rmSync(storeOf(world), { recursive: true });
  cpSync(copy, storeOf(world), { recursive: true });
}

async function command(world: World, mode: 'status' | 'renew'): Promise<string> {
  const run = promisify(execFile)(process.execPath, [builtServer, 'persist', mode], {
    env: { PATH: process.env.PATH ?? '', ...world.env },
  });
  // It ends with 1 while they do not fit.
  const { stdout } = await run.catch((error: { stdout: string; code: number }) => {
    if (error.code !== 1 || mode !== 'status') throw error;
    return error;
  });
  return stdout;
}
