import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { bodyMayBeAbsent, errorsOf, type Route, routes } from '@debrief/contract';
import fastify from 'fastify';
import { mountReference } from './reference.ts';

async function ask(path: string, publicUrl = 'https://d.example') {
  const app = fastify();
  mountReference(app, { version: '1.2.3', publicUrl });
  const { statusCode, body, headers } = await app.inject(path);
  await app.close();
  return { statusCode, body, headers };
}

const rows = Object.entries<Route>(routes);
const sectionOf = (body: string, name: string) =>
  body.slice(body.indexOf(`<section id="${name}">`)).split('</section>')[0] ?? '';
const count = (text: string, part: string) => text.split(part).length - 1;

it('has a section for every route: who may call it, its fields, its errors', async () => {
  const { body } = await ask('/docs');
  for (const [name, row] of rows) {
    const section = sectionOf(body, name);
    assert.ok(section.includes(`<code>${row.path}</code>`), name);
    const who =
      row.credential === 'public'
        ? 'Public'
        : row.credential === 'secret'
          ? 'Organization secret'
          : row.role === 'signed-in'
            ? 'Signed in'
            : row.role === 'admin'
              ? 'Admin or higher'
              : 'Member or higher';
    assert.ok(section.includes(`<span class="who">${who}</span>`), `${name}: ${who}`);
    const mayBeAbsent = row.body !== undefined && bodyMayBeAbsent(row);
    const hasFields = Object.keys((row.body as { properties?: object })?.properties ?? {}).length > 0;
    assert.equal(section.includes('<h4>Body (may be left out)</h4>'), mayBeAbsent && hasFields, name);
    assert.equal(
      section.includes('<h4>Body</h4>'),
      row.body !== undefined && !mayBeAbsent && hasFields,
      name,
    );
    assert.equal(section.includes('<code>Idempotency-Key</code> header'), row.idempotent === true, name);
    for (const code of errorsOf(row)) assert.ok(section.includes(` ${code}</li>`), `${name} ${code}`);
    assert.ok(body.includes(`<li><a href="#${name}">${row.method} ${row.path}</a></li>`), name);
  }
  assert.equal(count(body, '<section '), rows.length);
  const [interfaceRoutes = '', extensions = ''] = body.split('<h2>Extensions</h2>');
  assert.equal(
    count(interfaceRoutes, '<section '),
    rows.filter(([, row]) => row.number !== undefined).length,
  );
  assert.equal(count(extensions, '<section '), rows.filter(([, row]) => row.number === undefined).length);
});

it('tells what a field is, whether it is always there, and its bounds', async () => {
  const { body } = await ask('/docs');
  const section = sectionOf(body, 'registerEnvironment');
  assert.match(
    section,
    /<td><code>hostname<\/code><\/td><td>string<\/td><td>yes<\/td><td>.*1–255 characters<\/td>/,
  );
  assert.match(section, /<td><code>displayName<\/code><\/td><td>string<\/td><td><\/td>/);
  assert.match(section, /<td><code>platform<\/code><\/td><td><code>[\w ]+<\/code> · <code>/);
  const events = sectionOf(body, 'appendEvents');
  assert.match(
    events,
    /<code>events\[\]<\/code><\/td><td>array of objects<\/td><td>yes<\/td><td>.*at most 50/,
  );
  assert.match(events, /<code>events\[\]\.payload<\/code><\/td><td>any JSON value<\/td>/);
  const found = sectionOf(body, 'searchSessions');
  assert.match(found, /<code>has<\/code><\/td><td>array of <code>errors<\/code> · .*at most 3<\/td>/);
  assert.match(found, /<code>[^<]*\.models<\/code><\/td><td>array of string<\/td>/);
  assert.match(found, /<code>[^<]*\.matches<\/code><\/td><td>array of array of integer<\/td>/);
  assert.match(found, /<code>nextCursor<\/code><\/td><td>string or null<\/td><td>yes<\/td>/);
  assert.match(found, /<code>[^<]*\.startedAt<\/code><\/td><td>date-time<\/td>/);
});

it('needs no script, allows nothing but its own style, and escapes what it shows', async () => {
  const { body, headers } = await ask('/docs', 'https://d.example/<b>"&');
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  assert.ok(!body.includes('<script') && !body.includes('<b>'));
  assert.ok(body.includes('Version 1.2.3 at <code>https://d.example/&lt;b&gt;&quot;&amp;</code>'));
  assert.equal(headers['cache-control'], 'no-cache');
  const document = await ask('/openapi.json');
  assert.equal(document.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(document.headers['cache-control'], 'max-age=60');
  const { info, servers } = JSON.parse(document.body) as {
    info: { version: string };
    servers: { url: string }[];
  };
  assert.deepEqual([info.version, servers[0]?.url], ['1.2.3', 'https://d.example']);
});

it('has the icon and the font of the dashboard, from this server', async () => {
  const { body } = await ask('/docs');
  assert.match(body, /<header><a href="\/"><img src="\/icon\.svg"[^>]*>Debrief<\/a><\/header>/);
  const [, path = ''] = /src:url\(([^)]+)\)/.exec(body) ?? [];
  const font = await ask(path);
  assert.deepEqual([font.statusCode, font.headers['content-type']], [200, 'font/woff2']);
});
