import type { Comment, Thread } from '@debrief/contract';

/** The threads with one that came over the stream; such a message carries only the comments that are new or changed. */
export function withThread(threads: readonly Thread[], news: Thread): Thread[] {
  const known = threads.find(({ threadId }) => threadId === news.threadId);
  const merged = known ? { ...news, comments: withComments(known.comments, news.comments) } : news;
  const others = threads.filter(({ threadId }) => threadId !== news.threadId);
  return [...others, merged].sort((a, b) => a.number - b.number);
}

function withComments(known: readonly Comment[], news: readonly Comment[]): Comment[] {
  const byId = new Map([...known, ...news].map((comment) => [comment.commentId, comment]));
  return [...byId.values()].sort((a, b) => compare(a.createdAt, b.createdAt));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
