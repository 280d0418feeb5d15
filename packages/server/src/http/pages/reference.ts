import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bodyMayBeAbsent, errorStatus, errorsOf, openApi, type Route, routes } from '@debrief/contract';
import type { FastifyInstance } from 'fastify';

interface Schema {
  type?: string;
  enum?: string[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  description?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string,
  );

/** Descriptions are ours and use only `code`. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(value)}</code>`).join(' · ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array')
    return `array of ${schema.items?.properties ? 'objects' : typeOf(schema.items ?? {})}`;
  return schema.format ?? schema.type ?? 'any JSON value';
}

const limitsOf = (schema: Schema): string =>
  [
    schema.maxLength !== undefined && `${schema.minLength ?? 0}–${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ]
    .filter(Boolean)
    .join(', ');

function fieldRows(schema: Schema, prefix = ''): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const inner = field.properties ? field : field.items?.properties ? field.items : undefined;
      const path = `${prefix}${name}${field.type === 'array' && inner ? '[]' : ''}`;
      const notes = [prose(field.description ?? ''), limitsOf(field)].filter(Boolean).join(' ');
      const row = `<tr><td><code>${path}</code></td><td>${typeOf(field)}</td><td>${
        schema.required?.includes(name) ? 'yes' : ''
      }</td><td>${notes}</td></tr>`;
      return row + (inner ? fieldRows(inner, `${path}.`) : '');
    })
    .join('');
}

function fieldTable(title: string, schema: Schema | undefined): string {
  const rows = schema ? fieldRows(schema) : '';
  if (!rows) return '';
  return `<h4>${title}</h4><div class="table"><table><thead><tr><th>Field</th><th>Type</th><th>Always</th><th>Notes</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const who = (row: Route): string =>
  row.credential === 'public'
    ? 'Public'
    : row.credential === 'secret'
      ? 'Organization secret'
      : row.role === 'signed-in'
        ? 'Signed in'
        : `${row.role === 'admin' ? 'Admin' : 'Member'} or higher`;

function routeSection(name: string, row: Route): string {
  const statuses = Object.keys(row.responses).join(', ');
  const errors = errorsOf(row)
    .map((code) => `<li><code>${errorStatus[code]}</code> ${code}</li>`)
    .join('');
  return `<section id="${name}"><h3><span class="method ${row.method}">${row.method}</span> <code>${row.path}</code></h3>
<p>${prose(row.summary)}. <span class="who">${who(row)}</span></p>
${fieldTable('Query', row.query as Schema | undefined)}
${fieldTable(row.body && bodyMayBeAbsent(row) ? 'Body (may be left out)' : 'Body', row.body as Schema | undefined)}
${row.idempotent ? '<p>Takes an <code>Idempotency-Key</code> header for safe retries.</p>' : ''}
${fieldTable(`Answer ${statuses}`, Object.values(row.responses)[0] as Schema)}
<details><summary>Errors</summary><ul class="errors">${errors}</ul></details></section>`;
}

/** The dashboard's own: it is the same product. */
const fontPath = '/docs/inter.woff2';
const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const style = `
@font-face{font-family:Inter;src:url(${fontPath}) format('woff2');font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;--line:light-dark(#e3e4e8,#33353d);--soft:light-dark(#f6f6f8,#1d1e23);--dim:light-dark(#5d616b,#a4a8b3);--accent:light-dark(#4338ca,#a5b4fc)}
body{font:15px/1.55 Inter,system-ui,sans-serif;margin:0 auto;max-width:56rem;padding:2rem 1.25rem 6rem;background:light-dark(#fff,#141519);color:light-dark(#17181c,#ececf1)}
header a{display:inline-flex;align-items:center;gap:.6rem;color:inherit;font-weight:600;text-decoration:none}header{margin-bottom:2rem}
h1{margin:0 0 .25rem;font-size:1.5rem}h2{margin:3rem 0 .5rem;font-size:1.2rem}h3{margin:0 0 .25rem;font-size:1.05rem;overflow-wrap:anywhere}h4{margin:1rem 0 .25rem;font-size:.85rem;color:var(--dim)}
section{border-top:1px solid var(--line);padding:1.5rem 0}
code{font:.92em ui-monospace,monospace}a{color:var(--accent)}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem}td,th{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line)}th{font-weight:500;color:var(--dim)}
pre{background:var(--soft);border-radius:8px;padding:1rem;overflow-x:auto}
.method{font:600 .75rem ui-monospace,monospace;padding:.15rem .45rem;border-radius:5px;background:var(--soft);color:var(--accent)}
.who{color:var(--dim);border:1px solid var(--line);border-radius:99px;padding:.05rem .6rem;font-size:.8rem;white-space:nowrap}
.errors{columns:2;font-size:.88rem}summary{cursor:pointer;color:var(--dim);font-size:.88rem;margin-top:.75rem}nav ul{columns:2;font-size:.88rem;padding-left:1.1rem;overflow-wrap:anywhere}nav li{min-height:24px;break-inside:avoid}nav a{text-decoration:none}nav a:hover{text-decoration:underline}p{overflow-wrap:anywhere}
@media(max-width:640px){.errors,nav ul{columns:1}}`;

function page(info: { version: string; publicUrl: string }): string {
  const rows = Object.entries<Route>(routes);
  const ours = rows.filter(([, row]) => row.number !== undefined);
  const extensions = rows.filter(([, row]) => row.number === undefined);
  const sections = (list: typeof rows) => list.map(([name, row]) => routeSection(name, row)).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Debrief API</title><style>${style}</style></head><body><header><a href="/"><img src="/icon.svg" width="26" height="26" alt="">Debrief</a></header><main>
<h1>Debrief API</h1><p>Version ${escapeHtml(info.version)} at <code>${escapeHtml(info.publicUrl)}</code>. The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<p>Machines send an organization secret, people an access token; both as <code>Authorization: Bearer …</code> (a secret also as <code>X-Service-Secret</code>). Bodies are JSON. Every error is <code>{ "error": "…", "code": "…" }</code>.</p>
<pre>curl ${escapeHtml(info.publicUrl)}/v1/environments \\
  -H "Authorization: Bearer $DEBRIEF_SECRET" -H 'Content-Type: application/json' \\
  -d '{"hostname":"laptop","platform":"linux","serviceCliVersion":"1.0.0"}'</pre>
<nav aria-label="Routes"><ul>${rows.map(([name, row]) => `<li><a href="#${name}">${row.method} ${row.path}</a></li>`).join('')}</ul></nav>
<h2>Interface</h2>${sections(ours)}<h2>Extensions</h2>${sections(extensions)}</main></body></html>`;
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** `/openapi.json`, and `/docs`, a page made of the same table that needs no script. */
export function mountReference(app: FastifyInstance, info: { version: string; publicUrl: string }): void {
  // Made when they are first asked for, which few servers ever are: made at once they were a tenth of the start.
  const document = once(() => JSON.stringify(openApi({ version: info.version, serverUrl: info.publicUrl })));
  const html = once(() => page(info));
  const font = once(() => readFileSync(new URL(import.meta.resolve(fontFile))));
  const styleHash = createHash('sha256').update(style).digest('base64');
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'max-age=60').send(document()),
  );
  app.get(fontPath, async (_request, reply) =>
    reply.type('font/woff2').header('Cache-Control', 'public, max-age=86400').send(font()),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(html()),
  );
}
