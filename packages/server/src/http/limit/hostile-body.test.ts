import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { checkErrorBody } from '../../../testing/answer.ts';
import { answersIn, raw } from '../../../testing/http/raw.ts';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

onEveryEngine('hostile bodies', (server) => {
  it('R13 endless chunks and inflating bombs stop at the limit', async () => {
    const { secret, sessionId } = await aTeam(server());
    const head = (path: string, extra: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\n${extra}\r\n`;
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const refused = await raw(server().url, [
      head('/v1/environments', 'Transfer-Encoding: chunked\r\n'),
      ...Array.from({ length: 40 }, () => chunk),
    ]);
    const answers = answersIn(refused).map(({ status, body }) => [status, checkErrorBody(status, body)]);
    assert.deepEqual(answers, [[413, 'body_too_large']]);
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 });
    const inflated = await send(server(), 'POST', `/v1/sessions/${sessionId}/events`, {
      credential: secret,
      body: new Uint8Array(bomb),
      headers: { 'Content-Encoding': 'gzip' },
    });
    assert.deepEqual([inflated.status, inflated.code], [413, 'body_too_large']);
  });

  it('R13 a body made to keep the parser busy is read aside, and others are answered meanwhile', async () => {
    const { secret, sessionId } = await aTeam(server());
    const names = Array.from({ length: 500_000 }, (_, index) => `"name-${index}":1`).join(',');
    for (const [body, code] of [
      ['['.repeat(12_000_000), 'invalid_json'],
      [`{"events":[{"eventType":"x","payload":{${names}}}]}`, 'payload_too_large'],
    ] as const) {
      let isAnswered = false;
      const busy = send(server(), 'POST', `/v1/sessions/${sessionId}/events`, { credential: secret, body });
      void busy.finally(() => {
        isAnswered = true;
      });
      let slowest = 0;
      do {
        const begun = performance.now();
        assert.equal((await send(server(), 'GET', '/health')).status, 200);
        slowest = Math.max(slowest, performance.now() - begun);
      } while (!isAnswered);
      assert.equal((await busy).code, code);
      assert.ok(isWithin(slowest, 2000), `somebody else waited ${slowest} ms`);
    }
  });
});
