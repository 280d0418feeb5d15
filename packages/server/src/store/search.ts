import { sql } from 'kysely';
import type { SearchStore } from '../domain/ports.ts';
import type { SearchHit, SessionPosition } from '../domain/search.ts';
import type { OpenDatabase } from './database.ts';
import { searchPostgres } from './postgres-search.ts';
import { SearchThread } from './search-thread.ts';
import { sessionColumns } from './session.ts';

/** What an engine found: which sessions, and which of their text. */
export interface Found {
  sessions: { sessionId: string; chunks: SearchHit['chunks'] }[];
  next?: SessionPosition | undefined;
}

export function searchStore({ engine, db }: OpenDatabase): SearchStore & { stop(): Promise<void> } {
  let thread: SearchThread | undefined;

  async function startThread(): Promise<SearchThread> {
    const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db);
    const fileOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.file ?? '';
    thread ??= new SearchThread({ path: fileOf('main'), projectionPath: fileOf('projection') });
    return thread;
  }

  return {
    async search(organizationId, query) {
      const { sessions, next } =
        engine === 'sqlite'
          ? await (thread ?? (await startThread())).search(organizationId, query)
          : await searchPostgres(db, organizationId, query);
      if (sessions.length === 0) return { hits: [], next };
      const records = await db
        .selectFrom('sessions')
        .select(sessionColumns)
        .where('organizationId', '=', organizationId)
        .where(
          'sessionId',
          'in',
          sessions.map(({ sessionId }) => sessionId),
        )
        .execute();
      const byId = new Map(records.map((record) => [record.sessionId, record]));
      const hits = sessions.flatMap(({ sessionId, chunks }) => {
        const session = byId.get(sessionId);
        return session ? [{ session, chunks }] : [];
      });
      return { hits, next };
    },

    stop: async () => thread?.stop(),
  };
}
