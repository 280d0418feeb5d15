import type { Anchor } from '@debrief/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { fromJson } from '../review/database.ts';
import { nextVersion } from '../review/deed.ts';

type Strike = (text: string) => string;

interface Session {
  sessionId: string;
  organizationId: string;
}

/** What people said about a session, without words that were taken out of it. */
export async function strikeSaid(
  transaction: Kysely<Database>,
  session: Session,
  strike: Strike,
  sequences: ReadonlySet<number>,
): Promise<void> {
  await strikeThreads(transaction, session, strike, sequences);
  await strikeReviews(transaction, session, strike);
  const { sessionId } = session;
  const notes = await transaction
    .selectFrom('findingDispositions')
    .select(['rule', 'sequence', 'note'])
    .where('sessionId', '=', sessionId)
    .where('note', 'is not', null)
    .execute();
  for (const { rule, sequence, note } of notes)
    if (note !== null && strike(note) !== note)
      await transaction
        .updateTable('findingDispositions')
        .set({ note: strike(note) })
        .where('sessionId', '=', sessionId)
        .where('rule', '=', rule)
        .where('sequence', '=', sequence)
        .execute();
  const asked = await transaction
    .selectFrom('assignments')
    .select(['userId', 'note'])
    .where('sessionId', '=', sessionId)
    .execute();
  for (const { userId, note } of asked)
    if (note !== null && strike(note) !== note)
      await transaction
        .updateTable('assignments')
        .set({ note: strike(note) })
        .where('sessionId', '=', sessionId)
        .where('userId', '=', userId)
        .execute();
  await dropNamed(transaction, sessionId, strike);
}

/** What is known by the words themselves cannot go by another name: it is gone, and can be said again. */
async function dropNamed(transaction: Kysely<Database>, sessionId: string, strike: Strike): Promise<void> {
  const ticks = await transaction
    .selectFrom('ticks')
    .select(['name', 'subject'])
    .where('sessionId', '=', sessionId)
    .execute();
  for (const { name, subject } of ticks)
    if (strike(subject) !== subject)
      await transaction
        .deleteFrom('ticks')
        .where('sessionId', '=', sessionId)
        .where('name', '=', name)
        .execute();
  const labels = await transaction
    .selectFrom('sessionLabels')
    .select('label')
    .where('sessionId', '=', sessionId)
    .execute();
  for (const { label } of labels)
    if (strike(label) !== label)
      await transaction
        .deleteFrom('sessionLabels')
        .where('sessionId', '=', sessionId)
        .where('label', '=', label)
        .execute();
}

async function strikeReviews(
  transaction: Kysely<Database>,
  { sessionId }: Session,
  strike: Strike,
): Promise<void> {
  const reviews = await transaction
    .selectFrom('reviews')
    .select(['reviewId', 'body', 'dismissedReason'])
    .where('sessionId', '=', sessionId)
    .execute();
  for (const { reviewId, body, dismissedReason } of reviews) {
    const struck = {
      body: body === null ? null : strike(body),
      dismissedReason: dismissedReason === null ? null : strike(dismissedReason),
    };
    if (struck.body !== body || struck.dismissedReason !== dismissedReason)
      await transaction.updateTable('reviews').set(struck).where('reviewId', '=', reviewId).execute();
  }
}

/** A range in an event that was rewritten is somewhere else now; the thread stays with the event. */
function detached(anchor: Anchor, strike: Strike, sequences: ReadonlySet<number>): Anchor {
  const { range, path, line, ...rest } = anchor;
  const isNamed = path !== undefined && strike(path) !== path;
  return {
    ...rest,
    ...(path !== undefined && !isNamed && { path, ...(line !== undefined && { line }) }),
    ...(range && !sequences.has(anchor.sequence) && { range }),
  };
}

async function strikeThreads(
  transaction: Kysely<Database>,
  { sessionId, organizationId }: Session,
  strike: Strike,
  sequences: ReadonlySet<number>,
): Promise<void> {
  const threads = await transaction
    .selectFrom('threads')
    .select(['threadId', 'anchor'])
    .where('sessionId', '=', sessionId)
    .execute();
  if (threads.length === 0) return;
  // Whoever follows the session gets what changed.
  const version = await nextVersion(transaction, sessionId, organizationId);
  const changed = new Set<string>();
  const comments = await transaction
    .selectFrom('comments')
    .select(['commentId', 'threadId', 'body'])
    .where('sessionId', '=', sessionId)
    .execute();
  for (const { commentId, threadId, body } of comments) {
    if (strike(body) === body) continue;
    changed.add(threadId);
    await transaction
      .updateTable('comments')
      .set({ body: strike(body), version })
      .where('commentId', '=', commentId)
      .execute();
  }
  for (const { threadId, anchor } of threads) {
    const before = fromJson<Anchor>(anchor);
    const after = JSON.stringify(detached(before, strike, sequences));
    if (after === JSON.stringify(before) && !changed.has(threadId)) continue;
    await transaction
      .updateTable('threads')
      .set({ anchor: after, version })
      .where('threadId', '=', threadId)
      .execute();
  }
}
