import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { errorStatus } from './error.ts';
import { openApi } from './openapi.ts';
import { errorsOf, parameterNames, type Route } from './route.ts';
import { routes } from './routes.ts';

/** The numbered routes, written out by hand: number, method and path, credential, role, successes. */
const expected: [number, string, string, string | undefined, number[]][] = [
  [1, 'GET /health', 'public', undefined, [200]],
  [2, 'GET /config', 'public', undefined, [200]],
  [3, 'POST /v1/organizations', 'jwt', 'signed-in', [201]],
  [4, 'GET /v1/organizations/me', 'jwt', 'member', [200]],
  [5, 'PATCH /v1/organizations/me', 'jwt', 'admin', [200]],
  [6, 'GET /v1/organizations/me/members', 'jwt', 'member', [200]],
  [7, 'POST /v1/organizations/me/members', 'jwt', 'admin', [201]],
  [8, 'POST /v1/organizations/me/secrets', 'jwt', 'admin', [201]],
  [9, 'GET /v1/organizations/me/secrets', 'jwt', 'member', [200]],
  [10, 'DELETE /v1/organizations/me/secrets/{secretId}', 'jwt', 'admin', [200]],
  [11, 'POST /v1/environments', 'secret', undefined, [201]],
  [12, 'POST /v1/environments/{environmentId}/heartbeat', 'secret', undefined, [200]],
  [13, 'GET /v1/organizations/me/environments', 'jwt', 'member', [200]],
  [14, 'GET /v1/organizations/me/environments/{environmentId}', 'jwt', 'member', [200]],
  [15, 'DELETE /v1/organizations/me/environments/{environmentId}', 'jwt', 'admin', [200]],
  [16, 'GET /v1/agents', 'jwt', 'member', [200]],
  [17, 'GET /v1/organizations/me/agents', 'jwt', 'member', [200]],
  [18, 'POST /v1/organizations/me/agents', 'jwt', 'admin', [201]],
  [19, 'PATCH /v1/organizations/me/agents/{installationId}', 'jwt', 'admin', [200]],
  [20, 'POST /v1/environments/{environmentId}/agents', 'secret', undefined, [201]],
  [21, 'POST /v1/sessions', 'secret', undefined, [201]],
  [22, 'POST /v1/sessions/{sessionId}/events', 'secret', undefined, [200, 202]],
  [23, 'POST /v1/sessions/{sessionId}/complete', 'secret', undefined, [200]],
  [24, 'GET /v1/organizations/me/sessions', 'jwt', 'member', [200]],
  [25, 'GET /v1/organizations/me/sessions/{sessionId}', 'jwt', 'member', [200]],
  [26, 'GET /v1/organizations/me/sessions/{sessionId}/events', 'jwt', 'member', [200]],
];

const all = Object.values<Route>(routes);
const numbered = all.filter((row) => row.number !== undefined);
const place = (row: Route) => `${row.method} ${row.path}`;

describe('the route table', () => {
  it('holds the 26 routes of the interface, each once', () => {
    const actual = numbered
      .map((row) => [
        row.number,
        place(row),
        row.credential,
        row.role,
        Object.keys(row.responses).map(Number).sort(),
      ])
      .sort((a, b) => Number(a[0]) - Number(b[0]));
    assert.deepEqual(actual, expected);
    assert.equal(new Set(all.map(place)).size, all.length);
  });

  it('is told in docs/api.md as it is', () => {
    const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const credentials = { public: 'none', jwt: 'token of a person', secret: 'secret of a machine' };
    const roles = new Map([['signed-in', 'signed in']]);
    assert.deepEqual(
      [...page.matchAll(/^\| \d+ \| `[A-Z]+ .*$/gm)].map(([line]) => line),
      expected.map(([number, where, credential, role = '', statuses]) => {
        const who = credentials[credential as keyof typeof credentials];
        return `| ${number} | \`${where}\` | ${who} | ${roles.get(role) ?? role} | ${statuses.join(', ')} |`;
      }),
    );
  });

  const document = new URL('../../../../shared/interface.md', import.meta.url);
  const whereAtHand = existsSync(document) ? it : () => {};
  whereAtHand('agrees with the index of the document that the numbers come from', () => {
    const rows = [...readFileSync(document, 'utf8').matchAll(/^\| (\d+) \| ([A-Z]+ \/\S*) \| (.+?) \|$/gm)];
    assert.equal(rows.length, 26);
    for (const [, number, where, auth] of rows as unknown as string[][]) {
      const row = numbered.find((one) => one.number === Number(number)) as Route;
      assert.equal(place(row), where);
      const credential = auth?.startsWith('Public')
        ? 'public'
        : auth?.startsWith('Secret')
          ? 'secret'
          : 'jwt';
      assert.equal(row.credential, credential, where);
      // Routes 24 to 26: the level is not shown; decided as member+ (docs/api.md, Review routes).
      const role = /admin\+/.test(auth as string)
        ? 'admin'
        : /without an organization/.test(auth as string)
          ? 'signed-in'
          : credential === 'jwt'
            ? 'member'
            : undefined;
      assert.equal(row.role, role, where);
    }
  });

  it('declares exactly the parameters its paths name, and no name twice in one call', () => {
    for (const row of all) {
      const params = Object.keys(row.params?.properties ?? {});
      assert.deepEqual(params, parameterNames(row.path), place(row));
      const names = [
        ...params,
        ...Object.keys(row.query?.properties ?? {}),
        ...Object.keys(row.body?.properties ?? {}),
      ];
      assert.equal(new Set(names).size, names.length, place(row));
      assert.ok(!(row.method === 'GET' && row.body), place(row));
    }
  });

  it('keeps extensions under /v1/organizations/me, or under what a machine or another service speaks of', () => {
    const extensions = {
      // What a machine asks or tells with a secret is below its environment or its session.
      secret: /^\/v1\/(environments\/\{environmentId\}|sessions\/\{sessionId\})\//,
      jwt: /^\/v1\/organizations\/me\//,
      // What other services deliver, signed; and receipts, for when nobody can sign in any more.
      public: /^\/v1\/(?:integrations|endings)\//,
    };
    for (const row of all) {
      if (row.number === undefined) assert.match(row.path, extensions[row.credential]);
      else if (row.number > 2) assert.match(row.path, /^\/v1\//);
    }
  });

  it('lists on route 22 no status the interface does not', () => {
    const statuses = new Set(errorsOf(routes.appendEvents).map((code) => errorStatus[code]));
    // 413, 415 and 429 are transport and limits, which any route may answer (docs/api.md, Errors).
    // 403 is met only by who chose keys for machines, of which the interface knows nothing (K11, K13).
    assert.deepEqual([...statuses].sort(), [400, 401, 403, 404, 409, 413, 415, 429, 503]);
  });

  it('has answers that hold nothing which their schema does not name', () => {
    const openObjects = (schema: unknown, where: string): string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const isOpen =
        'properties' in schema &&
        (schema as { additionalProperties?: unknown }).additionalProperties !== false;
      const inside = Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${where}.${key}`));
      return isOpen ? [where, ...inside] : inside;
    };
    assert.deepEqual(
      all.flatMap((row) => openObjects(row.responses, place(row))),
      [],
    );
    // A request may say more than is read.
    assert.notDeepEqual(openObjects(routes.openSession.body, 'body'), []);
  });

  it('gives every error code a status of its class', () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600, code);
    }
  });
});

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  security: Record<string, string[]>[];
  responses: Record<
    string,
    { description: string; content: { 'application/json': { schema: { type?: string } } } }
  >;
}

describe('the OpenAPI document', () => {
  const document = openApi({ version: '1.2.3', serverUrl: 'https://debrief.example.com' });

  it('is a 3.1 document with every route and nothing else', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.deepEqual(
      [document.info.version, document.servers[0]?.url],
      ['1.2.3', 'https://debrief.example.com'],
    );
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(operations.sort(), all.map(place).sort());
    for (const path of Object.keys(document.paths)) {
      assert.ok(path.startsWith('/v1/') || path === '/health' || path === '/config', path);
    }
    assert.doesNotThrow(() => JSON.parse(JSON.stringify(document)));
  });

  it('describes parameters, security and errors of each operation, with ids used once', () => {
    const ids = new Set<string>();
    for (const [path, item] of Object.entries(document.paths)) {
      for (const operation of Object.values(item) as Operation[]) {
        assert.ok(!ids.has(operation.operationId), operation.operationId);
        ids.add(operation.operationId);
        const inPath = operation.parameters.filter((one) => one.in === 'path');
        assert.deepEqual(
          inPath.map((one) => [one.name, one.required]),
          parameterNames(path).map((name) => [name, true]),
        );
        for (const scheme of operation.security.flatMap(Object.keys)) {
          assert.ok(Object.hasOwn(document.components.securitySchemes, scheme), scheme);
        }
        assert.ok(operation.responses['429'] && operation.responses['503'], path);
        for (const [status, response] of Object.entries(operation.responses)) {
          const [[type, { schema }]] = Object.entries(response.content) as [
            [string, { schema: { type?: string } }],
          ];
          if (type === 'text/event-stream' || type === 'application/x-ndjson')
            assert.equal(schema.type, 'string', path);
          else if (Number(status) >= 400) assert.deepEqual(schema, { $ref: '#/components/schemas/Error' });
          else assert.equal(schema.type, 'object', path);
          assert.equal(typeof response.description, 'string');
        }
      }
    }
  });
});
