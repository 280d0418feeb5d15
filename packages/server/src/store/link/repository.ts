import type { RepositoryStore, RepositorySummary } from '../../domain/link/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { adoptHolds } from '../legal-hold/legal-hold.ts';
import { adoptLessons } from '../lesson/lesson.ts';

/** Counts of sessions, which triggers keep as sessions come in. */
export const countedTables: readonly string[] = ['repository_roots', 'repository_sessions'];

const day = 86_400_000;
const week = 7 * day;
/** Agents, folders, people and machines that one page shows of each. */
const maxListed = 200;

/** Sessions that have everything in common which a page counts by. */
interface RepositoryPart {
  repoRoot: string;
  environmentId: string;
  agentId: string;
  userId: string;
  name: string;
  sessions: number;
}

type Numbers = RepositorySummary['weeks'][number];

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + Number(value(row)), 0);

/** The number of the week a Monday begins, as the kept sums number them. */
const weekOf = (monday: number): number => Math.floor((monday + 3 * day) / week);

/** Those with the most sessions first. */
function grouped<Key extends object>(
  parts: readonly RepositoryPart[],
  keyOf: (part: RepositoryPart) => Key,
): (Key & { sessions: number })[] {
  const groups = Map.groupBy(parts, (part) => JSON.stringify(keyOf(part)));
  return [...groups]
    .map(([text, some]) => ({
      text,
      key: JSON.parse(text) as Key,
      sessions: sumOf(some, (part) => part.sessions),
    }))
    .sort((a, b) => b.sessions - a.sessions || (a.text < b.text ? -1 : 1))
    .slice(0, maxListed)
    .map(({ key, sessions }) => ({ ...key, sessions }));
}

export const repositoryStore = ({ db, rows }: OpenDatabase): RepositoryStore => ({
  async summary(organizationId, repository, since) {
    const which = [organizationId, repository];
    const where = 'where s.organization_id = $1 and s.repository = $2';
    const [bounds] = await rows<{ first: number | null; last: number | null }>(
      `select (select min(s.started_at) from sessions s ${where}) as first,
        (select max(s.started_at) from sessions s ${where}) as last`,
      which,
    );
    if (bounds?.first == null || bounds.last == null) return undefined;
    const parts = await rows<RepositoryPart>(
      `select s.repo_root as "repoRoot", s.environment_id as "environmentId", s.agent_id as "agentId",
        s.author_user_id as "userId", s.sessions, e.hostname as "name"
        from repository_sessions s join environments e on e.environment_id = s.environment_id ${where}`,
      which,
    );
    const weeks = await rows<Numbers>(
      `select s.week, sum(s.sessions) as sessions, sum(s.cost) as cost, sum(s.noteworthy) as findings
        from projection.repository_weeks s ${where} group by s.week order by s.week`,
      which,
    );
    const first = weekOf(since);
    return {
      sessions: sumOf(parts, ({ sessions }) => sessions),
      cost: sumOf(weeks, ({ cost }) => cost),
      firstStartedAt: Number(bounds.first),
      lastStartedAt: Number(bounds.last),
      agents: grouped(parts, ({ agentId }) => ({ agentId })),
      roots: grouped(parts, ({ repoRoot, environmentId }) => ({ repoRoot, environmentId })),
      people: grouped(parts, ({ userId }) => ({ userId: userId === '' ? null : userId })),
      machines: grouped(parts, ({ environmentId, name }) => ({ environmentId, name })),
      // PostgreSQL sums whole numbers to decimals, which come as text.
      weeks: weeks
        .filter(({ week }) => Number(week) >= first)
        .map((row) => ({
          week: Number(row.week) - first,
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
    return db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sessions')
        .set({ repository: to })
        .where('organizationId', '=', organizationId)
        .where('repository', '=', from)
        .executeTakeFirst();
      await adoptHolds(transaction, organizationId, from, to);
      await adoptLessons(transaction, organizationId, from, to);
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
      return Number(numUpdatedRows);
    });
  },
});
