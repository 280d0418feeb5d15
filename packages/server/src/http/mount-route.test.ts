import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { DebriefError, type Role, type RouteName } from '@debrief/contract';
import fastify, { type InjectOptions } from 'fastify';
import { testExecutor } from '../../testing/executor.ts';
import type { Context } from '../domain/context.ts';
import { CompileOnce } from './compile-once.ts';
import { sendError } from './error.ts';
import { defaultRateLimits, RateLimiter, type RateLimits } from './limit/rate-limit.ts';
import { Readers } from './limit/readers.ts';
import { type AnyHandler, mountRoute } from './mount-route.ts';
import { parseBodies } from './request/body.ts';
import { BodyReader } from './request/body-reader.ts';
import { LineAnswers } from './routes/answer/lines.ts';
import { Streams } from './routes/answer/stream.ts';

const executor = testExecutor();
after(() => executor.stop());

interface Seen {
  request: Context['request'];
  actor: unknown;
  input: Record<string, unknown>;
}

/** One route with a handler of the test's own; `token` is the one good token, of a member with this role. */
function aRoute(
  name: RouteName,
  answer: unknown = {},
  {
    limits = {},
    limiter = new RateLimiter({ ...defaultRateLimits, ...limits }),
    role = 'admin',
  }: { limits?: Partial<RateLimits>; limiter?: RateLimiter; role?: Role } = {},
) {
  const seen: Seen[] = [];
  const denied: string[] = [];
  const handler: AnyHandler = ({ request }, actor, input) => {
    seen.push({ request, actor, input: input as Seen['input'] });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const member = { organizationId: 'org_1', userId: 'usr_1', role };
  const context = {
    clock: () => 0,
    store: {
      identity: { findMember: async () => member },
      audit: { add: async ({ action }: { action: string }) => void denied.push(action) },
    },
  } as unknown as Context;
  const verify = async (token: string) => {
    if (token === 'late') throw new DebriefError('token_expired', 'Late.');
    if (token !== 'token') throw new DebriefError('invalid_token', 'No.');
    return { issuer: 'i', subject: 's', profile: async () => ({ emailVerified: false }) };
  };
  const app = fastify({ genReqId: () => 'req_1' });
  app.decorateRequest('actor', undefined);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.decorateRequest('bodyBytes', undefined);
  const bodies = new BodyReader(executor);
  parseBodies(app, bodies);
  const parts = {
    bodies,
    streams: new Streams(new AbortController().signal),
    lines: new LineAnswers(new AbortController().signal),
    readers: new Readers(),
    compileOnce: new CompileOnce(),
  };
  mountRoute(app, name, handler, { context, verify, limiter } as never, parts);
  const ask = async (given: InjectOptions & { url: string }, token = 'token') => {
    const { statusCode, body, headers } = await app.inject({
      ...given,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...given.headers },
    });
    const code = statusCode < 400 ? undefined : (JSON.parse(body) as { code: string }).code;
    return { statusCode, code, headers };
  };
  return { ask, seen, denied };
}

const organization = '/v1/organizations/me';

describe('a route', () => {
  it('hands over who asks, what, from where and with which program, and answers with the status of the contract', async () => {
    const { ask, seen } = aRoute('issueSecret', {
      ...{ secretId: 's', organizationId: 'o', environment: 'live', status: 'active' },
      ...{ secret: 'x', secretPrefix: 'sk_live_', createdBy: 'u', createdAt: '2026-01-31T10:00:00.000Z' },
    });
    const { statusCode } = await ask({
      method: 'POST',
      url: `${organization}/secrets`,
      payload: { label: ' a ', other: 1 },
      headers: { 'user-agent': 'a program' },
    });
    assert.equal(statusCode, 201);
    assert.deepEqual(seen, [
      {
        request: { requestId: 'req_1', ip: '127.0.0.1', userAgent: 'a program' },
        actor: { kind: 'member', organizationId: 'org_1', userId: 'usr_1', role: 'admin' },
        input: { label: 'a' },
      },
    ]);
  });

  it('is for its role and those above; whoever has less is refused, noted, and nothing is done', async () => {
    const { ask, seen, denied } = aRoute('issueSecret', {}, { role: 'member' });
    const { code } = await ask({ method: 'POST', url: `${organization}/secrets`, payload: {} });
    assert.equal(code, 'insufficient_role');
    assert.deepEqual([seen, denied], [[], ['role_denied']]);
  });

  it('refuses a wrong body before and after the role, never with a deed', async () => {
    const { ask, seen } = aRoute('issueSecret');
    const url = `${organization}/secrets`;
    const text = { method: 'POST' as const, url, payload: 'x', headers: { 'content-type': 'text/plain' } };
    assert.equal((await ask(text)).code, 'unsupported_media_type');
    const wrong = { method: 'POST' as const, url, payload: { environment: 'nowhere' } };
    assert.equal((await ask(wrong)).code, 'validation_error');
    assert.deepEqual(seen, []);
  });

  it('takes the key of a repeatable request, and only where the contract says so', async () => {
    const headers = { 'idempotency-key': 'k' };
    const repeatable = aRoute('openThread', new Error('done'));
    const url = `${organization}/sessions/ses_1/threads`;
    await repeatable.ask({ method: 'POST', url, headers, payload: { anchor: { sequence: 0 }, body: 'x' } });
    assert.equal(repeatable.seen[0]?.input.idempotencyKey, 'k');
    assert.equal(repeatable.seen[0]?.input.sessionId, 'ses_1');
    const other = aRoute('renameOrganization', new Error('done'));
    await other.ask({ method: 'PATCH', url: organization, headers, payload: { name: 'N' } });
    assert.deepEqual(other.seen[0]?.input, { name: 'N' });
  });

  it('P3 counts each person, and looks at codes apart', async () => {
    const { ask } = aRoute('getOrganization', new Error('done'), { limits: { user: 2 } });
    const codes = [];
    for (let n = 0; n < 3; n++) codes.push((await ask({ url: organization })).code);
    assert.deepEqual(codes, ['internal_error', 'internal_error', 'rate_limited']);
    const claim = aRoute('getClaim', new Error('done'), { limits: { claim: 1 } });
    const look = async () => (await claim.ask({ url: `${organization}/claims/AAAA-AAAA` })).code;
    assert.deepEqual([await look(), await look()], ['internal_error', 'rate_limited']);
    const plain = aRoute('getOrganization', new Error('done'), { limits: { claim: 1 } });
    for (let n = 0; n < 3; n++) assert.equal((await plain.ask({ url: organization })).code, 'internal_error');
  });

  it('P3 counts wrong tokens by address, but not one that has expired', async () => {
    const { ask } = aRoute('getOrganization', new Error('done'), { limits: { failedAuthentication: 1 } });
    const get = async (token: string) => (await ask({ url: organization }, token)).code;
    assert.deepEqual([await get('late'), await get('late')], ['token_expired', 'token_expired']);
    assert.deepEqual([await get('wrong'), await get('token')], ['invalid_token', 'rate_limited']);
  });

  it('P3 counts a wrong signature of a webhook like a wrong credential, and public routes by address', async () => {
    const url = '/v1/integrations/github';
    const post = { method: 'POST' as const, url, payload: {} };
    const forged = new DebriefError('invalid_signature', 'No.');
    const { ask, seen } = aRoute('receiveGithub', forged, { limits: { failedAuthentication: 1 } });
    assert.deepEqual(
      [(await ask(post, '')).code, (await ask(post, '')).code],
      ['invalid_signature', 'rate_limited'],
    );
    assert.equal(seen.length, 1);
    const delivery = seen[0]?.input.delivery as { body: Buffer } | undefined;
    assert.deepEqual(delivery?.body, Buffer.from('{}'));
    const config = aRoute('getConfig', { idpUserPoolId: 'a' }, { limits: { public: 1 } });
    const first = await config.ask({ url: '/config' }, '');
    assert.equal(first.headers['cache-control'], 'max-age=60');
    assert.equal((await config.ask({ url: '/config' }, '')).code, 'rate_limited');
  });

  it('P3 is answered to an address with too many wrong credentials where it asks for none', async () => {
    const limiter = new RateLimiter({ ...defaultRateLimits, failedAuthentication: 1 });
    limiter.count('failedAuthentication', '127.0.0.1');
    const config = aRoute('getConfig', new Error('done'), { limiter });
    assert.equal((await config.ask({ url: '/config' }, '')).code, 'internal_error');
    assert.equal(config.seen.length, 1);
    const other = aRoute('getOrganization', {}, { limiter });
    assert.equal((await other.ask({ url: organization })).code, 'rate_limited');
  });

  it('that can have megabytes is told how many bytes it may take', async () => {
    const { ask, seen } = aRoute('listEvents', new Error('done'));
    await ask({ url: `${organization}/sessions/ses_1/events` });
    assert.equal(typeof seen[0]?.input.bytes, 'number');
    const { ask: askOther, seen: other } = aRoute('listSessions', new Error('done'));
    await askOther({ url: `${organization}/sessions` });
    assert.equal(other[0]?.input.bytes, undefined);
  });
});
