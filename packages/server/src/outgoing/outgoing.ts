import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Outgoing, OutgoingAnswer } from '../domain/outbox/ports.ts';
import { judged, rangeList } from './address.ts';

/** How long everything may take, from the name to the end of the answer. */
const timeout = 15_000;
/** Of an answer only its status counts; more than this is not waited for. */
const answerBytes = 65_536;

export interface OutgoingSettings {
  /** Ranges that are not of the open internet and may be called all the same. */
  allowed: readonly string[];
  version: string;
  /** What a name means; a test says otherwise. */
  resolve?: (host: string) => Promise<string[]>;
}

const resolved = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

class Refused extends Error {}

/**
 * Calls what an admin typed in, and nothing that only this machine can reach: the name is resolved once, every address it
 * has must be allowed, and that address is called. Nothing is followed, and no proxy of the environment is used.
 */
export function createOutgoing({ allowed, version, resolve = resolved }: OutgoingSettings): Outgoing {
  const ranges = rangeList(allowed);
  const refusalOf = (url: URL, addresses: readonly string[]): string | undefined => {
    const kinds = addresses.map((address) => judged(address, ranges));
    if (kinds.length === 0 || kinds.includes('refused')) {
      return 'It leads to a private, local or reserved address, which WEBHOOK_ALLOW_PRIVATE does not name.';
    }
    if (url.protocol !== 'https:' && kinds.includes('public')) return 'It must begin with https.';
    return undefined;
  };
  const readable = (text: string): URL | string => {
    if (!URL.canParse(text)) return 'It is no address.';
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'It must begin with https.';
    if (url.username || url.password) return 'It must not hold a name or password.';
    if (url.protocol === 'http:' && allowed.length === 0) return 'It must begin with https.';
    return url;
  };
  const call = async (
    text: string,
    signal: AbortSignal,
    headers: Record<string, string>,
    body?: string | Uint8Array,
  ) => {
    const url = readable(text);
    if (typeof url === 'string') throw new Refused(url);
    const host = hostOf(url);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const addresses = isIP(host) === 0 ? await within(inTime, resolve(host)) : [host];
    const refusal = refusalOf(url, addresses);
    if (refusal !== undefined) throw new Refused(refusal);
    const to = { address: addresses[0] as string, signal: inTime };
    return send(url, to, { 'user-agent': `Debrief/${version}`, ...headers }, body);
  };
  return {
    refusal(text) {
      const url = readable(text);
      if (typeof url === 'string') return url;
      const host = hostOf(url);
      return isIP(host) === 0 ? undefined : refusalOf(url, [host]);
    },
    post: (text, { headers, body, signal }) =>
      call(text, signal, { 'content-type': 'application/json', ...headers }, body),
    get: (text, { headers, signal }) => call(text, signal, headers),
  };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** A name server that does not answer holds nobody up. */
async function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  return new Promise<Result>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  { address, signal }: { address: string; signal: AbortSignal },
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): Promise<OutgoingAnswer> {
  const isTls = url.protocol === 'https:';
  const host = hostOf(url);
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  const request = (isTls ? https : http).request({
    method: body === undefined ? 'GET' : 'POST',
    host: address,
    port: url.port || (isTls ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    // The name is checked, not the address; an address has no server name.
    ...(isTls && { servername: isIP(host) === 0 ? host : '' }),
    // A connection of its own: nothing is shared, and nothing of the environment decides where it goes.
    agent: false,
    signal,
  });
  request.on('error', (error) => reject(signal.aborted ? (signal.reason ?? error) : error));
  request.on('response', (response) => {
    const answer = { status: response.statusCode ?? 0, ...waitOf(response.headers['retry-after']) };
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > answerBytes) response.destroy();
    });
    response.on('error', () => {});
    response.on('close', () => resolve(answer));
  });
  request.end(body);
  return promise;
}

/** Seconds, or a date. */
function waitOf(header: string | undefined): { retryAfter?: number } {
  if (header === undefined) return {};
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
}
