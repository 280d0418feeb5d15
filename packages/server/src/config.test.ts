import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { defaultRateLimits } from './http/limit/rate-limit.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    for (const fault of error.faults) assert.ok(error.message.includes(fault));
    return error.faults;
  }
  return [];
}

const oidc = { IDP_ISSUER: 'https://idp.example.com', IDP_CLIENT_ID: 'app', IDP_AUDIENCE: 'api' };
const cognito = {
  IDP_USER_POOL_ID: 'eu-west-1_AbC123',
  IDP_CLIENT_ID: 'app',
  IDP_DOMAIN: 'auth.example.com',
};

describe('configuration', () => {
  it('needs nothing at all', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.port, config.host, config.publicUrl, config.dataDir, config.logLevel],
      [4000, '127.0.0.1', 'http://localhost:4000', resolve('data'), 'info'],
    );
    assert.deepEqual(config.database, { engine: 'sqlite', path: resolve('data/debrief.db') });
    assert.deepEqual(config.identity, { mode: 'embedded' });
    assert.deepEqual(config.rateLimits, defaultRateLimits);
    assert.deepEqual([config.corsOrigins, config.trustProxy], [[], false]);
    for (const name of [
      'smtpUrl',
      'mailFrom',
      'retentionDays',
      'metricsToken',
      'serverKey',
      'bus',
    ] as const) {
      assert.equal(config[name], undefined, name);
    }
  });

  it('reads every variable', () => {
    const config = readConfig({
      ...oidc,
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://debrief.example.com/',
      DATA_DIR: '/var/lib/debrief',
      DATABASE_URL: 'postgres://user@db/debrief',
      IDP_ACCEPT: 'access, id',
      SMTP_URL: 'smtps://user@mail.example.com',
      MAIL_FROM: 'debrief@example.com',
      RATE_LIMIT_PUBLIC: '1',
      RATE_LIMIT_SECRET: '0',
      RATE_LIMIT_USER: '3',
      RATE_LIMIT_FAILED_AUTH: '4',
      RATE_LIMIT_SECRET_BYTES: '5',
      RATE_LIMIT_USER_BYTES: '7',
      RATE_LIMIT_PUBLIC_BYTES: '8',
      RATE_LIMIT_CLAIM: '6',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'debug',
      RETENTION_DAYS: '90',
      METRICS_TOKEN: 'token',
      SERVER_KEY: 'ab'.repeat(32),
    });
    assert.deepEqual(
      [config.port, config.host, config.publicUrl],
      [8080, '0.0.0.0', 'https://debrief.example.com'],
    );
    assert.deepEqual(config.database, { engine: 'postgres', url: 'postgres://user@db/debrief' });
    assert.deepEqual(config.identity, {
      mode: 'oidc',
      issuer: 'https://idp.example.com',
      clientId: 'app',
      audience: 'api',
      accept: ['access', 'id'],
    });
    assert.deepEqual(
      [config.smtpUrl, config.mailFrom],
      ['smtps://user@mail.example.com', 'debrief@example.com'],
    );
    assert.deepEqual(config.rateLimits, {
      public: 1,
      secret: 0,
      user: 3,
      failedAuthentication: 4,
      secretBytes: 5,
      userBytes: 7,
      publicBytes: 8,
      claim: 6,
    });
    assert.deepEqual(config.corsOrigins, ['https://a.example.com', 'http://localhost:5173']);
    assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '::1']);
    assert.deepEqual([config.logLevel, config.retentionDays, config.metricsToken], ['debug', 90, 'token']);
    assert.deepEqual(config.serverKey, Buffer.alloc(32, 0xab));
    const key = Buffer.alloc(32, 7);
    assert.deepEqual(readConfig({ SERVER_KEY: key.toString('base64') }).serverKey, key);
  });

  it('N13 reads where traces go as OpenTelemetry names it, and repeats no header that is wrong', () => {
    assert.equal(readConfig({}).traces, undefined);
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    assert.deepEqual(
      readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'X-Team=a%20b%2Cc, y=d=e' }).traces,
      {
        url: 'http://collector:4318/v1/traces',
        headers: { 'x-team': 'a b,c', y: 'd=e' },
        withContent: false,
      },
    );
    const content = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
    const whole = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/otlp' };
    assert.deepEqual(readConfig({ ...endpoint, ...whole, ...content }).traces, {
      ...{ url: 'https://collector/otlp', headers: {}, withContent: true },
    });
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:sesame@collector'],
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'x=a%0d%0asesame'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'x y=sesame'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'sesame'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%zz'],
      ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'yes'],
    ] as const) {
      assert.throws(
        () => readConfig({ ...endpoint, [name]: value }),
        (error: Error) => error.message.includes(name) && !error.message.includes('sesame'),
        `${name}=${value}`,
      );
    }
  });

  it('reads the three ways to sign in', () => {
    assert.deepEqual(readConfig(cognito).identity, {
      mode: 'cognito',
      poolId: 'eu-west-1_AbC123',
      region: 'eu-west-1',
      clientId: 'app',
      domain: 'auth.example.com',
      accept: ['access', 'id'],
    });
    assert.equal(readConfig({ ...oidc, IDP_ISSUER: 'http://127.0.0.1:9000' }).identity.mode, 'oidc');
    assert.equal(readConfig({}).identity.mode, 'embedded');
  });

  it('takes blank for unset', () => {
    assert.deepEqual(readConfig({ PORT: ' ', DATABASE_URL: '', IDP_ISSUER: '  ' }), readConfig({}));
  });

  it('names the variable of each fault', () => {
    const faulty: [string, string, Record<string, string>?][] = [
      ['PORT', '0'],
      ['PORT', '65536'],
      ['PORT', '80a'],
      ['PORT', '-1'],
      ['PORT', '1e3'],
      ['PUBLIC_URL', 'debrief.example.com'],
      ['PUBLIC_URL', 'https://debrief.example.com/path'],
      ['PUBLIC_URL', 'http://debrief.example.com'],
      ['PUBLIC_URL', 'ftp://x'],
      ['DATABASE_URL', 'mysql://x'],
      ['DATABASE_URL', 'sqlite:'],
      ['DATABASE_URL', 'sqlite::memory:'],
      ['LOG_LEVEL', 'loud'],
      ['SMTP_URL', 'http://mail'],
      ['RATE_LIMIT_PUBLIC', 'many'],
      ['RATE_LIMIT_SECRET', '-1'],
      ['RATE_LIMIT_USER', '1.5'],
      ['RATE_LIMIT_FAILED_AUTH', 'x'],
      ['RATE_LIMIT_SECRET_BYTES', 'x'],
      ['RATE_LIMIT_USER_BYTES', 'x'],
      ['RATE_LIMIT_PUBLIC_BYTES', 'x'],
      ['RATE_LIMIT_CLAIM', 'x'],
      ['CORS_ORIGINS', '*'],
      ['CORS_ORIGINS', 'https://a.example.com/path'],
      ['TRUST_PROXY', 'true'],
      ['TRUST_PROXY', '10.0.0.0/x'],
      ['RETENTION_DAYS', 'forever'],
      ['DRAIN_SECONDS', '301'],
      ['SERVER_KEY', 'short'],
      ['IDP_ACCEPT', 'refresh', oidc],
      ['IDP_ISSUER', 'http://idp.example.com', oidc],
      ['IDP_ISSUER', 'not a url', oidc],
      ['IDP_ISSUER', 'https://login.microsoftonline.com/common/v2.0', oidc],
      ['IDP_USER_POOL_ID', 'pool', cognito],
      ['IDP_CLIENT_ID', '', oidc],
      ['IDP_AUDIENCE', '', oidc],
      ['IDP_CLIENT_ID', '', cognito],
      ['IDP_DOMAIN', '', cognito],
      ['IDP_CLIENT_ID', 'alone'],
      ['IDP_JWKS', '{}'],
      ['NATS_URL', 'http://x'],
      ['NATS_STREAM', 'alone'],
      ['PERSISTER', 'maybe'],
    ];
    for (const [name, value, beside = {}] of faulty) {
      const faults = faultsOf({ ...beside, [name]: value });
      assert.ok(
        faults.some((fault) => fault.startsWith(`${name} `)),
        `${name}=${value}: ${faults}`,
      );
    }
  });

  it('reports every fault at once', () => {
    const faults = faultsOf({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      CORS_ORIGINS: '*',
      SERVER_KEY: '1',
      RETENTION_DAYS: 'x',
    });
    assert.deepEqual(faults.map((fault) => fault.split(' ')[0]).sort(), [
      'CORS_ORIGINS',
      'LOG_LEVEL',
      'PORT',
      'RETENTION_DAYS',
      'SERVER_KEY',
    ]);
  });

  it('takes any value from the file NAME_FILE names, and says when it cannot', () => {
    const folder = mkdtempSync(join(tmpdir(), 'debrief-config-'));
    try {
      const file = join(folder, 'value');
      writeFileSync(file, '  a token\n');
      assert.equal(readConfig({ METRICS_TOKEN_FILE: file }).metricsToken, 'a token');
      const both = faultsOf({ METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: file });
      assert.ok(both.length > 0 && both.every((fault) => fault.startsWith('METRICS_TOKEN ')));
      const missing = faultsOf({ DATABASE_URL_FILE: join(folder, 'none') });
      assert.ok(
        missing.some((fault) => fault.startsWith('DATABASE_URL_FILE ')),
        String(missing),
      );
      // A fault about a value out of a file does not print a value nobody meant to show.
      writeFileSync(file, 'mysql://user:hunter2@db/x');
      assert.ok(!String(faultsOf({ DATABASE_URL_FILE: file })).includes('hunter2'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("reads an operator's prices, and says what is wrong with them", () => {
    const prices = [{ model: 'm', input: 1, output: 2 }];
    assert.deepEqual(readConfig({ PRICES: JSON.stringify({ prices }) }).ownPrices, prices);
    assert.deepEqual(faultsOf({ PRICES: '{"prices":[{}]}' }), [
      'PRICES cannot be used. prices[0].model must be a name, with "*" at its end at most.',
    ]);
  });
});

describe('compose.yaml', () => {
  const compose = readFileSync(new URL('../../../compose.yaml', import.meta.url), 'utf8');

  it('trusts the balancer alone, and the balancer sets the address rather than appends to it', () => {
    const [trusted, ...more] = [...compose.matchAll(/TRUST_PROXY: (.*)/g)].map((match) => match[1] as string);
    assert.equal(more.length, 0);
    assert.equal(isIP(trusted as string), 4);
    assert.match(compose, new RegExp(`ipv4_address: ${trusted?.replaceAll('.', '\\.')}`));
    assert.match(compose, /http-request set-header X-Forwarded-For %\[src\]/);
    assert.doesNotMatch(compose, /forwardfor/);
  });
});
