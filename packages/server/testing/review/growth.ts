import { DatabaseSync } from 'node:sqlite';
import type { DatabaseConfig } from '../../src/config.ts';
import { projectionPath } from '../../src/projection/sqlite-schema.ts';
import { ProjectionClient } from '../../src/store/connection/projection-client.ts';
import { knownWrites } from '../../src/worker/known-writes.ts';

interface Place {
  sessionId: string;
  organizationId: string;
}

/**
 * What grows sessions without events, and clears what histories leave to be told, on connections of its own that stay
 * open: opening one took longer than the deed.
 */
export interface Growth {
  /** Says that the session cannot be read, so that everything that is sent is material: no events are needed to grow it. */
  makeUnreadable(place: Place): Promise<void>;
  growTo(
    sessionId: string,
    to: { events: number; at: number; status: 'active' | 'completed' },
  ): Promise<void>;
  /** Nobody is told anything more of what was said until now. */
  forgetNews(): Promise<void>;
  close(): Promise<void>;
}

const unreadable = ({ sessionId, organizationId }: Place, table: string): string =>
  `insert into ${table} (session_id, organization_id, folded_to, state_to, fault)
    values ('${sessionId}', '${organizationId}', 0, 0, 'unreadable')`;

const grown: (sessionId: string, to: Parameters<Growth['growTo']>[1]) => string = (
  sessionId,
  { events, at, status },
) =>
  `update sessions set event_count = ${events}, updated_at = ${at}, status = '${status}'
    where session_id = '${sessionId}'`;

const news = [
  'delete from due_notices',
  'delete from recipients',
  'delete from notifications',
  'update review_standings set look_at = null where look_at is not null',
];

export async function openGrowth(config: DatabaseConfig): Promise<Growth> {
  if (config.engine === 'postgres') {
    const client = new ProjectionClient({ connectionString: config.url });
    await client.connect();
    const run = async (text: string) => void (await client.query(text));
    return {
      makeUnreadable: (place) => run(unreadable(place, 'projection.session_statistics')),
      growTo: (sessionId, to) => run(grown(sessionId, to)),
      async forgetNews() {
        for (const text of news) await run(text);
      },
      close: () => client.end(),
    };
  }
  const [records, projection] = [config.path, projectionPath(config.path)].map((path) => {
    const file = new DatabaseSync(path, { timeout: 5000 });
    file.exec('PRAGMA synchronous = OFF');
    return file;
  }) as [DatabaseSync, DatabaseSync];
  const run = async (file: DatabaseSync, text: string) => {
    file.exec(text);
    // A server in this process hears of it as of any write.
    knownWrites.count++;
  };
  return {
    makeUnreadable: (place) => run(projection, unreadable(place, 'session_statistics')),
    growTo: (sessionId, to) => run(records, grown(sessionId, to)),
    forgetNews: () => run(records, `begin immediate; ${news.join('; ')}; commit`),
    async close() {
      records.close();
      projection.close();
    },
  };
}
