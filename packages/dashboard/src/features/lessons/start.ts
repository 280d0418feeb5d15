import { type LessonSource, limits } from '@debrief/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { loadThreads } from '../../api/review/thread.ts';
import type { LessonsSearch } from './lessons-search.ts';

/** What a new lesson begins from: words that a person reads and makes an instruction of. */
export interface Start {
  text: string;
  repository?: string | undefined;
  check?: string | undefined;
  source?: LessonSource | undefined;
  /** Where the words come from: a session by its title, or in words of ours. */
  said?: { words: string; by?: string | undefined; title?: string; from?: string } | undefined;
}

/** In one line, without what quotes and lists begin with, as long as a lesson may be. */
export const oneLine = (words: string): string =>
  [
    ...words
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => line.trim().replace(/^(?:[>*-] ?){1,9}/, ''))
      .filter((line) => line !== '')
      .join(' '),
  ]
    .slice(0, limits.lessonText)
    .join('')
    .trim();

/** Nothing of it travels in the address: it is asked for with the right of whoever looks. */
export const startQuery = ({ from, sessionId = '', id = '' }: LessonsSearch) =>
  queryOptions({
    queryKey: ['lesson-start', from, sessionId, id],
    enabled: from !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Start> => {
      const { session } = await client.getSession({ sessionId }, { signal });
      const begun = await begunFrom(from, sessionId, id, signal);
      const title = session.title ?? 'a session without a title';
      return {
        text: oneLine(begun.words),
        repository: session.repository,
        source: begun.source,
        said: { words: begun.words, by: begun.by, title },
      };
    },
  });

interface Begun {
  words: string;
  by?: string | undefined;
  source: LessonSource;
}

async function begunFrom(
  from: LessonsSearch['from'],
  sessionId: string,
  id: string,
  signal: AbortSignal,
): Promise<Begun> {
  if (from === 'thread') {
    const { threads } = await loadThreads(sessionId, signal);
    const comment = threads
      .find(({ threadId }) => threadId === id)
      ?.comments.find(({ deletedAt }) => deletedAt === undefined);
    const source = { kind: 'thread', sessionId, threadId: id } as const;
    return { words: comment?.body ?? '', by: comment?.writtenBy, source };
  }
  if (from === 'finding') {
    const { findings } = await client.getFindings({ sessionId }, { signal });
    const finding = findings.find(({ findingId }) => findingId === id);
    // What the rule says to look for, never what it quotes of the session.
    return { words: finding?.means ?? '', source: { kind: 'finding', sessionId, findingId: id } };
  }
  const { review: standing } = await client.getReview({ sessionId }, { signal });
  const review = standing.reviews.find(({ reviewId }) => reviewId === id);
  const source = { kind: 'review', sessionId, reviewId: id } as const;
  return { words: review?.body ?? '', by: review?.reviewerId, source };
}
