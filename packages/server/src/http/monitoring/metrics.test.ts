import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../../../testing/engine.ts';
import { raw } from '../../../testing/http/raw.ts';
import { send } from '../../../testing/request.ts';
import { testServer } from '../../../testing/server.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';
import { createMetrics } from './metrics.ts';

const token = ['metrics', 'token'].join('-');

for (const engine of engines) {
  describe(`what operators see on ${engine}`, () => {
    it('metrics only with their token; logs at their most talkative hold no secret, token, address or payload', async () => {
      const lines: string[] = [];
      const server = await testServer(
        engine,
        { METRICS_TOKEN: token, LOG_LEVEL: 'trace' },
        { write: (line: string) => void lines.push(line) },
      );
      const team = await aTeam(server);
      const member = await joinTeam(server, team, 'member');
      const marker = ['very', 'confidential', 'payload'].join('-');
      const { sessionId, secret } = team;
      await team.machine.appendEvents({ sessionId, events: [{ eventType: marker, payload: marker }] });
      await team.owner.client.listEvents({ sessionId });
      const stream = `/v1/organizations/me/sessions/${sessionId}/stream`;
      for (const [path, status] of [
        [stream, 200],
        [`${stream}?after=-1`, 400],
      ] as const) {
        const reply = await send(server, 'HEAD', path, { credential: team.owner.token });
        assert.equal(reply.status, status);
      }
      const key = ['idempotency', 'marker'].join('-');
      const path = `/v1/sessions/${sessionId}/events`;
      for (const [method, url, options] of [
        ['POST', path, { credential: secret, body: `{"events":"${marker}"` }],
        [
          'POST',
          path,
          {
            credential: secret,
            json: { events: [{ eventType: marker, payload: 1 }] },
            headers: { 'Idempotency-Key': key },
          },
        ],
        ['GET', `/v1/agents?token=${team.owner.token}`, { credential: secret }],
        ['GET', '/v1/agents', { credential: await server.issuer.strangerToken(member) }],
        ['PATCH', '/v1/organizations/me', { credential: member.token, json: { name: marker } }],
        ['GET', '/v1/agents', { headers: { 'X-Service-Secret': secret, Cookie: `session=${marker}` } }],
        ['POST', '/v1/environments', { headers: { 'X-Service-Secret': `${secret}x` }, json: {} }],
      ] as const) {
        await send(server, method, url, options);
      }
      await raw(server.url, `GET /${secret} HTTP/1.1\r\nHost: x\r\nX-Bad(: ${secret}\r\n\r\n`);

      const ask = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });
      for (const headers of [{}, { Authorization: `Bearer ${token}x` }, { Authorization: token }]) {
        const refused = await ask(headers as Record<string, string>);
        assert.equal(refused.status, 401);
        assert.deepEqual(Object.keys((await refused.json()) as object).sort(), ['code', 'error']);
      }
      const shown = await ask({ Authorization: `Bearer ${token}` });
      assert.equal(shown.status, 200);
      const metrics = await shown.text();
      assert.match(metrics, /debrief_events_accepted_total 2\b/);
      for (const line of [
        'debrief_executor_waiting 0',
        'debrief_executor_running 0',
        'debrief_executor_wait_seconds_count 0',
        'debrief_executor_refused_total 0',
        'debrief_executor_ended_total{budget="time"} 0',
        'debrief_executor_ended_total{budget="memory"} 0',
      ])
        assert.ok(metrics.split('\n').includes(line), line);
      assert.match(
        metrics,
        /debrief_http_request_duration_seconds_count\{route="\/v1\/sessions\/:sessionId\/events",method="POST",status="200"\} 2/,
      );
      // How long somebody watched says nothing about how fast the server is.
      const watched = (status: number) => new RegExp(`/stream",method="HEAD",status="${status}"`);
      assert.doesNotMatch(metrics, watched(200));
      assert.match(metrics, watched(400));

      await server[Symbol.asyncDispose]();
      const logged = lines.join('');
      assert.ok(lines.length > 20, 'the log was captured');
      const tokens = [team.owner.token, member.token].flatMap((one) => [one, one.split('.')[2] as string]);
      for (const confidential of [
        secret,
        secret.slice(8, 30),
        ...tokens,
        marker,
        key,
        team.owner.email,
        member.email,
        token,
      ]) {
        assert.ok(
          !logged.includes(confidential),
          lines.find((line) => line.includes(confidential)),
        );
        assert.ok(!metrics.includes(confidential));
      }
      assert.ok(!metrics.includes(sessionId) && !metrics.includes(team.organizationId));
    });
  });
}

it('tells whether the bus and the database behind it fit', async () => {
  const metrics = createMetrics();
  assert.doesNotMatch(await metrics.text(), /debrief_bus_misfit/, 'not where there is no bus');
  let isMisfit = false;
  metrics.watchBus(() => isMisfit);
  assert.match(await metrics.text(), /^debrief_bus_misfit 0$/m);
  isMisfit = true;
  assert.match(await metrics.text(), /^debrief_bus_misfit 1$/m);
});
