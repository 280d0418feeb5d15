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

describe('marks from before scrolling was private', () => {
  for (const engine of engines) {
    it(`are what was seen, judgements stand, and nobody is asked again what they had read, on ${engine}`, async () => {
      const database = await earlierDatabase(engine, 'c19a3c9');
      try {
        const { config } = database;
        const open = config.engine === 'sqlite' ? openSqlite(config.path) : openPostgres({ url: config.url });
        const [found] = await open.rows<{ organizationId: string; userId: string; sessionId: string }>(
          `select organization_id as "organizationId", user_id as "userId", session_id as "sessionId" from assignments`,
          [],
        );
        assert.ok(found);
        const { organizationId, userId, sessionId } = found;
        const thread = (number: number, sequence: number) => [
          `insert into threads (thread_id, session_id, organization_id, number, anchor, state, needs_answer, opened_by,
              resolved_by, resolved_at, comment_count, last_comment_by, last_comment_at, version, created_at, updated_at)
            values ('thr_${number}', '${sessionId}', '${organizationId}', ${number}, '{"sequence":${sequence}}', 'open', 0,
              'usr_other', null, null, 1, 'usr_other', 10, 1, 10, 10)`,
          `insert into thread_mentions (thread_id, user_id, session_id, comment_id, at, is_answered)
            values ('thr_${number}', '${userId}', '${sessionId}', 'cmt_${number}', 10, 0)`,
        ];
        const statements = [
          `delete from settings where name = 'server_key_check'`,
          'delete from assignments',
          'delete from thread_mentions',
          'delete from comments',
          'delete from threads',
          'delete from marks',
          `delete from reviews where session_id = '${sessionId}'`,
          // Read past the first, not as far as the second.
          ...thread(101, 1),
          ...thread(102, 2),
          `insert into marks (session_id, user_id, through_sequence, updated_at) values ('${sessionId}', '${userId}', 1, 20)`,
          `insert into reviews (review_id, session_id, organization_id, reviewer_id, outcome, through_sequence, body, is_own,
              created_at, withdrawn_at, dismissed_by, dismissed_at, dismissed_reason)
            values ('rev_1', '${sessionId}', '${organizationId}', '${userId}', 'accepted', 1, null, 0, 30, null, null, null, null)`,
        ];
        for (const statement of statements) await sql.raw(statement).execute(open.db);
        await open.db.destroy();
        const storage = await openStorage({
          config: { database: config, bus: undefined },
          keyCheck: 'test',
          onFault: () => {},
        });
        try {
          const { review } = storage.store;
          assert.equal(await review.seen(sessionId, userId), 1);
          await attendReviews({ store: storage.store, clock: Date.now } as unknown as Context);
          const picture = await review.picture(sessionId);
          assert.deepEqual(picture?.marks, []);
          assert.deepEqual(
            picture?.reviews.map(({ reviewId, outcome, readTo, material }) => [
              reviewId,
              outcome,
              readTo,
              material,
            ]),
            [['rev_1', 'accepted', null, null]],
          );
          const turns = (await storage.store.queue.attention([sessionId])).get(sessionId) ?? [];
          assert.deepEqual(
            turns.map((one) => [one.userId, one.reason]),
            [[userId, 'mentioned']],
          );
          const mentions = picture?.facts.threads.map(({ threadId, mentions: [one] }) => [
            threadId,
            one?.isAnswered,
          ]);
          assert.deepEqual(mentions?.sort(), [
            ['thr_101', true],
            ['thr_102', false],
          ]);
        } finally {
          await storage.stop();
        }
      } finally {
        await database.remove();
      }
    });
  }
});
