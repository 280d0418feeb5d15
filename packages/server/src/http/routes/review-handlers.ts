import type { FastifyReply } from 'fastify';
import type { MemberActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { assignReviewer, declineReview, removeReviewer } from '../../domain/review/assignment.ts';
import { deleteComment, editComment } from '../../domain/review/comment.ts';
import { getPolicy, setPolicy } from '../../domain/review/policy.ts';
import { listReviews, putBack, takeNextReview } from '../../domain/review/queue.ts';
import {
  dismissReview,
  getReview,
  setMark,
  setSeen,
  submitReview,
  withdrawReview,
} from '../../domain/review/review.ts';
import { addComment, changeThread, listThreads, openThread } from '../../domain/review/thread.ts';
import { setTick } from '../../domain/review/tick.ts';
import { listLabels } from '../../domain/review/today/label.ts';
import { doMany } from '../../domain/review/today/many.ts';
import { getToday } from '../../domain/review/today/today.ts';

/** What was done before with the same key is answered again, and says so. */
const replayable =
  <Given, Answer extends object>(
    handle: (context: Context, actor: MemberActor, input: Given) => Promise<Answer & { replayed: boolean }>,
  ) =>
  async (context: Context, actor: MemberActor, input: Given, reply: FastifyReply) => {
    const { replayed, ...answer } = await handle(context, actor, input);
    if (replayed) reply.header('Idempotent-Replayed', 'true');
    return answer;
  };

/** What people say about sessions: each is the domain function of the same name. */
export const reviewHandlers = {
  listThreads,
  openThread: replayable(openThread),
  changeThread,
  addComment: replayable(addComment),
  editComment,
  deleteComment,
  listReviews,
  takeNextReview,
  putBack,
  listLabels,
  getToday,
  doMany,
  getReview,
  submitReview: replayable(submitReview),
  withdrawReview,
  dismissReview,
  setMark,
  setTick,
  setSeen,
  assignReviewer,
  removeReviewer,
  declineReview,
  getPolicy,
  setPolicy,
};
