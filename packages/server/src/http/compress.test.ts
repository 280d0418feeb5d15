import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { type TestServer, testServer } from '../../testing/server.ts';
import { aTeam, type Team } from '../../testing/team.ts';
import { chooseEncoding } from './compress.ts';

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** As it travels: fetch would unpack it. */
function ask(
  server: TestServer,
  path: string,
  token: string,
  accepts?: string,
  method = 'GET',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { Authorization: `Bearer ${token}`, ...(accepts && { 'Accept-Encoding': accepts }) };
  const sent = request(`${server.url}${path}`, { method, headers }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => {
      parts.push(part);
      if (path.includes('/stream') && Buffer.concat(parts).length > 40) response.destroy();
    });
    response.on('close', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
    );
    response.on('error', () => {});
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
};

describe('compression', async () => {
  const started = testServer('sqlite');
  let server: TestServer;
  let team: Team;

  it('takes what the client likes best, then what we do, and never what it refuses', () => {
    assert.equal(chooseEncoding('gzip, deflate, br, zstd'), 'zstd');
    assert.equal(chooseEncoding('gzip, br'), 'br');
    assert.equal(chooseEncoding('gzip, br;q=1'), 'br', 'no weight is a weight of one');
    assert.equal(chooseEncoding('br;q=0.5, gzip'), 'gzip');
    assert.equal(chooseEncoding('zstd;q=0, gzip;q=0.1'), 'gzip');
    assert.equal(chooseEncoding('GZIP'), 'gzip');
    for (const none of [undefined, '', 'identity', 'deflate', 'gzip;q=0', 'constructor', 'gzip;q=x']) {
      assert.equal(chooseEncoding(none), undefined, none);
    }
  });

  it('makes a long answer smaller, the same when unpacked', async () => {
    server = await started;
    team = await aTeam(server);
    const { sessionId } = team;
    const events = Array.from({ length: 50 }, (_, at) => ({
      eventType: 'x',
      payload: { text: `line ${at} `.repeat(20) },
    }));
    await team.machine.appendEvents({ sessionId, events });
    const path = `/v1/organizations/me/sessions/${sessionId}/events`;
    const plain = await ask(server, path, team.owner.token);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.match(String(plain.headers.vary), /Accept-Encoding/);
    for (const [name, read] of Object.entries(unpack)) {
      const packed = await ask(server, path, team.owner.token, name);
      assert.equal(packed.headers['content-encoding'], name);
      assert.ok(packed.body.length < plain.body.length / 4, name);
      assert.deepEqual(read(packed.body), plain.body);
    }
  });

  it('leaves short answers, errors, HEAD and what holds a secret alone', async () => {
    const all = 'zstd, br, gzip';
    for (const [path, method] of [
      ['/v1/organizations/me', 'GET'],
      ['/v1/organizations/me/sessions/ses_x', 'GET'],
      [`/v1/organizations/me/sessions/${team.sessionId}/events`, 'HEAD'],
      ['/v1/organizations/me/secrets', 'POST'],
    ] as const) {
      const answer = await ask(server, path, team.owner.token, all, method);
      assert.equal(answer.headers['content-encoding'], undefined, path);
    }
  });

  it('sends each message of a stream at once', async () => {
    const path = `/v1/organizations/me/sessions/${team.sessionId}/stream?after=49`;
    const { headers, body } = await ask(server, path, team.owner.token, 'gzip');
    assert.equal(headers['content-encoding'], 'gzip');
    const text = zlib.gunzipSync(body, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString();
    assert.match(text, /^retry: 1000/);
  });

  it('stops', async () => {
    await server[Symbol.asyncDispose]();
  });
});
