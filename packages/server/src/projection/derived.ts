import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Caller } from '../domain/actor.ts';
import type { JudgementStore } from '../domain/findings/ports.ts';
import type { ConcludedLinkStore } from '../domain/link/ports.ts';
import type { StatisticsRecord } from '../domain/records.ts';
import type { SearchIndex, StatisticsStore } from '../domain/session/ports.ts';
import type { TranscriptStore } from '../domain/session/transcript-ports.ts';
import type { Executor } from '../worker/executor.ts';
import { countLater, laterThan, sqliteDialect } from './family/keep.ts';
import { deleteRequests } from './family/postgres.ts';
import { doneAtOnce } from './family/run.ts';
import { answersToFile, answersToPostgres } from './findings/kept-answers.ts';
import { judgementStore } from './findings/store.ts';
import type { LinkValues } from './links/port.ts';
import { concludedLinkReader } from './links/reader.ts';
import { type LostRepository, linkTableNames, lostRepositories, ofRepository } from './links/tables.ts';
import { deleteFromPostgres } from './model/postgres.ts';
import { removeOlderFiles } from './model/sqlite.ts';
import type { Rows, TranscriptQueries } from './reading/reader.ts';
import { Reading } from './reading/reading.ts';
import { type Found, type SearchQuestion, searchIndex, type WordQuery } from './search/search.ts';
import { projectionPragmas } from './sqlite-schema.ts';

/** What requests read of what was derived from the log. */
export interface Derived {
  statistics: StatisticsStore;
  search: SearchIndex;
  transcript: TranscriptStore;
  judgement: JudgementStore;
  concludedLinks: ConcludedLinkStore;
}

const statisticsOf = `select session_id as "sessionId", folded_to as "foldedTo", figures
  from projection.session_statistics where figures is not null and session_id`;

const findStatistics = async (rows: Rows, text: string, sessionIds: readonly string[]) => {
  if (sessionIds.length === 0) return new Map<string, StatisticsRecord>();
  const found = await rows<StatisticsRecord>(text, [JSON.stringify(sessionIds)]);
  return new Map(found.map((row) => [row.sessionId, row]));
};

/** What a search may take; it ends by itself long before. */
const searchMilliseconds = 20_000;

const searchAside = (executor: Executor) => (caller: Caller, query: WordQuery) =>
  executor.run<Found>(
    caller,
    { task: 'search', organizationId: caller.organizationId, query } satisfies SearchQuestion,
    { milliseconds: searchMilliseconds },
  );

export interface SqliteDerivedOptions {
  path: string;
  projectionPath: string;
  executor: Executor;
  /** Of a connection that has the projection attached as `projection`. */
  queries: TranscriptQueries;
}

export function sqliteDerived({ path, projectionPath, queries, executor }: SqliteDerivedOptions): Derived {
  const { rows } = queries;
  const transcript = new Reading(queries, executor);
  const inList = (place: string) => `in (select value from json_each(${place}))`;
  const text = `${statisticsOf} ${inList('$1')}`;
  return {
    statistics: {
      find: (sessionIds) => findStatistics(rows, text, sessionIds),
      async delete(sessionId) {
        deleteFromFile(projectionPath, sessionId);
        // What an older version derived is kept until this one is whole; nobody reads it.
        removeOlderFiles(path);
      },
      adopt: async (organizationId, from, to) => adoptInFile(projectionPath, [to, organizationId, from]),
      async sweep() {
        const lost = await rows<LostRepository>(lostRepositories, []);
        if (lost.length > 0) deleteConcluded(projectionPath, lost);
      },
    },
    search: searchIndex(searchAside(executor)),
    transcript,
    judgement: judgementStore(rows, inList('$1'), executor, answersToFile(projectionPath)),
    concludedLinks: concludedLinkReader(rows, inList),
  };
}

export interface PostgresDerivedOptions {
  pool: pg.Pool;
  executor: Executor;
  queries: TranscriptQueries;
}

export function postgresDerived({ pool, queries, executor }: PostgresDerivedOptions): Derived {
  const { rows } = queries;
  const transcript = new Reading(queries, executor);
  const inList = (place: string) => `= any(array(select json_array_elements_text(${place}::json)))`;
  const text = `${statisticsOf} ${inList('$1')}`;
  return {
    statistics: {
      find: (sessionIds) => findStatistics(rows, text, sessionIds),
      async delete(sessionId) {
        await deleteRequests(pool, sessionId);
        await deleteFromPostgres(pool, sessionId);
      },
      async adopt(organizationId, from, to) {
        await pool.query(
          `update projection.session_statistics set repository = $3 where organization_id = $1 and repository = $2`,
          [organizationId, from, to],
        );
      },
      async sweep() {
        for (const { organizationId, repository } of await rows<LostRepository>(lostRepositories, []))
          await pool.query(`delete from projection.concluded where ${ofRepository}`, [
            organizationId,
            repository,
          ]);
      },
    },
    search: searchIndex(searchAside(executor)),
    transcript,
    judgement: judgementStore(rows, inList('$1'), executor, answersToPostgres(pool)),
    concludedLinks: concludedLinkReader(rows, inList),
  };
}

function adoptInFile(path: string, values: [to: string, organizationId: string, from: string]): void {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL');
    file
      .prepare('update session_statistics set repository = ? where organization_id = ? and repository = ?')
      .run(...values);
  } finally {
    file.close();
  }
}

/** The records' own connection only reads there, so that no transaction ever spans both files. */
function deleteFromFile(path: string, sessionId: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec(`${projectionPragmas} BEGIN IMMEDIATE`);
    const chunks = 'select chunk_id from search_chunks where session_id = ?';
    file.prepare(`delete from search_index where rowid in (${chunks})`).run(sessionId);
    file.prepare('delete from search_chunks where session_id = ?').run(sessionId);
    const rows = (text: string, values: LinkValues) => file.prepare(text).all(...values) as object[];
    const later = doneAtOnce(laterThan(sessionId), rows);
    const rest = [
      'pages',
      'session_rules',
      'session_failures',
      'session_answers',
      'session_findings',
      'requests',
      ...linkTableNames,
    ];
    for (const table of [...rest, 'session_statistics'])
      file.prepare(`delete from ${table} where session_id = ?`).run(sessionId);
    doneAtOnce(countLater(sqliteDialect, later), rows);
    file.exec('COMMIT');
  } finally {
    file.close();
  }
}

function deleteConcluded(path: string, lost: readonly LostRepository[]): void {
  const file = new DatabaseSync(path);
  try {
    file.exec(projectionPragmas);
    const text = `delete from concluded where ${ofRepository.replaceAll('$', '?')}`;
    for (const { organizationId, repository } of lost) file.prepare(text).run(organizationId, repository);
  } finally {
    file.close();
  }
}
