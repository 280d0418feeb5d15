import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { homeOf } from '../home.ts';
import { writeSecret, writeSettings } from '../settings.ts';
import { type StoredSession, startFakeServer, testSecret } from './fake-server.ts';
import { GrowingStores } from './growing-stores.ts';
import { claudeLines, machineSettings } from './machine.ts';

export interface KillReport {
  kills: number;
  seed: number;
  events: number;
  ofOtherAgents: number;
  requests: number;
  ms: number;
}

/** mulberry32: the seed in a failure message repeats the run. */
function randomFrom(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Kills the recorder at random moments while transcripts grow in random pieces and the server fails half of
 * its requests, then lets it finish. What the server has must be the transcripts: each event once, in order. With
 * other agents, their stores grow too: lines, documents that are written anew, and databases.
 */
export async function killRun(
  kills: number,
  seed = Date.now() % 1e9,
  { withOtherAgents = false } = {},
): Promise<KillReport> {
  const random = randomFrom(seed);
  const started = Date.now();
  const root = await mkdtemp(join(tmpdir(), 'debrief-kill-'));
  const server = await startFakeServer({ rate: 0.5, random: randomFrom(seed + 1) });
  const home = homeOf({ DEBRIEF_HOME: join(root, 'debrief') });
  await writeSecret(home, testSecret);
  server.environments.set('env_1', { machineId: 'm' });
  await writeSettings(home, machineSettings({ server: server.url, environmentId: 'env_1', machineId: 'm' }));
  const program = join(root, 'recorder.cjs');
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'recorder-process.ts');
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });

  const files = Array.from({ length: 6 }, (_, index) => ({
    session: `kill-${index}`,
    path: join(
      root,
      index === 5
        ? '.claude/projects/-a/kill-0/subagents/agent-x.jsonl'
        : `.claude/projects/-a/kill-${index}.jsonl`,
    ),
    lines: [] as string[],
    unwritten: '',
  }));
  for (const file of files) await mkdir(dirname(file.path), { recursive: true });
  const others = new GrowingStores(root, random);

  async function grow(): Promise<void> {
    for (const file of files) {
      if (random() < 0.5) {
        const fresh = claudeLines(file.session, 1 + Math.floor(random() * 12), file.lines.length);
        if (random() < 0.02)
          fresh.push(
            `${JSON.stringify({ type: 'big', uuid: `${file.session}-big-${file.lines.length}`, text: 'ö"'.repeat(random() < 0.2 ? 2_000_000 : 150_000) })}\n`,
          );
        file.lines.push(...fresh);
        file.unwritten += fresh.join('');
      }
      const cut = Math.floor(random() * (file.unwritten.length + 1));
      await appendFile(file.path, file.unwritten.slice(0, cut));
      file.unwritten = file.unwritten.slice(cut);
    }
  }

  const begin = (): ChildProcess =>
    spawn(process.execPath, [program], {
      env: {
        HOME: root,
        DEBRIEF_HOME: join(root, 'debrief'),
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const end = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });

  let last: ChildProcess | undefined;
  try {
    for (let kill = 0; kill < kills; kill++) {
      // Now and then two at once: only one may work.
      const children = random() < 0.1 ? [begin(), begin()] : [begin()];
      const until = Date.now() + 60 + random() * 500;
      while (Date.now() < until) {
        await grow();
        if (withOtherAgents) await others.grow();
        await sleep(random() * 40);
      }
      await Promise.all(children.map(end));
    }
    server.faults.rate = 0;
    for (const file of files) await appendFile(file.path, file.unwritten);
    last = begin();
    const expected = files.map((file) => file.lines.map((line) => JSON.parse(line)));
    const inParts = (events: { payload: unknown }[]) => rejoin(events.map((event) => event.payload));
    const total = files.reduce((sum, file) => sum + file.lines.length, 0);
    const arrived = () =>
      [...server.sessions.values()].reduce(
        (sum, session) => sum + (isClaude(session) ? inParts(session.events).length : 0),
        0,
      );
    // A busy machine takes long to begin.
    for (let waited = 0; arrived() < total && waited < 60_000; waited += 500) await sleep(500);
    await quiet(() => [...server.sessions.values()].reduce((sum, { events }) => sum + events.length, 0));
    const ofOthers = () =>
      [...server.sessions.values()].flatMap((session) => (isClaude(session) ? [] : inParts(session.events)));
    // Some stores are read only once they have rested.
    for (let waited = 0; others.missing(ofOthers()).length > 0 && waited < 60_000; waited += 500)
      await sleep(500);
    await end(last);
    others.check(ofOthers(), `seed ${seed}`);
    for (const [index, file] of files.entries()) {
      const external = index === 5 ? 'kill-0' : file.session;
      const mine = inParts(server.eventsOf(external)).filter((record) => isOf(record, file.session));
      compare(mine, expected[index] ?? [], `seed ${seed}, ${file.session}`);
    }
    assert.equal(arrived(), total, `seed ${seed}: events in total`);
    return {
      kills,
      seed,
      events: total,
      ofOtherAgents: others.count,
      requests: server.requests.length,
      ms: Date.now() - started,
    };
  } finally {
    if (last) await end(last);
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
}

const isClaude = ({ body }: StoredSession): boolean => String(body.externalId).startsWith('kill-');

/** Until nothing has come for so long that nothing will; longer than any wait of this recorder. */
async function quiet(count: () => number): Promise<void> {
  let seen = count();
  for (let since = Date.now(); Date.now() - since < 5000; await sleep(100)) {
    if (count() === seen) continue;
    seen = count();
    since = Date.now();
  }
}

/** Says which record differs, not what is in it. */
function compare(actual: unknown[], expected: unknown[], what: string): void {
  for (const [index, record] of expected.entries()) {
    const { uuid } = record as { uuid?: string };
    assert.ok(
      JSON.stringify(actual[index]) === JSON.stringify(record),
      `${what}: ${uuid} is not record ${index} of ${actual.length}, ${expected.length} expected`,
    );
  }
  assert.equal(actual.length, expected.length, what);
}

const isOf = (record: unknown, session: string): boolean => {
  const { uuid } = record as { uuid?: string };
  return uuid ? uuid.startsWith(`${session}-`) : false;
};

/** Records that went in parts, whole again; one still on its way counts as none. */
function rejoin(payloads: unknown[]): unknown[] {
  const texts = new Map<string, string>();
  return payloads.flatMap((payload) => {
    const { debrief, text } = payload as {
      debrief?: { part: { id: string; index: number; total: number } };
      text?: string;
    };
    if (!debrief) return [payload];
    const { id, index, total } = debrief.part;
    const whole = (index === 0 ? '' : (texts.get(id) ?? '')) + text;
    texts.set(id, whole);
    return index === total - 1 ? [JSON.parse(whole)] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = '500', seed] = process.argv.slice(2);
  const number = seed === undefined ? undefined : Number(seed);
  console.log(await killRun(Number(kills), number, { withOtherAgents: true }));
}
