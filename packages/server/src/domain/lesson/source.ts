import { DebriefError, type LessonSource } from '@debrief/contract';
import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { findingId, findingNotFound } from '../findings/finding.ts';
import { isId } from '../id.ts';
import { threadNotFound } from '../review/thread.ts';

/** Of what is given, what belongs to the kind. */
const parts: Record<LessonSource['kind'], readonly (keyof LessonSource)[]> = {
  thread: ['sessionId', 'threadId'],
  finding: ['sessionId', 'findingId'],
  review: ['sessionId', 'reviewId'],
  session: ['sessionId'],
  file: ['path'],
};

/** Nobody names as evidence what is not there, or what they may not read. */
export async function checkedSource(
  context: Context,
  actor: MemberActor,
  given: LessonSource,
): Promise<LessonSource> {
  const missing = parts[given.kind].find((name) => given[name] === undefined);
  if (missing) throw new DebriefError('validation_error', `sources: a ${given.kind} needs its ${missing}.`);
  const { kind, path, line, threadId = '', reviewId = '' } = given;
  if (kind === 'file') return { kind, ...(path && { path }), ...(line && { line }) };
  const { sessionId } = await sharedSession(context, actor, given.sessionId ?? '');
  const { store } = context;
  switch (kind) {
    case 'thread': {
      const thread = isId('thr', threadId) ? await store.thread.find(sessionId, threadId) : undefined;
      if (!thread) throw threadNotFound();
      return { kind, sessionId, threadId };
    }
    case 'finding': {
      const found = (await store.judgement.find(sessionId))?.findings ?? [];
      const finding = found.find((one) => findingId(one) === given.findingId);
      if (!finding) throw findingNotFound();
      return { kind, sessionId, findingId: findingId(finding) };
    }
    case 'review': {
      const review = isId('rev', reviewId) ? await store.review.find(sessionId, reviewId) : undefined;
      if (!review) throw new DebriefError('review_not_found', 'No such review of this session.');
      return { kind, sessionId, reviewId };
    }
    case 'session':
      return { kind, sessionId };
  }
}
