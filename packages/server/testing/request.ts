import { DebriefError, type ErrorCode } from '@debrief/contract';
import { checkingFetch } from './answer.ts';
import type { TestServer } from './server.ts';

export interface RequestOptions {
  credential?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, or nothing where there is none. */
  body: Record<string, unknown>;
  code: ErrorCode | undefined;
}

/** One request as a client without our library would send it; the answer is checked against the contract. */
export async function send(
  server: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  { credential, headers = {}, json, body }: RequestOptions = {},
): Promise<Reply> {
  const sent = json === undefined ? body : JSON.stringify(json);
  const response = await checkingFetch(server.url + path, {
    method,
    headers: {
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      ...(credential && { Authorization: `Bearer ${credential}` }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const isLines = response.headers.get('Content-Type')?.startsWith('application/x-ndjson');
  const parsed = text === '' || isLines ? {} : (JSON.parse(text) as Record<string, unknown>);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parsed,
    code: parsed.code as ErrorCode | undefined,
  };
}

/** For `assert.rejects`: the product's error with this code. */
export const refusedWith = (code: ErrorCode) => (error: unknown) => {
  if (error instanceof DebriefError && error.code === code) return true;
  throw error;
};
