import { DebriefError, type GetRepository, limits, type RepositoryDetails } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso, present } from '../present.ts';

const day = 86_400_000;
const week = 7 * day;
const maxFiles = 50;
const defaultWeeks = 12;

/** The Monday a time is in, UTC. 1 January 1970 was a Thursday. */
export const mondayOf = (at: number): number => Math.floor((at + 3 * day) / week) * week - 3 * day;

/** One repository, on whatever machines sessions ran in it. */
export async function getRepository(
  context: Context,
  actor: MemberActor,
  input: GetRepository,
): Promise<RepositoryDetails> {
  const { organizationId } = actor;
  const { repository } = input;
  const weeks = input.weeks ?? defaultWeeks;
  const since = mondayOf(context.clock()) - (weeks - 1) * week;
  const found = await context.store.repository.summary(organizationId, repository, since);
  if (!found) {
    throw new DebriefError('repository_not_found', 'No session of this organization ran in that repository.');
  }
  const byWeek = new Map(found.weeks.map((row) => [row.week, row]));
  return {
    repository,
    roots: found.roots.filter(({ repoRoot }) => repoRoot !== null),
    sessions: found.sessions,
    commits: await context.store.commit.countOf(organizationId, repository),
    linkedCommits: await context.store.concludedLink.linkedCommits(organizationId, repository),
    costUsd: found.cost / 1e6,
    firstStartedAt: iso(found.firstStartedAt),
    lastStartedAt: iso(found.lastStartedAt),
    agents: found.agents,
    people: found.people.map((one) => present(one)),
    machines: found.machines,
    weeks: Array.from({ length: weeks }, (_, index) => {
      const row = byWeek.get(index);
      return {
        from: iso(since + index * week),
        sessions: row?.sessions ?? 0,
        costUsd: (row?.cost ?? 0) / 1e6,
        findings: row?.findings ?? 0,
      };
    }),
    files: await context.store.concludedLink.filesOf(
      organizationId,
      repository,
      limits.repositoryFileSessions,
      maxFiles,
    ),
  };
}
