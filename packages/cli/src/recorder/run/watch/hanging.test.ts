import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { doctor } from '../../../commands/doctor.ts';
import { overview, status } from '../../../commands/status.ts';
import { exitCodes } from '../../../failure.ts';
import { pathsOf } from '../../../home.ts';
import { startRecorder } from '../../../installation.ts';
import { type ConnectedHome, connectHome } from '../../../testing/connected-home.ts';
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts';
import type { Status } from '../status.ts';

describe('a recorder that hangs', { skip: process.platform !== 'linux' }, () => {
  let server: FakeServer;
  let connected: ConnectedHome;
  let hung: ChildProcess;
  let exitCode: typeof process.exitCode;

  beforeEach(async () => {
    exitCode = process.exitCode;
    server = await startFakeServer();
    connected = await connectHome(server);
    hung = spawn('sleep', ['600'], { stdio: 'ignore' });
    const paths = pathsOf(connected.home);
    await mkdir(dirname(paths.lock), { recursive: true });
    const stat = readFileSync(`/proc/${hung.pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    await writeFile(paths.lock, JSON.stringify({ pid: hung.pid, host: hostname(), started, token: 'x' }));
  });
  afterEach(async () => {
    hung.kill('SIGKILL');
    process.exitCode = exitCode;
    await server.close();
    await connected.remove();
  });

  const wrote = (agoMs: number) => {
    const written: Partial<Status> = {
      ...{ pid: hung.pid as number, version: '1', startedAt: Date.now() - 3_600_000 },
      ...{ updatedAt: Date.now() - agoMs, pendingBatches: 0, pendingBytes: 0, agents: {}, redactions: {} },
      upload: { events: 0, quarantined: 0, heldAgents: [] } as unknown as Status['upload'],
    };
    return writeFile(pathsOf(connected.home).status, JSON.stringify(written));
  };
  async function said(command: () => Promise<void>): Promise<string> {
    const lines: string[] = [];
    const { log } = console;
    const { write } = process.stdout;
    console.log = (...words: unknown[]) => void lines.push(words.join(' '));
    process.stdout.write = ((text: string) => lines.push(text) > 0) as typeof write;
    try {
      await command();
    } finally {
      console.log = log;
      process.stdout.write = write;
    }
    return lines.join('\n');
  }

  it('is told by status and doctor, by the age of its last word', async () => {
    await wrote(1000);
    const moving = await overview();
    assert.deepEqual([moving.recorder.hangsSince, moving.healthy], [undefined, true]);
    await wrote(200_000);
    const seen = await overview();
    assert.deepEqual([seen.recorder.running, seen.healthy], [true, false]);
    assert.ok(Date.now() - (seen.recorder.hangsSince ?? 0) >= 200_000);
    const text = await said(() => status({}));
    assert.match(text, /hangs: nothing heard of process \d+ for 3 min.*"debrief record --background"/);
    // Of a machine without agents no table is drawn.
    assert.match(text, /^No coding agent was found yet/m);
    assert.doesNotMatch(text, /AGENT/);
    assert.equal(process.exitCode, exitCodes.unhealthy);
    const checks = JSON.parse(await said(() => doctor({ json: true }))) as {
      name: string;
      verdict: string;
    }[];
    assert.equal(checks.find(({ name }) => name === 'recorder')?.verdict, 'fail');
  });

  it('is ended by who starts another one', async () => {
    const { program } = pathsOf(connected.home);
    await mkdir(dirname(program), { recursive: true });
    await writeFile(program, 'process.exit(0)');
    const ended = new Promise((resolve) => hung.once('exit', (_, signal) => resolve(signal)));
    await wrote(1000);
    assert.equal(await startRecorder(connected.home), hung.pid);
    await wrote(200_000);
    assert.equal(await startRecorder(connected.home), undefined);
    assert.equal(await ended, 'SIGKILL');
  });
});
