import { type CommentAnswer, DebriefError, type EditComment } from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import { mentionsIn } from './mention.ts';
import { refuseSecrets } from './secret-words.ts';
import { about, discussedSession, ringReview } from './session.ts';
import { presentComment, threadNotFound } from './thread.ts';

interface Place {
  sessionId: string;
  threadId: string;
  commentId: string;
}

const commentNotFound = () => new DebriefError('comment_not_found', 'No such comment in this thread.');

async function findComment(context: Context, actor: MemberActor, place: Place) {
  const session = await discussedSession(context, actor, place.sessionId);
  const { threadId, commentId } = place;
  if (!isId('thr', threadId)) throw threadNotFound();
  const comment = isId('cmt', commentId)
    ? await context.store.thread.findComment(session.sessionId, threadId, commentId)
    : undefined;
  if (!comment) {
    const thread = await context.store.thread.find(session.sessionId, threadId);
    throw thread ? commentNotFound() : threadNotFound();
  }
  return { session, comment };
}

/** Only whoever wrote it; what was deleted stays deleted. */
export async function editComment(
  context: Context,
  actor: MemberActor,
  input: EditComment & Place,
): Promise<CommentAnswer> {
  const { session, comment } = await findComment(context, actor, input);
  if (comment.writtenBy !== actor.userId) {
    throw new DebriefError('not_yours', 'Only whoever wrote a comment can change its words.');
  }
  const { body } = input;
  refuseSecrets(context, input);
  const mentions = await mentionsIn(context, actor.organizationId, body);
  const outcome = await context.store.thread.edit(about(context, session), comment.commentId, {
    body,
    mentions,
  });
  if (outcome === 'gone') throw sessionNotFound();
  if (!outcome?.changed) throw commentNotFound();
  ringReview(context, session, outcome.told);
  await recordDeed(context, actor, 'comment_edited', comment.commentId);
  return { comment: presentComment(outcome.comment) };
}

/** The words are gone for good; that something was said stays. */
export async function deleteComment(
  context: Context,
  actor: MemberActor,
  input: Place,
): Promise<CommentAnswer> {
  const { session, comment } = await findComment(context, actor, input);
  if (comment.writtenBy !== actor.userId && !hasRole(actor.role, 'admin')) {
    throw new DebriefError('not_yours', 'Only whoever wrote a comment, or an administrator, can delete it.');
  }
  const outcome = await context.store.thread.edit(about(context, session), comment.commentId, null);
  if (outcome === 'gone') throw sessionNotFound();
  if (!outcome) throw commentNotFound();
  if (outcome.changed) {
    ringReview(context, session, outcome.told);
    await recordDeed(context, actor, 'comment_deleted', comment.commentId);
  }
  return { comment: presentComment(outcome.comment) };
}
