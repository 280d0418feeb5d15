import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has just connected is about to ask for something. */
const aboutToAskMs = 1000;

/** The connections of a server that is to stop without waiting for those that nobody uses. */
export class Connections {
  readonly #server: Server;
  readonly #openedAt = new Map<Socket, number>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#openedAt.set(socket, performance.now());
      socket.once('close', () => this.#openedAt.delete(socket));
    });
  }

  /** Closes what is not used until the server is closed: a connection that is busy now is idle a moment later. */
  async closeUnused(closed: Promise<void>): Promise<void> {
    const sweep = setInterval(() => {
      this.#server.closeIdleConnections();
      this.#closeUnasked();
    }, 100);
    await closed.finally(() => clearInterval(sweep));
  }

  /** Browsers open connections ahead of need. Node counts one as busy until its first request has come and gone. */
  #closeUnasked(): void {
    const before = performance.now() - aboutToAskMs;
    for (const [socket, openedAt] of this.#openedAt)
      if (socket.bytesRead === 0 && openedAt < before) socket.destroy();
  }
}
