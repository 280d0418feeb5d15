import {
  DebriefError,
  type DismissReview,
  limits,
  type MarkAnswer,
  type Review,
  type ReviewAnswer,
  type ReviewDetailAnswer,
  type SeenAnswer,
  type SetMark,
  type SetSeen,
  type SubmitReview,
} from '@debrief/contract';
import { attentionOf, lacksAuthor } from '@debrief/review';
import { sessionNotFound } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { presentAssignment } from './assignment.ts';
import { type AppliedRules, rulesFor } from './default-policy.ts';
import { isReplay, replayOf, reviewKey } from './key.ts';
import type { MarkRecord, ReviewRecord } from './records.ts';
import { refuseSecrets } from './secret-words.ts';
import { about, discussedSession, ringReview } from './session.ts';
import { presentStanding } from './standing.ts';
import { countedTicks, presentTick, refuseUnticked } from './tick.ts';

/** Whose session it is may have become known since. */
export function presentReview(review: ReviewRecord, authorUserId: string | null): Review {
  const { isOwn: _, organizationId: __, dismissedBy, dismissedAt, dismissedReason, ...others } = review;
  const { readTo, material, filesTicked, filesOf, claimsTicked, claimsOf, isOthers, ...rest } = others;
  const files = filesOf ? { ticked: filesTicked ?? 0, of: filesOf } : undefined;
  const claims = claimsOf ? { ticked: claimsTicked ?? 0, of: claimsOf } : undefined;
  const rests =
    readTo === null || material === null ? undefined : present({ readTo, of: material, files, claims });
  return present({
    ...rest,
    self: review.reviewerId === authorUserId,
    rests,
    unread: rests && isUnread(review) ? true : undefined,
    notMine: isOthers ? true : undefined,
    createdAt: iso(review.createdAt),
    withdrawnAt: isoOrNone(review.withdrawnAt),
    dismissed:
      dismissedBy !== null && dismissedAt !== null
        ? { by: dismissedBy, at: iso(dismissedAt), reason: dismissedReason ?? '' }
        : undefined,
  }) as Review;
}

/** Neither is it read that far, nor is everything ticked that there is to read and check. */
function isUnread(review: ReviewRecord): boolean {
  const { outcome, throughSequence, material, readTo, filesTicked, filesOf, claimsTicked, claimsOf } = review;
  const covered = Math.min(throughSequence, material || throughSequence);
  const isTicked =
    (filesOf ?? 0) + (claimsOf ?? 0) > 0 && filesTicked === filesOf && claimsTicked === claimsOf;
  return outcome === 'accepted' && (readTo ?? 0) < covered && !isTicked;
}

const presentMark = ({ updatedAt, ...mark }: MarkRecord) => ({ ...mark, updatedAt: iso(updatedAt) });

const reviewNotFound = () => new DebriefError('review_not_found', 'No such review of this session.');

export async function getReview(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<ReviewDetailAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const [review, seen] = await Promise.all([
    reviewOf(context, session, actor.userId),
    context.store.review.seen(session.sessionId, actor.userId),
  ]);
  return { review, seen };
}

/** Everything about the review of a session, from what people did. */
export async function reviewOf(
  context: Context,
  { sessionId, organizationId }: SessionRecord,
  reader: string,
) {
  const now = context.clock();
  const [picture, policy] = await Promise.all([
    context.store.review.picture(sessionId),
    context.store.review.policy(organizationId),
  ]);
  if (!picture) throw sessionNotFound();
  const { session, standing, facts } = picture;
  const rules = rulesFor(policy, session);
  const { reservedBy, reservedUntil } = standing ?? { reservedBy: null, reservedUntil: null };
  return {
    sessionId,
    ...presentStanding(standing, session, policy, now),
    ...(session.authorUserId !== null && { authorUserId: session.authorUserId }),
    material: session.material,
    needed: rules.reviewers,
    ...(rules.ticks && { asksTicks: rules.ticks }),
    ...(lacksAuthor({ authorId: session.authorUserId ?? undefined }, rules) && { lacksAuthor: true }),
    reviews: picture.reviews.map((review) => presentReview(review, session.authorUserId)),
    marks: picture.marks.map(presentMark),
    ticks: picture.ticks.map(presentTick),
    assignments: picture.assignments.map((one) => presentAssignment(one, reader)),
    ...(reservedBy !== null &&
      reservedUntil !== null &&
      reservedUntil > now && { reservation: { userId: reservedBy, until: iso(reservedUntil) } }),
    attention: attentionOf(facts).map((one) => ({ ...one, since: iso(one.since) })),
    version: standing?.version ?? 0,
  };
}

/** Nobody can have judged or read what has not been captured. */
function checkSequence(
  sequence: number | undefined,
  { eventCount }: SessionRecord,
  name = 'throughSequence',
): void {
  if (sequence !== undefined && sequence > eventCount) {
    throw new DebriefError('validation_error', `${name}: the session has ${eventCount} events.`);
  }
}

export async function submitReview(
  context: Context,
  actor: MemberActor,
  input: SubmitReview & { sessionId: string; idempotencyKey?: string },
): Promise<ReviewAnswer & { replayed: boolean }> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { outcome, throughSequence, body, readTo } = input;
  checkSequence(throughSequence, session);
  checkSequence(readTo, session, 'readTo');
  refuseSecrets(context, input);
  const { sessionId, organizationId } = session;
  const rules = rulesFor(await context.store.review.policy(organizationId), session);
  if (outcome !== 'noted' && !input.notMine) refuseUnclaimed(session, rules);
  const ticks = await countedTicks(context, actor, session);
  if (outcome === 'accepted') refuseUnticked(rules.ticks, ticks);
  const at = context.clock();
  const review: ReviewRecord = {
    reviewId: newId('rev'),
    sessionId,
    organizationId,
    reviewerId: actor.userId,
    outcome,
    throughSequence,
    body: body ?? null,
    readTo: readTo ?? null,
    material: (await context.store.review.glance(sessionId)).session.material,
    filesTicked: ticks?.file.ticked ?? null,
    filesOf: ticks?.file.of ?? null,
    claimsTicked: ticks?.claim.ticked ?? null,
    claimsOf: ticks?.claim.of ?? null,
    isOwn: session.authorUserId === actor.userId,
    isOthers: session.authorUserId === null && input.notMine === true,
    createdAt: at,
    withdrawnAt: null,
    dismissedBy: null,
    dismissedAt: null,
    dismissedReason: null,
  };
  const said = [sessionId, outcome, throughSequence, body];
  const result = await context.store.review.submit(
    about(context, session, at),
    review,
    { reviews: limits.reviewsPerSession },
    reviewKey(actor, 'review', input.idempotencyKey, said),
  );
  if (result === 'gone') throw sessionNotFound();
  if (result === 'limit') {
    throw new DebriefError(
      'limit_reached',
      `A session may have at most ${limits.reviewsPerSession} reviews.`,
    );
  }
  if (isReplay(result)) {
    const first = await context.store.review.find(sessionId, replayOf(result));
    if (!first) throw reviewNotFound();
    return { review: presentReview(first, session.authorUserId), replayed: true };
  }
  ringReview(context, session, result.told);
  await recordDeed(context, actor, 'review_submitted', review.reviewId);
  return { review: presentReview(result.review, session.authorUserId), replayed: false };
}

/** Where four eyes are wanted and nobody knows whose session it is, whoever judges says that it was not theirs. */
function refuseUnclaimed({ authorUserId }: SessionRecord, rules: AppliedRules): void {
  if (!lacksAuthor({ authorId: authorUserId ?? undefined }, rules)) return;
  throw new DebriefError(
    'author_unknown',
    'Nobody is known to have run this session, and your team wants somebody else to judge it. If it was you, claim the machine (debrief claim) and leave the judgement to others; if not, say so.',
  );
}

async function findReview(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; reviewId: string },
) {
  const session = await discussedSession(context, actor, input.sessionId);
  const review = isId('rev', input.reviewId)
    ? await context.store.review.find(session.sessionId, input.reviewId)
    : undefined;
  if (!review) throw reviewNotFound();
  return { session, review };
}

type Ending = Parameters<Context['store']['review']['end']>[2];

async function endReview(
  context: Context,
  actor: MemberActor,
  { session, review }: Awaited<ReturnType<typeof findReview>>,
  how: Ending,
): Promise<ReviewAnswer> {
  const result = await context.store.review.end(about(context, session), review.reviewId, how);
  if (result === 'gone') throw sessionNotFound();
  if (!result) throw reviewNotFound();
  if (result.changed) {
    ringReview(context, session, result.told);
    const action = 'withdrawnAt' in how ? 'review_withdrawn' : 'review_dismissed';
    await recordDeed(context, actor, action, review.reviewId);
  }
  return { review: presentReview(result.review, session.authorUserId) };
}

export async function withdrawReview(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; reviewId: string },
): Promise<ReviewAnswer> {
  const found = await findReview(context, actor, input);
  if (found.review.reviewerId !== actor.userId) {
    throw new DebriefError('not_yours', 'Only whoever submitted a review can withdraw it.');
  }
  return endReview(context, actor, found, { withdrawnAt: context.clock() });
}

export async function dismissReview(
  context: Context,
  actor: MemberActor,
  input: DismissReview & { sessionId: string; reviewId: string },
): Promise<ReviewAnswer> {
  const found = await findReview(context, actor, input);
  if (found.session.authorUserId === actor.userId) {
    throw new DebriefError('not_yours', 'Nobody dismisses what others said about their own session.');
  }
  return endReview(context, actor, found, {
    dismissedBy: actor.userId,
    dismissedAt: context.clock(),
    dismissedReason: input.reason,
  });
}

export async function setMark(
  context: Context,
  actor: MemberActor,
  input: SetMark & { sessionId: string },
): Promise<MarkAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { throughSequence, back = false } = input;
  checkSequence(throughSequence, session);
  const at = context.clock();
  const mark = { userId: actor.userId, throughSequence, updatedAt: at };
  const result = await context.store.review.mark(about(context, session, at), mark, back);
  if (result === 'gone') throw sessionNotFound();
  ringReview(context, session, result.told);
  return { mark: presentMark(result.mark) };
}

/** Scrolling is nobody else's business: it changes nothing that others see, and nobody hears of it. */
export async function setSeen(
  context: Context,
  actor: MemberActor,
  input: SetSeen & { sessionId: string },
): Promise<SeenAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { throughSequence } = input;
  checkSequence(throughSequence, session);
  const seen = { userId: actor.userId, throughSequence, updatedAt: context.clock() };
  const through = await context.store.review.see(session.sessionId, seen);
  if (through === 'gone') throw sessionNotFound();
  return { seen: through };
}
