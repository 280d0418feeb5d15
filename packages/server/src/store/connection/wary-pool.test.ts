import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { WaryPool } from './wary-pool.ts';

it('tries a database that is away once a moment, and fails the others with what that found', async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const pool = new WaryPool({ host: '127.0.0.1', port, user: 'x', max: 10 });
  pool.on('error', () => {});
  await assert.rejects(pool.query('select 1'));
  assert.equal(attempts, 1);
  // Far fewer than there are, however slowly this machine goes through them.
  for (let number = 0; number < 200; number++) {
    await assert.rejects(pool.query('select 1'));
    await assert.rejects(pool.connect());
  }
  assert.ok(attempts < 200, `${attempts} attempts`);
  await pool.end();
  server.close();
});
