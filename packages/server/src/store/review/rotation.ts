import type { RotationStore } from '../../domain/review/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { slices } from './slices.ts';

const day = 86_400_000;
/** Who was not asked for so long was never asked, as far as rotation goes. */
const remembered = 30 * day;
/** So many files of a session are looked up, and so many of the latest sessions that changed each. */
const mostFiles = 20;
const sessionsOfFile = 50;

export const rotationStore = ({ db, rows }: OpenDatabase): RotationStore => ({
  async loads(organizationId, now) {
    const open = await rows<{ userId: string; open: number }>(
      `select a.user_id as "userId", count(*) as open from attention a
        where a.organization_id = $1 and a.reason = 'assigned' group by a.user_id`,
      [organizationId],
    );
    const asked = await rows<{ userId: string; today: number; lastAskedAt: number }>(
      `select a.user_id as "userId", sum(case when a.created_at > $3 then 1 else 0 end) as today,
          max(a.created_at) as "lastAskedAt" from assignments a
        where a.organization_id = $1 and a.why is not null and a.created_at > $2 group by a.user_id`,
      [organizationId, now - remembered, now - day],
    );
    const away = await rows<{ userId: string; awayUntil: number }>(
      `select m.user_id as "userId", n.away_until as "awayUntil" from members m
        join notification_settings n on n.user_id = m.user_id
        where m.organization_id = $1 and n.away_until > $2`,
      [organizationId, now],
    );
    const loads: Awaited<ReturnType<RotationStore['loads']>> = new Map();
    const add = (userId: string, part: object) =>
      loads.set(userId, { open: 0, today: 0, ...loads.get(userId), ...part });
    for (const { userId, ...one } of open) add(userId, { open: Number(one.open) });
    for (const { userId, today, lastAskedAt } of asked) add(userId, { today: Number(today), lastAskedAt });
    for (const { userId, awayUntil } of away) add(userId, { awayUntil });
    return loads;
  },

  async about({ sessionId, organizationId, repository, repoRoot }) {
    const assignments = await db
      .selectFrom('assignments')
      .select(['userId', 'declinedAt'])
      .where('sessionId', '=', sessionId)
      .execute();
    const files = await rows<{ path: string; name: string }>(
      `select f.path, f.name from projection.session_files f where f.session_id = $1 order by f.path limit ${mostFiles}`,
      [sessionId],
    );
    const knows = new Map<string, number>();
    for (const { path, name } of files) {
      // The same path in another repository is another file.
      const people = await rows<{ userId: string }>(
        `with latest as (select s.session_id, s.author_user_id from projection.session_files f
            join sessions s on s.session_id = f.session_id
            where f.organization_id = $1 and f.name = $2 and f.path = $3 and f.session_id <> $4
              and coalesce(s.repository, s.repo_root, '') = $5
            order by f.started_at desc limit ${sessionsOfFile})
          select l.author_user_id as "userId" from latest l where l.author_user_id is not null
          union select v.reviewer_id from latest l join reviews v on v.session_id = l.session_id
            where v.withdrawn_at is null and v.dismissed_at is null`,
        [organizationId, name, path, sessionId, repository ?? repoRoot ?? ''],
      );
      for (const { userId } of people) knows.set(userId, (knows.get(userId) ?? 0) + 1);
    }
    return {
      askedBefore: assignments.filter(({ declinedAt }) => declinedAt === null).map(({ userId }) => userId),
      declined: assignments.filter(({ declinedAt }) => declinedAt !== null).map(({ userId }) => userId),
      knows,
    };
  },

  async whys(userId, sessionIds) {
    const found = new Map<string, string>();
    for (const some of slices([...sessionIds])) {
      const asked = await db
        .selectFrom('assignments')
        .select(['sessionId', 'why'])
        .where('userId', '=', userId)
        .where('sessionId', 'in', some)
        .where('declinedAt', 'is', null)
        .where('why', 'is not', null)
        .execute();
      for (const { sessionId, why } of asked) if (why !== null) found.set(sessionId, why);
    }
    return found;
  },
});
