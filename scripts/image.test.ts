import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { addressReader } from '../packages/server/src/http/request/address.ts';

const fileOf = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

async function healthcheck(port: number): Promise<number> {
  const line = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(fileOf('Dockerfile'))?.[1];
  const [, ...args] = JSON.parse(line ?? '[]') as string[];
  const child = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) } });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

it('the health check of the image asks at PORT', async () => {
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  assert.equal(await healthcheck(port), 0);
  assert.deepEqual(asked, ['/health']);
  status = 503;
  assert.equal(await healthcheck(port), 1);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  assert.equal(await healthcheck(port), 1, 'nobody is there');
  assert.match(fileOf('Dockerfile'), /\bPORT=4000\b/, 'there is always a PORT');
});

it("with compose.yaml the client's address survives the balancer and a proxy in front of it, and cannot be made up", () => {
  const compose = fileOf('compose.yaml');
  const balancer = /ipv4_address: (\S+) \}/.exec(compose)?.[1] as string;
  const trusted = /TRUST_PROXY: (\S+)/.exec(compose)?.[1] as string;
  assert.equal(trusted, balancer, 'servers believe the balancer alone');
  assert.match(compose, /acl from_outer_proxy src \$\{OUTER_PROXY:-127\.0\.0\.1\}/);
  assert.match(compose, /http-request set-header X-Forwarded-For %\[src\] unless from_outer_proxy/);
  assert.equal(compose.match(/X-Forwarded-For/g)?.length, 1, 'nothing else touches it');
  const read = addressReader([trusted]);
  const from = (peer: string, header?: string) =>
    read({
      socket: { remoteAddress: peer },
      headers: header === undefined ? {} : { 'x-forwarded-for': header },
    } as unknown as IncomingMessage);
  // As the balancer sends it for a client, and for an outer proxy that set the header or added to a made-up one.
  assert.equal(from(balancer, '203.0.113.9'), '203.0.113.9');
  assert.equal(from(balancer, '10.0.0.1, 203.0.113.9'), '203.0.113.9');
  assert.equal(from('172.30.44.77', '203.0.113.9'), '172.30.44.77', 'another container is not believed');
});
