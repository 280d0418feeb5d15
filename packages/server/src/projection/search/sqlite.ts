import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SnippetKind } from '@debrief/contract';
import { reviewStateSql } from '../../domain/review/state-sql.ts';
import { conditionSql, sessionConditions, sessionFacts } from '../../domain/session/filter.ts';
import { type CommentRow, commentPieces, commentsSql, commentsWith } from './comment.ts';
import { bestPieces, type Occurrence, type Piece, piecesPerSession, piecesPerWord, ranked } from './rank.ts';
import { type Found, kindOrder, snippetsPerHit, type WordQuery } from './search.ts';
import type { Phrase } from './snippet.ts';
import { chunksPerSecond, firstChunkId, scopeWord } from './words.ts';

export interface SqliteSearchOptions {
  path: string;
  projectionPath: string;
}

interface Row {
  chunkId: number;
  sessionId: string;
  startedAt: number;
  kind: SnippetKind;
  sequence: number;
}

interface Candidate {
  sessionId: string;
  startedAt: number;
  best: Row[];
}

/** Rows looked at for one page; a longer search goes on with the next page. */
const maxRows = 50_000;
const unbounded = Number.MAX_SAFE_INTEGER;

/** FTS5's own language, of words that hold nothing but letters and digits. */
function expression(organizationId: string, phrases: readonly Phrase[], how: 'AND' | 'OR' = 'AND'): string {
  const parts = phrases.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`);
  return `scope : "${scopeWord(organizationId)}" AND words : (${parts.join(` ${how} `)})`;
}

const isBetter = (a: Row, b: Row): number =>
  kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || a.sequence - b.sequence;

export class SqliteSearch {
  readonly #db: DatabaseSync;

  constructor({ path, projectionPath }: SqliteSearchOptions) {
    this.#db = new DatabaseSync(path);
    this.#db.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824;');
    this.#db.prepare('attach database ? as projection').run(projectionPath);
    this.#db.exec('PRAGMA projection.cache_size = -32768');
  }

  search(organizationId: string, query: WordQuery): Found {
    return query.order === 'relevance'
      ? this.#best(organizationId, query)
      : this.#newest(organizationId, query);
  }

  #best(organizationId: string, query: WordQuery): Found {
    const { phrases, limit, from = 0 } = query;
    const comments = this.#comments(organizationId, query);
    const said = (some: readonly Phrase[]): Occurrence[] =>
      commentsWith(comments, some).map((row) => ({ ...row, kind: 'comment', count: 1 }));
    const occurrences = (some: readonly Phrase[]) => [
      ...this.#occurrences(organizationId, query, some),
      ...said(some),
    ];
    const list = ranked({
      words: phrases.map((phrase) => occurrences([phrase])),
      together: phrases.length > 1 ? occurrences(phrases) : [],
      sessions: this.#sessions(organizationId),
    });
    return {
      sessions: list.slice(from, from + limit).map(({ sessionId, startedAt }) => ({
        sessionId,
        chunks: bestPieces(
          [
            ...this.#pieces({ organizationId, sessionId, startedAt, phrases }),
            ...commentPieces(comments, sessionId, phrases),
          ],
          phrases,
        ),
      })),
      nextFrom: list.length > from + limit ? from + limit : undefined,
    };
  }

  #occurrences(organizationId: string, query: WordQuery, phrases: readonly Phrase[]): Occurrence[] {
    const { startedAfter, startedBefore } = query;
    const { named, place, conditions } = this.#conditions(query);
    return this.#db
      .prepare(
        `select sessionId, startedAt, kind, count(*) as count from (
          select c.session_id as sessionId, s.started_at as startedAt, c.kind as kind
            from projection.search_index i
            cross join projection.search_chunks c on c.chunk_id = i.rowid
            cross join sessions s on s.session_id = c.session_id
            where i.search_index match ${place(expression(organizationId, phrases))}
              and i.rowid >= ${place(startedAfter === undefined ? 0 : firstChunkId(startedAfter))}
              and i.rowid < ${place(startedBefore === undefined ? unbounded : firstChunkId(startedBefore) + chunksPerSecond)}
              and s.organization_id = ${place(organizationId)} ${conditions.map((one) => `and ${one}`).join(' ')}
            order by i.rowid desc limit ${piecesPerWord}
        ) group by sessionId, startedAt, kind`,
      )
      .all(named) as unknown as Occurrence[];
  }

  #comments(organizationId: string, query: WordQuery): CommentRow[] {
    const { named, place, conditions } = this.#conditions(query);
    const text = commentsSql(organizationId, query.phrases, conditions, place);
    return this.#db.prepare(text).all(named) as unknown as CommentRow[];
  }

  #pieces(asked: {
    organizationId: string;
    sessionId: string;
    startedAt: number;
    phrases: readonly Phrase[];
  }): Piece[] {
    const first = firstChunkId(asked.startedAt);
    const rows = this.#db
      .prepare(
        `select i.rowid as chunkId, c.kind, c.sequence from projection.search_index i
          cross join projection.search_chunks c on c.chunk_id = i.rowid
          where i.search_index match ? and i.rowid >= ? and i.rowid < ? and c.session_id = ?
          order by i.rowid limit 2000`,
      )
      .all(
        expression(asked.organizationId, asked.phrases, 'OR'),
        first,
        first + chunksPerSecond,
        asked.sessionId,
      ) as unknown as Row[];
    return rows
      .sort(isBetter)
      .slice(0, piecesPerSession)
      .map(({ chunkId, kind, sequence }) => ({ kind, sequence, text: this.#text(chunkId) }));
  }

  #sessions(organizationId: string): number {
    const row = this.#db
      .prepare('select sum(sessions) as count from projection.repository_weeks where organization_id = ?')
      .get(organizationId);
    return Number(row?.count ?? 0);
  }

  /** What a filter asks of the session `s`. By name: the values do not stand in the order of the text. */
  #conditions(query: WordQuery) {
    const named: Record<string, SQLInputValue> = {};
    const place = (value: unknown) => {
      const name = `$v${Object.keys(named).length}`;
      named[name] = value as SQLInputValue;
      return name;
    };
    const conditions = [
      ...sessionConditions(query).map((one) => conditionSql(one, `s.${one.column}`, place)),
      ...sessionFacts(query, place),
      ...(query.review ? [reviewStateSql(query.review, place)] : []),
    ];
    return { named, place, conditions };
  }

  #newest(organizationId: string, query: WordQuery): Found {
    const { found, next } = this.#candidates(organizationId, query);
    return {
      sessions: found.map(({ sessionId, best }) => ({
        sessionId,
        chunks: best.map(({ chunkId, kind, sequence }) => ({ kind, sequence, text: this.#text(chunkId) })),
      })),
      next,
    };
  }

  #candidates(organizationId: string, query: WordQuery): { found: Candidate[]; next: Found['next'] } {
    const done: Candidate[] = [];
    let current = new Map<string, Candidate>();
    let second = -1;
    let rows = 0;
    const settle = () => {
      const sessions = [...current.values()].sort(
        (a, b) => b.startedAt - a.startedAt || (a.sessionId < b.sessionId ? 1 : -1),
      );
      done.push(...sessions);
      current = new Map();
    };
    let isWhole = true;
    for (const row of this.#rows(organizationId, query)) {
      const its = Math.floor(row.chunkId / chunksPerSecond);
      if (its !== second) {
        // Sessions of one second are mixed; only when it is over is their order known.
        settle();
        second = its;
        if (done.length > query.limit || rows > maxRows) {
          isWhole = false;
          break;
        }
      }
      rows++;
      const candidate = current.get(row.sessionId) ?? { ...row, best: [] };
      current.set(row.sessionId, candidate);
      candidate.best = [...candidate.best, row].sort(isBetter).slice(0, snippetsPerHit);
    }
    settle();
    const found = done.slice(0, query.limit);
    const last = found.at(-1);
    return { found, next: last && (done.length > query.limit || !isWhole) ? last : undefined };
  }

  *#rows(organizationId: string, query: WordQuery): Generator<Row> {
    const { before, startedAfter, startedBefore } = query;
    const newest = Math.min(before?.startedAt ?? unbounded, startedBefore ?? unbounded);
    const { named, conditions } = this.#conditions(query);
    const rows = this.#db
      .prepare(
        `select i.rowid as chunkId, c.session_id as sessionId, s.started_at as startedAt, c.kind, c.sequence
          from projection.search_index i
          cross join projection.search_chunks c on c.chunk_id = i.rowid
          cross join sessions s on s.session_id = c.session_id
          where i.search_index match ? and i.rowid >= ? and i.rowid < ? and s.organization_id = ?
            and (s.started_at, s.session_id) < (?, ?)
            ${conditions.map((one) => `and ${one}`).join(' ')}
          order by i.rowid desc`,
      )
      .iterate(
        named,
        expression(organizationId, query.phrases),
        startedAfter === undefined ? 0 : firstChunkId(startedAfter),
        newest === unbounded ? unbounded : firstChunkId(newest) + chunksPerSecond,
        organizationId,
        before?.startedAt ?? unbounded,
        before?.sessionId ?? '',
      );
    for (const row of rows) yield row as unknown as Row;
  }

  #text(chunkId: number): string {
    const row = this.#db.prepare('select text from projection.search_chunks where chunk_id = ?').get(chunkId);
    return String(row?.text ?? '');
  }
}
