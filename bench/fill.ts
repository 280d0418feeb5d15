import { randomBytes } from 'node:crypto';
import type { SessionRecord } from '../packages/server/src/domain/records.ts';
import { encodeEvents } from '../packages/server/src/domain/session/event-lines.ts';
import type { EventLog } from '../packages/server/src/domain/session/log-ports.ts';
import { SqliteLog } from '../packages/server/src/log/sqlite/log.ts';
import { createPostgresLog } from '../packages/server/src/storage.ts';
import { openPostgres } from '../packages/server/src/store/connection/postgres.ts';
import { openSqlite } from '../packages/server/src/store/connection/sqlite.ts';
import { sqlitePragmas } from '../packages/server/src/store/connection/sqlite-pragmas.ts';
import { aSession } from '../packages/server/testing/record.ts';
import type { Body } from './body.ts';
import { createRandom } from './random.ts';
import type { Subject } from './subject.ts';

/** Brings a database to a size faster than HTTP would, through the very store and log the server uses. */

/** A log of our own on the database of the subject, beside the server's. */
function openLog({ database: { config } }: Subject): { log: EventLog; stop(): Promise<void> } {
  if (config.engine === 'sqlite') {
    const log = new SqliteLog({ path: config.path, pragmas: sqlitePragmas });
    return { log, stop: () => log.stop() };
  }
  const { pool, db } = openPostgres({ url: config.url });
  const log = createPostgresLog(pool, config.url, console.error);
  return {
    log,
    async stop() {
      await log.stop();
      await db.destroy();
    },
  };
}

/** What the server does with closed sessions when it has time, now. */
export async function compactSessions(subject: Subject): Promise<void> {
  const { log, stop } = openLog(subject);
  while ((await log.compact(100)) > 0);
  await stop();
}

/** Appends the bodies in turn to the sessions in turn until there are so many events more; returns their bytes. */
export async function fillEvents(
  subject: Subject,
  { sessions, bodies, events }: { sessions: readonly string[]; bodies: readonly Body[]; events: number },
): Promise<number> {
  const { log, stop } = openLog(subject);
  const encoded = bodies.map(({ events, bytes }) => ({
    lines: encodeEvents(events),
    count: events.length,
    size: bytes.length,
  }));
  let left = events;
  let next = 0;
  let bytes = 0;
  const work = async () => {
    while (left > 0) {
      const { lines, count, size } = encoded[next % encoded.length] as (typeof encoded)[number];
      const sessionId = sessions[next % sessions.length] as string;
      next++;
      left -= count;
      bytes += size;
      const { organizationId } = subject;
      const key = randomBytes(12).toString('hex');
      // A copy: a log may hand the memory over to its thread.
      await log.append({
        organizationId,
        sessionId,
        lines: Buffer.from(lines),
        count,
        key,
        at: Date.now(),
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: 64 }, work));
    return bytes;
  } finally {
    await stop();
  }
}

export const listAgents = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'cursor'] as const;
export const listRepositories = Array.from({ length: 40 }, (_, n) => `/home/dev/project-${n}`);

/** Sessions as a team would have them, over a year: half of one agent, most completed. */
export async function fillSessions(
  subject: Subject,
  count: number,
  environmentIds: readonly string[],
): Promise<void> {
  const { config } = subject.database;
  const { db } = config.engine === 'postgres' ? openPostgres({ url: config.url }) : openSqlite(config.path);
  const random = createRandom(count);
  const now = Date.now();
  const make = (): SessionRecord => {
    const startedAt = now - random.below(365 * 24 * 3600 * 1000);
    const status = random.pick(['completed', 'completed', 'completed', 'failed', 'active'] as const);
    return aSession({
      organizationId: subject.organizationId,
      environmentId: random.pick(environmentIds),
      installationId: subject.installationId,
      agentId: random.below(2) ? 'claude-code' : random.pick(listAgents),
      status,
      secretEnvironment: random.below(5) ? 'live' : 'test',
      title: random.prose(20 + random.below(60)).trim(),
      repoRoot: random.pick(listRepositories),
      gitBranch: 'main',
      startedAt,
      eventCount: 200,
      endedAt: status === 'active' ? null : startedAt + random.below(3_600_000),
      createdAt: startedAt,
      updatedAt: startedAt,
    });
  };
  try {
    for (let left = count; left > 0; left -= 500) {
      const records = Array.from({ length: Math.min(500, left) }, make);
      await db.transaction().execute((step) => step.insertInto('sessions').values(records).execute());
    }
  } finally {
    await db.destroy();
  }
}
