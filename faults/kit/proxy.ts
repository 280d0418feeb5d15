import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * What happens to connections: `pass`; `refuse` and `reset` end them, new ones too; `stall` keeps them open and
 * carries nothing; `slow` carries everything late; `cut` lets a request through and ends the connection when its
 * answer begins.
 */
export type Trouble = 'pass' | 'refuse' | 'reset' | 'stall' | 'slow' | 'cut';

interface Pair {
  client: Socket;
  target: Socket;
}

/** A TCP proxy that misbehaves on demand. */
export class TroubledProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #trouble: Trouble = 'pass';
  #delay = 0;
  /** Decides for each answer whether it is cut. */
  cuts: () => boolean = () => false;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async to(target: string): Promise<TroubledProxy> {
    const url = new URL(target);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const upstream = Number(url.port);
    url.port = String(port);
    const proxy = new TroubledProxy(server, url.href);
    server.on('connection', (client) => proxy.#accept(client, upstream));
    return proxy;
  }

  set(trouble: Trouble, delay = 0): void {
    this.#trouble = trouble;
    this.#delay = delay;
    for (const { client, target } of this.#pairs) {
      if (trouble === 'refuse') client.destroy();
      if (trouble === 'reset') client.resetAndDestroy();
      if (trouble === 'stall') {
        client.pause();
        target.pause();
      } else {
        client.resume();
        target.resume();
      }
    }
  }

  #accept(client: Socket, upstream: number): void {
    if (this.#trouble === 'refuse') return void client.destroy();
    if (this.#trouble === 'reset') return void client.resetAndDestroy();
    const target = createConnection(upstream, '127.0.0.1');
    const pair = { client, target };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    target.setNoDelay(true);
    const carry = (from: Socket, to: Socket, isAnswer: boolean) => {
      from.on('data', (chunk) => {
        if (isAnswer && this.#trouble === 'cut' && this.cuts()) return void client.destroy();
        if (this.#trouble !== 'slow') return void to.write(chunk);
        setTimeout(() => to.writable && to.write(chunk), this.#delay);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    };
    carry(client, target, false);
    carry(target, client, true);
    if (this.#trouble === 'stall') {
      client.pause();
      target.pause();
    }
  }

  async close(): Promise<void> {
    for (const { client, target } of this.#pairs) {
      client.destroy();
      target.destroy();
    }
    this.#server.close();
  }
}
