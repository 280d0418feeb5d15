import { createHash } from 'node:crypto';
import { AddComment, DebriefError, type Session } from '@debrief/contract';
import { Type } from 'typebox';
import { addComment, listThreads } from '../../../domain/review/thread.ts';
import { noteReads } from '../../../domain/session/note-reads.ts';
import { listSessions } from '../../../domain/session/session-list.ts';
import { joined, origin, quoted, said } from '../text.ts';
import {
  isShown,
  namesOf,
  repositoryField,
  repositoryOf,
  sessionField,
  sessionOf,
  threadLink,
  tool,
  words,
} from '../tool.ts';

const most = 8000;
const mostThreads = 10;
/** Of the newest sessions: what waits longer than these last is asked for by its session. */
const mostSessions = 100;

interface Waiting {
  repository?: string;
  session?: string;
  mine?: boolean;
}

export const openThreadsTool = tool<Waiting>({
  name: 'open_threads',
  title: 'Threads that wait',
  description:
    'When you begin work in a repository, or before you say that something is done: threads of reviewers that nobody has resolved, with their last words. Narrow by repository or session; `mine` leaves only sessions of the member you work for.',
  scope: 'sessions:read',
  most,
  input: Type.Object({
    repository: repositoryField,
    session: Type.Optional(sessionField),
    mine: Type.Optional(Type.Boolean({ description: 'Only sessions of the member whose token this is.' })),
  }),
  async run(asked, input) {
    const { context, actor } = asked;
    const repository = repositoryOf(input.repository);
    const page =
      input.session === undefined &&
      (await listSessions(context, actor, {
        limit: mostSessions,
        ...(repository !== undefined && { repository }),
        ...(input.mine && { author: actor.userId }),
      }));
    const sessionIds = page
      ? (page.sessions as unknown as Session[])
          .filter((session) => isShown(session) && (session.review?.openThreads ?? 0) > 0)
          .map(({ sessionId }) => sessionId)
      : [sessionOf(input.session as string)];
    const nameOf = await namesOf(asked);
    const parts: string[] = [];
    const shown: string[] = [];
    for (const sessionId of sessionIds) {
      if (parts.length >= mostThreads) break;
      const { threads } = await listThreads(context, actor, { sessionId, state: 'open', limit: mostThreads });
      if (threads.length > 0) shown.push(sessionId);
      for (const { threadId, number, comments, commentCount, needsAnswer } of threads) {
        const first = comments.find(({ body }) => body !== '');
        const last = comments.findLast(({ body }) => body !== '');
        parts.push(
          [
            `${threadLink(asked, sessionId, number)} (session ${sessionId}, thread ${threadId})${needsAnswer ? ', needs an answer' : ''}`,
            ...(first ? [`   ${nameOf(first.writtenBy)}: ${said(first.body, 300)}`] : []),
            ...(last && last !== first
              ? [
                  `   last of ${commentCount}, ${last.byAgent ? 'an agent for ' : ''}${nameOf(last.writtenBy)}: ${said(last.body, 300)}`,
                ]
              : []),
          ].join('\n'),
        );
      }
    }
    await noteReads(context, actor, shown, 'find');
    if (parts.length === 0) return 'No thread that you may read is open there.';
    return joined([origin, ...parts.slice(0, mostThreads)], most);
  },
});

interface Reply {
  session: string;
  thread: string;
  body: string;
}

export const replyThreadTool = tool<Reply>({
  name: 'reply_thread',
  title: 'Reply in a thread',
  description:
    'When you have done or answered what a thread of a reviewer asks, and the person you work for wants you to say so there: adds a reply, marked as by an agent for them. It resolves nothing and judges nothing; people do.',
  scope: 'reviews:write',
  most: 2000,
  input: Type.Object({
    session: sessionField,
    thread: words(64, 'The thread: `thr_…`, or its number in the session.'),
    body: AddComment.properties.body,
  }),
  async run(asked, { session, thread, body }) {
    const { context, actor } = asked;
    const sessionId = sessionOf(session);
    const threadId = /^\d{1,6}$/.test(thread) ? await threadOf(asked, sessionId, Number(thread)) : thread;
    if (body.trim() === '') throw new DebriefError('validation_error', 'body is empty.');
    // An agent that tries again does not say it twice.
    const idempotencyKey = `mcp-${createHash('sha256').update(`${threadId} ${body}`).digest('hex')}`;
    const answered = await addComment(context, actor, {
      sessionId,
      threadId,
      body: body.trim(),
      idempotencyKey,
    });
    const nameOf = await namesOf(asked);
    return `${answered.replayed ? 'It was said before' : 'Said'}, by an agent for ${nameOf(actor.userId)}: ${threadLink(asked, sessionId, answered.thread.number)}
${quoted(body, 500)}
The thread is ${answered.thread.state}; a person resolves it.`;
  },
});

async function threadOf(
  { context, actor }: Parameters<typeof openThreadsTool.run>[0],
  sessionId: string,
  number: number,
): Promise<string> {
  let cursor: string | undefined;
  do {
    const page = await listThreads(context, actor, { sessionId, ...(cursor !== undefined && { cursor }) });
    const found = page.threads.find((one) => one.number === number);
    if (found) return found.threadId;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  throw new DebriefError('thread_not_found', 'No such thread in this session.');
}
