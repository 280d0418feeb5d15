import { Counter, Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../../domain/ports.ts';

/** What is asked when somebody looks at the metrics. */
export interface BacklogSource {
  /** What waits in the database. */
  backlog(): Promise<Backlog>;
  /** Throws while appends cannot be stored. */
  check(): Promise<void>;
  /** How far the database is behind the bus, in seconds; 0 without a bus. */
  busLag(): number;
}

/** How long one look counts: several collectors must not become a query storm. */
const lookEvery = 5000;

const gauges: Record<string, [help: string, value: (backlog: Backlog) => number]> = {
  debrief_fold_backlog_sessions: [
    'Of the newest 5000 sessions, those whose statistics and search are behind their events.',
    ({ sessionsBehind }) => sessionsBehind,
  ],
  debrief_fold_backlog_seconds: [
    'How long ago the session that has waited longest for its statistics got an event.',
    ({ behindSince, at }) => secondsSince(behindSince, at),
  ],
  debrief_mail_queue: ['Mails that are due and not sent.', ({ mails }) => mails],
  debrief_mail_queue_seconds: [
    'How long the mail that is due longest has been due.',
    ({ mailSince, at }) => secondsSince(mailSince, at),
  ],
  debrief_deliveries_due: [
    'What endpoints are to be told now and were not, those that are switched off left out; counted up to 10000.',
    ({ deliveries }) => deliveries,
  ],
  debrief_deliveries_due_seconds: [
    'How long ago the thing happened that an endpoint should have been told first.',
    ({ deliverySince, at }) => secondsSince(deliverySince, at),
  ],
  debrief_endpoints_failing: [
    'Endpoints that are on and whose last delivery failed.',
    ({ endpointsFailing }) => endpointsFailing,
  ],
  debrief_endpoints_broken: [
    'Endpoints that were switched off because they were gone or failed for three days.',
    ({ endpointsBroken }) => endpointsBroken,
  ],
  debrief_traces_due: ['Traces of sessions that are due and not sent.', ({ traces }) => traces],
  debrief_retention_overdue_sessions: [
    'Sessions that should have been deleted a day ago or longer (RETENTION_DAYS); counted up to 1000.',
    ({ overdue }) => overdue,
  ],
};

export interface ChoreCounts {
  /** A chore of the server that failed. */
  failed(chore: string): void;
  delivered(outcome: DeliveryOutcome): void;
  traced(outcome: TraceOutcome): void;
}

const deliveryOutcomes = ['delivered', 'attempt_failed', 'given_up', 'dropped'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];
const traceOutcomes = ['sent', 'given_up'] as const;
export type TraceOutcome = (typeof traceOutcomes)[number];

const secondsSince = (since: number | null, at: number): number =>
  since === null ? 0 : Math.max(0, at - since) / 1000;

/** What one must be woken for (docs/monitoring). Returns what counts what the server does on its own. */
export function observeBacklog(registry: Registry, source: BacklogSource): ChoreCounts {
  const registers = [registry];
  let last: { at: number; backlog: Promise<Backlog> } | undefined;
  const look = (): Promise<Backlog> => {
    if (!last || Date.now() - last.at > lookEvery) last = { at: Date.now(), backlog: source.backlog() };
    return last.backlog;
  };
  for (const [name, [help, value]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // A database that does not answer is told by debrief_log_writable; the other metrics are needed then.
        this.set(await look().then(value, () => Number.NaN));
      },
    });
  }
  new Gauge({
    name: 'debrief_log_writable',
    help: '1 while appends can be stored, else 0.',
    registers,
    async collect() {
      this.set(
        await source.check().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  new Gauge({
    name: 'debrief_bus_lag_seconds',
    help: 'How far the database is behind the event bus; 0 without one.',
    registers,
    collect() {
      this.set(source.busLag());
    },
  });
  const failed = new Counter({
    name: 'debrief_housekeeping_failures_total',
    help: 'Chores of the server that failed: compact, erasures, reviews, mail, retention, …',
    labelNames: ['chore'],
    registers,
  });
  for (const chore of ['erasures', 'mail', 'retention']) failed.labels(chore).inc(0);
  const counted = <Outcome extends string>(name: string, help: string, outcomes: readonly Outcome[]) => {
    const counter = new Counter({ name, help, labelNames: ['outcome'], registers });
    for (const outcome of outcomes) counter.labels(outcome).inc(0);
    return (outcome: Outcome) => counter.labels(outcome).inc();
  };
  return {
    failed: (chore) => failed.labels(chore).inc(),
    delivered: counted(
      'debrief_deliveries_total',
      'What was sent to endpoints: delivered, an attempt that failed, given up for good, or dropped as no longer so.',
      deliveryOutcomes,
    ),
    traced: counted('debrief_traces_total', 'Traces of sessions that were sent, or given up.', traceOutcomes),
  };
}
