import type { RepositoryStore, RepositorySummary } from '../../domain/link/ports.ts';
import type { OpenDatabase } from '../database.ts';

const week = 7 * 86_400_000;
/** A page shows no more of each. */
const most = 200;

export const repositoryStore = ({ db, rows }: OpenDatabase): RepositoryStore => ({
  async summary(organizationId, repository, since) {
    const which = [organizationId, repository];
    const from = `from sessions s left join projection.session_statistics p on p.session_id = s.session_id
      where s.organization_id = $1 and s.repository = $2`;
    const [all] = await rows<{ sessions: number; cost: number; first: number; last: number }>(
      `select count(*) as sessions, coalesce(sum(p.cost), 0) as cost, min(s.started_at) as first,
        max(s.started_at) as last ${from}`,
      which,
    );
    if (!all || Number(all.sessions) === 0) return undefined;
    const grouped = <Row extends { sessions: number }>(columns: string, join = '') =>
      rows<Row>(
        `select ${columns}, count(*) as sessions from sessions s ${join}
          where s.organization_id = $1 and s.repository = $2
          group by ${columns.replaceAll(/ as "\w+"/g, '')} order by count(*) desc, 1 limit ${most}`,
        which,
      ).then((found) => found.map((row) => ({ ...row, sessions: Number(row.sessions) })));
    const weeks = await rows<RepositorySummary['weeks'][number]>(
      `select (s.started_at - $3) / ${week} as week, count(*) as sessions, coalesce(sum(p.cost), 0) as cost,
        coalesce(sum(p.errors), 0) as errors ${from} and s.started_at >= $3
        group by (s.started_at - $3) / ${week} order by 1`,
      [...which, since],
    );
    return {
      sessions: Number(all.sessions),
      cost: Number(all.cost),
      firstStartedAt: Number(all.first),
      lastStartedAt: Number(all.last),
      agents: await grouped<RepositorySummary['agents'][number]>('s.agent_id as "agentId"'),
      roots: await grouped<RepositorySummary['roots'][number]>(
        's.repo_root as "repoRoot", s.environment_id as "environmentId"',
      ),
      people: await grouped<RepositorySummary['people'][number]>('s.author_user_id as "userId"'),
      machines: await grouped<RepositorySummary['machines'][number]>(
        's.environment_id as "environmentId", e.hostname as "name"',
        'join environments e on e.environment_id = s.environment_id',
      ),
      // PostgreSQL sums whole numbers to decimals, which come as text.
      weeks: weeks.map((row) => ({
        week: Number(row.week),
        sessions: Number(row.sessions),
        cost: Number(row.cost),
        errors: Number(row.errors),
      })),
    };
  },

  async adopt(organizationId, from, to) {
    await db.transaction().execute(async (transaction) => {
      for (const table of ['sessions', 'commitReports'] as const) {
        await transaction
          .updateTable(table)
          .set({ repository: to })
          .where('organizationId', '=', organizationId)
          .where('repository', '=', from)
          .execute();
      }
    });
  },
});
