import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DebriefError } from '@debrief/contract';
import type { FastifyBaseLogger } from 'fastify';
import { errorAnswer } from './error.ts';

test('an outage takes one line of the log a second, however many are refused', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const lines: { code: string; alike: number }[] = [];
  const log = { warn: (line: (typeof lines)[0]) => lines.push(line) } as unknown as FastifyBaseLogger;
  const refuse = (times: number) => {
    for (let n = 0; n < times; n++) {
      const { status, headers } = errorAnswer(new DebriefError('service_unavailable', 'Away.'), log);
      assert.deepEqual([status, headers['Retry-After']], [503, '2']);
    }
  };
  refuse(500);
  t.mock.timers.tick(999);
  refuse(1);
  t.mock.timers.tick(1);
  refuse(10);
  t.mock.timers.setTime(500_000);
  refuse(1);
  assert.deepEqual(
    lines.map(({ code, alike }) => [code, alike]),
    [
      ['service_unavailable', 0],
      ['service_unavailable', 500],
      ['service_unavailable', 9],
    ],
  );
});
