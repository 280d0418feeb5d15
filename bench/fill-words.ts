import { DatabaseSync } from 'node:sqlite';
import {
  firstChunkId,
  scopeWord,
  tsvectorOf,
  wordsOf,
} from '../packages/server/src/projection/search/words.ts';
import { projectionPath } from '../packages/server/src/projection/sqlite-schema.ts';
import { ProjectionClient } from '../packages/server/src/store/connection/projection-client.ts';
import { createRandom } from './random.ts';
import type { Subject } from './subject.ts';

/** Words to search for in sessions that were filled in behind the server's back: as many pieces in each. */

interface Session {
  id: string;
  startedAt: number;
}

const sessions =
  'select session_id as id, started_at as "startedAt" from sessions order by started_at, session_id';

export async function fillWords(subject: Subject, pieces: number): Promise<void> {
  const random = createRandom(33);
  const texts = () => Array.from({ length: pieces }, () => random.prose(80 + random.below(300)).trim());
  const { config } = subject.database;
  if (config.engine === 'sqlite') fillSqlite(config.path, subject.organizationId, texts);
  else await fillPostgres(config.url, subject.organizationId, texts);
}

function fillSqlite(path: string, organizationId: string, texts: () => string[]): void {
  const log = new DatabaseSync(path, { readOnly: true });
  const rows = log.prepare(sessions).all() as unknown as Session[];
  log.close();
  const db = new DatabaseSync(projectionPath(path));
  db.exec('pragma synchronous = off; pragma busy_timeout = 10000; begin immediate');
  const chunk = db.prepare("insert into search_chunks values (?, ?, 'reply', ?, ?)");
  const index = db.prepare('insert into search_index (rowid, scope, words) values (?, ?, ?)');
  const scope = scopeWord(organizationId);
  let next = 0;
  for (const { id, startedAt } of rows)
    for (const [at, text] of texts().entries()) {
      next = Math.max(next + 1, firstChunkId(Number(startedAt)));
      chunk.run(next, id, at + 1, text);
      const words = wordsOf(text).map(({ word }) => word);
      index.run(next, scope, words.join(' '));
    }
  db.exec('commit; pragma wal_checkpoint(truncate)');
  db.close();
}

async function fillPostgres(url: string, organizationId: string, texts: () => string[]): Promise<void> {
  const client = new ProjectionClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Session>(sessions);
    for (let from = 0; from < rows.length; from += 1000) {
      const chunks = rows
        .slice(from, from + 1000)
        .flatMap(({ id, startedAt }) =>
          texts().map((text, at) => ({ id, startedAt, at, text, words: tsvectorOf(text, organizationId) })),
        );
      await client.query(
        `insert into projection.search_chunks select id, $1, at, 'reply', number, text, words::tsvector
          from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[]) as t (id, at, number, text, words)`,
        [
          organizationId,
          ...[
            chunks.map(({ id }) => id),
            chunks.map(({ startedAt }) => Number(startedAt)),
            chunks.map(({ at }) => at + 1),
            chunks.map(({ text }) => text),
            chunks.map(({ words }) => words),
          ],
        ],
      );
    }
    await client.query('vacuum analyze projection.search_chunks');
  } finally {
    await client.end();
  }
}
