import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type AppendedEvents, type Client, createClient } from '@debrief/contract';
import { isLoopback } from '../../address.ts';
import { createFetch } from './http.ts';

const compress = promisify(gzip);

export interface Wire extends Client {
  /** Appends a batch whose request body lies ready as bytes. */
  appendBody(sessionId: string, key: string, body: Buffer, signal?: AbortSignal): Promise<AppendedEvents>;
}

export interface WireOptions {
  server: string;
  secret: () => Promise<string | undefined>;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

export function createWire({ server, secret, fetch = createFetch(), timeoutMs = 60_000 }: WireOptions): Wire {
  // A server that accepts a connection and never answers must not hold the queue for ever.
  const timed: typeof fetch = async (url, init) => {
    const ending = new AbortController();
    const outer = init?.signal;
    const end = () => ending.abort(outer?.reason);
    if (outer?.aborted) end();
    outer?.addEventListener('abort', end, { once: true });
    const timer = setTimeout(() => ending.abort(new DOMException('Timed out.', 'TimeoutError')), timeoutMs);
    timer.unref();
    try {
      return await fetch(url, { ...init, signal: ending.signal });
    } finally {
      clearTimeout(timer);
      outer?.removeEventListener('abort', end);
    }
  };
  const options = { baseUrl: server, credential: secret };
  const far = !isLoopback(new URL(server).hostname);
  return {
    ...createClient({ ...options, fetch: timed }),
    async appendBody(sessionId, key, body, signal) {
      const packed = far && body.length > 4096 ? await compress(body, { level: 1 }) : undefined;
      // Path, headers and errors are the client's; the bytes are those in the journal.
      const client = createClient({
        ...options,
        fetch: (url, init) =>
          timed(url, {
            ...init,
            headers: {
              ...(init?.headers as Record<string, string>),
              ...(packed && { 'Content-Encoding': 'gzip' }),
            },
            body: (packed ?? body) as BodyInit,
          }),
      });
      return client.appendEvents({ sessionId, idempotencyKey: key, events: [] }, signal ? { signal } : {});
    },
  };
}
