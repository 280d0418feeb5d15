import { DebriefError, type DoMany, type ErrorCode, type ManyAnswer, type Refusal } from '@debrief/contract';
import { lacksAuthor } from '@debrief/review';
import type { MemberActor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../id.ts';
import type { SessionRecord } from '../../records.ts';
import { assignReviewer } from '../assignment.ts';
import { rulesFor } from '../default-policy.ts';
import { submitReview } from '../review.ts';
import { refuseSecrets } from '../secret-words.ts';
import { discussedSession } from '../session.ts';
import { isQuietAt } from '../standing.ts';
import { openThread } from '../thread.ts';
import { addLabel, removeLabel } from './label.ts';

type Asked = DoMany & { idempotencyKey?: string };

/** Nothing is done about this session; about the others it is. */
class Refused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

const refusals: Partial<Record<ErrorCode, Refusal>> = {
  session_not_found: 'gone',
  limit_reached: 'limit',
  not_read: 'not_read',
  author_unknown: 'no_author',
  insufficient_role: 'not_allowed',
  not_yours: 'not_allowed',
  session_not_shared: 'not_allowed',
};

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const reason = error instanceof DebriefError ? refusals[error.code] : undefined;
  if (reason === undefined) throw error;
  return new Refused(reason, (error as DebriefError).message);
}

/** What the deed needs besides the sessions is wrong for all of them alike. */
async function checkAsked(context: Context, actor: MemberActor, input: Asked): Promise<void> {
  const { deed, body, userId } = input;
  if (deed === 'ask' || deed === 'follow_up') {
    if (body === undefined) throw new DebriefError('validation_error', `body: ${deed} needs words.`);
    refuseSecrets(context, input);
  }
  if ((deed === 'label' || deed === 'unlabel') && !input.label) {
    throw new DebriefError('validation_error', `label: ${deed} needs one.`);
  }
  if (deed !== 'assign') return;
  if (userId === undefined) throw new DebriefError('validation_error', 'userId: assign needs a member.');
  const member = isId('usr', userId)
    ? await context.store.member.find(actor.organizationId, userId)
    : undefined;
  if (member?.status !== 'active') {
    throw new DebriefError('member_not_found', 'No such member in this organization.');
  }
}

/**
 * One deed about many sessions, about each as if it were the only one: whole or not at all, with its own entry in the
 * audit log, all under the id of this request. What cannot be done is answered with the reason and stops nothing.
 */
export async function doMany(context: Context, actor: MemberActor, input: Asked): Promise<ManyAnswer> {
  await checkAsked(context, actor, input);
  const answer: ManyAnswer = { done: [], refused: [] };
  for (const sessionId of input.sessionIds) {
    try {
      await doOne(context, actor, input, sessionId);
      answer.done.push(sessionId);
    } catch (error) {
      const { reason, message } = refusalOf(error);
      answer.refused.push({ sessionId, reason, message });
    }
  }
  return answer;
}

async function doOne(context: Context, actor: MemberActor, input: Asked, sessionId: string): Promise<void> {
  const { deed, body = '', userId = '', label = '', asIs } = input;
  // The same key for the same session: a request that is repeated does nothing twice.
  const key = input.idempotencyKey && { idempotencyKey: `${input.idempotencyKey} ${sessionId}` };
  const words = { body, ...(asIs && { asIs }), ...key };
  if (deed === 'assign') {
    await refuseAuthor(context, actor, sessionId, userId);
    await assignReviewer(context, actor, { sessionId, userId });
  } else if (deed === 'label') {
    await addLabel(context, actor, { sessionId, label });
  } else if (deed === 'unlabel') {
    await removeLabel(context, actor, { sessionId, label });
  } else if (deed === 'ask') {
    await openThread(context, actor, { sessionId, anchor: { sequence: 0 }, ...words });
  } else {
    const { eventCount } =
      deed === 'settle'
        ? await settled(context, actor, sessionId)
        : await discussedSession(context, actor, sessionId);
    const judged = { sessionId, throughSequence: eventCount };
    if (deed === 'follow_up')
      await submitReview(context, actor, { ...judged, outcome: 'follow_up', ...words });
    else await submitReview(context, actor, { ...judged, outcome: 'accepted', ...key });
  }
}

async function refuseAuthor(
  context: Context,
  actor: MemberActor,
  sessionId: string,
  userId: string,
): Promise<void> {
  const { authorUserId } = await discussedSession(context, actor, sessionId);
  if (authorUserId === userId) throw new Refused('yours', 'Nobody reviews their own session.');
}

/** A session that can be accepted together with others: over, of somebody else, and opened where that is needed. */
async function settled(context: Context, actor: MemberActor, sessionId: string): Promise<SessionRecord> {
  const session = await discussedSession(context, actor, sessionId);
  const { store } = context;
  const rules = rulesFor(await store.review.policy(actor.organizationId), session);
  if (session.authorUserId === actor.userId && !rules.selfCounts) {
    throw new Refused('yours', 'It is your own session: somebody else has to look at it.');
  }
  if (lacksAuthor({ authorId: session.authorUserId ?? undefined }, rules)) {
    throw new Refused('no_author', 'Nobody is known as its author: somebody has to claim the machine first.');
  }
  if (!isQuietAt(session, context.clock())) throw new Refused('running', 'It is still running.');
  const { session: grown } = await store.review.glance(sessionId);
  if (grown.highFindings > 0 && (await store.review.seen(sessionId, actor.userId)) === 0) {
    throw new Refused('unopened', 'Something severe was found in it: open it first.');
  }
  return session;
}
