import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@debrief/contract';
import { builtServer } from '../packages/server/bundle-entries.ts';
import { type FreshDatabase, freshDatabase } from '../packages/server/testing/engine.ts';
import { TestIssuer } from '../packages/server/testing/issuer.ts';

import { freePort } from '../scripts/services.ts';
import { backingPids, natsUrl, usePostgres } from './backing.ts';
import type { ServerProcess } from './compare.ts';
import { atEnd } from './ending.ts';
import { signalAll } from './process.ts';

export type Kind = 'sqlite' | 'postgres' | 'jetstream';

/** The product as it is run: a process of its own, everything on, one organization with a machine in it. */
export interface Subject extends ServerProcess {
  kind: Kind;
  database: FreshDatabase;
  organizationId: string;
  environmentId: string;
  installationId: string;
  secret: string;
  token: string;
  person: Client;
  machine: Client;
  openSessions(count: number): Promise<string[]>;
  /** A member who is no admin. */
  join(): Promise<{ token: string; userId: string }>;
}

const databaseUrl = ({ config }: FreshDatabase): string =>
  config.engine === 'sqlite' ? `sqlite:${config.path}` : config.url;

/** Far above what any bench reaches, but counted: a limiter that is off would cost nothing. */
const limits = Object.fromEntries(
  ['PUBLIC', 'SECRET', 'USER', 'FAILED_AUTH', 'SECRET_BYTES'].map((name) => [
    `RATE_LIMIT_${name}`,
    name === 'SECRET_BYTES' ? String(1e15) : String(1e9),
  ]),
);

export async function startSubject(kind: Kind): Promise<Subject> {
  if (kind !== 'sqlite') await usePostgres();
  const database = await freshDatabase(kind === 'sqlite' ? 'sqlite' : 'postgres');
  const issuer = new TestIssuer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(database.folder, 'server.log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [builtServer], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: database.folder,
      DATABASE_URL: databaseUrl(database),
      ...limits,
      ...(await issuer.env()),
      ...(kind === 'jetstream' && { NATS_URL: await natsUrl(), NATS_STREAM: `bench-${port}` }),
    },
  });
  closeSync(log);
  const helpers = kind === 'sqlite' ? () => [] : backingPids;
  const stop = atEnd(async () => {
    const ended = once(child, 'exit');
    // They may have been halted for somebody else's turn, and ending takes a database that answers.
    signalAll(helpers(), 'SIGCONT');
    if (child.exitCode === null && child.kill('SIGCONT') && child.kill('SIGTERM')) await ended;
    await database.remove();
  });
  try {
    await untilHealthy(url, () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8')}`);
    });
    const team = await enrol(url, issuer);
    const name = `Debrief on ${kind}`;
    return { name, kind, url, pid: child.pid as number, helpers, database, stop, ...team };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilHealthy(url: string, check: () => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    check();
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) return;
    if (attempt > 300) throw new Error('The server did not become healthy within 30 s.');
    await sleep(100);
  }
}

async function enrol(url: string, issuer: TestIssuer) {
  const client = (credential: string) => createClient({ baseUrl: url, credential: () => credential });
  const token = await issuer.token({ subject: 'bench', email: 'bench@example.com', expiresIn: 7200 });
  const person = client(token);
  const { organizationId } = await person.createOrganization({ name: 'Bench' });
  const { secret } = await person.issueSecret({ label: 'bench' });
  const machine = client(secret);
  const { environmentId } = await machine.registerEnvironment({
    hostname: 'bench',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
  });
  const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'claude-code' });
  const open = async (title: string) =>
    (await machine.openSession({ environmentId, agentInstallationId: installationId, title })).sessionId;
  const openSessions = async (count: number) => {
    const opened: string[] = [];
    for (let n = 0; n < count; n++) opened.push(await open(`Session ${n}`));
    return opened;
  };
  const join = async () => {
    const email = 'member@example.com';
    const { userId } = await person.inviteMember({ email, role: 'member' });
    const joined = await issuer.token({ subject: 'member', email, expiresIn: 7200 });
    await client(joined).getOrganization();
    return { token: joined, userId };
  };
  const clients = { person, machine, openSessions, join };
  return { organizationId, environmentId, installationId, secret, token, ...clients };
}

/** One batch straight into the log, to see what kind of answer it gives. */
export async function answersAsync(subject: Subject): Promise<boolean> {
  const [sessionId] = await subject.openSessions(1);
  const answer = await subject.machine.appendEvents({
    sessionId: sessionId as string,
    events: [{ eventType: 'probe' }],
  });
  return answer.async;
}
