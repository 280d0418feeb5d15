import { forgeKinds } from '@debrief/contract';
import { sql } from 'kysely';
import { statusLane } from '../../domain/outbox/commit-status.ts';
import type { CommitStatusStore, StatusKey, UnstatedHead } from '../../domain/outbox/ports.ts';
import type { OpenDatabase } from '../database.ts';

const keyOf = ({ endpointId, repository, headSha, baseBranch }: StatusKey) => ({
  endpointId,
  repository,
  headSha,
  baseBranch,
});

/** What forges were told of the newest commits of pull requests. */
export const commitStatusStore = ({ db, rows }: OpenDatabase): CommitStatusStore => ({
  forges: () =>
    db
      .selectFrom('outboxEndpoints')
      .selectAll()
      .where('offAt', 'is', null)
      .where('kind', 'in', [...forgeKinds])
      .execute(),

  async unstated({ endpointId, organizationId }, { prefix, openSince, mergedSince, limit }) {
    const found = await rows<
      Omit<UnstatedHead, 'isMerged' | 'status'> & {
        pullState: string;
        state: 'pending' | null;
        firstSeenAt: number | null;
      }
    >(
      `select p.url, p.repository, p.head_sha as "headSha", p.base_branch as "baseBranch", p.state as "pullState",
          p.commit_count as "commitCount", s.state, s.first_seen_at as "firstSeenAt"
        from pull_requests p left join outbox_statuses s on s.endpoint_id = $1 and s.repository = p.repository
          and s.head_sha = p.head_sha and s.base_branch = p.base_branch
        where p.organization_id = $2 and substr(p.repository, 1, length($3)) = $3
          and p.head_sha is not null and p.base_branch is not null
          and (s.state is null or s.state = 'pending')
          and ((p.state = 'open' and p.updated_at >= $4)
            or (p.state = 'merged' and s.state = 'pending' and p.updated_at >= $5))
        order by coalesce(s.looked_at, 0), p.updated_at desc limit $6`,
      [endpointId, organizationId, prefix, openSince, mergedSince, limit],
    );
    return found.map(({ pullState, state, firstSeenAt, commitCount, ...head }) => ({
      ...head,
      isMerged: pullState === 'merged',
      commitCount: commitCount === null ? null : Number(commitCount),
      status: firstSeenAt === null ? undefined : { state, firstSeenAt: Number(firstSeenAt) },
    }));
  },

  look: ({ endpointId, organizationId }, head, { state, detail, at }) =>
    db.transaction().execute(async (transaction) => {
      const key = keyOf({ endpointId, ...head });
      await transaction
        .insertInto('outboxStatuses')
        .values({ ...key, organizationId, state: null, firstSeenAt: at, lookedAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const before = head.status?.state ?? null;
      const changed = await transaction
        .updateTable('outboxStatuses')
        .set({ state, lookedAt: at })
        .where((row) => row.and(key))
        .where('state', before === null ? 'is' : '=', before)
        .returning('state')
        .executeTakeFirst();
      // Another server was faster, or there is nothing new to say.
      if (!changed || state === before) return;
      await transaction
        .insertInto('outbox')
        .values({
          ...{ endpointId, organizationId, type: 'commit.status', sessionId: null, actorId: null, at },
          ...{ lane: statusLane(head), subjectId: head.headSha, detail: `${state} ${detail}` },
        })
        .execute();
    }),

  statusOf: (key) =>
    db
      .selectFrom('outboxStatuses')
      .select(['state', 'firstSeenAt'])
      .where((row) => row.and(keyOf(key)))
      .executeTakeFirst(),

  async isHead(organizationId, { repository, headSha, baseBranch }) {
    const found = await db
      .selectFrom('pullRequests')
      .select(sql`1`.as('one'))
      .where('organizationId', '=', organizationId)
      .where('repository', '=', repository)
      .where('headSha', '=', headSha)
      .where('baseBranch', '=', baseBranch)
      .where('state', '!=', 'closed')
      .executeTakeFirst();
    return found !== undefined;
  },

  async forget(key) {
    await db
      .deleteFrom('outboxStatuses')
      .where((row) => row.and(keyOf(key)))
      .execute();
  },
});
