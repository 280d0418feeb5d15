import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@debrief/contract';
import { builtServer } from '../../packages/server/bundle-entries.ts';
import { brokenRestore, restoreSteps } from '../../packages/server/testing/operator/broken-restore.ts';
import { call } from '../kit/answer.ts';
import { type Fault, pause } from '../kit/fault.ts';
import { World } from '../kit/world.ts';

/**
 * `debrief-server restore` is killed before each of its steps, and meets a full disk there. A server that is started then
 * serves either database, with nothing of the other; another restore finishes.
 */
export const restoreCrash: Fault = {
  name: 'restore-crash',
  promise: 'Y1',
  unit: 'steps, evenly spread over all of them',
  arrangements: ['sqlite'],
  short: 3,
  full: 100,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const sessions = await Promise.all(Array.from({ length: 3 }, () => world.openSession()));
    for (const sessionId of sessions) await append(world, sessionId, 'kept', 5);
    const file = join(world.folder, 'backup.db');
    const env = { ...process.env, ...world.env };
    execFileSync(process.execPath, [builtServer, 'backup', file], { env });
    const kept = await shown(world, world.url, sessions);
    for (const sessionId of sessions) await append(world, sessionId, 'gone', 10);
    const all = await shown(world, world.url, sessions);
    assert.notDeepEqual(all, kept);
    await world.server.end('SIGTERM');
    const scene: Scene = { world, file, sessions, before: all, restored: kept };
    const place = { program: builtServer, env: world.env };
    const steps = await restoreSteps(copyOf(scene, 'steps'), file, place);
    const every = Math.max(1, steps.length / count);
    let [asBefore, asRestored, refused] = [0, 0, 0];
    for (let at = 1; at <= steps.length; at = Math.ceil(at + every)) {
      for (const by of ['kill', 'full'] as const) {
        const folder = copyOf(scene, `${by}-${at}`);
        const end = await brokenRestore(folder, file, { at, by }, place);
        // Some steps need no room; then it ends well.
        assert.ok(
          by === 'full' ? end.code !== null : end.signal === 'SIGKILL',
          `${steps[at - 1]}: ${end.stderr}`,
        );
        if (end.code !== 0 && by === 'full') {
          assert.match(end.stderr, /^[^\n]*(?:full|cannot be written)[^\n]*\n$/, steps[at - 1]);
          refused++;
        }
        const isOld = await isServed(scene, folder, `${by} before ${at}. ${steps[at - 1]}`);
        if (isOld) asBefore++;
        else asRestored++;
        execFileSync(process.execPath, [builtServer, 'restore', file], { env: { ...env, DATA_DIR: folder } });
        assert.equal(await isServed(scene, folder, `restored again after ${by} at ${at}`), false);
        rmSync(folder, { recursive: true });
      }
    }
    return {
      steps: steps.length,
      'served the old one': asBefore,
      'served the restored one': asRestored,
      refused,
    };
  },
};

interface Scene {
  world: World;
  file: string;
  sessions: readonly string[];
  before: string[];
  restored: string[];
}

function copyOf({ world }: Scene, name: string): string {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  cpSync(world.env.DATA_DIR ?? '', folder, { recursive: true });
  return folder;
}

async function append(world: World, sessionId: string, word: string, count: number): Promise<void> {
  const { status } = await call(world.url, {
    path: `/v1/sessions/${sessionId}/events`,
    credential: world.team.secret,
    body: {
      events: Array.from({ length: count }, (_, at) => ({
        eventType: 'user',
        payload: { type: 'user', message: { role: 'user', content: `${word} ${at} of ${sessionId}` } },
      })),
    },
  });
  assert.equal(status, 200);
}

const words = /(?:kept|gone) \d+ of ses_\w+/g;

/** What each session says, once the log and what is derived from it say the same. */
async function shown(world: World, url: string, sessions: readonly string[]): Promise<string[]> {
  const client: Client = createClient({ baseUrl: url, credential: () => world.team.token() });
  const said: string[] = [];
  for (const sessionId of sessions) {
    const { events } = await client.listEvents({ sessionId, limit: 100 });
    const logged = [...new Set(JSON.stringify(events).match(words))];
    for (const deadline = Date.now() + 60_000; ; await pause(30)) {
      const { state, entries } = await client.getTranscript({ sessionId, limit: 100 });
      const read = [...new Set(JSON.stringify(entries).match(words))];
      if (state === 'current') {
        assert.deepEqual(read, logged, 'what is shown is what is logged');
        break;
      }
      assert.ok(Date.now() < deadline, 'not derived in time');
    }
    said.push(logged.join());
  }
  return said;
}

/** Whether a server on this folder serves what there was before; otherwise it is all of the backup. */
async function isServed(scene: Scene, folder: string, what: string): Promise<boolean> {
  const { world, sessions, before, restored } = scene;
  const server = await world.beside({ env: { DATA_DIR: folder } });
  await server.start();
  try {
    const said = await shown(world, server.url, sessions);
    const isOld = JSON.stringify(said) === JSON.stringify(before);
    if (!isOld) assert.deepEqual(said, restored, what);
    return isOld;
  } finally {
    await server.end('SIGTERM');
  }
}
