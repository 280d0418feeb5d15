import type { Commit, CommitFile, LinkedSession, PullRequest, SessionAccess } from '@debrief/contract';
import { accessOf, withoutContent } from '../access/reader.ts';
import { readableAmong } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { reviewStandings } from '../review/standing.ts';
import { derivedTitles } from '../session/statistics.ts';
import type { Linked } from './linked.ts';
import type { CommitSummary, PullRequestRecord } from './records.ts';

const maxFiles = 100;

/** Commits with what is known of their lines. */
export async function presentCommits(
  context: Context,
  organizationId: string,
  commits: readonly CommitSummary[],
  links: readonly Linked[],
): Promise<Commit[]> {
  const shas = commits.map(({ sha }) => sha);
  const repositories = await context.store.commit.repositories(organizationId, shas);
  const rewritten = await context.store.commit.rewrittenTo(organizationId, shas);
  return commits.map((commit) =>
    present({
      sha: commit.sha,
      branch: commit.branch,
      authoredAt: iso(commit.authoredAt),
      committedAt: iso(commit.committedAt),
      files: (JSON.parse(commit.files) as CommitFile[]).slice(0, maxFiles),
      fileCount: commit.fileCount,
      added: commit.added,
      removed: commit.removed,
      lines: commit.lineCount,
      linesOfSessions: writtenLines(links.filter((link) => link.sha === commit.sha)),
      repositories: repositories.get(commit.sha) ?? [],
      rewrittenTo: rewritten.get(commit.sha) ?? null,
    }),
  );
}

/** Lines that at least one of the sessions wrote. A link that is only likely says nothing about lines. */
function writtenLines(links: readonly Linked[]): number {
  const union: number[] = [];
  for (const { matched, strength } of links) {
    if (strength === 'likely') continue;
    for (const [at, bits] of matched.entries()) union[at] = (union[at] ?? 0) | bits;
  }
  return union.reduce((sum, bits) => sum + bitsIn(bits), 0);
}

function bitsIn(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

const presentSession = (session: SessionRecord, access: SessionAccess | undefined): LinkedSession =>
  present({
    access,
    sessionId: session.sessionId,
    title: session.title,
    agentId: session.agentId,
    environmentId: session.environmentId,
    authorUserId: session.authorUserId,
    startedAt: iso(session.startedAt),
    repository: session.repository,
    gitBranch: session.gitBranch,
  });

/** Each with its session; those whose session is gone are left out, and those who may not read it see that. */
export async function presentLinkedSessions<Link extends { sessionId: string }>(
  context: Context,
  actor: MemberActor,
  links: readonly Link[],
): Promise<(Omit<Link, 'sessionId' | 'matched'> & { session: LinkedSession })[]> {
  const { organizationId } = actor;
  const sessions = await context.store.session.findAll(organizationId, [
    ...new Set(links.map(({ sessionId }) => sessionId)),
  ]);
  const readable = await readableAmong(context, actor, sessions.values());
  const titles = await derivedTitles(context, [...readable]);
  const reviews = await reviewStandings(context, organizationId, [...sessions.keys()]);
  return links.flatMap((link) => {
    const session = sessions.get(link.sessionId);
    if (!session) return [];
    const { sessionId, matched: _, ...rest } = link as Link & { matched?: unknown };
    const title = titles.get(sessionId);
    const review = reviews.get(sessionId);
    const isReadable = readable.has(sessionId);
    const access = accessOf(session, isReadable, context.clock());
    const shown = {
      ...presentSession(isReadable ? session : withoutContent(session), access),
      ...(review && { review }),
    };
    return [{ ...rest, session: title === undefined ? shown : { ...shown, title } }];
  });
}

export const presentPull = (pull: PullRequestRecord): PullRequest =>
  present({
    url: pull.url,
    number: pull.number,
    repository: pull.repository,
    title: pull.title,
    state: pull.state,
    headBranch: pull.headBranch,
    headSha: pull.headSha,
    mergeSha: pull.mergeSha,
    updatedAt: iso(pull.updatedAt),
  });
