import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { mountDashboard } from './dashboard.ts';

const assets = new URL('../../../../dashboard/dist/assets/', import.meta.url);

function aServer(idpOrigin = 'http://a') {
  const app = fastify();
  const dashboard = mountDashboard(app, { publicUrl: 'http://a', idpOrigin });
  app.setNotFoundHandler(
    (request, reply) => dashboard.page(request, reply) ?? reply.code(404).send('nothing here'),
  );
  return app;
}

const script = `/assets/${readdirSync(assets).find((name) => name.endsWith('.js'))}`;

it('a file with a digest in its name is kept for ever, packed for whoever takes it, and not sent twice', async () => {
  const app = aServer();
  const plain = await app.inject(script);
  const { etag } = plain.headers;
  assert.equal(plain.statusCode, 200);
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers.vary, 'Accept-Encoding');
  assert.equal(plain.headers['content-encoding'], undefined);
  const packed = await app.inject({ url: script, headers: { 'accept-encoding': 'br, gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
  const known = await app.inject({ url: script, headers: { 'if-none-match': String(etag) } });
  assert.deepEqual([known.statusCode, known.body], [304, '']);
  const other = await app.inject({ url: script, headers: { 'if-none-match': '"another"' } });
  assert.equal(other.statusCode, 200);
  await app.close();
});

it('a file that packing makes no smaller is sent as it is', async () => {
  const app = aServer();
  const font = `/assets/${readdirSync(assets).find((name) => name.endsWith('.woff2'))}`;
  const { statusCode, headers, rawPayload } = await app.inject({
    url: font,
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.deepEqual([statusCode, headers['content-type']], [200, 'font/woff2']);
  assert.deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined]);
  assert.equal(rawPayload.toString('latin1', 0, 4), 'wOF2');
  await app.close();
});

it('a page is always fresh, and lets nothing in that is not its own', async () => {
  const app = aServer();
  const page = await app.inject('/members');
  assert.equal(page.headers['cache-control'], 'no-cache');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "trusted-types 'none'",
  ]) {
    assert.ok(policy.split('; ').includes(rule), rule);
  }
  assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
  const elsewhere = aServer('https://idp.example');
  const led = String((await elsewhere.inject('/')).headers['content-security-policy']);
  assert.ok(led.includes("connect-src 'self' https://idp.example;"), led);
  await app.close();
  await elsewhere.close();
});

it('H1 a person who typed a wrong address sees the page that says so; a program gets the plain error', async () => {
  const app = aServer();
  const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') => {
    const { statusCode, body } = await app.inject({ method, url, headers });
    return [statusCode, body.startsWith('<!doctype html>')];
  };
  const html = { accept: 'text/html' };
  assert.deepEqual(await ask('/nowhere', html), [404, true]);
  assert.deepEqual(await ask('/nowhere', { ...html, 'if-none-match': '*' }), [404, true]);
  assert.deepEqual(await ask('/nowhere', { accept: 'application/json' }), [404, false]);
  assert.deepEqual(await ask('/nowhere', { ...html, 'sec-fetch-dest': 'script' }), [404, false]);
  assert.deepEqual(await ask('/v1/nowhere', html), [404, false]);
  assert.deepEqual(await ask('/v1x', html), [404, true]);
  assert.deepEqual(await ask('/assets/gone.js', html), [404, false]);
  assert.deepEqual(await ask('/members', html, 'POST'), [404, false]);
  await app.close();
});
