import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { appendRoutes } from '../../../testing/http/append-route.ts';
import { type RequestOptions, send } from '../../../testing/request.ts';
import { testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

const one = { events: [{ eventType: 'x', payload: 'y' }] };

for (const [way, headers] of Object.entries(appendRoutes)) {
  const append = (url: string, { sessionId }: Pick<Team, 'sessionId'>, options: RequestOptions) =>
    send({ url }, 'POST', `/v1/sessions/${sessionId}/events`, {
      ...options,
      headers: { ...headers, ...options.headers },
    });

  describe(`appends by the ${way}`, () => {
    it('A1, A2, A3, A5, A7 refuse every credential that is not an active secret', async () => {
      await using server = await testServer('sqlite');
      const team = await aTeam(server);
      const other = await team.owner.client.issueSecret({});
      const well = await append(server.url, team, { credential: other.secret, json: one });
      assert.equal(well.status, 200);
      await team.owner.client.revokeSecret({ secretId: other.secretId });
      const last = team.secret.at(-1) === 'a' ? 'b' : 'a';
      const refused: [RequestOptions, string][] = [
        [{}, 'missing_credentials'],
        [{ headers: { 'X-Service-Secret': '' } }, 'missing_credentials'],
        [{ headers: { Authorization: 'Basic YTpi' } }, 'invalid_secret'],
        [{ credential: team.secret.slice(0, -1) + last }, 'invalid_secret'],
        [{ credential: team.owner.token }, 'wrong_credential_type'],
        [
          { credential: other.secret, headers: { 'X-Service-Secret': team.secret } },
          'conflicting_credentials',
        ],
        [{ credential: other.secret }, 'secret_revoked'],
        [{ credential: other.secret }, 'secret_revoked'],
      ];
      for (const [options, code] of refused) {
        const reply = await append(server.url, team, { ...options, json: one });
        assert.equal(reply.code, code);
        assert.equal(reply.status, 401);
        const challenge = reply.headers.get('WWW-Authenticate');
        assert.equal(challenge?.includes('error='), code !== 'missing_credentials', code);
      }
      const { session } = await team.owner.client.getSession({ sessionId: team.sessionId });
      assert.equal(session.eventCount, 1);
    });

    it('A3, P3 a revoked secret counts as a failed attempt of its address, each time', async () => {
      await using server = await testServer('sqlite', { RATE_LIMIT_FAILED_AUTH: '3' });
      const team = await aTeam(server);
      assert.equal((await append(server.url, team, { credential: team.secret, json: one })).status, 200);
      await team.owner.client.revokeSecret({ secretId: team.secretId });
      const codes: (string | undefined)[] = [];
      for (let turn = 0; turn < 5; turn++) {
        codes.push((await append(server.url, team, { credential: team.secret, json: one })).code);
      }
      const revoked = 'secret_revoked';
      assert.deepEqual(codes, [revoked, revoked, revoked, 'rate_limited', 'rate_limited']);
    });

    it('P3, P4 the limit of a secret lets exactly so many through, and says so', async () => {
      await using server = await testServer('sqlite', { RATE_LIMIT_SECRET: '8' });
      const team = await aTeam(server);
      const replies: Awaited<ReturnType<typeof send>>[] = [];
      // Three requests made the team.
      for (let turn = 0; turn < 7; turn++) {
        replies.push(await append(server.url, team, { credential: team.secret, json: one }));
      }
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 200, 200, 429, 429],
      );
      const limited = replies[5];
      assert.equal(limited?.code, 'rate_limited');
      assert.equal(limited?.headers.get('RateLimit-Policy'), '"ingest";q=8;w=60');
      assert.ok(Number(limited?.headers.get('Retry-After')) >= 1);
    });

    it('H9, H10, H11, H12, C5 refuse a body or a session with the code that says what is wrong', async () => {
      await using server = await testServer('sqlite');
      const team = await aTeam(server);
      const asJson = { 'Content-Type': 'application/json' };
      const missing = { sessionId: `ses_${'0'.repeat(24)}` };
      const cases: [Pick<Team, 'sessionId'>, RequestOptions, number, string][] = [
        [team, { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
        [
          team,
          { body: '{}', headers: { ...asJson, 'Content-Encoding': 'br' } },
          415,
          'unsupported_media_type',
        ],
        [team, { body: '{}', headers: { ...asJson, 'Content-Encoding': 'gzip' } }, 400, 'invalid_json'],
        [team, { body: '{"events":', headers: asJson }, 400, 'invalid_json'],
        [team, { body: '[]', headers: asJson }, 400, 'invalid_json'],
        [team, { body: '', headers: asJson }, 400, 'invalid_json'],
        [team, { json: { events: [] } }, 400, 'validation_error'],
        [team, { json: one, headers: { 'Idempotency-Key': 'a b' } }, 400, 'validation_error'],
        [missing, { json: one }, 404, 'session_not_found'],
        [{ sessionId: 'nonsense' }, { json: one }, 404, 'session_not_found'],
      ];
      for (const [session, options, status, code] of cases) {
        const reply = await append(server.url, session, { credential: team.secret, ...options });
        assert.deepEqual([reply.status, reply.code], [status, code], JSON.stringify(options));
      }
      const bomb = new Uint8Array(gzipSync(Buffer.alloc(17 * 1024 * 1024, ' ')));
      const bombed = await append(server.url, team, {
        credential: team.secret,
        body: bomb,
        headers: { ...asJson, 'Content-Encoding': 'gzip' },
      });
      assert.equal(bombed.code, 'body_too_large');
      await team.machine.completeSession({ sessionId: team.sessionId });
      const late = await append(server.url, team, { credential: team.secret, json: one });
      assert.deepEqual([late.status, late.code], [409, 'session_closed']);
    });
  });
}

it('both ways answer with the same headers, whether an append succeeds, is replayed or is refused', async () => {
  await using server = await testServer('sqlite');
  const team = await aTeam(server);
  const seen: Record<string, string>[][] = [];
  for (const [way, headers] of Object.entries(appendRoutes)) {
    const key = { 'Idempotency-Key': way.replace(' ', '-') };
    const path = `/v1/sessions/${team.sessionId}/events`;
    const replies = [
      await send(server, 'POST', path, {
        credential: team.secret,
        json: one,
        headers: { ...headers, ...key },
      }),
      await send(server, 'POST', path, {
        credential: team.secret,
        json: one,
        headers: { ...headers, ...key },
      }),
      await send(server, 'POST', path, { credential: team.secret, json: {}, headers }),
      await send(server, 'POST', path, { json: one, headers }),
    ];
    assert.equal(replies[1]?.headers.get('Idempotent-Replayed'), 'true');
    seen.push(
      replies.map((reply) => {
        assert.match(reply.headers.get('X-Request-Id') ?? '', /^req_\w{24}$/);
        const own = ['x-request-id', 'date', 'content-length'];
        return Object.fromEntries([...reply.headers].filter(([name]) => !own.includes(name)));
      }),
    );
  }
  assert.deepEqual(seen[0], seen[1]);
});
