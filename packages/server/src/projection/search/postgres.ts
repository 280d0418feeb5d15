import type { SnippetKind } from '@debrief/contract';
import type pg from 'pg';
import { reviewStateSql } from '../../domain/review/state-sql.ts';
import type { SessionPosition } from '../../domain/session/filter.ts';
import { conditionSql, sessionConditions, sessionFacts } from '../../domain/session/filter.ts';
import { bestPostgres } from './postgres-best.ts';
import { type Found, kindOrder, snippetsPerHit, type WordQuery } from './search.ts';
import { expression, Values, withPatience } from './statement.ts';

interface Row extends SessionPosition {
  kind: SnippetKind;
  sequence: number;
  text: string;
}

/** Pieces of text that are simply read before the index is asked: what occurs everywhere is found among these. */
const recentChunks = 4000;

type Condition = (place: Values['place']) => string;

const all =
  (...conditions: Condition[]): Condition =>
  (place) =>
    conditions.map((condition) => condition(place)).join(' and ');

export async function searchPostgres(
  pool: pg.Pool,
  organizationId: string,
  query: WordQuery,
): Promise<Found> {
  if (query.order !== 'relevance') return newestPostgres(pool, organizationId, query);
  return bestPostgres(pool, organizationId, query);
}

async function newestPostgres(pool: pg.Pool, organizationId: string, query: WordQuery): Promise<Found> {
  const { before, startedAfter, startedBefore } = query;
  const within = all(
    (place) => `organization_id = ${place(organizationId)}`,
    ...(before ? [isBefore(before)] : []),
    // Also asked of the session below; here it keeps the reading short.
    ...(startedAfter === undefined
      ? []
      : [(place: Values['place']) => `started_at > ${place(startedAfter)}`]),
    ...(startedBefore === undefined
      ? []
      : [(place: Values['place']) => `started_at < ${place(startedBefore)}`]),
  );
  const edge = await position(
    pool,
    within,
    `order by started_at desc, session_id desc offset ${recentChunks} limit 1`,
  );
  const newer = edge && all(within, isAfter(edge));
  let recent: Found | undefined;
  if (newer) {
    recent = pageOf(await matches(pool, newer, 'as they come', organizationId, query), query.limit);
    if (recent.next) return recent;
  }
  try {
    return pageOf(await matches(pool, within, 'by the index', organizationId, query), query.limit);
  } catch (error) {
    if (!newer || !recent || (error as { code?: string }).code !== '57014') throw error;
    const last = await position(pool, newer, 'order by started_at, session_id limit 1');
    return { ...recent, next: last ?? edge };
  }
}

const isBefore =
  ({ startedAt, sessionId }: SessionPosition): Condition =>
  (place) =>
    `(started_at, session_id) < (${place(startedAt)}, ${place(sessionId)})`;

const isAfter =
  ({ startedAt, sessionId }: SessionPosition): Condition =>
  (place) =>
    `(started_at, session_id) > (${place(startedAt)}, ${place(sessionId)})`;

async function position(
  pool: pg.Pool,
  where: Condition,
  which: string,
): Promise<SessionPosition | undefined> {
  const values = new Values();
  const { rows } = await pool.query<SessionPosition>(
    `select started_at as "startedAt", session_id as "sessionId" from projection.search_chunks
      where ${where(values.place)} ${which}`,
    values.list,
  );
  return rows[0];
}

async function matches(
  pool: pg.Pool,
  where: Condition,
  how: 'as they come' | 'by the index',
  organizationId: string,
  query: WordQuery,
): Promise<Row[]> {
  const values = new Values();
  const { place } = values;
  const words = `words @@ ${place(expression(organizationId, query.phrases))}::tsquery`;
  const chosen = `select * from projection.search_chunks where ${where(place)}`;
  // Materialized, so that the index is not asked for what is read as it comes.
  const newest = how === 'by the index' ? '' : `with newest as materialized (${chosen})`;
  const chunks = how === 'by the index' ? `${chosen} and ${words}` : `select * from newest where ${words}`;
  const filters = sessionConditions(query).map(
    (condition) => ` and ${conditionSql(condition, `s.${condition.column}`, place)}`,
  );
  const facts = [
    ...sessionFacts(query, place),
    ...(query.review ? [reviewStateSql(query.review, place)] : []),
  ].map((fact) => ` and ${fact}`);
  const text = `${newest}
    select * from (
      select c.session_id as "sessionId", c.started_at as "startedAt", c.kind, c.sequence, c.text,
          row_number() over (
            partition by c.started_at, c.session_id
            order by array_position(${place([...kindOrder])}::text[], c.kind), c.sequence
          ) as place
        from (${chunks}) c join sessions s on s.session_id = c.session_id
        where s.organization_id = ${place(organizationId)}${filters.join('')}${facts.join('')}
    ) ranked
    where place <= ${snippetsPerHit}
    order by "startedAt" desc, "sessionId" desc, place
    limit ${snippetsPerHit * (query.limit + 1)}`;
  return withPatience(pool, async (client) => (await client.query<Row>(text, values.list)).rows);
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
