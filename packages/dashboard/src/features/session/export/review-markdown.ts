import type { SessionReviewDetail, Thread } from '@debrief/contract';
import { restsWords } from '../../../ui/review/rests.ts';
import { outcomeDone, stateWords } from '../../../ui/review/review-state.ts';
import { idsToNames } from '../../../ui/text/mention.ts';
import { inOrder, placeWords } from '../review/thread/thread-place.ts';

type NameOf = (userId: string) => string;

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The review and the threads of a session as Markdown, to stand behind its transcript. */
export function reviewToMarkdown(
  review: SessionReviewDetail,
  threads: readonly Thread[],
  nameOf: NameOf,
): string {
  const standing = [`## Review\n`, `${stateWords(review)}.\n`];
  const reviews = review.reviews.map(({ reviewerId, outcome, throughSequence, createdAt, ...more }) => {
    const end = more.withdrawnAt ? ', withdrawn' : more.dismissed ? ', dismissed' : '';
    const rests = more.rests ? `, read ${restsWords(more.rests)}` : '';
    const unread = more.unread ? ', accepted unread' : '';
    const judged = `${outcomeDone[outcome]} to #${throughSequence}, ${createdAt}`;
    const line = `- ${nameOf(reviewerId)} ${judged}${rests}${unread}${end}`;
    return more.body ? `${line}\n\n${quoted(idsToNames(more.body, nameOf))}\n` : line;
  });
  if (reviews.length > 0) standing.push(`${reviews.join('\n')}\n`);
  return [...standing, ...threadBlocks(threads, nameOf)].join('\n');
}

function threadBlocks(threads: readonly Thread[], nameOf: NameOf): string[] {
  if (threads.length === 0) return [];
  return [
    '## Threads\n',
    ...inOrder(threads).map((thread) => {
      const comments = thread.comments.map(({ writtenBy, createdAt, body, deletedAt }) =>
        deletedAt
          ? `*A comment of ${nameOf(writtenBy)} was deleted.*\n`
          : `**${nameOf(writtenBy)}**, ${createdAt}\n\n${quoted(idsToNames(body, nameOf))}\n`,
      );
      const state = thread.state === 'resolved' ? ', resolved' : '';
      return `### t${thread.number}: ${placeWords(thread.anchor)}${state}\n\n${comments.join('\n')}`;
    }),
  ];
}
