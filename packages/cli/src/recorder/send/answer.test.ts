import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { homeOf, spoolOf } from '../../home.ts';
import { maxAnswerBytes } from './answer.ts';
import { createFetch } from './http.ts';
import { createThreadedFetch } from './http-thread.ts';
import { createWire, type Wire } from './wire.ts';

const steering = 'a\u001b]0;evil\u0007b\u009b2Jc\u202ed\r\ne';

describe('answers of a hostile server', () => {
  let server: Server;
  let url = '';
  let answer: RequestListener = (_, response) => void response.end();
  const says = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
    answer = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  };
  before(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const wire = (): Wire => createWire({ server: url, secret: async () => 'x', timeoutMs: 5000 });
  const environment = () =>
    wire().registerEnvironment({
      displayName: 'd',
      hostname: 'h',
      platform: 'linux',
      serviceCliVersion: '0',
      machineId: 'm',
    });
  const batch = { sessionId: 'ses_1', key: 'k', body: Buffer.from('{}'), events: 3 };

  it('are no ids unless they look like ids, so that no path leaves its folder', async () => {
    const bad = [
      '../../../.ssh',
      'env_../x',
      'env_',
      'ENV_1',
      'ses_1',
      `env_${'a'.repeat(65)}`,
      'env_1\n',
      7,
      null,
    ];
    for (const environmentId of bad) {
      says({ environmentId, environment: {} });
      await assert.rejects(environment(), { name: 'UnexpectedAnswer' }, String(environmentId));
      assert.throws(
        () => spoolOf(homeOf({ DEBRIEF_HOME: '/tmp/x' }), String(environmentId)),
        /environment id/,
      );
    }
    says({ installationId: 'ins_..%2f' });
    await assert.rejects(wire().registerInstallation({ environmentId: 'env_1', agentId: 'codex' }), {
      name: 'UnexpectedAnswer',
    });
    says({ sessionId: 'ses_1/../../x' });
    const open = { environmentId: 'env_1', agentInstallationId: 'ins_1', agentId: 'codex' as const };
    await assert.rejects(wire().openSession(open), { name: 'UnexpectedAnswer' });
    says({ environmentId: 'env_1a', environment: {} });
    assert.equal((await environment()).environmentId, 'env_1a');
  });

  it('count as stored only when they confirm every event', async () => {
    for (const body of [
      {},
      { accepted: 2 },
      { accepted: '3' },
      [],
      '"ok"',
      'null',
      '<html>Sign in</html>',
      '',
    ]) {
      says(body);
      await assert.rejects(wire().appendBody(batch), { name: 'UnexpectedAnswer' }, JSON.stringify(body));
    }
    says({ accepted: 3 });
    await wire().appendBody(batch);
  });

  it('cannot steer a terminal by a message or a version', async () => {
    says({ error: steering.repeat(1000), code: 'forbidden' }, 403);
    const error = await wire()
      .beat({ environmentId: 'env_1', serviceCliVersion: '0' })
      .catch((one: unknown) => one);
    assert.ok(error instanceof DebriefError);
    assert.ok(error.message.length < 400);
    assert.ok(!/[\p{Cc}\u202e]/u.test(error.message), JSON.stringify(error.message));
    for (const version of [steering, '1; rm -rf ~', '$(id)', 'a'.repeat(65), '', 3]) {
      says({ status: 'ok', version, service: 'debrief' });
      assert.equal((await wire().getHealth()).version, 'unknown');
    }
    says({ status: 'ok', version: '1.2.3-rc.1+5', service: 'debrief' });
    assert.equal((await wire().getHealth()).version, '1.2.3-rc.1+5');
  });

  it('cannot ask to be left alone for days', async () => {
    says({ error: 'Later.', code: 'rate_limited' }, 429, { 'retry-after': '99999999' });
    await assert.rejects(wire().appendBody(batch), (error: DebriefError) => error.retryAfter === 3600);
  });

  for (const [name, create] of [
    ['on this thread', () => ({ fetch: createFetch(), close: async () => {} })],
    ['on a thread of its own', createThreadedFetch],
  ] as const) {
    it(`are cut off when they do not end, ${name}`, async () => {
      let sent = 0;
      answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const piece = Buffer.alloc(64 * 1024, 32);
        const more = () => {
          while (!response.destroyed && response.write(piece)) sent += piece.length;
        };
        response.on('drain', more);
        more();
      };
      const { fetch, close } = create();
      const own = createWire({ server: url, secret: async () => 'x', fetch, timeoutMs: 20_000 });
      await assert.rejects(own.getHealth());
      assert.ok(sent < 32 * maxAnswerBytes, `${sent} bytes were read`);
      await close();
    });
  }
});
