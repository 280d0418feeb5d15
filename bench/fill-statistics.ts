import { DatabaseSync } from 'node:sqlite';
import type { Figures } from '../packages/server/src/domain/session/statistics.ts';
import { projectionPath, projectionPragmas } from '../packages/server/src/projection/sqlite-schema.ts';
import { ProjectionClient } from '../packages/server/src/store/connection/projection-client.ts';
import type { Subject } from './subject.ts';

/**
 * Statistics for sessions that were filled in behind the server's back, as if it had derived them. Otherwise it would
 * be busy with them for minutes, and a list would be shorter than a real one.
 */

const figures: Figures = {
  title: 'Make the retry loop honour the deadline of the caller',
  prompts: 12,
  tools: 84,
  errors: 3,
  denials: 0,
  material: 0,
  edits: 21,
  tokens: { input: 18_230, output: 41_007, cacheRead: 2_310_448, cacheWrite: 190_112, total: 2_559_797 },
  costUsd: 2.418315,
  costIsPartial: false,
  models: ['claude-sonnet-4-5'],
  files: 9,
  linesAdded: 412,
  linesRemoved: 131,
  startedAt: '2025-10-09T08:53:20.000Z',
  endedAt: '2025-10-09T09:41:07.000Z',
  outcome: { kind: 'finished', reason: 'The last run of the tests passed after the last edit.' },
  activeMs: 2_412_000,
};

const missing = (projection: string) => `
  insert into ${projection}.session_statistics (session_id, organization_id, folded_to, state_to, figures, started_at,
    waiting_since, agent_id, environment_id, secret_environment, repo_root, repository, events)
  select session_id, organization_id, event_count, 0, '${JSON.stringify(figures)}', started_at,
    case when ended_at > created_at then ended_at else created_at end, agent_id, environment_id, secret_environment,
    repo_root, repository, event_count from sessions
  where true
  on conflict (session_id) do update set folded_to = excluded.folded_to, figures = excluded.figures`;

export async function fillStatistics({ database: { config } }: Subject): Promise<void> {
  if (config.engine === 'sqlite') {
    const db = new DatabaseSync(config.path);
    db.exec(projectionPragmas);
    db.prepare('attach database ? as derived').run(projectionPath(config.path));
    db.exec(missing('derived'));
    db.close();
    return;
  }
  const client = new ProjectionClient({ connectionString: config.url });
  await client.connect();
  await client.query(missing('projection'));
  await client.query('analyze');
  await client.end();
}

/** How many sessions the server has yet to look at. */
export async function sessionsBehind({ database: { config } }: Subject): Promise<number> {
  const count = (projection: string) => `
    select count(*) as behind from sessions s left join ${projection}.session_statistics p using (session_id)
    where p.session_id is null or p.folded_to <> s.event_count`;
  if (config.engine === 'sqlite') {
    const db = new DatabaseSync(config.path, { readOnly: true });
    try {
      db.prepare('attach database ? as derived').run(projectionPath(config.path));
      return Number(db.prepare(count('derived')).get()?.behind);
    } finally {
      db.close();
    }
  }
  const client = new ProjectionClient({ connectionString: config.url });
  await client.connect();
  try {
    return Number((await client.query(count('projection'))).rows[0].behind);
  } finally {
    await client.end();
  }
}
