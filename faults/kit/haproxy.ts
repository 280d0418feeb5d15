import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, requireProgram } from '../../scripts/services.ts';

/** HAProxy in front of several servers, looking at their /health twice a second. */
export class LoadBalancer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  static async before(urls: readonly string[]): Promise<LoadBalancer> {
    const program = requireProgram({ names: ['haproxy'], package: 'haproxy', instead: 'PATH' });
    const folder = mkdtempSync(join(tmpdir(), 'debrief-haproxy-'));
    const port = await freePort();
    const servers = urls.map(
      (url, index) => `  server s${index} ${new URL(url).host} check inter 500 fall 2 rise 1`,
    );
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout http-keep-alive 75s
  timeout check 3s
listen debrief
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health
  option redispatch
  retries 3
  retry-on conn-failure
${servers.join('\n')}
`,
    );
    const child = spawn(program, ['-f', file, '-q', '-db'], { stdio: 'ignore' });
    for (let attempt = 0; ; attempt++) {
      const socket = connect(port, '127.0.0.1');
      const open = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (open) break;
      if (attempt > 100) throw new Error('HAProxy does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return new LoadBalancer(`http://127.0.0.1:${port}`, child, folder);
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    if (this.#child.kill('SIGKILL')) await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
