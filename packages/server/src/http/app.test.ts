import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { appAlone } from '../../testing/http/app.ts';
import type { AppOptions } from './app.ts';
import type { Metrics } from './monitoring/metrics.ts';

/** Each answer to one of these requests, in short. */
async function answers(requests: (string | InjectOptions)[], options: Partial<AppOptions> = {}) {
  await using app = await appAlone(options);
  const given = [];
  for (const request of requests) {
    const { statusCode, headers, body } = await app.inject(
      typeof request === 'string' ? { url: request } : request,
    );
    const isJson = String(headers['content-type']).startsWith('application/json');
    const code = isJson ? (JSON.parse(body) as { code?: string }).code : undefined;
    given.push({ status: statusCode, code, headers });
  }
  return given;
}

const statuses = (given: { status: number }[]) => given.map(({ status }) => status);

it('an address may have 8192 characters', async () => {
  const ofLength = (length: number) => '/health?'.padEnd(length, 'x');
  const given = await answers([ofLength(8192), ofLength(8193)]);
  assert.deepEqual(statuses(given), [200, 414]);
  assert.equal(given[1]?.code, 'uri_too_long');
});

it('of expectations only 100-continue is known, whatever its case', async () => {
  const expecting = (expect: string) => ({ url: '/health', headers: { expect } });
  const given = await answers([expecting('100-Continue'), expecting('101-continue')]);
  assert.deepEqual(statuses(given), [200, 400]);
  assert.deepEqual(
    given.map(({ headers }) => headers.connection === 'close'),
    [false, true],
  );
});

it('while the server closes every request is refused, and its connection ends', async () => {
  const given = await answers(['/health', '/nothing', '/docs'], { isClosing: () => true });
  for (const { status, code, headers } of given) {
    assert.deepEqual([status, code, headers.connection], [503, 'service_unavailable', 'close']);
  }
});

it('H23 what is refused before its route is known has the headers of every answer', async () => {
  const [bad] = await answers(['/v1/organizations/me/sessions/%zz']);
  assert.deepEqual([bad?.status, bad?.code], [400, 'validation_error']);
  assert.equal(bad?.headers['cache-control'], 'no-store');
  assert.match(String(bad?.headers['x-request-id']), /^req_\w{24}$/);
});

it('the pages beside the API are there: the CLI, the reference, the link of a mail', async () => {
  const given = await answers(['/cli.tgz', '/docs', '/openapi.json', '/unsubscribe/x']);
  assert.deepEqual(statuses(given), [200, 200, 200, 404], 'if /cli.tgz is missing: node scripts/build.ts');
  assert.match(String(given[3]?.headers['content-type']), /^text\/html/);
});

it('each answer is measured by its route, except that of a stream, which lasts as long as somebody watches', async () => {
  const measured: unknown[][] = [];
  const metrics = { observe: (...given: unknown[]) => measured.push(given) } as unknown as Metrics;
  const stream = '/v1/organizations/me/sessions/ses_1/stream';
  await answers(['/health', '/nothing', stream, { method: 'POST', url: '/health' }], { metrics });
  assert.deepEqual(
    measured.map((given) => given.slice(0, 3)),
    [
      ['/health', 'GET', 200],
      ['unknown', 'GET', 404],
      ['/v1/organizations/me/sessions/:sessionId/stream', 'GET', 401],
      ['unknown', 'POST', 405],
    ],
  );
  for (const [, , , seconds] of measured) assert.ok(Number(seconds) > 0 && Number(seconds) < 60);
});
