import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createRedactor, type Redactor } from '@debrief/redaction';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { claimDatabase, tightenData } from './data-directory.ts';
import type { Context } from './domain/context.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { Connections } from './http/limit/connections.ts';
import { RateLimiter } from './http/limit/rate-limit.ts';
import { RateSharing } from './http/limit/rate-sharing.ts';
import { createMetrics, type Metrics } from './http/monitoring/metrics.ts';
import { publicRoutes } from './http/pages/public.ts';
import { createMailer } from './idp/mail.ts';
import type { Idp } from './idp/provider.ts';
import { logAckDurability } from './log/bus/durability.ts';
import { JetStreamLog } from './log/bus/log.ts';
import { fileAnchor } from './operator/chain-anchor.ts';
import { removeUnfinishedRestore } from './operator/restore.ts';
import { ownNetworks } from './outgoing/address.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { type Progress, percentOf } from './projection/model/tables.ts';
import { Projector } from './projection/thread/projector.ts';
import type { ProjectionWiring } from './projection-thread.ts';
import { createIdentity } from './server-identity.ts';
import { loadServerKey, type ServerKeys, serverKeys } from './server-key.ts';
import { openStorage, type Storage } from './storage.ts';
import { version } from './version.ts';

export interface RunningServer {
  /** Where it listens; with port 0 the one it was given. */
  readonly address: { host: string; port: number };
  readonly context: Context;
  readonly idp: Idp | undefined;
  /** Where the first account is made, if there is none. */
  readonly setupLink: string | undefined;
  /**
   * Says at /health that it is leaving and serves on for `grace` milliseconds, so that a load balancer can turn
   * away; then stops accepting, finishes what is under way and closes the database.
   */
  stop(grace?: number): Promise<void>;
}

const clock = Date.now;

/** The wiring: which database, which log, which identity provider. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const keys = serverKeys(loadServerKey(config.serverKey, config.dataDir));
  tightenData(config);
  const release = claimDatabase(config.database);
  try {
    if (config.database.engine === 'sqlite') removeUnfinishedRestore(config.database.path);
    return await startClaimed(config, log, keys, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function startClaimed(
  config: Config,
  log: Logger,
  keys: ServerKeys,
  release: () => void,
): Promise<RunningServer> {
  const storage = await openStorage({
    config,
    keyCheck: keys.check,
    onFault: (fault) => log.error({ fault: String(fault) }, 'storage fault'),
    onWaiting: (fault) => log.warn({ fault: String(fault) }, 'the database does not answer yet'),
    onMisfit: (reason) => log.warn({ reason }, 'what was derived from another log is derived anew'),
  });
  try {
    if (storage.natsVersion) await logAckDurability(storage.natsVersion, config.bus?.monitorUrl, log);
    return await serve(config, log, keys, { ...storage, stop: () => storage.stop().finally(release) });
  } catch (error) {
    await storage.stop();
    throw error;
  }
}

const isIdpPath = /^\/(?:idp(?:[/?]|$)|\.well-known\/oauth-authorization-server\/idp)/;

async function serve(
  config: Config,
  log: Logger,
  keys: ServerKeys,
  storage: Storage,
): Promise<RunningServer> {
  const { store, executor, log: events } = storage;
  const metrics = createMetrics(executor, {
    backlog: () => store.backlog(clock(), config.retentionDays),
    check: () => storage.log.check(),
    busLag: () => (storage.log instanceof JetStreamLog ? storage.log.lag : 0),
  });
  let projector: Projector<ProjectionWiring> | undefined;
  const stopping = new AbortController();
  const limiter = new RateLimiter(config.rateLimits);
  const identity = await createIdentity(config, log, keys, storage, limiter);
  const context: Context = {
    ...contextOf(config, keys, storage, log, stopping.signal),
    invitations: identity.invitations,
    want: (session) => projector?.want(session),
    rebuild: () => projector?.rebuild,
  };
  const sharing = storage.exchangeRates && new RateSharing(limiter, storage.exchangeRates);
  const state = { draining: false, closing: false };
  const { idp } = identity;
  if (events instanceof JetStreamLog) metrics.watchBus(() => events.misfit !== undefined);
  const app = await createApp({
    context,
    service: publicRoutes({
      version,
      config: identity.clientConfig,
      ping: () => store.ping(),
      check: () => storage.log.check(),
      isDraining: () => state.draining,
      rebuild: () => context.rebuild?.(),
    }),
    verify: identity.verify,
    limiter,
    metrics,
    executor,
    ...(config.metricsToken && { metricsToken: config.metricsToken }),
    publicUrl: config.publicUrl,
    idpOrigin: originOf(identity.clientConfig.idpDomain),
    version,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    log,
    before: beforeRoutes(idp, state),
    isClosing: () => state.closing,
    ...{ stopping: stopping.signal, ...(identity.oauth && { oauth: identity.oauth }) },
  });
  const connections = new Connections(app.server);
  const { setupLink, progress } = await endOfStart(config, storage, idp);
  await app.listen({ port: config.port, host: config.host });
  const housekeeping = startHousekeeping({
    context,
    retentionDays: config.retentionDays,
    ...(idp && { purge: () => idp.purge() }),
    mailer: createMailer({ ...config, version }),
    delivering: deliveringOf(config, context, metrics),
    tracing: tracingOf(config, metrics),
    onError: choreFault(metrics, log),
  });
  context.hurry = (chore) => housekeeping.hurry(chore);
  projector = startProjector(config, { storage, progress, metrics, log });
  return {
    address: addressOf(app.server, config),
    context,
    idp,
    setupLink,
    async stop(grace = 0) {
      state.draining = true;
      if (grace > 0) await new Promise((resolve) => setTimeout(resolve, grace));
      // Requests that came before the listener closed are served; idle connections are dropped.
      const closed = app.close();
      state.closing = true;
      stopping.abort();
      await connections.closeUnused(closed);
      await sharing?.stop();
      await housekeeping.stop();
      await projector?.stop();
      await storage.stop();
    },
  };
}

/** The last questions that are asked with the patience of a start. */
async function endOfStart({ traces }: Config, storage: Storage, idp: Idp | undefined) {
  await storage.store.trace.setWanted(traces !== undefined);
  const setupLink = await idp?.setupLink();
  const progress = await storage.rebuildProgress();
  storage.serve();
  return { setupLink, progress };
}

function addressOf(server: Server, { host, port }: Config): RunningServer['address'] {
  const address = server.address();
  return { host, port: typeof address === 'object' && address ? address.port : port };
}

const contextOf = (
  config: Config,
  keys: ServerKeys,
  { store, log, bell }: Storage,
  logger: Logger,
  stopping: AbortSignal,
): Omit<Context, 'invitations'> => ({
  store,
  log,
  clock,
  founders: config.founders,
  bell,
  publicUrl: config.publicUrl,
  sendsMail: config.smtpUrl !== undefined,
  ...(config.retentionDays !== undefined && { retentionDays: config.retentionDays }),
  ...(config.traces && { traces: config.traces.withContent ? ('words' as const) : ('ids' as const) }),
  pepper: keys.pepper,
  chainAnchor: fileAnchor(config.dataDir, logger),
  redact: redaction(keys, stopping),
  outgoing: createOutgoing({ allowed: config.webhookAllowPrivate, version }),
});

const choreFault = (metrics: Metrics, log: Logger) => (chore: string, error: unknown) => {
  metrics.chores?.failed(chore);
  log.error({ err: error, chore }, 'housekeeping failed');
};

/** This server, among those that may deliver what endpoints are told. */
const deliveringOf = ({ webhookFirstPause }: Config, { outgoing }: Context, { chores }: Metrics) =>
  outgoing && {
    ...{ outgoing, by: randomUUID(), firstPause: webhookFirstPause },
    ...(chores && { onSettled: chores.delivered }),
  };

/** An operator names the receiver, which is often beside the server; a cloud's metadata is none. */
const tracingOf = ({ traces, webhookAllowPrivate, webhookFirstPause }: Config, { chores }: Metrics) =>
  traces && {
    outgoing: createOutgoing({ allowed: [...ownNetworks, ...webhookAllowPrivate], version }),
    receiver: traces,
    version,
    firstPause: webhookFirstPause,
    ...(chores && { onEnd: chores.traced }),
  };

/** What comes before any route: the embedded identity provider has its own. */
const beforeRoutes =
  (idp: Idp | undefined, state: { draining: boolean }): NonNullable<AppOptions['before']> =>
  (request, response) => {
    // A load balancer then sends the next request to another server.
    if (state.draining) response.setHeader('Connection', 'close');
    if (!idp || !isIdpPath.test(request.url ?? '')) return false;
    idp.handle(request, response);
    return true;
  };

/** Its tables take a tenth of a second to build: soon after the start, and not while somebody waits for a comment. */
const redactorAfter = 2000;

function redaction({ pepper }: ServerKeys, stopping: AbortSignal): Context['redact'] {
  let redactor: Redactor | undefined;
  const made = (): Redactor => {
    redactor ??= createRedactor({ machineKey: pepper.export().toString('hex') });
    return redactor;
  };
  const soon = setTimeout(made, redactorAfter).unref();
  stopping.addEventListener('abort', () => clearTimeout(soon), { once: true });
  return (value) => made().redact(value).value;
}

/** Cognito's domain may come without a scheme. */
const originOf = (domain: string): string =>
  new URL(/^https?:/.test(domain) ? domain : `https://${domain}`).origin;

/** Statistics and search follow the log in a thread of their own. */
function startProjector(
  config: Config,
  {
    storage,
    progress,
    metrics,
    log,
  }: { storage: Storage; progress: Progress; metrics: Metrics; log: Logger },
): Projector<ProjectionWiring> {
  return new Projector({
    progress,
    thread: new URL('./projection-thread.ts', import.meta.url),
    wiring: { database: config.database, ownPrices: config.ownPrices } satisfies ProjectionWiring,
    bell: storage.bell,
    isWrittenElsewhere: config.bus?.persists === false,
    rebuildThreads: config.rebuildThreads,
    onProgress: progressNotes(log, metrics),
    onRemoved: (what) => log.warn({ what }, 'derived data removed'),
    onFault: (fault, sessionId) => log.error({ fault: String(fault), sessionId }, 'projection fault'),
    onSetAside({ organizationId, sessionId, cause, reason }) {
      metrics.setAside(cause);
      log.error({ organizationId, sessionId, cause, reason }, 'session set aside');
    },
  });
}

/** In the log the beginning, every tenth of the way and the end. */
function progressNotes(log: Logger, metrics: Metrics): (progress: Progress) => void {
  let noted = -1;
  return (progress) => {
    metrics.rebuild(progress);
    const percent = percentOf(progress);
    const step = Math.floor(percent / 10);
    if (step === noted) return;
    noted = progress.left === 0 ? -1 : step;
    const { total, left } = progress;
    log.info(
      { percent, sessions: total, left },
      left === 0 ? 'search is rebuilt' : 'search is being rebuilt',
    );
  };
}
