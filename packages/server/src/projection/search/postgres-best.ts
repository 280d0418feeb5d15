import type pg from 'pg';
import { type PlaceValue, reviewStateSql } from '../../domain/review/state-sql.ts';
import { conditionSql, sessionConditions, sessionFacts } from '../../domain/session/filter.ts';
import { type CommentRow, commentPieces, commentsSql, commentsWith } from './comment.ts';
import { bestPieces, type Occurrence, type Piece, piecesPerSession, piecesPerWord, ranked } from './rank.ts';
import { type Found, kindOrder, type WordQuery } from './search.ts';
import type { Phrase } from './snippet.ts';
import { expression, Values, withPatience } from './statement.ts';

/** Of common words the newest pieces, read as they come, when the index would take too long. */
const newestPieces = 20_000;

/** What a filter asks of the session `s`. */
const conditionsOf = (query: WordQuery, place: PlaceValue): string[] => [
  ...sessionConditions(query).map((one) => conditionSql(one, `s.${one.column}`, place)),
  ...sessionFacts(query, place),
  ...(query.review ? [reviewStateSql(query.review, place)] : []),
];

/** Sessions by how well they fit. */
export async function bestPostgres(pool: pg.Pool, organizationId: string, query: WordQuery): Promise<Found> {
  const { phrases, limit, from = 0 } = query;
  const comments = await commentsOf(pool, organizationId, query);
  const occurrences = async (some: readonly Phrase[]): Promise<Occurrence[]> => [
    ...(await occurrencesOf(pool, organizationId, query, some)),
    ...commentsWith(comments, some).map((row) => ({ ...row, kind: 'comment' as const, count: 1 })),
  ];
  const words: Occurrence[][] = [];
  for (const phrase of phrases) words.push(await occurrences([phrase]));
  const list = ranked({
    words,
    together: phrases.length > 1 ? await occurrences(phrases) : [],
    sessions: await sessionsOf(pool, organizationId),
  });
  const page = list.slice(from, from + limit);
  const pieces = await piecesOf(pool, organizationId, page, phrases);
  return {
    sessions: page.map(({ sessionId }) => ({
      sessionId,
      chunks: bestPieces(
        [...(pieces.get(sessionId) ?? []), ...commentPieces(comments, sessionId, phrases)],
        phrases,
      ),
    })),
    nextFrom: list.length > from + limit ? from + limit : undefined,
  };
}

async function occurrencesOf(
  pool: pg.Pool,
  organizationId: string,
  query: WordQuery,
  phrases: readonly Phrase[],
): Promise<Occurrence[]> {
  const ask = async (isNewestOnly: boolean) => {
    const values = new Values();
    const { place } = values;
    const organization = place(organizationId);
    const chunks = isNewestOnly
      ? `(select * from projection.search_chunks where organization_id = ${organization}
          order by started_at desc, session_id desc limit ${newestPieces})`
      : 'projection.search_chunks';
    const conditions = conditionsOf(query, place).map((one) => ` and ${one}`);
    const text = `select "sessionId", "startedAt", kind, count(*)::integer as count from (
        select c.session_id as "sessionId", s.started_at as "startedAt", c.kind
          from ${chunks} c join sessions s on s.session_id = c.session_id
          where c.organization_id = ${organization} and s.organization_id = ${organization}
            and c.words @@ ${place(expression(organizationId, phrases))}::tsquery${conditions.join('')}
          order by c.started_at desc, c.session_id desc limit ${piecesPerWord}
      ) newest group by "sessionId", "startedAt", kind`;
    return withPatience(pool, async (client) => (await client.query<Occurrence>(text, values.list)).rows);
  };
  try {
    return await ask(false);
  } catch (error) {
    if (!isImpatient(error)) throw error;
    return ask(true);
  }
}

async function commentsOf(pool: pg.Pool, organizationId: string, query: WordQuery): Promise<CommentRow[]> {
  const values = new Values();
  const text = commentsSql(organizationId, query.phrases, conditionsOf(query, values.place), values.place);
  try {
    return await withPatience(
      pool,
      async (client) => (await client.query<CommentRow>(text, values.list)).rows,
    );
  } catch (error) {
    if (isImpatient(error)) return [];
    throw error;
  }
}

const isImpatient = (error: unknown): boolean => (error as { code?: string }).code === '57014';

async function sessionsOf(pool: pg.Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ count: unknown }>(
    'select sum(sessions) as count from projection.repository_weeks where organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]?.count ?? 0);
}

async function piecesOf(
  pool: pg.Pool,
  organizationId: string,
  page: readonly { sessionId: string }[],
  phrases: readonly Phrase[],
): Promise<Map<string, Piece[]>> {
  const { rows } = await pool.query<Piece & { sessionId: string }>(
    `select * from (
      select c.session_id as "sessionId", c.kind, c.sequence, c.text,
          row_number() over (
            partition by c.session_id order by array_position($3::text[], c.kind), c.sequence
          ) as place
        from projection.search_chunks c
        where c.session_id = any($1::text[]) and c.words @@ $2::tsquery
    ) best where place <= ${piecesPerSession} order by "sessionId", place`,
    [page.map(({ sessionId }) => sessionId), expression(organizationId, phrases, '|'), [...kindOrder]],
  );
  return Map.groupBy(
    rows.map(({ sessionId, kind, sequence, text }) => ({ sessionId, kind, sequence, text })),
    ({ sessionId }) => sessionId,
  );
}
