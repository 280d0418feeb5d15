import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Surroundings } from '../agents/agent.ts';
import { agents } from '../agents/registry.ts';
import type { Home } from '../home.ts';
import { createRedaction, type Redaction } from '../recorder/read/redact.ts';
import { createRecorder, type Recorder } from '../recorder/run/recorder.ts';
import { createEnrolment, registerMachine } from '../recorder/send/enrolment.ts';
import type { backoff } from '../recorder/send/retry.ts';
import { createWire } from '../recorder/send/wire.ts';
import { defaults, type Settings } from '../settings.ts';
import { testSecret } from './fake-server.ts';

/** A developer's machine in a temporary folder, with faked agent homes. */
export interface Machine {
  root: string;
  where: Surroundings;
  settings: Settings;
  write(path: string, content: string): Promise<string>;
  append(path: string, content: string): Promise<void>;
  /** With a home it also keeps the copies of lessons for hooks. */
  recorder(server: string, home?: Home): Promise<Recorder>;
  remove(): Promise<void>;
}

/** What `connect` would have written. */
export const machineSettings = (given: Partial<Settings> = {}): Settings => ({
  ...defaults,
  server: '',
  environmentId: '',
  machineId: randomUUID(),
  machineKey: 'key',
  displayName: 'me@here',
  connectedAt: 0,
  captureSince: 0,
  installations: {},
  excluded: [],
  pauses: [],
  ...given,
});

export async function createMachine(
  options: { delay?: typeof backoff; redaction?: Redaction } = {},
): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'debrief-machine-'));
  const where: Surroundings = { home: root, env: {}, platform: 'linux' };
  const settings = machineSettings();
  return {
    root,
    where,
    settings,
    async write(path, content) {
      const full = join(root, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
      return full;
    },
    append: (path, content) => appendFile(join(root, path), content),
    async recorder(server, home) {
      const wire = createWire({ server, secret: async () => testSecret, timeoutMs: 5000 });
      settings.environmentId ||= await registerMachine(wire, settings.machineId, settings.displayName);
      const enrolment = createEnrolment(
        wire,
        settings,
        async (changed) => void Object.assign(settings, changed),
      );
      return createRecorder({
        directory: join(root, 'spool'),
        memory: join(root, 'memory'),
        settings: () => settings,
        agents,
        where,
        wire,
        enrolment,
        redaction: createRedaction(settings.machineKey, {}),
        ...(home && { home }),
        ...options,
      });
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Lines as Claude Code writes them. */
export function claudeLines(session: string, count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return `${JSON.stringify({
      type: n % 2 ? 'assistant' : 'user',
      uuid: `${session}-${n}`,
      sessionId: session,
      cwd: '/tmp/project',
      gitBranch: 'main',
      version: '2.1.0',
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      message: { role: n % 2 ? 'assistant' : 'user', content: `message ${n} ${'é'.repeat(n % 40)}` },
    })}\n`;
  });
}
