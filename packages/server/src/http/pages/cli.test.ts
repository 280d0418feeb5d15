import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import fastify from 'fastify';
import { mountCli } from './cli.ts';

it('the CLI is served as the file that was built, always fresh; where there is none, nothing is served', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-cli-'));
  test.after(() => rmSync(folder, { recursive: true }));
  const bundle = join(folder, 'cli.tgz');
  const ask = () => {
    const app = fastify();
    mountCli(app, bundle);
    return app.inject('/cli.tgz');
  };
  assert.equal((await ask()).statusCode, 404);
  const built = Buffer.from([0x1f, 0x8b, 0xff]);
  writeFileSync(bundle, built);
  const { statusCode, headers, rawPayload } = await ask();
  assert.equal(statusCode, 200);
  assert.deepEqual(rawPayload, built);
  assert.equal(headers['content-type'], 'application/gzip');
  assert.equal(headers['cache-control'], 'no-cache');
});
