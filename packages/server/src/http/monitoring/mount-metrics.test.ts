import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { createMetrics, mountMetrics } from './metrics.ts';

async function ask(token: string | undefined, authorization?: string) {
  const app = fastify();
  const metrics = createMetrics();
  metrics.observe('/a', 'GET', 200, 0.01);
  metrics.events(3, 1000);
  metrics.setAside('slow');
  mountMetrics(app, metrics, token);
  const { statusCode, body, headers } = await app.inject({
    url: '/metrics',
    ...(authorization !== undefined && { headers: { authorization } }),
  });
  await app.close();
  return { statusCode, body, headers };
}

it('metrics are not there without a token, and closed without the right one', async () => {
  assert.equal((await ask(undefined, 'Bearer t')).statusCode, 404);
  for (const wrong of [undefined, '', 'Bearer x', 'Bearer tt', 't']) {
    const { statusCode, body, headers } = await ask('t', wrong);
    assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer realm="metrics"']);
    assert.equal((JSON.parse(body) as { code: string }).code, 'missing_credentials');
  }
});

it('metrics count requests, events, their bytes and sessions that were set aside', async () => {
  const { statusCode, body, headers } = await ask('t', 'Bearer t');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/plain; version=/);
  for (const line of [
    'debrief_http_request_duration_seconds_count{route="/a",method="GET",status="200"} 1',
    'debrief_events_accepted_total 3',
    'debrief_event_body_bytes_total 1000',
    'debrief_sessions_set_aside_total{cause="slow"} 1',
    'debrief_sessions_set_aside_total{cause="crash"} 0',
    'debrief_sessions_set_aside_total{cause="unreadable"} 0',
  ]) {
    assert.ok(body.split('\n').includes(line), line);
  }
  assert.match(body, /^debrief_process_resident_memory_bytes \d+$/m, 'those of the process are there, too');
});
