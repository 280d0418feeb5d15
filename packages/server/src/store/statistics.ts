import { sql } from 'kysely';
import type { StatisticsStore } from '../domain/ports.ts';
import type { StatisticsRecord } from '../domain/statistics.ts';
import type { OpenDatabase } from './database.ts';

export const statisticsStore = ({ engine, db }: OpenDatabase): StatisticsStore => ({
  async find(sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('projection.sessionStatistics')
      .select(['sessionId', 'foldedTo', 'brief'])
      .where('sessionId', 'in', sessionIds)
      .where('brief', 'is not', null)
      .$narrowType<StatisticsRecord>()
      .execute();
    return new Map(rows.map((row) => [row.sessionId, row]));
  },

  async delete(sessionId) {
    await db.transaction().execute(async (transaction) => {
      if (engine === 'sqlite') {
        await sql`delete from projection.search_index where rowid in
          (select chunk_id from projection.search_chunks where session_id = ${sessionId})`.execute(
          transaction,
        );
      }
      await transaction.deleteFrom('projection.searchChunks').where('sessionId', '=', sessionId).execute();
      await transaction
        .deleteFrom('projection.sessionStatistics')
        .where('sessionId', '=', sessionId)
        .execute();
    });
  },
});
