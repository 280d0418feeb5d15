import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Executor } from '../../worker/executor.ts';
import { type BacklogSource, type ChoreCounts, observeBacklog } from './backlog.ts';
import { observeExecutor } from './executor-metrics.ts';

export interface Metrics {
  observe(route: string, method: string, status: number, seconds: number): void;
  events(count: number, bytes: number): void;
  /** A session whose statistics and search had to be given up. */
  setAside(cause: string): void;
  /** How far deriving everything anew has come. */
  rebuild(progress: { total: number; left: number }): void;
  /** Has the metrics tell whether the bus and the database behind it are of one history. */
  watchBus(misfits: () => boolean): void;
  /** What the server does on its own, where that is watched. */
  chores: ChoreCounts | undefined;
  text(): Promise<string>;
  readonly contentType: string;
}

/** `executor`: whose waits are told of, where there is one; `backlog`: what waits, likewise. */
export function createMetrics(executor?: Executor, backlog?: BacklogSource): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'debrief_' });
  if (executor) observeExecutor(registry, executor);
  const chores = backlog && observeBacklog(registry, backlog);
  const requests = new Histogram({
    name: 'debrief_http_request_duration_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const accepted = new Counter({
    name: 'debrief_events_accepted_total',
    help: 'Events appended, replays not counted.',
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'debrief_event_body_bytes_total',
    help: 'Bytes of request bodies that carried events.',
    registers: [registry],
  });
  const setAside = new Counter({
    name: 'debrief_sessions_set_aside_total',
    help: 'Sessions left without statistics and search: slow, crash (of the thread) or unreadable.',
    labelNames: ['cause'],
    registers: [registry],
  });
  for (const cause of ['slow', 'crash', 'unreadable']) setAside.labels(cause).inc(0);
  const rebuilt = new Gauge({
    name: 'debrief_rebuild_ratio',
    help: 'Of the sessions that had to be derived anew (statistics, search, transcripts), the part that has been; 1 when nothing is left.',
    registers: [registry],
  });
  const left = new Gauge({
    name: 'debrief_rebuild_sessions_left',
    help: 'Sessions that are still to be derived anew.',
    registers: [registry],
  });
  rebuilt.set(1);
  return {
    rebuild(progress) {
      rebuilt.set(progress.left === 0 ? 1 : 1 - progress.left / Math.max(1, progress.total));
      left.set(progress.left);
    },
    watchBus: (misfits) =>
      void new Gauge({
        name: 'debrief_bus_misfit',
        help: '1 while events are refused because the bus lacks what the database has, or has another stream.',
        registers: [registry],
        collect() {
          this.set(misfits() ? 1 : 0);
        },
      }),
    chores,
    setAside: (cause) => setAside.labels(cause).inc(),
    observe: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    events(count, size) {
      accepted.inc(count);
      bytes.inc(size);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Behind a token, or not there at all: request counts tell strangers too much. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  const wanted = Buffer.from(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      reply.code(401).header('WWW-Authenticate', 'Bearer realm="metrics"');
      return { error: 'The metrics need their token.', code: 'missing_credentials' };
    }
    reply.type(metrics.contentType);
    return metrics.text();
  });
}
