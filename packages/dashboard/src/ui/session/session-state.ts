import { type Environment, runningMilliseconds, type Session } from '@debrief/contract';

/** What a person wants to know of a session at a glance; the server keeps only active, completed and failed. */
export type SessionState = 'running' | 'idle' | 'stale' | 'completed' | 'failed';

/** Nothing new for this long, and nobody will come back to it. */
const staleAfterMs = 24 * 60 * 60_000;
/** The recorder says it is alive every minute; a few missed beats mean sleep, no network, or an end. */
export const silentAfterMs = 5 * 60_000;

type Dated = Pick<Session, 'status' | 'updatedAt' | 'statistics'>;
type Seen = Pick<Environment, 'lastSeenAt' | 'status'>;

export function sessionState(session: Dated, environment: Seen | undefined, now: number): SessionState {
  if (session.status !== 'active') return session.status;
  const quietFor = now - lastRecordAt(session);
  if (quietFor < runningMilliseconds) return 'running';
  const machineGone =
    environment !== undefined &&
    (environment.status === 'revoked' || now - Date.parse(environment.lastSeenAt) > staleAfterMs);
  return quietFor > staleAfterMs || machineGone ? 'stale' : 'idle';
}

/**
 * When the agent last wrote something, by the record's own clock. History that is being imported arrives now and is
 * long over, so the time of arrival counts only where no record has a time.
 */
const lastRecordAt = ({ statistics, updatedAt }: Dated): number =>
  Math.min(Date.parse(statistics?.endedAt ?? updatedAt), Date.parse(updatedAt));

export const stateMeaning: Record<SessionState, string> = {
  running: 'New events in the last five minutes',
  idle: 'Open, but nothing new for a while',
  stale: 'Open, but nothing new for a day or the machine is gone',
  completed: 'Ended normally',
  failed: 'Ended with a failure',
};

/** Wall time: to the end, or to the last thing heard of. */
export function sessionDuration(session: Session): number {
  const stats = session.statistics;
  const from = Date.parse(stats?.startedAt ?? session.startedAt);
  const to = Date.parse(stats?.endedAt ?? session.endedAt ?? session.updatedAt);
  return Math.max(0, to - from);
}

export const sessionTitle = (session: Pick<Session, 'statistics' | 'title' | 'access'>): string =>
  closedTitle(session) ?? (session.statistics?.title || session.title || 'Untitled session');

/** In place of a title that one may not read. */
export function closedTitle({ access }: Pick<Session, 'access'>): string | undefined {
  if (!access || access.mayRead) return undefined;
  return access.isHeld ? 'Not shared yet' : 'Not open to you';
}
