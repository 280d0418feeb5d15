import { type Cause, causeReasons } from '@debrief/review';
import type { Kysely } from 'kysely';
import { newId } from '../../domain/id.ts';
import { type Channel, dueAfter } from '../../domain/mail/ports.ts';
import type { NotificationRecord } from '../../domain/review/records.ts';
import type { Database } from '../database.ts';
import { slices } from './slices.ts';

interface Place {
  sessionId: string;
  organizationId: string;
  at: number;
  toldFrom: number;
  channels: readonly Channel[];
}

const nameOf = ({ userId, reason, cause }: { userId: string; reason: string; cause: string }) =>
  `${userId} ${reason} ${cause}`;

/**
 * Makes the lines about a session those that its causes come to: what is new is added unread, what is over is gone, and
 * of the rest only its reader decides whether it was read. Returns the members whose lines are others then.
 */
export async function writeLines(
  db: Kysely<Database>,
  place: Place,
  lines: readonly Cause[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('sessionId', '=', place.sessionId)
    .where('reason', 'in', [...causeReasons])
    .execute();
  const wanted = new Map(lines.map((line) => [nameOf(line), line]));
  const known = new Set(rows.map(nameOf));
  const over = rows.filter((row) => !wanted.has(nameOf(row)));
  const missing = lines.filter((line) => !known.has(nameOf(line)));
  if (over.length === 0 && missing.length === 0) return [];
  const earlier = over.filter(({ cause }) => cause === 'told' || cause.startsWith('ntf_'));
  const records: NotificationRecord[] = [];
  for (const line of missing) records.push(await recordOf(db, place, line, earlier));
  const gone = over.map(({ notificationId }) => notificationId);
  for (const some of slices(gone)) {
    await db.deleteFrom('notifications').where('notificationId', 'in', some).execute();
  }
  for (const some of slices(records)) await db.insertInto('notifications').values(some).execute();
  await addDue(db, place, records);
  return [...new Set([...over, ...missing].map(({ userId }) => userId))];
}

/**
 * A line from before there were causes says whether what it was about has been read: what was unread stays so, and what
 * was read is not told again.
 */
async function recordOf(
  db: Kysely<Database>,
  { sessionId, organizationId, at }: Place,
  line: Cause,
  earlier: readonly NotificationRecord[],
): Promise<NotificationRecord> {
  const { userId, reason, cause, since, by, threadId } = line;
  const reasons: readonly string[] = reason === 'asked' ? ['asked', 'replied'] : [reason];
  const before = earlier
    .filter((row) => row.userId === userId && reasons.includes(row.reason) && row.updatedAt >= since)
    // Of two at the same time the unread one.
    .sort((a, b) => a.updatedAt - b.updatedAt || Number(a.state === 'unread') - Number(b.state === 'unread'))
    .at(-1);
  return {
    notificationId: newId('ntf'),
    organizationId,
    userId,
    reason,
    cause,
    subjectId: sessionId,
    sessionId,
    environmentId: null,
    threadId: threadId ?? null,
    commentId: reason === 'mentioned' ? cause : threadId ? await commentAt(db, threadId, since) : null,
    byUserId: by ?? null,
    count: 1,
    state: before?.state ?? 'unread',
    snoozedUntil: before?.snoozedUntil ?? null,
    createdAt: since,
    updatedAt: before?.updatedAt ?? at,
  };
}

async function commentAt(db: Kysely<Database>, threadId: string, at: number): Promise<string | null> {
  const found = await db
    .selectFrom('comments')
    .select('commentId')
    .where('threadId', '=', threadId)
    .where('createdAt', '=', at)
    .where('deletedAt', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.commentId ?? null;
}

/** What was told before an upgrade is not sent because of it. */
async function addDue(
  db: Kysely<Database>,
  { at, toldFrom, channels }: Place,
  records: readonly NotificationRecord[],
): Promise<void> {
  const due = records
    .filter(({ state, createdAt }) => state === 'unread' && createdAt >= toldFrom)
    .flatMap(({ notificationId, organizationId, userId }) =>
      channels.map((channel) => ({
        notificationId,
        channel,
        organizationId,
        userId,
        dueAt: at + dueAfter,
        outcome: null,
        endedAt: null,
      })),
    );
  for (const some of slices(due)) await db.insertInto('dueNotices').values(some).execute();
}
