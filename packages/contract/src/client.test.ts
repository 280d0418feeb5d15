import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildRequest, type ClientOptions, createClient } from './client.ts';
import { DebriefError, errorStatus, isErrorCode } from './error.ts';

describe('buildRequest', () => {
  it('puts each field where the route wants it', () => {
    assert.deepEqual(buildRequest('getHealth', {}), { method: 'GET', path: '/health', headers: {} });
    assert.deepEqual(buildRequest('renameOrganization', { name: 'Acme' }), {
      method: 'PATCH',
      path: '/v1/organizations/me',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Acme"}',
    });
    assert.deepEqual(
      buildRequest('listEvents', {
        sessionId: 'ses_1',
        limit: 5,
        eventType: ['a b', 'c'],
        cursor: undefined,
      }),
      {
        method: 'GET',
        path: '/v1/organizations/me/sessions/ses_1/events?limit=5&eventType=a+b&eventType=c',
        headers: {},
      },
    );
  });

  it('escapes what goes into a path', () => {
    assert.equal(
      buildRequest('revokeSecret', { secretId: '../a?b#c' }).path,
      '/v1/organizations/me/secrets/..%2Fa%3Fb%23c',
    );
  });

  it('sends the idempotency key as a header only (V11) and leaves the caller’s object alone', () => {
    const input = { sessionId: 'ses_1', events: [{ eventType: 'x' }], idempotencyKey: 'k' };
    const request = buildRequest('appendEvents', input);
    assert.deepEqual(request.headers, { 'Idempotency-Key': 'k', 'Content-Type': 'application/json' });
    assert.equal(request.body, '{"events":[{"eventType":"x"}]}');
    assert.deepEqual(Object.keys(input), ['sessionId', 'events', 'idempotencyKey']);
  });

  it('sends no body where all of it is optional and nothing is given (H11)', () => {
    for (const [name, input] of [
      ['issueSecret', {}],
      ['beat', { environmentId: 'env_1' }],
      ['completeSession', { sessionId: 'ses_1' }],
      ['changeInstallation', { installationId: 'ins_1' }],
    ] as const) {
      const request = buildRequest(name, input);
      assert.equal(request.body, undefined, name);
      assert.deepEqual(request.headers, {}, name);
    }
    assert.equal(buildRequest('createOrganization', {}).body, '{}');
  });
});

/** A client whose server answers `response` and whose requests are kept. */
function clientOf(response: () => Response, options: Partial<ClientOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return response();
  };
  return { sent, client: createClient({ baseUrl: 'http://debrief.test//', fetch, ...options }) };
}

const refusal =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers });

async function errorFrom(response: () => Response): Promise<DebriefError> {
  const { client } = clientOf(response);
  const error = await client.getHealth().then(
    () => assert.fail('resolved'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DebriefError);
  return error;
}

describe('createClient', () => {
  it('asks for the credential at every call and sends it as a bearer token', async () => {
    let turn = 0;
    const { client, sent } = clientOf(() => Response.json({ ok: true }), {
      credential: async () => (++turn === 3 ? undefined : `token-${turn}`),
    });
    for (let call = 0; call < 3; call++) {
      await client.listMembers({}, { headers: { 'X-Extra': 'yes' } });
    }
    const headers = sent.map(({ init }) => init.headers as Record<string, string>);
    assert.deepEqual(
      headers.map((one) => one.Authorization),
      ['Bearer token-1', 'Bearer token-2', undefined],
    );
    assert.ok(headers.every((one) => one['X-Extra'] === 'yes'));
    assert.equal(sent[0]?.url, 'http://debrief.test/v1/organizations/me/members');
  });

  it('passes the signal on', async () => {
    const { client, sent } = clientOf(() => Response.json({}));
    const { signal } = new AbortController();
    await client.getConfig({}, { signal });
    assert.equal(sent[0]?.init.signal, signal);
  });

  it('rebuilds the error of every code', async () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      const error = await errorFrom(refusal(status, JSON.stringify({ error: `It was ${code}.`, code })));
      assert.deepEqual([error.code, error.status, error.message], [code, status, `It was ${code}.`]);
      assert.equal(error.retryAfter, undefined);
    }
  });

  it('reads Retry-After in seconds and nothing else', async () => {
    const body = '{"error":"Slow.","code":"rate_limited"}';
    assert.equal((await errorFrom(refusal(429, body, { 'Retry-After': '7' }))).retryAfter, 7);
    for (const odd of ['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '0', '']) {
      assert.equal((await errorFrom(refusal(429, body, { 'Retry-After': odd }))).retryAfter, undefined, odd);
    }
  });

  it('makes sense of answers that are not ours', async () => {
    for (const [status, body, code] of [
      [502, '<html>Bad gateway</html>', 'service_unavailable'],
      [503, '', 'service_unavailable'],
      [504, '{"error":{"deep":1},"code":42}', 'service_unavailable'],
      [429, 'slow down', 'rate_limited'],
      [418, '{"error":"Tea.","code":"teapot"}', 'internal_error'],
      [500, 'null', 'internal_error'],
    ] as const) {
      const error = await errorFrom(refusal(status, body));
      assert.equal(error.code, code, String(status));
      assert.ok(error.message.length > 0);
    }
  });

  it('lets a broken connection through as it is', async () => {
    const broken = new TypeError('fetch failed');
    const { client } = clientOf(() => {
      throw broken;
    });
    await assert.rejects(client.getHealth(), broken);
  });
});

describe('isErrorCode', () => {
  it('knows the list and not what every object has', () => {
    assert.ok(isErrorCode('session_closed'));
    for (const odd of ['toString', '__proto__', 'constructor', '', 42, null, undefined]) {
      assert.equal(isErrorCode(odd), false, String(odd));
    }
  });
});
