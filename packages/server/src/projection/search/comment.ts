import type { PlaceValue } from '../../domain/review/state-sql.ts';
import { type Piece, piecesPerSession } from './rank.ts';
import { type Phrase, phraseIn } from './snippet.ts';

/** What people said about sessions is little beside what agents write: it is read through, without an index. */
export interface CommentRow {
  sessionId: string;
  startedAt: number;
  threadId: string;
  /** Where in the session it stands, as JSON. */
  anchor: string;
  body: string;
}

const mostComments = 2000;

/** The longest word of a phrase; only letters and digits, and both engines lower ASCII alike. */
const hint = ({ words }: Phrase): string | undefined =>
  words.filter((word) => /^[a-z0-9]+$/.test(word)).sort((a, b) => b.length - a.length)[0];

/** Comments that may have one of the phrases; `conditions` are about the session `s`. */
export function commentsSql(
  organizationId: string,
  phrases: readonly Phrase[],
  conditions: readonly string[],
  place: PlaceValue,
): string {
  const hints = phrases.map(hint);
  const isLikely = hints.includes(undefined)
    ? []
    : [`(${hints.map((word) => `lower(c.body) like ${place(`%${word}%`)}`).join(' or ')})`];
  const where = [
    `t.organization_id = ${place(organizationId)}`,
    'c.deleted_at is null',
    ...isLikely,
    ...conditions,
  ];
  return `select s.session_id as "sessionId", s.started_at as "startedAt", t.thread_id as "threadId", t.anchor, c.body
    from threads t join comments c on c.thread_id = t.thread_id join sessions s on s.session_id = t.session_id
    where ${where.join(' and ')} order by c.created_at desc limit ${mostComments}`;
}

export const commentsWith = (rows: readonly CommentRow[], phrases: readonly Phrase[]): CommentRow[] =>
  rows.filter(({ body }) => phrases.every((phrase) => phraseIn(body, phrase)));

/** The comments of a session that have any of the phrases, as pieces of its text. */
export function commentPieces(
  rows: readonly CommentRow[],
  sessionId: string,
  phrases: readonly Phrase[],
): Piece[] {
  return rows
    .filter((row) => row.sessionId === sessionId && phrases.some((phrase) => phraseIn(row.body, phrase)))
    .slice(0, piecesPerSession)
    .map(({ threadId, anchor, body }) => ({
      kind: 'comment',
      sequence: sequenceOf(anchor),
      threadId,
      text: body,
    }));
}

function sequenceOf(anchor: string): number {
  const { sequence } = JSON.parse(anchor) as { sequence?: unknown };
  return typeof sequence === 'number' ? sequence : 0;
}
