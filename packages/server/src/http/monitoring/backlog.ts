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
  debrief_retention_overdue_sessions: [
    'Sessions that should have been deleted a day ago or longer (RETENTION_DAYS); counted up to 1000.',
    ({ overdue }) => overdue,
  ],
};

const secondsSince = (since: number | null, at: number): number =>
  since === null ? 0 : Math.max(0, at - since) / 1000;

/** What one must be woken for (docs/monitoring). Returns what counts a chore of the server that failed. */
export function observeBacklog(registry: Registry, source: BacklogSource): (chore: string) => void {
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
  return (chore) => failed.labels(chore).inc();
}
