import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type OwnPrice, readOwnPrices } from '@debrief/prices';
import { type IdentityConfig, readIdentity } from './config-identity.ts';
import {
  type ConfigFault,
  type Env,
  loopbackHosts,
  type Read,
  readUrl,
  valueReader,
} from './config-value.ts';
import type { TraceReceiver } from './domain/telemetry/ports.ts';
import { defaultRateLimits, type RateLimits } from './http/limit/rate-limit.ts';
import { readTraces } from './outgoing/traces-config.ts';

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
  /** Who may found organizations: everybody without one, or only whoever comes first (O23). */
  founders: 'everyone' | 'first';
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  rateLimits: RateLimits;
  corsOrigins: string[];
  trustProxy: string[] | false;
  logLevel: (typeof logLevels)[number];
  retentionDays: number | undefined;
  /** Prices that win over the public list. */
  ownPrices: readonly OwnPrice[];
  /** Threads that derive together while everything is derived anew. */
  rebuildThreads: number;
  /** How long a server told to stop goes on serving, for load balancers to notice. */
  drainSeconds: number;
  metricsToken: string | undefined;
  /** Ranges that endpoints may lie in although they are not of the open internet. */
  webhookAllowPrivate: string[];
  /** Where traces of sessions that ended are sent. */
  traces: TraceReceiver | undefined;
  /** Milliseconds before something is sent to an endpoint for the second time. */
  webhookFirstPause: number;
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

/** Reads the environment. Pure but for `NAME_FILE`, which names a file that holds the value of `NAME`. */
export function readConfig(env: Env): Config {
  const faults: string[] = [];
  const fault = (name: string, why: string) => void faults.push(`${name} ${why}`);
  const read = valueReader(env, fault);
  const number = (name: string, fallback: number, min: number, max: number): number => {
    const text = read(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    fault(name, `must be a whole number from ${min} to ${max}, not "${text}".`);
    return fallback;
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
  const founders = read('ORGANIZATION_FOUNDERS') ?? 'everyone';
  if (founders !== 'everyone' && founders !== 'first') {
    fault('ORGANIZATION_FOUNDERS', `must be everyone or first, not "${founders}".`);
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
    founders: founders === 'first' ? 'first' : 'everyone',
    smtpUrl: readUrl('SMTP_URL', ['smtp:', 'smtps:'], read, fault),
    mailFrom: read('MAIL_FROM'),
    rateLimits: {
      ...defaultRateLimits,
      public: number('RATE_LIMIT_PUBLIC', defaultRateLimits.public, 0, 1e9),
      secret: number('RATE_LIMIT_SECRET', defaultRateLimits.secret, 0, 1e9),
      user: number('RATE_LIMIT_USER', defaultRateLimits.user, 0, 1e9),
      failedAuthentication: number('RATE_LIMIT_FAILED_AUTH', defaultRateLimits.failedAuthentication, 0, 1e9),
      secretBytes: number('RATE_LIMIT_SECRET_BYTES', defaultRateLimits.secretBytes, 0, 1e15),
      userBytes: number('RATE_LIMIT_USER_BYTES', defaultRateLimits.userBytes, 0, 1e15),
      publicBytes: number('RATE_LIMIT_PUBLIC_BYTES', defaultRateLimits.publicBytes, 0, 1e15),
      claim: number('RATE_LIMIT_CLAIM', defaultRateLimits.claim, 0, 1e9),
    },
    corsOrigins: readOrigins(read, fault),
    trustProxy: readTrustProxy(read, fault),
    logLevel: logLevel as Config['logLevel'],
    retentionDays: retention === 0 ? undefined : retention,
    ownPrices: readPrices(read, fault),
    rebuildThreads: number('REBUILD_THREADS', Math.min(64, availableParallelism()), 1, 64),
    drainSeconds: number('DRAIN_SECONDS', 0, 0, 300),
    metricsToken: read('METRICS_TOKEN'),
    webhookAllowPrivate: readRanges('WEBHOOK_ALLOW_PRIVATE', read, fault),
    traces: readTraces(read, fault),
    webhookFirstPause: number('WEBHOOK_FIRST_PAUSE_MS', 5000, 10, 3_600_000),
    serverKey: readServerKey(read, fault),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readPrices(read: Read, fault: ConfigFault): OwnPrice[] {
  const text = read('PRICES');
  if (text === undefined) return [];
  try {
    return readOwnPrices(text);
  } catch (error) {
    fault('PRICES', `cannot be used. ${(error as Error).message}`);
    return [];
  }
}

function readPublicUrl(read: Read, fault: ConfigFault, at: { port: number; embedded: boolean }): string {
  const fallback = `http://localhost:${at.port}`;
  const text = readUrl('PUBLIC_URL', ['http:', 'https:'], read, fault);
  if (text === undefined) return fallback;
  const url = new URL(text);
  if (url.pathname !== '/' || url.search || url.hash) {
    fault('PUBLIC_URL', 'must be an origin without a path, such as https://debrief.example.com.');
  }
  if (at.embedded && url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) {
    fault('PUBLIC_URL', 'must be https unless it is on this machine: people sign in there.');
  }
  return url.origin;
}

function readDatabase(read: Read, fault: ConfigFault, dataDir: string): DatabaseConfig {
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
  fault: ConfigFault,
  number: (name: string, fallback: number, min: number, max: number) => number,
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

function readOrigins(read: Read, fault: ConfigFault): string[] {
  const origins = (read('CORS_ORIGINS') ?? '').split(',').map((origin) => origin.trim());
  return origins.filter(Boolean).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      fault('CORS_ORIGINS', `holds "${origin}", which is not an origin such as https://app.example.com.`);
    }
    return origin;
  });
}

function readTrustProxy(read: Read, fault: ConfigFault): string[] | false {
  const text = read('TRUST_PROXY');
  return text === undefined || text === 'false' ? false : readRanges('TRUST_PROXY', read, fault);
}

/** A list of addresses and CIDR ranges. */
function readRanges(name: string, read: Read, fault: ConfigFault): string[] {
  const ranges = (read(name) ?? '').split(',').flatMap((range) => range.trim() || []);
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address);
    const isLong = bits !== undefined && Number(bits) > (family === 4 ? 32 : 128);
    if (family === 0 || isLong || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      fault(name, `must be a list of addresses or CIDR ranges, not "${range}".`);
    }
  }
  return ranges;
}

function readServerKey(read: Read, fault: ConfigFault): Buffer | undefined {
  const text = read('SERVER_KEY');
  if (text === undefined) return undefined;
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) fault('SERVER_KEY', 'must be 32 bytes in hex or base64.');
  return key;
}
