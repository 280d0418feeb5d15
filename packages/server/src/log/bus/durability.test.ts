import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { ackDurability } from './durability.ts';

async function monitor(varz: unknown) {
  const server = createServer((_request, response) => response.end(JSON.stringify(varz)));
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
