import type * as Http from 'node:http';
import { Worker } from 'node:worker_threads';

export interface ThreadedFetch {
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

interface Outgoing {
  id: number;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

interface Incoming {
  id: number;
  status: number;
  retryAfter: string;
  text: string;
  failure?: string;
}

/**
 * The thread's whole program. Handed over as text, so that it needs no file of its own in the bundle: nothing
 * outside of it may be named inside.
 */
function threadMain(load: NodeJS.Require): void {
  const { parentPort } = load('node:worker_threads') as typeof import('node:worker_threads');
  const http = load('node:http') as typeof Http;
  const https = load('node:https') as typeof import('node:https');
  const options = { keepAlive: true, keepAliveMsecs: 5000, maxSockets: 8 };
  const agents = { plain: new http.Agent(options), sealed: new https.Agent(options) };
  const running = new Map<number, Http.ClientRequest>();
  parentPort?.on('message', (message: Outgoing | { abort: number }) => {
    if ('abort' in message) {
      running.get(message.abort)?.destroy();
      return;
    }
    const { id, url, method, headers, body } = message;
    const secure = url.startsWith('https:');
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const fail = (error: Error) => {
      running.delete(id);
      parentPort?.postMessage({ id, failure: error.message });
    };
    const request = (secure ? https : http).request(
      url,
      {
        agent: secure ? agents.sealed : agents.plain,
        method,
        headers: { ...headers, ...(method !== 'GET' && { 'Content-Length': String(length) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          running.delete(id);
          const text = Buffer.concat(chunks).toString();
          const retryAfter = response.headers['retry-after'] ?? '';
          parentPort?.postMessage({ id, status: response.statusCode, retryAfter, text });
        });
      },
    );
    running.set(id, request);
    request.on('error', fail);
    request.end(body);
  });
}

/** Requests on a second thread: an import keeps the first one busy with reading, parsing and redacting. */
export function createThreadedFetch(): ThreadedFetch {
  const worker = new Worker(`(${threadMain.toString()})(require)`, { eval: true });
  worker.unref();
  const waiting = new Map<number, { resolve: (answer: Response) => void; reject: (error: Error) => void }>();
  const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
  worker.on('message', ({ id, status, retryAfter, text, failure }: Incoming) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (failure !== undefined) caller?.reject(failed(new Error(failure)));
    else caller?.resolve(answerOf(status, retryAfter, text));
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(failed(error));
    waiting.clear();
  });
  let count = 0;
  return {
    fetch: (input, init = {}) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        const { signal } = init;
        if (signal?.aborted) return reject(failed(signal.reason));
        signal?.addEventListener('abort', () => waiting.has(id) && worker.postMessage({ abort: id }), {
          once: true,
        });
        waiting.set(id, { resolve, reject });
        worker.ref();
        const headers = { ...(init.headers as Record<string, string>) };
        const body = init.body as Outgoing['body'];
        worker.postMessage({
          id,
          url: String(input),
          method: init.method ?? 'GET',
          headers,
          body,
        } satisfies Outgoing);
      }),
    close: async () => void (await worker.terminate()),
  };
}

/** As much of a Response as the contract's client looks at. */
export function answerOf(status: number, retryAfter: string, text: string): Response {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: new Headers({ 'Retry-After': retryAfter }),
    json: async () => JSON.parse(text),
    text: async () => text,
  } as Response;
}
