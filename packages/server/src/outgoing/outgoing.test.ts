import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createOutgoing } from './outgoing.ts';

const signal = new AbortController().signal;

describe('what the server calls', () => {
  let server: Server;
  let port = 0;
  let connections = 0;
  let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 };
  const requests: { url: string | undefined; host: string | undefined; body: string }[] = [];

  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        requests.push({ url: request.url, host: request.headers.host, body });
        response.writeHead(answer.status, answer.headers);
        response.end(answer.body ?? 'ok');
      });
    });
    server.on('connection', () => connections++);
    // On every address there is, so that any form of an own one would reach it.
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  const post = (outgoing: ReturnType<typeof createOutgoing>, url: string) =>
    outgoing.post(url, { headers: {}, body: '{}', signal });

  const local = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '0.0.0.0',
      '0',
      '127.0.0.1.',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
    ],
    ...['169.254.169.254', '[fd00:ec2::254]', '[fe80::1]', '100.100.100.200', '168.63.129.16', '10.0.0.1'],
    ...['172.16.0.1', '192.168.0.1', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fc00::1]', '[ff02::1]'],
    ...[
      '①②⑦.0.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '[2001:0:7f00:1::]',
      'localhost',
      'localhost.',
    ],
  ];

  it('is nothing private, whatever the form of the address: no connection is made', async () => {
    const outgoing = createOutgoing({ allowed: [], version: '0' });
    const before = connections;
    for (const host of local) {
      for (const scheme of ['https', 'http']) {
        await assert.rejects(post(outgoing, `${scheme}://${host}:${port}/`), Error, `${scheme}://${host}`);
      }
    }
    assert.equal(connections, before);
  });

  it('is refused when it is typed in, as far as the address alone tells', () => {
    const outgoing = createOutgoing({ allowed: [], version: '0' });
    for (const host of local.filter((one) => !one.startsWith('localhost'))) {
      assert.ok(outgoing.refusal(`https://${host}/`), host);
    }
    for (const bad of [
      'http://example.com/',
      'ftp://example.com/',
      'https://a:b@example.com/',
      'no address',
      '',
    ]) {
      assert.ok(outgoing.refusal(bad), bad);
    }
    for (const good of ['https://example.com/hook?x=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]/']) {
      assert.equal(outgoing.refusal(good), undefined, good);
    }
  });

  it('is not what a name leads to when one of its addresses is private, and a name is asked for once', async () => {
    const before = connections;
    const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['::ffff:127.0.0.1'], []];
    for (const addresses of answers) {
      const outgoing = createOutgoing({ allowed: [], version: '0', resolve: async () => addresses });
      await assert.rejects(post(outgoing, `https://rebound.example:${port}/`), /private, local or reserved/);
    }
    // It would say another address to whoever asks again: 192.0.2.0/24 is allowed here and answers nobody.
    let asked = 0;
    const rebinding = createOutgoing({
      allowed: ['192.0.2.0/24'],
      version: '0',
      resolve: async () => [asked++ === 0 ? '192.0.2.1' : '127.0.0.1'],
    });
    const soon = AbortSignal.timeout(300);
    const sent = rebinding.post(`http://rebound.example:${port}/`, { headers: {}, body: '{}', signal: soon });
    await assert.rejects(sent);
    assert.equal(asked, 1);
    assert.equal(connections, before);
  });

  it('is what an operator allows; a redirect is an answer and is not followed', async () => {
    const outgoing = createOutgoing({
      allowed: ['127.0.0.0/8'],
      version: '0',
      resolve: async () => ['127.0.0.1'],
    });
    answer = { status: 307, headers: { location: `http://127.0.0.1:${port}/elsewhere` } };
    const before = connections;
    assert.deepEqual(await post(outgoing, `http://hook.example:${port}/path?query=1`), { status: 307 });
    assert.equal(connections, before + 1);
    assert.deepEqual(requests.at(-1), { url: '/path?query=1', host: `hook.example:${port}`, body: '{}' });
    answer = { status: 429, headers: { 'retry-after': '7' } };
    assert.deepEqual(await post(outgoing, `http://127.0.0.1:${port}/`), { status: 429, retryAfter: 7000 });
  });

  it('takes no more of an answer than it needs', async () => {
    const outgoing = createOutgoing({ allowed: ['127.0.0.0/8'], version: '0' });
    answer = { status: 200, body: 'x'.repeat(50_000_000) };
    let sent = 0;
    server.once('request', (_, response) =>
      response.on('close', () => {
        sent = response.socket?.bytesWritten ?? 0;
      }),
    );
    assert.deepEqual(await post(outgoing, `http://127.0.0.1:${port}/`), { status: 200 });
    assert.ok(sent < 30_000_000, `${sent} bytes`);
  });

  it('goes by no proxy of the environment', () => {
    const module = new URL('./outgoing.ts', import.meta.url).href;
    const program = `const { createOutgoing } = await import(${JSON.stringify(module)});
      const outgoing = createOutgoing({ allowed: ['127.0.0.0/8'], version: '0' });
      const { signal } = new AbortController();
      const sent = outgoing.post('http://127.0.0.1:1/', { headers: {}, body: '{}', signal });
      await sent.catch((error) => console.log(error.message));`;
    const proxy = `http://127.0.0.1:${port}`;
    const before = connections;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy,
        http_proxy: proxy,
        NO_PROXY: '',
        no_proxy: '',
      },
    });
    assert.match(said, /ECONNREFUSED 127\.0\.0\.1:1\b/);
    assert.equal(connections, before);
  });
});
