import { errorStatus } from './error.ts';
import { errorsOf, parameterNames, type Route } from './route.ts';
import { routes } from './routes.ts';
import { ErrorBody } from './service.ts';

const schemes = { secret: [{ secretHeader: [] }, { secretBearer: [] }], jwt: [{ jwt: [] }], public: [] };

function errorResponses(row: Route) {
  const byStatus = Map.groupBy(errorsOf(row), (code) => errorStatus[code]);
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
}

function parameters(row: Route) {
  const query = row.query?.properties ?? {};
  return [
    ...parameterNames(row.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: row.params?.properties[name] ?? { type: 'string' },
    })),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: row.query?.required?.includes(name) ?? false,
      schema,
    })),
    ...(row.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'Unique per request, for safe retries.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
}

function operation(name: string, row: Route) {
  return {
    operationId: name,
    summary: row.summary,
    tags: [row.number === undefined ? 'Extensions' : 'Interface'],
    ...(row.number !== undefined && { 'x-route-number': row.number }),
    ...(row.role && { 'x-role': row.role }),
    security: schemes[row.credential],
    parameters: parameters(row),
    ...(row.body && {
      requestBody: {
        required: Boolean(row.body.required?.length),
        content: { 'application/json': { schema: row.body } },
      },
    }),
    responses: Object.fromEntries([
      ...Object.entries(row.responses).map(([status, schema]) => [
        status,
        { description: status, content: { [row.contentType ?? 'application/json']: { schema } } },
      ]),
      ...errorResponses(row),
    ]),
  };
}

/** The OpenAPI 3.1 document of the route table. */
export function openApi(info: { version: string; serverUrl: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries<Route>(routes)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Debrief',
      version: info.version,
      description: 'Capture and review of coding-agent sessions.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.serverUrl }],
    paths,
    components: {
      schemas: { Error: ErrorBody },
      securitySchemes: {
        secretHeader: { type: 'apiKey', in: 'header', name: 'X-Service-Secret' },
        secretBearer: { type: 'http', scheme: 'bearer', description: 'An organization secret.' },
        jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}
