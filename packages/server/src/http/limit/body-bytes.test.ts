import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { appendRoutes } from '../../../testing/http/append-route.ts';
import { send } from '../../../testing/request.ts';
import { testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { BodyBytes } from './body-bytes.ts';
import { defaultRateLimits, RateLimited, RateLimiter } from './rate-limit.ts';

const plain = Buffer.from(JSON.stringify({ events: [{ eventType: 'x', payload: 'y'.repeat(1500) }] }));
const packed = gzipSync(plain);

interface Sending {
  headers: Record<string, string | number>;
  body: Buffer;
  breakOff?: boolean;
}

function post(url: string, team: Team, { headers, body, breakOff }: Sending): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/sessions/${team.sessionId}/events`, {
      method: 'POST',
      agent: false,
      headers: { Authorization: `Bearer ${team.secret}`, 'Content-Type': 'application/json', ...headers },
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', breakOff ? () => resolve(0) : reject);
    sent.write(body);
    if (breakOff) setTimeout(() => sent.destroy(), 100);
    else sent.end();
  });
}

it('a stated length counts before a byte has come; what comes counts where it is more', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, secretBytes: 100 });
  const body = (headers: Record<string, string>) => new BodyBytes(limiter, 'secretBytes', 'sec_1', headers);
  const stated = body({ 'content-length': '60' });
  assert.throws(() => body({ 'content-length': '41' }), RateLimited);
  const other = new RateLimiter({ ...defaultRateLimits, secretBytes: 100 });
  const chunked = new BodyBytes(other, 'secretBytes', 'sec_1', {});
  chunked.reach(100);
  assert.throws(() => chunked.reach(101), RateLimited);
  // Already counted, so it does not matter that nothing is left.
  stated.reach(60);
});

for (const [way, extra] of Object.entries(appendRoutes)) {
  describe(`bytes of events by the ${way}`, () => {
    /** How many of four sendings passed a limit of 4000 bytes. */
    async function passed(headers: Record<string, string | number>, body: Buffer): Promise<number> {
      await using server = await testServer('sqlite', { RATE_LIMIT_SECRET_BYTES: '4000' });
      const team = await aTeam(server);
      const statuses: number[] = [];
      for (let turn = 0; turn < 4; turn++) {
        statuses.push(await post(server.url, team, { headers: { ...extra, ...headers }, body }));
      }
      assert.ok(
        statuses.every((status) => status === 200 || status === 429),
        statuses.join(),
      );
      return statuses.filter((status) => status === 200).length;
    }
    const gzip = { 'Content-Encoding': 'gzip' };
    const chunked = { 'Transfer-Encoding': 'chunked' };

    it('count as they come, with a length or in chunks', async () => {
      assert.equal(await passed({ 'Content-Length': plain.length }, plain), 2);
      assert.equal(await passed(chunked, plain), 2);
    });

    it('count as they are inflated, with a length or in chunks', async () => {
      assert.ok(packed.length < 200);
      assert.equal(await passed({ ...gzip, 'Content-Length': packed.length }, packed), 2);
      assert.equal(await passed({ ...gzip, ...chunked }, packed), 2);
    });

    it('count when the body breaks off', async () => {
      await using server = await testServer('sqlite', { RATE_LIMIT_SECRET_BYTES: '100000' });
      const team = await aTeam(server);
      const body = Buffer.alloc(300_000, ' ');
      await post(server.url, team, { headers: { ...extra, ...chunked }, body, breakOff: true });
      await pause(200);
      const whole = { headers: { ...extra, 'Content-Length': plain.length }, body: plain };
      assert.equal(await post(server.url, team, whole), 429);
    });

    it('a bomb counts as the largest body', async () => {
      await using server = await testServer('sqlite', { RATE_LIMIT_SECRET_BYTES: '10000000' });
      const team = await aTeam(server);
      const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
      const sending = { headers: { ...extra, ...gzip, 'Content-Length': bomb.length }, body: bomb };
      assert.equal(await post(server.url, team, sending), 429);
      assert.equal(await post(server.url, team, sending), 429);
    });
  });
}

describe('bytes of bodies', () => {
  const statuses = async (sendings: (() => Promise<{ status: number }>)[]) => {
    const found: number[] = [];
    for (const sending of sendings) found.push((await sending()).status);
    return found;
  };

  it('count on every route, against the secret, the person or the address', async () => {
    await using server = await testServer('sqlite', {
      RATE_LIMIT_SECRET_BYTES: '5000',
      RATE_LIMIT_USER_BYTES: '5000',
      RATE_LIMIT_PUBLIC_BYTES: '5000',
    });
    const team = await aTeam(server);
    const padding = 'x'.repeat(2500);
    const twice = (sending: () => Promise<{ status: number }>) => statuses([sending, sending]);
    const report = { commits: [], padding };
    const commits = `/v1/sessions/${team.sessionId}/commits`;
    assert.deepEqual(
      await twice(() => send(server, 'POST', commits, { credential: team.secret, json: report })),
      [200, 429],
    );
    const rename = { name: 'n', padding };
    const me = '/v1/organizations/me';
    assert.deepEqual(
      await twice(() => send(server, 'PATCH', me, { credential: team.owner.token, json: rename })),
      [200, 429],
    );
    assert.deepEqual(
      await twice(() => send(server, 'POST', '/v1/integrations/github', { json: { padding } })),
      [401, 429],
    );
  });

  it('of a packed report count as what they were inflated to', async () => {
    await using server = await testServer('sqlite', { RATE_LIMIT_SECRET_BYTES: '1000000' });
    const team = await aTeam(server);
    const body = new Uint8Array(gzipSync(JSON.stringify({ commits: [], padding: 'x'.repeat(600_000) })));
    const headers = { 'Content-Encoding': 'gzip' };
    const sending = () =>
      send(server, 'POST', `/v1/sessions/${team.sessionId}/commits`, {
        credential: team.secret,
        body,
        headers,
      });
    assert.deepEqual(await statuses([sending, sending]), [200, 429]);
  });
});
