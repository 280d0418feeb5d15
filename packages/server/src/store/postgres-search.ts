import type { SnippetKind } from '@debrief/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { kindOrder, type SearchQuery, type SessionPosition, snippetsPerHit } from '../domain/search.ts';
import type { Phrase } from '../domain/snippet.ts';
import { scopeWord } from '../domain/words.ts';
import type { Database } from './database.ts';
import type { Found } from './search.ts';
import { sessionFilters } from './search-filter.ts';

interface Row extends SessionPosition {
  kind: SnippetKind;
  sequence: number;
  text: string;
}

/** Pieces of text that are simply read before the index is asked: what occurs everywhere is found among these. */
const recentChunks = 4000;
/** A search of common words in a rare order may have to look at very much; then the page ends with what there is. */
const patience = 4000;

/** PostgreSQL's own language, of words that hold nothing but letters and digits. */
function expression(organizationId: string, phrases: readonly Phrase[]): string {
  const parts = phrases.map(({ words, isPrefix }) => {
    const quoted = words.map(
      (word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`,
    );
    return `(${quoted.join(' <-> ')})`;
  });
  return [`'${scopeWord(organizationId)}'`, ...parts].join(' & ');
}

export async function searchPostgres(
  db: Kysely<Database>,
  organizationId: string,
  query: SearchQuery,
): Promise<Found> {
  const { before, startedAfter, startedBefore } = query;
  const within = sql.join(
    [
      sql`organization_id = ${organizationId}`,
      ...(before ? [sql`(started_at, session_id) < (${before.startedAt}, ${before.sessionId})`] : []),
      // Also asked of the session below; here it keeps the reading short.
      ...(startedAfter === undefined ? [] : [sql`started_at > ${startedAfter}`]),
      ...(startedBefore === undefined ? [] : [sql`started_at < ${startedBefore}`]),
    ],
    sql` and `,
  );
  const [edge] = await positions(
    db,
    sql`${within} order by started_at desc, session_id desc
    offset ${sql.lit(recentChunks)} limit 1`,
  );
  const newer = edge && sql`${within} and (started_at, session_id) > (${edge.startedAt}, ${edge.sessionId})`;
  let recent: Found | undefined;
  if (newer) {
    recent = pageOf(await matches(db, newer, 'as they come', organizationId, query), query.limit);
    if (recent.next) return recent;
  }
  try {
    return pageOf(await matches(db, within, 'by the index', organizationId, query), query.limit);
  } catch (error) {
    if (!newer || !recent || (error as { code?: string }).code !== '57014') throw error;
    const [last] = await positions(db, sql`${newer} order by started_at, session_id limit 1`);
    return { ...recent, next: last ?? edge };
  }
}

async function positions(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<SessionPosition[]> {
  const { rows } = await sql<SessionPosition>`select started_at, session_id from projection.search_chunks
    where ${where}`.execute(db);
  return rows;
}

function matches(
  db: Kysely<Database>,
  where: RawBuilder<unknown>,
  how: 'as they come' | 'by the index',
  organizationId: string,
  query: SearchQuery,
): Promise<Row[]> {
  const { phrases, limit } = query;
  const words = sql`words @@ ${expression(organizationId, phrases)}::tsquery`;
  const filters = sessionFilters(query).map(
    ([column, operator, value]) => sql`s.${sql.raw(column)} ${sql.raw(operator)} ${value}`,
  );
  const chunks =
    how === 'by the index'
      ? sql`select * from projection.search_chunks where ${where} and ${words}`
      : // Materialized, so that the index is not asked here.
        sql`select * from newest where ${words}`;
  const first =
    how === 'by the index'
      ? sql``
      : sql`with newest as materialized
    (select * from projection.search_chunks where ${where})`;
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(transaction);
    const { rows } = await sql<Row>`${first}
      select * from (
        select c.session_id, c.started_at, c.kind, c.sequence, c.text, row_number() over (
            partition by c.started_at, c.session_id
            order by array_position(${[...kindOrder]}::text[], c.kind), c.sequence
          ) as place
          from (${chunks}) c join sessions s on s.session_id = c.session_id
          where ${sql.join([sql`s.organization_id = ${organizationId}`, ...filters], sql` and `)}
      ) ranked
      where place <= ${sql.lit(snippetsPerHit)}
      order by started_at desc, session_id desc, place
      limit ${sql.lit(snippetsPerHit * (limit + 1))}`.execute(transaction);
    return rows;
  });
}

function pageOf(rows: readonly Row[], limit: number): Found {
  const sessions = [...Map.groupBy(rows, ({ sessionId }) => sessionId).entries()];
  const page = sessions.slice(0, limit);
  const last = page.at(-1)?.[1][0];
  return {
    sessions: page.map(([sessionId, found]) => ({
      sessionId,
      chunks: found.map(({ kind, sequence, text }) => ({ kind, sequence, text })),
    })),
    next:
      sessions.length > limit && last ? { startedAt: last.startedAt, sessionId: last.sessionId } : undefined,
  };
}
