import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRepository, type TestRepository } from '../../packages/cli/src/testing/repository.ts';

const cli = process.env.TEST_CLI ?? fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** Where somebody works with Claude Code: a home, a repository, and the command `debrief` as it is built. */
export interface Desk {
  repository: TestRepository;
  debrief(...args: string[]): Promise<string>;
  /** What Claude Code's hooks of this event print, as Claude Code runs them. */
  hook(event: string, session: string): Promise<string>;
  /** Writes a session as Claude Code does. */
  session(session: string, began: number, records: readonly object[]): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function aDesk(secret: string): Desk {
  const home = mkdtempSync(join(tmpdir(), 'debrief-desk-'));
  const projects = join(home, '.claude/projects/-shop');
  mkdirSync(projects, { recursive: true });
  const repository = createRepository();
  repository.git('remote', 'add', 'origin', 'https://git.example/acme/shop.git');
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    DEBRIEF_SECRET: secret,
  };
  const run = (command: string, args: readonly string[], input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { env, cwd: repository.root });
      let [said, complained] = ['', ''];
      child.stdout.on('data', (some) => (said += some));
      child.stderr.on('data', (some) => (complained += some));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0
          ? resolve(said)
          : reject(new Error(`${args.join(' ')} ended with ${code}: ${said}${complained}`)),
      );
      child.stdin.end(input);
    });
  const debrief: Desk['debrief'] = (...args) => run(process.execPath, [cli, ...args]);
  return {
    repository,
    debrief,
    async hook(event, session) {
      const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'));
      const input = JSON.stringify({ session_id: session, hook_event_name: event, cwd: repository.root });
      let said = '';
      for (const { hooks: commands } of hooks[event] ?? [])
        for (const { command } of commands) said += await run('/bin/sh', ['-c', command], input);
      return said;
    },
    session(session, began, records) {
      const lines = records.map((record, at) =>
        JSON.stringify({
          ...{
            uuid: randomUUID(),
            sessionId: session,
            cwd: repository.root,
            gitBranch: 'main',
            version: '2.1.0',
          },
          timestamp: new Date(began + at * 100).toISOString(),
          ...record,
        }),
      );
      appendFileSync(join(projects, `${session}.jsonl`), `${lines.join('\n')}\n`);
    },
    async [Symbol.asyncDispose]() {
      // Also after a failure half-way: no recorder stays behind.
      await debrief('disconnect', '--yes').catch(() => undefined);
      repository.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
