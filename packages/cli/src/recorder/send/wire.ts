import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type AppendedEvents, type Client, createClient } from '@debrief/contract';
import { isLoopback } from '../../address.ts';
import {
  checkAppended,
  checkedError,
  checkedId,
  checkedKey,
  checkedVersion,
  UnexpectedAnswer,
} from './answer.ts';
import { createFetch } from './http.ts';

const compress = promisify(gzip);

/** A batch whose request body lies ready as bytes. */
export interface PreparedBatch {
  sessionId: string;
  key: string;
  body: Buffer;
  /** How many events the body holds. */
  events: number;
}

/** The calls the recorder makes. What they return was checked: ids look like ids, versions like versions. */
export interface Wire
  extends Pick<
    Client,
    | 'getHealth'
    | 'registerEnvironment'
    | 'exchangeKey'
    | 'registerInstallation'
    | 'beat'
    | 'openSession'
    | 'completeSession'
    | 'getAuthor'
    | 'issueClaim'
    | 'reportCommits'
    | 'reportLessons'
    | 'getMachineLessons'
    | 'holdOwnSession'
    | 'releaseOwnSession'
    | 'withdrawSession'
    | 'previewOwnRedaction'
    | 'redactOwnSession'
  > {
  appendBody(batch: PreparedBatch, signal?: AbortSignal): Promise<AppendedEvents>;
}

export interface WireOptions {
  server: string;
  secret: () => Promise<string | undefined>;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

type Fetch = typeof globalThis.fetch;

export function createWire({ server, secret, fetch = createFetch(), timeoutMs = 60_000 }: WireOptions): Wire {
  const timed = withCurrentKey(withTimeout(fetch, timeoutMs), secret);
  const options = { baseUrl: server, credential: secret };
  const isFar = !isLoopback(new URL(server).hostname);
  const client = createClient({ ...options, fetch: timed });
  return {
    async getHealth(...input) {
      const answer = await checked(client.getHealth(...input));
      return { ...answer, version: checkedVersion(answer.version) };
    },
    async registerEnvironment(...input) {
      const answer = await checked(client.registerEnvironment(...input));
      return { ...answer, environmentId: checkedId('environment', answer.environmentId) };
    },
    async exchangeKey(...input) {
      const answer = await checked(client.exchangeKey(...input));
      return { ...answer, machineKey: checkedKey(answer.machineKey) };
    },
    async registerInstallation(...input) {
      const answer = await checked(client.registerInstallation(...input));
      return { ...answer, installationId: checkedId('installation', answer.installationId) };
    },
    async openSession(...input) {
      const answer = await checked(client.openSession(...input));
      return { ...answer, sessionId: checkedId('session', answer.sessionId) };
    },
    beat: (...input) => checked(client.beat(...input)),
    getAuthor: (...input) => checked(client.getAuthor(...input)),
    issueClaim: (...input) => checked(client.issueClaim(...input)),
    completeSession: (...input) => checked(client.completeSession(...input)),
    reportCommits: (...input) => checked(client.reportCommits(...input)),
    reportLessons: (...input) => checked(client.reportLessons(...input)),
    getMachineLessons: (...input) => checked(client.getMachineLessons(...input)),
    holdOwnSession: (...input) => checked(client.holdOwnSession(...input)),
    releaseOwnSession: (...input) => checked(client.releaseOwnSession(...input)),
    withdrawSession: (...input) => checked(client.withdrawSession(...input)),
    previewOwnRedaction: (...input) => checked(client.previewOwnRedaction(...input)),
    redactOwnSession: (...input) => checked(client.redactOwnSession(...input)),
    async appendBody({ sessionId, key, body, events }, signal) {
      const packed = isFar && body.length > 4096 ? await compress(body, { level: 1 }) : undefined;
      // Path, headers and errors are the client's; the bytes are those in the journal.
      const own = createClient({ ...options, fetch: withBody(timed, packed ?? body, packed !== undefined) });
      const input = { sessionId, idempotencyKey: key, events: [] };
      const answer = await checked(own.appendEvents(input, signal ? { signal } : {}));
      checkAppended(answer, events);
      return answer;
    },
  };
}

/** The answer of a call, if it is an object at all; its refusal with a safe sentence. */
async function checked<T>(call: Promise<T>): Promise<T> {
  const answer = await call.catch((error: unknown) => {
    if (error instanceof SyntaxError) throw new UnexpectedAnswer('it is not JSON');
    throw checkedError(error);
  });
  if (typeof answer !== 'object' || answer === null) throw new UnexpectedAnswer('it is no object');
  return answer;
}

function withBody(fetch: Fetch, body: Buffer, isPacked: boolean): Fetch {
  return (url, init) =>
    fetch(url, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string>),
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
      },
      body: body as BodyInit,
    });
}

/** A key that was exchanged while a request was on its way: once more, with the one that holds now. */
function withCurrentKey(fetch: Fetch, secret: WireOptions['secret']): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status !== 401 && response.status !== 403) return response;
    const sent = init?.headers as Record<string, string> | undefined;
    const current = await secret();
    if (!current || sent?.Authorization === `Bearer ${current}`) return response;
    return fetch(url, { ...init, headers: { ...sent, Authorization: `Bearer ${current}` } });
  };
}

/** A server that accepts a connection and never answers must not hold the queue for ever. */
function withTimeout(fetch: Fetch, timeoutMs: number): Fetch {
  return async (url, init) => {
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
}
