import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtServer } from '../../packages/server/bundle-entries.ts';
import { missingSettings } from '../../packages/server/src/memory-settings.ts';
import { call } from './answer.ts';

const compiled = join(tmpdir(), 'debrief-compiled');
/** What the server gives itself by starting anew, which one that stands by must not do. */
const settings = missingSettings({ platform: process.platform, execArgv: [], env: {} });
const standby = new URL('./standby.ts', import.meta.url).href;

/** Compiled modules are written when a process ends in peace, which those of a run never do. */
const compile = lazy(async () => {
  const child = spawn(process.execPath, [builtServer, '--help'], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiled },
    stdio: 'ignore',
  });
  await once(child, 'exit');
});

function lazy<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** The server as an operator runs it, or one of its commands: a process of its own, ended by its id. */
export class ServerProcess {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #args: string[];
  readonly #wrapper: string[];
  #child: ChildProcess | undefined;
  #next: ChildProcess | undefined;
  #said = '';

  constructor(options: { env: Record<string, string>; args?: string[]; wrapper?: string[] }) {
    this.#env = options.env;
    this.#args = options.args ?? [];
    this.#wrapper = options.wrapper ?? [];
    this.url = `http://127.0.0.1:${options.env.PORT}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get running(): boolean {
    return this.#child !== undefined && isRunning(this.#child);
  }

  /** The last of what it wrote to standard error. */
  get said(): string {
    return this.#said;
  }

  #spawn(before: string[] = []): ChildProcess {
    const [program, ...args] = [
      ...this.#wrapper,
      process.execPath,
      ...(before.length > 0 ? settings.flags : []),
      ...before,
      builtServer,
      ...this.#args,
    ] as [string, ...string[]];
    const child = spawn(program, args, {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: compiled,
        ...(before.length > 0 && settings.env),
        ...this.#env,
      },
      stdio: [before.length > 0 ? 'pipe' : 'ignore', 'ignore', 'pipe'],
      // What runs inside a wrapper outlives it unless both are ended together.
      detached: this.#wrapper.length > 0,
    });
    child.stderr?.on('data', (chunk) => {
      this.#said = `${this.#said}${chunk}`.slice(-20_000);
    });
    return child;
  }

  /** Has the next one read its modules, so that the one after a kill is there at once. */
  prepare(): void {
    this.#next ??= this.#spawn(['--import', standby]);
  }

  launch(): void {
    this.#child = this.#next ?? this.#spawn();
    this.#next?.stdin?.end('begin');
    this.#next = undefined;
  }

  async start(): Promise<void> {
    await compile();
    this.launch();
    await this.ready();
  }

  /** Until it answers that it is well. How long a start takes is a figure of server-crash. */
  async ready(patience = 120_000): Promise<void> {
    const deadline = Date.now() + patience;
    for (;;) {
      const answer = await call(this.url, { path: '/health', patience: 2000 }).catch(() => undefined);
      if (answer?.status === 200) return;
      if (!this.running) throw new Error(`The server ended by itself:\n${this.#said}`);
      if (Date.now() > deadline) throw new Error(`The server is not ready:\n${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#end(this.#child, signal);
  }

  async #end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
    if (!child || !isRunning(child)) return;
    const ended = once(child, 'exit');
    if (this.#wrapper.length > 0 && child.pid) process.kill(-child.pid, signal);
    else child.kill(signal);
    await ended;
  }

  /** For good: whatever stands by goes too. */
  async stop(): Promise<void> {
    await this.#end(this.#next, 'SIGKILL');
    await this.end();
  }

  /** Resident megabytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
