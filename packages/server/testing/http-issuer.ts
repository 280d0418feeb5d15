import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT } from 'jose';

/** An OpenID provider over real HTTP, whose keys, answers and outages a test decides. */
export interface HttpIssuer {
  readonly issuer: string;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
  /** While true, every connection is dropped. */
  down: boolean;
  /** Replaces the answer of a path: a document, or a function that writes one itself. */
  readonly answers: Map<string, object | ((response: ServerResponse, authorization: string) => void)>;
  /** Adds a key to the published set, and makes it the one that signs. */
  rotate(kid: string): void;
  /** Replaces the published set by the last key alone. */
  forgetOldKeys(): void;
  sign(claims: Record<string, unknown>, kid?: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function httpIssuer(): Promise<HttpIssuer> {
  const keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();
  let published: string[] = [];
  let current = '';
  const asked = new Map<string, number>();
  const answers: HttpIssuer['answers'] = new Map();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (result.down) {
      request.socket.destroy();
      return;
    }
    const answer = answers.get(path) ?? (await fallback(path));
    if (typeof answer === 'function') {
      answer(response, request.headers.authorization ?? '');
      return;
    }
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function fallback(path: string): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration') {
      return { issuer, jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` };
    }
    if (path !== '/jwks') return undefined;
    const jwks = published.map(async (kid) => {
      const { publicKey } = keys.get(kid) as { publicKey: KeyObject };
      return { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
    });
    return { keys: await Promise.all(jwks) };
  }

  const result: HttpIssuer = {
    issuer,
    asked,
    answers,
    down: false,
    rotate(kid) {
      keys.set(kid, generateKeyPairSync('ec', { namedCurve: 'P-256' }));
      published.push(kid);
      current = kid;
    },
    forgetOldKeys() {
      published = [current];
    },
    sign: (claims, kid = current) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign((keys.get(kid) as { privateKey: KeyObject }).privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  result.rotate('first');
  return result;
}
