import { type Attention, attentionOf, linesOf, type ReviewFacts, summaryOf } from '@debrief/review';
import type { Kysely } from 'kysely';
import type { Channel } from '../../domain/mail/ports.ts';
import type { GrownSession } from '../../domain/review/records.ts';
import { enteringFacts, isQuietAt, nextLook, stateOf } from '../../domain/review/standing.ts';
import type { Database } from '../database.ts';
import { grownSession } from './grown.ts';
import { writeLines } from './line.ts';
import { readPolicy } from './policy.ts';

export const attentionRows = (db: Kysely<Database>, sessionId: string): Promise<Attention[]> =>
  db
    .selectFrom('attention')
    .select(['userId', 'reason', 'since'])
    .where('sessionId', '=', sessionId)
    .execute();

/** The rows that the state and the attention of a session follow from. */
export async function readRows(
  db: Kysely<Database>,
  sessionId: string,
  session: Pick<GrownSession, 'organizationId' | 'authorUserId'>,
) {
  const rows = {
    reviews: await db
      .selectFrom('reviews')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .orderBy('createdAt')
      .orderBy('reviewId')
      .execute(),
    marks: await db
      .selectFrom('marks')
      .select(['userId', 'throughSequence', 'updatedAt'])
      .where('sessionId', '=', sessionId)
      .orderBy('userId')
      .execute(),
    ticks: await db
      .selectFrom('ticks')
      .select(['userId', 'kind', 'subject', 'version', 'tickedAt'])
      .where('sessionId', '=', sessionId)
      .orderBy('tickedAt')
      .orderBy('name')
      .execute(),
    assignments: await db
      .selectFrom('assignments')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .orderBy('createdAt')
      .orderBy('userId')
      .execute(),
    threads: await db.selectFrom('threads').selectAll().where('sessionId', '=', sessionId).execute(),
    mentions: await db
      .selectFrom('threadMentions as m')
      .leftJoin('comments as c', 'c.commentId', 'm.commentId')
      .select(['m.threadId', 'm.userId', 'm.commentId', 'm.at', 'm.isAnswered', 'c.writtenBy'])
      .where('m.sessionId', '=', sessionId)
      .execute(),
    writers: await db
      .selectFrom('comments')
      .select(['threadId', 'writtenBy'])
      .distinct()
      .where('sessionId', '=', sessionId)
      .where('deletedAt', 'is', null)
      .execute(),
    looks: await db
      .selectFrom('reviewStandings')
      .select(['lookedTo', 'toldFrom'])
      .where('sessionId', '=', sessionId)
      .executeTakeFirst(),
  };
  const people = [
    ...(session.authorUserId === null ? [] : [session.authorUserId]),
    ...rows.reviews.map(({ reviewerId }) => reviewerId),
    ...rows.assignments.flatMap(({ userId, assignedBy }) => [userId, assignedBy]),
    ...rows.writers.map(({ writtenBy }) => writtenBy),
    ...rows.mentions.map(({ userId }) => userId),
  ];
  return { ...rows, left: await whoLeft(db, session.organizationId, new Set(people)) };
}

/** Of these people those who are no active members. */
async function whoLeft(
  db: Kysely<Database>,
  organizationId: string,
  people: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (people.size === 0) return people;
  const members = await db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'active')
    .where('userId', 'in', [...people])
    .execute();
  const active = new Set(members.map(({ userId }) => userId));
  return new Set([...people].filter((userId) => !active.has(userId)));
}

/** `quietTo`: how far it has grown if it is quiet now; else what was seen when it last was. */
export function factsOf(
  {
    reviews,
    marks,
    ticks,
    assignments,
    threads,
    mentions,
    writers,
    looks,
    left,
  }: Awaited<ReturnType<typeof readRows>>,
  session: GrownSession,
  quietTo = looks?.lookedTo ?? 0,
): ReviewFacts {
  const mentionsOf = Map.groupBy(mentions, ({ threadId }) => threadId);
  const writersOf = Map.groupBy(writers, ({ threadId }) => threadId);
  return {
    left,
    session: {
      ...enteringFacts(session),
      lastMaterialAt: session.updatedAt,
      quietTo,
    },
    reviews: reviews.map((review) => ({
      ...review,
      withdrawnAt: review.withdrawnAt ?? undefined,
      dismissedAt: review.dismissedAt ?? undefined,
      dismissedBy: review.dismissedBy ?? undefined,
    })),
    marks: marks.map(({ updatedAt, ...mark }) => ({ ...mark, at: updatedAt })),
    ticks,
    assignments: assignments.map((one) => ({ ...one, declinedAt: one.declinedAt ?? undefined })),
    threads: threads.map((thread) => ({
      ...thread,
      sequence: (JSON.parse(thread.anchor) as { sequence: number }).sequence,
      isOpen: thread.state === 'open',
      resolvedAt: thread.resolvedAt ?? undefined,
      writers: (writersOf.get(thread.threadId) ?? []).map(({ writtenBy }) => writtenBy),
      needsAnswer: thread.needsAnswer === 1,
      mentions: (mentionsOf.get(thread.threadId) ?? []).map((mention) => ({
        userId: mention.userId,
        at: mention.at,
        commentId: mention.commentId,
        by: mention.writtenBy ?? undefined,
        isAnswered: mention.isAnswered === 1,
      })),
    })),
  };
}

/** Writes what the facts come to; returns whose inboxes are others then. */
export async function refreshStanding(
  db: Kysely<Database>,
  sessionId: string,
  { at, channels }: { at: number; channels: readonly Channel[] },
): Promise<string[]> {
  const session = await grownSession(db, sessionId);
  if (!session) return [];
  const rows = await readRows(db, sessionId, session);
  const isQuiet = isQuietAt(session, at);
  const facts = factsOf(rows, session, isQuiet ? session.material : undefined);
  const summary = summaryOf(facts);
  const attention = attentionOf(facts);
  await db
    .updateTable('reviewStandings')
    .set({
      authorUserId: session.authorUserId,
      threads: facts.threads.length,
      openThreads: facts.threads.filter(({ isOpen }) => isOpen).length,
      followUps: summary.followUps,
      ownFollowUp: summary.hasOwnFollowUp ? 1 : 0,
      accepted: JSON.stringify(summary.accepted),
      acceptedWithOwn: JSON.stringify(summary.acceptedWithOwn),
      isBegun: summary.isBegun ? 1 : 0,
      ...(isQuiet && { lookedTo: session.material }),
      lookAt: summary.acceptedWithOwn.length > 0 ? nextLook(session, at) : null,
    })
    .where('sessionId', '=', sessionId)
    .execute();
  await writeAttention(db, sessionId, session.organizationId, attention);
  const policy = await readPolicy(db, session.organizationId);
  const reviewDone = stateOf(summary, session, policy).state === 'accepted' ? 1 : 0;
  const { isBegun, followUps, hasOwnFollowUp, acceptedWithOwn } = summary;
  const reviewBegun = isBegun || followUps > 0 || hasOwnFollowUp || acceptedWithOwn.length > 0 ? 1 : 0;
  if (reviewDone !== session.reviewDone || reviewBegun !== session.reviewBegun) {
    const marks = { reviewDone, reviewBegun };
    await db.updateTable('sessions').set(marks).where('sessionId', '=', sessionId).execute();
  }
  const toldFrom = rows.looks?.toldFrom ?? 0;
  const lines = linesOf(facts, { now: at, toldFrom });
  const { organizationId } = session;
  return writeLines(db, { sessionId, organizationId, at, toldFrom, channels }, lines);
}

async function writeAttention(
  db: Kysely<Database>,
  sessionId: string,
  organizationId: string,
  attention: readonly Attention[],
): Promise<void> {
  const key = ({ userId, reason, since }: Attention) => `${userId} ${reason} ${since}`;
  const known = new Set((await attentionRows(db, sessionId)).map(key));
  if (known.size === attention.length && attention.every((one) => known.has(key(one)))) return;
  await db.deleteFrom('attention').where('sessionId', '=', sessionId).execute();
  if (attention.length === 0) return;
  const rows = attention.map((one) => ({ ...one, sessionId, organizationId }));
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('attention')
      .values(rows.slice(from, from + 500))
      .execute();
  }
}
