import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SnippetKind } from '@debrief/contract';
import { reviewStateSql } from '../../domain/review/state-sql.ts';
import { sessionConditions, sessionFacts } from '../../domain/session/filter.ts';
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
function expression(organizationId: string, phrases: readonly Phrase[]): string {
  const parts = phrases.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`);
  return `scope : "${scopeWord(organizationId)}" AND words : (${parts.join(' AND ')})`;
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
    const filters = sessionConditions(query);
    // By name: these values do not stand in the order of the text.
    const named: Record<string, SQLInputValue> = {};
    const place = (value: unknown) => {
      const name = `$review${Object.keys(named).length}`;
      named[name] = value as SQLInputValue;
      return name;
    };
    const facts = [...sessionFacts(query), ...(query.review ? [reviewStateSql(query.review, place)] : [])];
    const rows = this.#db
      .prepare(
        `select i.rowid as chunkId, c.session_id as sessionId, s.started_at as startedAt, c.kind, c.sequence
          from projection.search_index i
          cross join projection.search_chunks c on c.chunk_id = i.rowid
          cross join sessions s on s.session_id = c.session_id
          where i.search_index match ? and i.rowid >= ? and i.rowid < ? and s.organization_id = ?
            and (s.started_at, s.session_id) < (?, ?)
            ${filters.map(([column, operator]) => `and s.${column} ${operator} ?`).join(' ')}
            ${facts.map((fact) => `and ${fact}`).join(' ')}
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
        ...filters.map(([, , value]) => value),
      );
    for (const row of rows) yield row as unknown as Row;
  }

  #text(chunkId: number): string {
    const row = this.#db.prepare('select text from projection.search_chunks where chunk_id = ?').get(chunkId);
    return String(row?.text ?? '');
  }
}
