import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import fastify from 'fastify';
import { mountDashboard } from './dashboard.ts';

const isBuilt = existsSync(new URL('../../../../dashboard/dist/session.html', import.meta.url));

async function headOf(path: string, more: { folder?: string } = {}) {
  const app = fastify();
  const dashboard = mountDashboard(app, { publicUrl: 'http://a', idpOrigin: 'http://a', ...more });
  app.setNotFoundHandler((request, reply) => dashboard.page(request, reply) ?? reply.code(404).send());
  const { statusCode, body } = await app.inject({ url: path, headers: { accept: 'text/html' } });
  // A name, a dash and eight characters of a digest, which may be dashes too.
  const files = [...body.matchAll(/\/assets\/([\w-]+)-[\w-]{8}\.js/g)].map((found) => String(found[1]));
  return { status: statusCode, files };
}

it('the document of a page names the files of that page', async () => {
  assert.ok(isBuilt, 'run node scripts/build.ts first');
  const session = await headOf('/sessions/ses_1');
  assert.equal(session.status, 200);
  assert.ok(session.files.includes('SessionPage') && session.files.includes('app'), session.files.join());
  assert.ok(!session.files.includes('Sessions'));
  assert.ok((await headOf('/sessions?q=a')).files.includes('Sessions'));
  assert.ok(!(await headOf('/members')).files.some((file) => /^Session/.test(file)));
});

it('a server whose dashboard was not built has no pages, and starts all the same', async () => {
  const folder = tmpdir();
  for (const path of ['/', '/sessions', '/sessions/ses_1', '/nowhere'])
    assert.deepEqual(await headOf(path, { folder }), { status: 404, files: [] }, path);
});

it('a document is not served by its own name', async () => {
  assert.equal((await headOf('/session.html')).status, 404);
});

it('every page has an address that is answered', async () => {
  const routes = readFileSync(new URL('../../../../dashboard/src/app/routes.tsx', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/path: '([^']+)'/g)].map((found) => String(found[1]));
  assert.ok(paths.length > 15, paths.join());
  for (const path of paths) assert.equal((await headOf(path.replaceAll('$', ''))).status, 200, path);
  assert.equal((await headOf('/nowhere')).status, 404);
});
