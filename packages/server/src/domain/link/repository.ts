import {
  type CommitPage,
  DebriefError,
  type GetRepository,
  type ListCommits,
  limits,
  type RepositoryDetails,
} from '@debrief/contract';
import { readerOf } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { iso, present } from '../present.ts';
import { linksOfCommits } from './linked.ts';
import { presentCommits, presentLinkedSessions } from './present-link.ts';

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
      readerOf(actor, context.clock()),
    ),
  };
}

const commitsPerPage = 50;
const linksPerCommit = 5;

/** The commits of a repository, each with the sessions behind it. Those without are made by hand, or not captured. */
export async function listCommits(
  context: Context,
  actor: MemberActor,
  { repository, cursor }: ListCommits,
): Promise<CommitPage> {
  const { organizationId } = actor;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, ['number', 'string']);
  const found = await context.store.commit.ofRepository(organizationId, repository, {
    limit: commitsPerPage + 1,
    ...(after && { after: { committedAt: after[0] as number, sha: after[1] as string } }),
  });
  const page = found.slice(0, commitsPerPage);
  const last = page.at(-1);
  const links = await linksOfCommits(
    context,
    organizationId,
    page.map(({ sha }) => sha),
  );
  const bySha = Map.groupBy(links, ({ sha }) => sha);
  const shown = page.flatMap(({ sha }) => bySha.get(sha)?.slice(0, linksPerCommit) ?? []);
  const linked = Map.groupBy(await presentLinkedSessions(context, actor, shown), ({ sha }) => sha);
  const commits = await presentCommits(context, organizationId, page, links);
  return {
    commits: commits.map((commit) => ({
      commit,
      links: (linked.get(commit.sha) ?? []).map(({ strength, byHand, session }) => ({
        strength,
        byHand,
        session,
      })),
    })),
    nextCursor: found.length > commitsPerPage && last ? encodeCursor([last.committedAt, last.sha]) : null,
  };
}
