import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Route, routes } from '@debrief/contract';
import { checkErrorBody } from '../../testing/answer.ts';
import { embedded } from '../../testing/embedded.ts';
import { answersIn, raw } from '../../testing/http/raw.ts';
import { send } from '../../testing/request.ts';
import { testServer } from '../../testing/server.ts';
import { onEveryEngine } from '../../testing/suite.ts';
import { aTeam } from '../../testing/team.ts';

const allowed = 'https://app.example.com';

onEveryEngine(
  'transport',
  (server) => {
    /** The one answer to these bytes, after which the connection must be gone. */
    const refusal = async (bytes: string | (string | Uint8Array)[]) => {
      const answers = answersIn(await raw(server().url, bytes));
      assert.equal(answers.length, 1, JSON.stringify(answers));
      const [{ status, headers, body }] = answers as [(typeof answers)[number]];
      assert.equal(headers.get('connection'), 'close');
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      return { status, headers, code: checkErrorBody(status, body) };
    };

    it('H25, R16 answers malformed HTTP once, in our shape, and closes', async () => {
      const post = 'POST /v1/environments HTTP/1.1\r\nHost: x\r\n';
      const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
      const chunk = '5\r\nhello\r\n0\r\n\r\n';
      const cases: Record<string, string> = {
        'bad request line': 'NONSENSE\r\n\r\n',
        'lower case version': 'GET /health http/1.1\r\nHost: x\r\n\r\n',
        'unknown version': 'GET /health HTTP/3.7\r\nHost: x\r\n\r\n',
        'content length and chunked': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${smuggled}`,
        'chunked and content length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${chunk}${smuggled}`,
        'two content lengths': `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${smuggled}`,
        'equal content lengths': `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello${smuggled}`,
        xchunked: `${post}Transfer-Encoding: xchunked\r\n\r\n${chunk}${smuggled}`,
        'chunked then identity': `${post}Transfer-Encoding: chunked, identity\r\n\r\n${chunk}${smuggled}`,
        'signed length': `${post}Content-Length: +5\r\n\r\nhello${smuggled}`,
        'negative length': `${post}Content-Length: -1\r\n\r\n${smuggled}`,
        'hex length': `${post}Content-Length: 0x5\r\n\r\nhello${smuggled}`,
        'length list': `${post}Content-Length: 5, 5\r\n\r\nhello${smuggled}`,
        'overflowing length': `${post}Content-Length: 99999999999999999999\r\n\r\n${smuggled}`,
        'folded header': `${post}X-A: a\r\n b\r\nContent-Length: 0\r\n\r\n`,
        'bare line feeds': 'GET /health HTTP/1.1\nHost: x\n\n',
        'space before colon': `${post}Content-Length : 5\r\n\r\nhello${smuggled}`,
        'NUL in a header': `${post}X-A: a\u0000b\r\n\r\n`,
        'bad header name': `${post}X(A: b\r\n\r\n`,
        'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'TLS hello': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
      };
      for (const [name, bytes] of Object.entries(cases)) {
        const { status, code } = await refusal(bytes);
        assert.deepEqual([name, status, code], [name, 400, 'validation_error']);
      }
    });

    it('H25 wants a Host on HTTP/1.1, one of them, and no Expect it does not know', async () => {
      for (const head of [
        'GET /health HTTP/1.1\r\n',
        'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n',
        'GET /health HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n',
      ]) {
        const { status } = await refusal(`${head}\r\n`);
        assert.equal(status, 400, head);
      }
      const old = answersIn(await raw(server().url, 'GET /health HTTP/1.0\r\n\r\n'));
      assert.equal(old[0]?.status, 200);
      const absolute = await raw(
        server().url,
        'GET http://elsewhere.example/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      assert.ok([200, 400, 404].includes(answersIn(absolute)[0]?.status ?? 0), absolute);
    });

    it('Expect: 100-continue is refused before the body when the credential is', async () => {
      const path = '/v1/sessions/x/events';
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9000000\r\nConnection: close\r\n\r\n`;
      const statuses = answersIn(await raw(server().url, head)).map(({ status }) => status);
      assert.deepEqual(
        statuses.filter((status) => status !== 100),
        [401],
      );
    });

    it('431 for headers, 414 for a URL that is too long', async () => {
      const { status, code } = await refusal(
        `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      );
      assert.deepEqual([status, code], [431, 'headers_too_large']);
      const long = await send(server(), 'GET', `/health?${'x'.repeat(8190)}`);
      assert.deepEqual([long.status, long.code], [414, 'uri_too_long']);
      assert.equal((await send(server(), 'GET', `/health?${'x'.repeat(8000)}`)).status, 200);
      const segment = await send(server(), 'GET', `/v1/organizations/me/sessions/${'x'.repeat(5000)}`);
      assert.deepEqual([segment.status, segment.code], [414, 'uri_too_long']);
      const escaped = await send(server(), 'GET', '/v1/organizations/me/sessions/%zz');
      assert.deepEqual([escaped.status, escaped.code], [400, 'validation_error']);
    });

    it('H1, H7 unknown paths are 404, whoever asks; nothing redirects', async () => {
      const { owner } = await aTeam(server());
      for (const path of [
        '/nothing',
        '/v1',
        '/v1/',
        '/V1/agents',
        '/v1/agents/',
        '/v1//agents',
        '/v1/organizations/me/',
        '/v2/agents',
        '/health/',
        '/HEALTH',
        '/.env',
        '/v1/organizations/me/unknown',
      ]) {
        for (const credential of [undefined, owner.token]) {
          const { status, code } = await send(server(), 'GET', path, { credential });
          assert.deepEqual([path, status, code], [path, 404, 'route_not_found']);
        }
      }
    });

    it('H2, H6 405 with Allow for every path and every other method', async () => {
      const rows = Object.values<Route>(routes);
      const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      for (const path of new Set(rows.map((row) => row.path))) {
        const here = path.replace(/\{\w+\}/g, 'x');
        const alike = rows.filter((row) => patternOf(row.path).test(here));
        const taken = new Set<string>(alike.map(({ method }) => method));
        const allow = [...taken, 'OPTIONS', ...(taken.has('GET') ? ['HEAD'] : [])].sort().join(', ');
        const url = path.replace(/\{\w+\}/g, 'x');
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          if (taken.has(method)) continue;
          const refused = await send(server(), method, url);
          assert.deepEqual([refused.status, refused.headers.get('Allow')], [405, allow], `${method} ${url}`);
        }
      }
      const line = (method: string) => `${method} /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const [traced] = answersIn(await raw(server().url, line('TRACE')));
      assert.deepEqual([traced?.status, traced?.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      for (const path of ['/', '/nothing', '/idp/token', '/assets/index.js', '/cli.tgz']) {
        const text = `TRACE ${path} HTTP/1.1\r\nHost: x\r\nX-Echo: marker\r\nConnection: close\r\n\r\n`;
        const answer = await raw(server().url, text);
        assert.equal(answersIn(answer)[0]?.status, 405, path);
        assert.doesNotMatch(answer, /marker/);
      }
      const connected = await raw(server().url, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.doesNotMatch(connected, /^HTTP\/1\.1 2/);
    });

    it('H3 HEAD answers as GET does, without a body', async () => {
      const { owner } = await aTeam(server());
      for (const path of [
        '/health',
        '/config',
        '/v1/agents',
        '/v1/organizations/me/sessions',
        '/v1/organizations/me',
      ]) {
        const credential = path.startsWith('/v1') ? owner.token : undefined;
        const [head, get] = [
          await send(server(), 'HEAD', path, { credential }),
          await send(server(), 'GET', path, { credential }),
        ];
        assert.deepEqual([head.status, head.text], [200, ''], path);
        assert.equal(head.headers.get('Content-Type'), get.headers.get('Content-Type'), path);
      }
      assert.equal((await send(server(), 'HEAD', '/v1/agents')).status, 401);
      assert.equal((await send(server(), 'HEAD', '/nothing')).status, 404);
    });

    it('H4 OPTIONS answers 204: a preflight from an allowed origin, else only Allow', async () => {
      const preflight = (origin: string) =>
        send(server(), 'OPTIONS', '/v1/organizations/me', {
          headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
        });
      const yes = await preflight(allowed);
      assert.equal(yes.status, 204);
      assert.equal(yes.headers.get('Access-Control-Allow-Origin'), allowed);
      assert.equal(yes.headers.get('Access-Control-Allow-Methods'), 'GET, HEAD, OPTIONS, PATCH');
      assert.match(yes.headers.get('Access-Control-Allow-Headers') ?? '', /Idempotency-Key/);
      assert.equal(yes.headers.get('Access-Control-Max-Age'), '600');
      for (const no of [
        await preflight('https://evil.example'),
        await preflight(`${allowed}.evil.example`),
        await preflight('null'),
        await send(server(), 'OPTIONS', '/v1/organizations/me'),
      ]) {
        assert.equal(no.status, 204);
        assert.equal(no.headers.get('Allow'), 'GET, HEAD, OPTIONS, PATCH');
        const cors = [...no.headers.keys()].filter((name) => name.startsWith('access-control'));
        assert.deepEqual(cors, []);
      }
      assert.equal((await send(server(), 'OPTIONS', '/nothing')).status, 404);
    });

    it('H5 CORS by exact origin, never with credentials; public routes for everybody', async () => {
      const { owner } = await aTeam(server());
      const read = (path: string, origin: string) =>
        send(server(), 'GET', path, { credential: owner.token, headers: { Origin: origin } });
      const yes = (await read('/v1/agents', allowed)).headers;
      assert.equal(yes.get('Access-Control-Allow-Origin'), allowed);
      // The catalog is long enough to be compressed where the client asks, and a cache has to know both.
      assert.equal(yes.get('Vary'), 'Origin, Accept-Encoding');
      for (const name of [
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
        'Idempotent-Replayed',
        'X-Request-Id',
      ]) {
        assert.ok(yes.get('Access-Control-Expose-Headers')?.includes(name), name);
      }
      const no = (await read('/v1/agents', 'https://evil.example')).headers;
      assert.equal(no.get('Access-Control-Allow-Origin'), null);
      assert.equal(no.get('Vary'), 'Origin, Accept-Encoding');
      assert.equal(
        (await read('/config', 'https://evil.example')).headers.get('Access-Control-Allow-Origin'),
        '*',
      );
      for (const { headers } of [await read('/config', allowed), await read('/v1/agents', allowed)]) {
        assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
      }
    });

    it('H23, H24 the headers of every answer; our own request id, any Accept', async () => {
      const { owner } = await aTeam(server());
      const ids = new Set<string>();
      for (const path of ['/health', '/nothing', '/v1/agents', '/v1/organizations/me?x=1']) {
        const { headers, status } = await send(server(), 'GET', path, {
          credential: owner.token,
          // A browser that is led to an unknown address gets a page (dashboard.ts); nobody else does.
          headers: { 'X-Request-Id': 'mine', Accept: 'image/png;q=1, application/xml' },
        });
        assert.notEqual(status, 406);
        ids.add(headers.get('X-Request-Id') as string);
        assert.match(headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
        assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
        assert.equal(headers.get('X-Powered-By'), null);
        assert.equal(headers.get('Server'), null);
      }
      assert.equal(ids.size, 4);
      assert.ok(!ids.has('mine'));
    });
  },
  { CORS_ORIGINS: allowed },
);

it('TRACE is 405 under the embedded identity provider, too, and echoes nothing', async () => {
  await using server = await testServer('sqlite', embedded);
  for (const path of [
    '/idp/token',
    '/idp/auth',
    '/idp/interaction/x',
    '/.well-known/oauth-authorization-server/idp',
  ]) {
    const text = `TRACE ${path} HTTP/1.1\r\nHost: x\r\nCookie: marker=1\r\nConnection: close\r\n\r\n`;
    const answer = await raw(server.url, text);
    assert.equal(answersIn(answer)[0]?.status, 405, path);
    assert.doesNotMatch(answer, /marker/);
  }
});
