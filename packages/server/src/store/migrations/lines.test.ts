import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { earlierDatabase } from '../../../testing/earlier/load.ts';
import { engines } from '../../../testing/engine.ts';
import type { Context } from '../../domain/context.ts';
import { attendReviews } from '../../domain/review/attend.ts';
import { openStorage } from '../../storage.ts';
import { openPostgres } from '../connection/postgres.ts';
import { openSqlite } from '../connection/sqlite.ts';

/** The request that is in the database. */
interface Request {
  organizationId: string;
  userId: string;
  sessionId: string;
  createdAt: number;
}

const lineOf =
  ({ organizationId, userId, sessionId, createdAt }: Request) =>
  (id: string, reason: string, state: string, environmentId?: string) => {
    const subject = environmentId
      ? `'${environmentId}', null, '${environmentId}'`
      : `'${sessionId}', '${sessionId}', null`;
    const at = Number(createdAt) + 1;
    return `insert into notifications (notification_id, organization_id, user_id, reason, subject_id, session_id,
        environment_id, count, state, created_at, updated_at)
      values ('ntf_${id}', '${organizationId}', '${userId}', '${reason}', ${subject}, 3, '${state}', ${at}, ${at})`;
  };

describe('lines of inboxes from before there were causes', () => {
  for (const engine of engines) {
    it(`stay unread or read as they were, go with what is over, and are not mailed again, on ${engine}`, async () => {
      const database = await earlierDatabase(engine, 'c19a3c9');
      try {
        const { config } = database;
        const open = config.engine === 'sqlite' ? openSqlite(config.path) : openPostgres({ url: config.url });
        const [request] = await open.rows<Request>(
          `select organization_id as "organizationId", user_id as "userId", session_id as "sessionId",
            created_at as "createdAt" from assignments`,
          [],
        );
        assert.ok(request);
        const { organizationId, userId } = request;
        const line = lineOf(request);
        const statements = [
          `update assignments set assigned_by = 'policy'`,
          `delete from settings where name = 'server_key_check'`,
          line('1', 'assigned', 'unread'),
          line('2', 'assigned', 'done'),
          line('3', 'follow_up', 'unread'),
          line('4', 'author', 'unread', 'env_1'),
          line('5', 'author', 'read', 'env_1'),
          line('6', 'released', 'unread'),
          `insert into mail_queue (mail_id, organization_id, user_id, kind, due_at, attempts, claimed_until, outcome,
              ended_at)
            values ('ntf_4', '${organizationId}', '${userId}', 'notification', 1, 0, 0, null, null),
              ('digest ${userId} 2026-11-14', '${organizationId}', '${userId}', 'digest', 1, 0, 0, 'sent', 2)`,
        ];
        for (const statement of statements) await sql.raw(statement).execute(open.db);
        await open.db.destroy();
        const storage = await openStorage({
          config: { database: config, bus: undefined },
          keyCheck: 'test',
          onFault: () => {},
        });
        try {
          const { store } = storage;
          const lines = async () =>
            (await store.notification.list(userId, { unread: false, now: 0, limit: 10 }))
              .map(({ reason, state }) => `${reason} ${state}`)
              .sort();
          assert.equal((await store.notification.unread(userId, Date.now())).count, 3);
          await attendReviews({ store, clock: Date.now, sendsMail: true } as unknown as Context);
          assert.deepEqual(await lines(), ['assigned unread', 'author read', 'author unread']);
          const due = await store.outlet.open(userId);
          assert.deepEqual(
            due.map(({ notificationId }) => notificationId),
            ['ntf_4'],
          );
          const claimed = await store.outlet.claim({ userId, organizationId }, 1, 2);
          assert.equal(claimed?.digestDay, '2026-11-14');
        } finally {
          await storage.stop();
        }
      } finally {
        await database.remove();
      }
    });
  }
});
