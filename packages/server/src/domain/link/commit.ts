import { DebriefError, limits, type ReportedCommits } from '@debrief/contract';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { orGone, sessionGone } from '../erasure/erasure.ts';
import type { SessionRecord } from '../records.ts';
import { writableSession } from '../session/writing.ts';
import { adoptRepository } from './adoption.ts';
import type { ReadReport } from './commit-facts.ts';
import { normaliseRemote, rootKey } from './repository-key.ts';

/** Takes facts of commits that were made where a session runs. Telling again changes nothing (L11). */
export async function reportCommits(
  context: Context,
  actor: SecretActor,
  input: ReadReport & { sessionId: string },
): Promise<ReportedCommits> {
  const { organizationId } = actor;
  const session = await orGone(
    context,
    organizationId,
    input.sessionId,
    writableSession(context, actor, input.sessionId),
  );
  const { sessionId } = session;
  const repository = await repositoryOf(context, session, input.repoRemote);
  const now = context.clock();
  const commits = input.commits.map((facts) => ({ ...facts, organizationId, receivedAt: now }));
  const accepted = await context.store.commit.report({
    organizationId,
    repository,
    sessionId,
    commits: [...new Map(commits.map((commit) => [commit.sha, commit])).values()],
    rewrites: input.rewrites
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, kind }) => ({ organizationId, fromSha: from, toSha: to, kind, sessionId })),
    max: limits,
  });
  if (accepted === 'session_gone') throw await sessionGone(context, organizationId, sessionId);
  if (accepted === 'limit_reached') {
    throw new DebriefError(
      'limit_reached',
      `At most ${limits.commitsPerSession} commits are kept for a session and ${limits.commitsPerOrganization} for an organization.`,
    );
  }
  await context.store.pullRequest.follow(
    organizationId,
    commits.map(({ sha }) => sha),
  );
  // Whoever concludes hears of it like of new events.
  context.bell?.ring({ organizationId, sessionId });
  return { sessionId, accepted };
}

/** A remote that is told later than the session was opened names the repository from then on. */
async function repositoryOf(
  context: Context,
  session: SessionRecord,
  repoRemote: string | undefined,
): Promise<string> {
  const remote = repoRemote === undefined ? undefined : normaliseRemote(repoRemote);
  const byRoot = rootKey(session.environmentId, session.repoRoot);
  if (remote !== undefined && byRoot !== null && session.repository === byRoot) {
    await adoptRepository(context, session.organizationId, { from: byRoot, to: remote });
    return remote;
  }
  return session.repository ?? remote ?? session.sessionId;
}
