import { Agent, request } from 'node:http';
import { checkAnswer } from './answer.ts';
import type { TestServer } from './server.ts';

export interface Called {
  status: number;
  body: Record<string, unknown>;
  text: string;
  replayed: boolean;
}

export type Call = (
  credential: string,
  method: string,
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Called>;

/** Requests over a few kept connections: what a test of thousands can afford, checked like any other. */
export function caller(server: Pick<TestServer, 'url'>): Call & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(server.url);
  const call: Call = (credential, method, path, json, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = json === undefined ? undefined : JSON.stringify(json);
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            Authorization: `Bearer ${credential}`,
            ...(sent !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(sent),
            }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('error', reject);
          response.on('end', () => {
            try {
              const status = response.statusCode as number;
              const answered = new Headers(response.headers as Record<string, string>);
              checkAnswer(method, path, { status, headers: answered, text });
              const replayed = answered.get('Idempotent-Replayed') === 'true';
              resolve({ status, text, replayed, body: JSON.parse(text) as Record<string, unknown> });
            } catch (error) {
              reject(error);
            }
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(sent);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}
