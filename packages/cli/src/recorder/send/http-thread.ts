import type * as Http from 'node:http';
import { Worker } from 'node:worker_threads';
import { maxAnswerBytes } from './answer.ts';

export interface ThreadedFetch {
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

interface Outgoing {
  id: number;
  secure: boolean;
  hostname: string;
  port: string;
  path: string;
  method: string;
  /** Names and values by turns, as they go onto the wire. */
  headers: string[];
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
function threadMain(load: NodeJS.Require, maxBytes: number): void {
  const { parentPort } = load('node:worker_threads') as typeof import('node:worker_threads');
  const options = { keepAlive: true, keepAliveMsecs: 5000, maxSockets: 8 };
  const open = (name: string) => {
    const library = load(name) as typeof Http;
    return { library, agent: new library.Agent(options) };
  };
  // The one that seals is loaded only where it is used: it is a good part of the thread's start.
  let plain: ReturnType<typeof open> | undefined;
  let sealed: ReturnType<typeof open> | undefined;
  function clientFor(secure: boolean) {
    if (secure) sealed ??= open('node:https');
    else plain ??= open('node:http');
    return (secure ? sealed : plain) as ReturnType<typeof open>;
  }
  const running = new Map<number, Http.ClientRequest>();
  parentPort?.on('message', (message: Outgoing | { abort: number }) => {
    if ('abort' in message) {
      running.get(message.abort)?.destroy();
      return;
    }
    const { id, secure, body, ...target } = message;
    const fail = (error: Error) => {
      running.delete(id);
      parentPort?.postMessage({ id, failure: error.message });
    };
    const { library, agent } = clientFor(secure);
    const request = library.request({ agent, ...target }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > maxBytes) request.destroy(new Error('The answer is too large.'));
      });
      response.on('error', fail);
      response.on('end', () => {
        running.delete(id);
        const retryAfter = response.headers['retry-after'] ?? '';
        parentPort?.postMessage({ id, status: response.statusCode, retryAfter, text });
      });
    });
    running.set(id, request);
    request.on('error', fail);
    request.end(body);
  });
}

/** Requests on a second thread: an import keeps the first one busy with reading, parsing and redacting. */
export function createThreadedFetch(): ThreadedFetch {
  const worker = new Worker(`(${threadMain.toString()})(require, ${maxAnswerBytes})`, { eval: true });
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
        const body = init.body as Outgoing['body'];
        const method = init.method ?? 'GET';
        const { host, ...place } = placeOf(String(input));
        const headers = ['Host', host];
        for (const name in init.headers as Record<string, string>)
          headers.push(name, (init.headers as Record<string, string>)[name] ?? '');
        if (method !== 'GET')
          headers.push('Content-Length', String(body === undefined ? 0 : Buffer.byteLength(body)));
        worker.postMessage({ id, ...place, method, headers, body } satisfies Outgoing);
      }),
    close: async () => void (await worker.terminate()),
  };
}

/** A URL's parts; taking one to pieces costs more than all else about a request. */
function placeOf(url: string) {
  const { protocol, hostname, port, host, pathname, search } = new URL(url);
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return { secure: protocol === 'https:', hostname: bare, port, host, path: pathname + search };
}

/** As much of a Response as the contract's client looks at. */
export function answerOf(status: number, retryAfter: string, text: string): Response {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => (name.toLowerCase() === 'retry-after' ? retryAfter : null) },
    json: async () => JSON.parse(text),
    text: async () => text,
  } as unknown as Response;
}
