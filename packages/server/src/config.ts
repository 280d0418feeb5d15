import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type RateLimits, usualRateLimits } from './http/rate-limit.ts';
import type { TokenUse } from './identity/rules.ts';

export type DatabaseConfig = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

export interface BusConfig {
  url: string;
  stream: string;
  replicas: number;
  /** Milliseconds in which the bus itself recognises a key. */
  window: number;
  /** Whether this process writes from the bus to the database, taking turns with the others. */
  persists: boolean;
  /** The monitoring address of the NATS server, which tells when it writes to disk. */
  monitorUrl: string | undefined;
}

export type IdentityConfig =
  | { mode: 'embedded' }
  | {
      mode: 'cognito';
      poolId: string;
      region: string;
      clientId: string;
      domain: string;
      accept: TokenUse[];
      jwks?: string;
    }
  | { mode: 'oidc'; issuer: string; clientId: string; audience: string; accept: TokenUse[]; jwks?: string };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  database: DatabaseConfig;
  /** Events go through JetStream first when there is one. */
  bus: BusConfig | undefined;
  identity: IdentityConfig;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  rateLimits: RateLimits;
  corsOrigins: string[];
  trustProxy: string[] | false;
  logLevel: (typeof logLevels)[number];
  retentionDays: number | undefined;
  /** How long a server told to stop goes on serving, for load balancers to notice. */
  drainSeconds: number;
  metricsToken: string | undefined;
  /** 32 bytes, base64 or hex. Without it one is made and kept in the data directory. */
  serverKey: Buffer | undefined;
}

/** Everything that is wrong with the configuration, at once. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Reads the environment. Pure but for `NAME_FILE`, which names a file that holds the value of `NAME`. */
export function readConfig(env: Env): Config {
  const faults: string[] = [];
  const fault = (name: string, why: string) => void faults.push(`${name} ${why}`);
  const read = valueReader(env, fault);
  const number = (name: string, usual: number, least: number, most: number): number => {
    const text = read(name);
    if (text === undefined) return usual;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    fault(name, `must be a whole number from ${least} to ${most}, not "${text}".`);
    return usual;
  };

  const port = number('PORT', 4000, 1, 65_535);
  const host = read('HOST') ?? '127.0.0.1';
  const dataDir = resolve(read('DATA_DIR') ?? 'data');
  const identity = readIdentity(read, fault);
  const publicUrl = readPublicUrl(read, fault, { port, embedded: identity.mode === 'embedded' });
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!(logLevels as readonly string[]).includes(logLevel)) {
    fault('LOG_LEVEL', `must be one of ${logLevels.join(', ')}, not "${logLevel}".`);
  }
  const retention = number('RETENTION_DAYS', 0, 0, 36_500);

  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir,
    database: readDatabase(read, fault, dataDir),
    bus: readBus(read, fault, number),
    identity,
    smtpUrl: readUrl('SMTP_URL', ['smtp:', 'smtps:'], read, fault),
    mailFrom: read('MAIL_FROM'),
    rateLimits: {
      ...usualRateLimits,
      public: number('RATE_LIMIT_PUBLIC', usualRateLimits.public, 0, 1e9),
      secret: number('RATE_LIMIT_SECRET', usualRateLimits.secret, 0, 1e9),
      user: number('RATE_LIMIT_USER', usualRateLimits.user, 0, 1e9),
      failedAuthentication: number('RATE_LIMIT_FAILED_AUTH', usualRateLimits.failedAuthentication, 0, 1e9),
      secretBytes: number('RATE_LIMIT_SECRET_BYTES', usualRateLimits.secretBytes, 0, 1e15),
    },
    corsOrigins: readOrigins(read, fault),
    trustProxy: readTrustProxy(read, fault),
    logLevel: logLevel as Config['logLevel'],
    retentionDays: retention === 0 ? undefined : retention,
    drainSeconds: number('DRAIN_SECONDS', 0, 0, 300),
    metricsToken: read('METRICS_TOKEN'),
    serverKey: readServerKey(read, fault),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

type Read = (name: string) => string | undefined;
type Fault = (name: string, why: string) => void;

function valueReader(env: Env, fault: Fault): Read {
  return (name) => {
    const value = env[name]?.trim();
    const file = env[`${name}_FILE`]?.trim();
    if (value && file) {
      fault(name, `and ${name}_FILE are both set; keep one.`);
      return value;
    }
    if (!file) return value || undefined;
    try {
      return readFileSync(file, 'utf8').trim() || undefined;
    } catch {
      fault(`${name}_FILE`, `names a file that cannot be read: ${file}`);
      return undefined;
    }
  };
}

function readUrl(name: string, protocols: string[], read: Read, fault: Fault): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    fault(name, `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
    return undefined;
  }
  return text;
}

function readPublicUrl(read: Read, fault: Fault, at: { port: number; embedded: boolean }): string {
  const usual = `http://localhost:${at.port}`;
  const text = readUrl('PUBLIC_URL', ['http:', 'https:'], read, fault);
  if (text === undefined) return usual;
  const url = new URL(text);
  if (url.pathname !== '/' || url.search || url.hash) {
    fault('PUBLIC_URL', 'must be an origin without a path, such as https://debrief.example.com.');
  }
  if (at.embedded && url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    fault('PUBLIC_URL', 'must be https unless it is on this machine: people sign in there.');
  }
  return url.origin;
}

function readDatabase(read: Read, fault: Fault, dataDir: string): DatabaseConfig {
  const text = read('DATABASE_URL');
  if (text === undefined) return { engine: 'sqlite', path: join(dataDir, 'debrief.db') };
  if (text.startsWith('sqlite:')) {
    const path = text.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
    if (path === '' || path === ':memory:') fault('DATABASE_URL', 'must name a file after sqlite:.');
    return { engine: 'sqlite', path: resolve(path) };
  }
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    fault('DATABASE_URL', 'must begin with sqlite: or postgres://.');
  }
  return { engine: 'postgres', url: text };
}

function readBus(
  read: Read,
  fault: Fault,
  number: (name: string, usual: number, least: number, most: number) => number,
): BusConfig | undefined {
  const url = read('NATS_URL');
  const persister = read('PERSISTER') ?? 'on';
  const stream = read('NATS_STREAM') ?? 'debrief';
  const replicas = number('NATS_REPLICAS', 1, 1, 5);
  const window = number('NATS_DUPLICATE_WINDOW', 300, 10, 86_400) * 1000;
  const monitorUrl = readUrl('NATS_MONITOR_URL', ['http:', 'https:'], read, fault);
  if (persister !== 'on' && persister !== 'off') fault('PERSISTER', `must be on or off, not "${persister}".`);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(stream)) {
    fault('NATS_STREAM', 'must be letters, digits, _ and -, 64 at most.');
  }
  if (url === undefined) {
    for (const name of [
      'NATS_STREAM',
      'NATS_REPLICAS',
      'NATS_DUPLICATE_WINDOW',
      'NATS_MONITOR_URL',
      'PERSISTER',
    ]) {
      if (read(name) !== undefined) fault(name, 'needs NATS_URL beside it.');
    }
    return undefined;
  }
  for (const part of url.split(',')) {
    if (!/^(?:nats|tls):\/\//.test(part.trim()) || !URL.canParse(part.trim())) {
      fault('NATS_URL', 'must be nats:// or tls:// URLs with commas between.');
    }
  }
  return { url, stream, replicas, window, persists: persister === 'on', monitorUrl };
}

function readAccept(read: Read, fault: Fault, usual: TokenUse[]): TokenUse[] {
  const text = read('IDP_ACCEPT');
  if (text === undefined) return usual;
  const uses = text.split(',').map((use) => use.trim());
  if (uses.every((use): use is TokenUse => use === 'access' || use === 'id')) return uses;
  fault('IDP_ACCEPT', 'must be access, id or both with a comma between.');
  return usual;
}

function readIdentity(read: Read, fault: Fault): IdentityConfig {
  const poolId = read('IDP_USER_POOL_ID');
  const issuer = read('IDP_ISSUER');
  const jwks = read('IDP_JWKS');
  const needed = (name: string, mode: string): string => {
    const value = read(name);
    if (value === undefined) fault(name, `is needed with ${mode}.`);
    return value ?? '';
  };
  if (poolId !== undefined) {
    if (!/^[a-z]{2}-(?:gov-)?[a-z]+-\d_[A-Za-z0-9]+$/.test(poolId)) {
      fault('IDP_USER_POOL_ID', 'does not look like a Cognito user pool id, such as eu-west-1_AbCdEf123.');
    }
    return {
      mode: 'cognito',
      poolId,
      region: read('IDP_REGION') ?? (poolId.split('_')[0] as string),
      clientId: needed('IDP_CLIENT_ID', 'IDP_USER_POOL_ID'),
      domain: needed('IDP_DOMAIN', 'IDP_USER_POOL_ID'),
      accept: readAccept(read, fault, ['access', 'id']),
      ...(jwks && { jwks }),
    };
  }
  if (issuer === undefined) {
    for (const name of [
      'IDP_CLIENT_ID',
      'IDP_AUDIENCE',
      'IDP_DOMAIN',
      'IDP_REGION',
      'IDP_JWKS',
      'IDP_ACCEPT',
    ]) {
      if (read(name) !== undefined) fault(name, 'needs IDP_ISSUER or IDP_USER_POOL_ID beside it.');
    }
    return { mode: 'embedded' };
  }
  checkIssuer(issuer, fault);
  const clientId = needed('IDP_CLIENT_ID', 'IDP_ISSUER');
  return {
    mode: 'oidc',
    issuer,
    clientId,
    audience: needed('IDP_AUDIENCE', 'IDP_ISSUER'),
    accept: readAccept(read, fault, ['access']),
    ...(jwks && { jwks }),
  };
}

function checkIssuer(issuer: string, fault: Fault): void {
  if (!URL.canParse(issuer)) {
    fault('IDP_ISSUER', 'must be a URL.');
    return;
  }
  const url = new URL(issuer);
  const local = loopbackHosts.has(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    fault('IDP_ISSUER', 'must be https, except on a loopback address.');
  }
  // Such an issuer lets any tenant of the world claim any e-mail address (nOAuth).
  if (/\/(?:common|organizations|consumers)(?:\/|$)/.test(url.pathname)) {
    fault('IDP_ISSUER', 'is a multi-tenant Entra issuer; use the one of your own tenant.');
  }
}

function readOrigins(read: Read, fault: Fault): string[] {
  const origins = (read('CORS_ORIGINS') ?? '').split(',').map((origin) => origin.trim());
  return origins.filter(Boolean).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      fault('CORS_ORIGINS', `holds "${origin}", which is not an origin such as https://app.example.com.`);
    }
    return origin;
  });
}

function readTrustProxy(read: Read, fault: Fault): string[] | false {
  const text = read('TRUST_PROXY');
  if (text === undefined || text === 'false') return false;
  const ranges = text.split(',').map((range) => range.trim());
  for (const range of ranges) {
    const [address, bits] = range.split('/');
    if (!isIP(address ?? '') || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      fault('TRUST_PROXY', `must be a list of addresses or CIDR ranges of your proxies, not "${range}".`);
    }
  }
  return ranges;
}

function readServerKey(read: Read, fault: Fault): Buffer | undefined {
  const text = read('SERVER_KEY');
  if (text === undefined) return undefined;
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) fault('SERVER_KEY', 'must be 32 bytes in hex or base64.');
  return key;
}
