import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { answerOptions, setHeaders } from './headers.ts';

async function asked(
  headers: Record<string, string>,
  {
    url = '/v1/x',
    method = 'GET',
    https = false,
  }: { url?: string; method?: 'GET' | 'OPTIONS'; https?: boolean } = {},
  corsOrigins = ['https://app.example'],
) {
  const app = Fastify({ genReqId: () => 'req_1' });
  setHeaders(app, { corsOrigins, https });
  for (const path of ['/v1/x', '/health', '/config', '/healthy']) app.get(path, async () => 'ok');
  app.options('/v1/x', async (request, reply) => answerOptions(request, reply, ['GET', 'OPTIONS']));
  return (await app.inject({ method, url, headers })).headers;
}

const allow = 'access-control-allow-origin';

describe('headers of every answer', () => {
  it('keep it out of caches, frames and other pages, and name the request', async () => {
    const plain = await asked({});
    assert.equal(plain['cache-control'], 'no-store');
    assert.equal(plain['x-content-type-options'], 'nosniff');
    assert.equal(plain['cross-origin-resource-policy'], 'same-origin');
    assert.equal(plain['x-request-id'], 'req_1');
    assert.equal(plain.vary, 'Origin');
    assert.equal(plain['strict-transport-security'], undefined);
    assert.equal(plain[allow], undefined);
    assert.match(String((await asked({}, { https: true }))['strict-transport-security']), /max-age=31536000/);
    assert.equal((await asked({}, {}, [])).vary, undefined);
  });

  it('let only listed origins read, and anybody what is public', async () => {
    const listed = await asked({ origin: 'https://app.example' });
    assert.equal(listed[allow], 'https://app.example');
    assert.equal(listed['cross-origin-resource-policy'], 'cross-origin');
    assert.match(String(listed['access-control-expose-headers']), /Idempotent-Replayed/);
    const stranger = await asked({ origin: 'https://other.example' });
    assert.equal(stranger[allow], undefined);
    assert.equal(stranger['access-control-expose-headers'], undefined);
    assert.equal(stranger['cross-origin-resource-policy'], 'same-origin');
    for (const url of ['/health', '/config?x=1']) {
      assert.equal((await asked({ origin: 'https://other.example' }, { url }))[allow], '*', url);
    }
    assert.equal((await asked({ origin: 'https://other.example' }, { url: '/healthy' }))[allow], undefined);
    assert.equal(listed['access-control-allow-credentials'], undefined);
  });

  it('answer a preflight of a listed origin, and nothing more to others', async () => {
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
    const options = { method: 'OPTIONS' } as const;
    const listed = await asked(preflight, options);
    assert.equal(listed.allow, 'GET, OPTIONS');
    assert.equal(listed['access-control-allow-methods'], 'GET, OPTIONS');
    assert.match(String(listed['access-control-allow-headers']), /Idempotency-Key/);
    const stranger = await asked({ ...preflight, origin: 'https://other.example' }, options);
    assert.equal(stranger['access-control-allow-methods'], undefined);
    const plain = await asked({ origin: 'https://app.example' }, options);
    assert.equal(plain['access-control-allow-methods'], undefined);
    assert.equal(plain.allow, 'GET, OPTIONS');
  });
});
