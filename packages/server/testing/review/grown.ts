import { DatabaseSync } from 'node:sqlite';
import type { DatabaseConfig } from '../../src/config.ts';
import { projectionPath } from '../../src/projection/sqlite-schema.ts';
import { runStatement } from '../engine.ts';

interface Place {
  sessionId: string;
  organizationId: string;
}

/** Says that the session cannot be read, so that everything that is sent is material: no events are needed to grow it. */
export async function makeUnreadable(
  config: DatabaseConfig,
  { sessionId, organizationId }: Place,
): Promise<void> {
  const columns = '(session_id, organization_id, folded_to, state_to, fault)';
  const row = `${columns} values ('${sessionId}', '${organizationId}', 0, 0, 'unreadable')`;
  if (config.engine === 'postgres') {
    await runStatement(config, `insert into projection.session_statistics ${row}`);
    return;
  }
  const file = new DatabaseSync(projectionPath(config.path), { timeout: 5000 });
  file.exec(`insert into session_statistics ${row}`);
  file.close();
}

export async function growTo(
  config: DatabaseConfig,
  sessionId: string,
  { events, at, status }: { events: number; at: number; status: 'active' | 'completed' },
): Promise<void> {
  await runStatement(
    config,
    `update sessions set event_count = ${events}, updated_at = ${at}, status = '${status}'
      where session_id = '${sessionId}'`,
  );
}
