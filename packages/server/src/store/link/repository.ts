import type { RepositoryStore, RepositorySummary } from '../../domain/link/ports.ts';
import type { OpenDatabase } from '../database.ts';

const week = 7 * 86_400_000;
/** Agents, folders, people and machines that one page shows of each. */
const maxListed = 200;

export const repositoryStore = ({ db, rows }: OpenDatabase): RepositoryStore => ({
  async summary(organizationId, repository, since) {
    const which = [organizationId, repository];
    const where = 'where s.organization_id = $1 and s.repository = $2';
    const from = 'from sessions s left join projection.session_statistics p on p.session_id = s.session_id';
    const judged = `${from} left join projection.session_findings f on f.session_id = s.session_id`;
    const [all] = await rows<{ sessions: number; cost: number; first: number; last: number }>(
      `select count(*) as sessions, coalesce(sum(p.cost), 0) as cost, min(s.started_at) as first,
        max(s.started_at) as last ${from} ${where}`,
      which,
    );
    if (!all || Number(all.sessions) === 0) return undefined;
    const grouped = <Row extends { sessions: number }>(columns: string, join = '') =>
      rows<Row>(
        `select ${columns}, count(*) as sessions from sessions s ${join}
          where s.organization_id = $1 and s.repository = $2
          group by ${columns.replaceAll(/ as "\w+"/g, '')} order by count(*) desc, 1 limit ${maxListed}`,
        which,
      ).then((found) => found.map((row) => ({ ...row, sessions: Number(row.sessions) })));
    const weeks = await rows<RepositorySummary['weeks'][number]>(
      `select (s.started_at - $3) / ${week} as week, count(*) as sessions, coalesce(sum(p.cost), 0) as cost,
        coalesce(sum(f.high + f.medium), 0) as findings ${judged} ${where} and s.started_at >= $3
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
        findings: Number(row.findings),
      })),
    };
  },

  async ofRoot(organizationId, environmentId, repoRoot) {
    const [found] = await rows<{ repository: string }>(
      `select repository from sessions where organization_id = $1 and environment_id = $2 and repo_root = $3
        order by session_pk desc limit 1`,
      [organizationId, environmentId, repoRoot],
    );
    return found?.repository;
  },

  async adopt(organizationId, from, to) {
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('sessions')
        .set({ repository: to })
        .where('organizationId', '=', organizationId)
        .where('repository', '=', from)
        .execute();
      const told = await transaction
        .deleteFrom('commitReports')
        .where('organizationId', '=', organizationId)
        .where('repository', '=', from)
        .returning(['sessionId', 'sha'])
        .execute();
      // Told anew, under new numbers: whoever concludes for this repository has not looked at them.
      for (const { sessionId, sha } of told) {
        await transaction
          .insertInto('commitReports')
          .values({ organizationId, repository: to, sessionId, sha })
          .execute();
      }
    });
  },
});
