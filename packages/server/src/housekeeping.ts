import { auditRecord } from './domain/audit.ts';
import { sealSessions } from './domain/chain/seal.ts';
import type { Context } from './domain/context.ts';
import { endOrganizations } from './domain/ending/ending.ts';
import { deleteSession } from './domain/erasure/deletion.ts';
import { finishErasures } from './domain/erasure/erasure.ts';
import { lookAhead } from './domain/lesson/look-ahead.ts';
import { tellOfOffers } from './domain/lesson/offer-news.ts';
import { sendDigests } from './domain/mail/digest.ts';
import { sendMondayMails } from './domain/mail/monday.ts';
import type { Mailer } from './domain/mail/ports.ts';
import { purgeNotifications, sendDueMails } from './domain/mail/send.ts';
import { stateCommits } from './domain/outbox/commit-status.ts';
import { type Delivering, deliverDue, purgeDeliveries } from './domain/outbox/delivery.ts';
import { raiseFindings } from './domain/outbox/raise.ts';
import { carryOutRequests } from './domain/own-data/carry-out.ts';
import { finishRedactions } from './domain/redaction/finish.ts';
import { goOnWithJobs } from './domain/redaction/go-on.ts';
import type { RetentionScope } from './domain/retention/ports.ts';
import { attendReviews } from './domain/review/attend.ts';
import { repairSessionStarts } from './domain/session-start.ts';
import { type SendingTraces, sendTraces } from './domain/telemetry/send.ts';

interface Chores {
  context: Context;
  retentionDays: number | undefined;
  purge?: () => Promise<void>;
  /** Sends mails, where the server can. */
  mailer?: Mailer | undefined;
  /** Sends what endpoints are told, where the server does. */
  delivering?: Omit<Delivering, 'signal' | 'onError'> | undefined;
  /** Sends traces of sessions that ended, where an operator named a receiver. */
  tracing?: Omit<SendingTraces, 'signal'> | undefined;
  onError(chore: string, error: unknown): void;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A session of which nothing has come for the whole time of retention is over, whatever its machine meant to do: it is
 * closed as failed, with its last arrival as its end (S9). Otherwise it would be kept for ever, and its month with it.
 */
async function closeSilent(context: Context, before: number, scope?: RetentionScope): Promise<void> {
  for (;;) {
    const silent = await context.store.session.silentSince(before, 100, scope);
    for (const { organizationId, sessionId, updatedAt } of silent) {
      const ended = { status: 'failed' as const, endedAt: updatedAt, at: updatedAt };
      await context.log.close({ organizationId, sessionId, ...ended });
      context.bell?.ring({ organizationId, sessionId });
    }
    if (silent.length < 100) return;
  }
}

/** A legal hold keeps what retention would delete; the audit log says so of each, once. */
async function noteKept(context: Context, before: number, scope?: RetentionScope): Promise<void> {
  const most = 100;
  const refused = ({ organizationId, sessionId }: { organizationId: string; sessionId: string }) =>
    auditRecord(context, {
      ...{ action: 'legal_hold_refused', outcome: 'refused', organizationId, targetId: sessionId },
    });
  const { store, clock } = context;
  while ((await store.legalHold.noteKept(before, clock(), most, refused, scope)) === most);
}

/**
 * Deletes closed sessions that ended and arrived longer ago than the retention allows: by the rules of organizations, and
 * those without a rule by what the server does. Returns how many.
 */
export async function enforceRetention(context: Context, retentionDays: number | undefined): Promise<number> {
  let deleted = 0;
  for (const { days, ...scope } of await context.store.retention.rules())
    deleted += await deleteOlder(context, context.clock() - days * day, scope);
  if (retentionDays === undefined) return deleted;
  return deleted + (await deleteOlder(context, context.clock() - retentionDays * day));
}

async function deleteOlder(context: Context, before: number, scope?: RetentionScope): Promise<number> {
  await closeSilent(context, before, scope);
  // Whole months are dropped where no rule is about a session in them.
  if (!scope) await context.log.expire(before, context.clock());
  await noteKept(context, before, scope);
  for (let deleted = 0; ; ) {
    const due = await context.store.session.endedBefore(before, context.clock(), 100, scope);
    if (due.length === 0) return deleted;
    for (const session of due) {
      await deleteSession(context, session, { reason: 'retention' });
      deleted++;
    }
  }
}

type Chore = [name: string, every: number, run: () => Promise<unknown>];

const mailChores = (context: Context, mailer: Mailer, onError: (error: unknown) => void): Chore[] => [
  ['mail', minute / 4, () => sendDueMails(context, mailer, onError)],
  ['digests', 10 * minute, () => sendDigests(context, mailer, onError)],
  ['Monday mails', 10 * minute, () => sendMondayMails(context, mailer, onError)],
];

const outboxChores = (
  context: Context,
  delivering: Omit<Delivering, 'signal' | 'onError'>,
  { signal, onError }: Pick<Delivering, 'signal' | 'onError'>,
): Chore[] => [
  ['deliveries', second, () => deliverDue(context, { ...delivering, signal, onError })],
  ['findings', minute / 4, () => raiseFindings(context)],
  ['commit statuses', minute / 4, () => stateCommits(context)],
  ['old deliveries', hour, () => purgeDeliveries(context)],
];

const traceChore = (context: Context, sending: SendingTraces): Chore => [
  'traces',
  5 * second,
  () => sendTraces(context, sending),
];

/** What jobs begin is finished before they go on. */
async function redact(context: Context): Promise<void> {
  const isMore = await goOnWithJobs(context);
  await finishRedactions(context);
  await context.store.redactionJob.settle(context.clock(), 0);
  if (isMore) context.hurry?.('redactions');
}

/** More are found by the walk through all of them. */
const mostRung = 10_000;

/** Sessions that ring are sealed with the next round. */
function startSealing(context: Context) {
  const walk = { below: undefined };
  let rung = new Set<string>();
  const stop = context.bell?.listen(({ sessionId, derived }) => {
    if (!derived && rung.size < mostRung) rung.add(sessionId);
  });
  return {
    stop: () => stop?.(),
    round() {
      const sessions = [...rung];
      rung = new Set();
      return sealSessions(context, walk, sessions);
    },
  };
}

export interface Housekeeping {
  /** Does a chore now, instead of when it is due. */
  hurry(chore: string): void;
  stop(): Promise<void>;
}

/** What the server does on its own: merging small batches, starts of older sessions, retention, expired sign-in state. */
export function startHousekeeping({
  context,
  retentionDays,
  purge,
  mailer,
  delivering,
  tracing,
  onError,
}: Chores): Housekeeping {
  const stopping = new AbortController();
  const outgoing = { signal: stopping.signal, onError: (error: unknown) => onError('deliveries', error) };
  const sealing = startSealing(context);
  const chores: Chore[] = [
    ['compact', minute, () => context.log.compact(100)],
    ['erasures', minute, () => finishErasures(context)],
    ['redactions', minute, () => redact(context)],
    ['endings', 10 * minute, () => endOrganizations(context)],
    ['data requests', minute, () => carryOutRequests(context)],
    ['chain', minute, () => sealing.round()],
    ['reviews', 2 * minute, () => attendReviews(context)],
    ['session starts', 10 * minute, () => repairSessionStarts(context)],
    ['lessons to make', hour, () => tellOfOffers(context)],
    ['lessons ahead', hour / 2, () => lookAhead(context)],
    ['inboxes', hour, () => purgeNotifications(context)],
    ...(mailer ? mailChores(context, mailer, (error) => onError('mail', error)) : []),
    ...(delivering ? outboxChores(context, delivering, outgoing) : []),
    ...(tracing ? [traceChore(context, { ...tracing, signal: stopping.signal })] : []),
    ...(purge ? ([['purge', 10 * minute, purge]] as [string, number, () => Promise<void>][]) : []),
    ['retention', hour, () => enforceRetention(context, retentionDays)],
  ];
  const running = new Set<Promise<unknown>>();
  let isStopped = false;
  const now = new Map<string, () => void>();
  const timers = chores.map(([name, every, run]) => {
    let busy = false;
    let isWanted = false;
    const go = () => {
      if (busy) return;
      isWanted = false;
      busy = true;
      const round = run()
        .catch((error) => onError(name, error))
        .finally(() => {
          busy = false;
          running.delete(round);
          // Asked for while it ran: what it was asked for may have come too late for it.
          if (isWanted && !isStopped) go();
        });
      running.add(round);
    };
    now.set(name, () => {
      isWanted = busy;
      go();
    });
    // The first round soon after the start, so that a server restarted every night still gets to it.
    const first = setTimeout(go, Math.min(every, 5 * minute)).unref();
    const timer = setInterval(go, every).unref();
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  });
  // What a server that was killed has begun to erase or to take out does not wait for its turn.
  now.get('erasures')?.();
  now.get('endings')?.();
  now.get('redactions')?.();
  return {
    hurry: (chore) => now.get(chore)?.(),
    async stop() {
      isStopped = true;
      stopping.abort();
      for (const stop of timers) stop();
      sealing.stop();
      await Promise.allSettled(running);
    },
  };
}
