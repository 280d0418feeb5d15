import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import type { Logger } from 'pino';
import { ackDurability, logAckDurability } from './durability.ts';

async function monitor(varz: unknown) {
  const server = createServer((request, response) =>
    response.end(request.url === '/varz' ? JSON.stringify(varz) : '{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

it('says what an acknowledgement of the bus is worth', async () => {
  assert.equal((await ackDurability('2.9.10', undefined)).survives, 'crash');
  assert.equal((await ackDurability('2.10.0', undefined)).survives, 'not known');
  await using synced = await monitor({ jetstream: { config: { sync_always: true } } });
  assert.equal((await ackDurability('2.12.1', synced.url)).survives, 'power loss');
  await using lazy = await monitor({ jetstream: { config: { sync_interval: 120_000_000_000 } } });
  assert.equal((await ackDurability('2.10.4', lazy.url)).survives, 'crash');
  assert.equal((await ackDurability('2.10.4', 'http://127.0.0.1:9')).survives, 'not known');
});

it('takes a server for one that can write to disk first from 2.10 on', async () => {
  for (const [version, canSync] of [
    ['1.99.0', false],
    ['2.9.99', false],
    ['2.10.0', true],
    ['3.0.0', true],
    ['unknown', false],
  ] as const) {
    const { survives, why } = await ackDurability(version, undefined);
    assert.equal(survives, canSync ? 'not known' : 'crash', version);
    assert.match(why, canSync ? /NATS_MONITOR_URL/ : new RegExp(`nats-server ${version}`));
  }
});

it('says it as loudly as it matters', async () => {
  const said: [string, string, string][] = [];
  const note = (level: string) => (fields: { survives: string }, text: string) =>
    void said.push([level, fields.survives, text]);
  const log = { info: note('info'), warn: note('warn') } as unknown as Logger;
  await using synced = await monitor({ jetstream: { config: { sync_always: true } } });
  await using empty = await monitor({});
  await logAckDurability('2.12.1', synced.url, log);
  await logAckDurability('2.12.1', empty.url, log);
  await logAckDurability('2.12.1', undefined, log);
  const begin = 'an event accepted onto the bus survives: ';
  assert.deepEqual(said, [
    ['info', 'power loss', `${begin}power loss`],
    ['warn', 'crash', `${begin}a crash, not power loss`],
    ['warn', 'not known', `${begin}a crash; power loss not known`],
  ]);
});
