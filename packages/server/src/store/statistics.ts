import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { StatisticsStore } from '../domain/ports.ts';
import type { StatisticsRecord } from '../domain/session/statistics.ts';
import type { OpenDatabase } from './database.ts';

const ofSessions = {
  sqlite: 'in (select value from json_each($1))',
  postgres: '= any(array(select json_array_elements_text($1::json)))',
};

export const statisticsStore = ({ engine, db, rows }: OpenDatabase): StatisticsStore => ({
  async find(sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const found = await rows<StatisticsRecord>(
      `select session_id as "sessionId", folded_to as "foldedTo", brief from projection.session_statistics
        where session_id ${ofSessions[engine]} and brief is not null`,
      [JSON.stringify(sessionIds)],
    );
    return new Map(found.map((row) => [row.sessionId, row]));
  },

  async delete(sessionId) {
    if (engine === 'sqlite') return deleteFromFile(await projectionFile(db), sessionId);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('projection.searchChunks').where('sessionId', '=', sessionId).execute();
      await transaction
        .deleteFrom('projection.sessionStatistics')
        .where('sessionId', '=', sessionId)
        .execute();
    });
  },
});

async function projectionFile(db: OpenDatabase['db']): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db);
  return rows.find(({ name }) => name === 'projection')?.file as string;
}

/** The records' own connection only reads there, so that no transaction ever spans both files. */
function deleteFromFile(path: string, sessionId: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
    const chunks = 'select chunk_id from search_chunks where session_id = ?';
    file.prepare(`delete from search_index where rowid in (${chunks})`).run(sessionId);
    file.prepare('delete from search_chunks where session_id = ?').run(sessionId);
    file.prepare('delete from session_statistics where session_id = ?').run(sessionId);
    file.exec('COMMIT');
  } finally {
    file.close();
  }
}
