import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../packages/server/testing/engine.ts';
import { usePostgres } from '../backing.ts';
import type { Bench, Row, Setting } from '../bench.ts';
import { type Body, proseBodies } from '../body.ts';
import { compare, describe, ratios, type ServerProcess } from '../compare.ts';
import { atEnd } from '../ending.ts';
import { floor } from '../floor.ts';
import type { Plan } from '../load/plan.ts';
import { ingestPlan } from '../load/plans.ts';
import { figure } from '../statistic.ts';

/** Servers a team might take instead, installed for the occasion and never a dependency. */
interface Peer {
  name: string;
  packages: string[];
  program: string;
  plan(url: string, bodies: Body[]): Promise<Plan>;
}

const sessions = Array.from({ length: 64 }, (_, n) => `session-${n}`);

const peers: Peer[] = [
  {
    name: 'durable-streams (file)',
    packages: ['@durable-streams/server@0.3.7'],
    program: 'durable-streams.mjs',
    async plan(url, bodies) {
      const headers = { 'Content-Type': 'application/json' };
      for (const name of sessions) {
        const made = await fetch(`${url}/${name}`, { method: 'PUT', headers });
        if (!made.ok) throw new Error(`durable-streams answered ${made.status} to a new stream.`);
      }
      // It appends the elements of an array, so that is what it is sent.
      const arrays = bodies.map(({ events }) => Buffer.from(JSON.stringify(events)));
      return {
        headers: {},
        requests: Array.from({ length: sessions.length * 5 }, (_, n) => ({
          method: 'POST',
          path: `/${sessions[n % sessions.length]}`,
          body: arrays[n % arrays.length] as Buffer,
        })),
      };
    },
  },
  {
    name: 'emmett-postgresql',
    packages: [
      '@event-driven-io/emmett-postgresql@0.42.0',
      '@event-driven-io/emmett@0.42.0',
      '@event-driven-io/pongo@0.16.11',
      'fastify@5',
    ],
    program: 'emmett.mjs',
    plan: async (_url, bodies) => ingestPlan({ secret: 'none' }, sessions, bodies),
  },
];

async function start(peer: Peer, folder: string, postgresUrl: string): Promise<ServerProcess> {
  const program = join(folder, peer.program);
  copyFileSync(join(import.meta.dirname, '../peers', peer.program), program);
  const child: ChildProcess = fork(program, {
    cwd: folder,
    // They may say what they like, but not onto the table.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PEER_POSTGRES_URL: postgresUrl },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${peer.name} ended before it was ready.`);
  });
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
  ended.catch(() => {});
  return {
    name: peer.name,
    url,
    pid: child.pid as number,
    stop: atEnd(async () => void (child.kill('SIGCONT') && child.kill())),
  };
}

async function measure(peer: Peer, setting: Setting): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-bench-peer-'));
  await usePostgres();
  const database = await freshDatabase('postgres');
  let server: ServerProcess | undefined;
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    setting.say(`installing ${peer.packages.join(' ')}…`);
    execFileSync('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', ...peer.packages], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    server = await start(peer, folder, database.config.engine === 'postgres' ? database.config.url : '');
    const rows: Row[] = [];
    for (const events of [50, 1]) {
      const bodies = proseBodies(events);
      const samples = await compare(
        {
          floor: { server: await floor(), plan: ingestPlan({ secret: 'none' }, sessions, bodies) },
          peer: { server, plan: await peer.plan(server.url, bodies) },
        },
        setting,
      );
      rows.push({
        id: `peer-${peer.program.replace('.mjs', '')}-${events}`,
        bench: 'peers',
        title: `${peer.name}, ${events} × 1 KB a request`,
        floor: 'bare Fastify, same body parsed',
        ...figure(ratios(samples.peer, samples.floor)),
        note: `${describe(samples.peer, events)} against ${describe(samples.floor, events)}`,
      });
    }
    return rows;
  } finally {
    await server?.stop();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const comparison: Bench = {
  name: 'peers',
  summary: 'durable-streams and emmett-postgresql with the same bodies; installs them from npm',
  optional: true,
  async run(setting) {
    const rows: Row[] = [];
    for (const peer of peers) rows.push(...(await measure(peer, setting)));
    return { rows };
  },
};
