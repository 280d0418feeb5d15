import {
  type CommitFacts,
  DebriefError,
  limits,
  type ReportCommits,
  type ReportedCommits,
} from '@debrief/contract';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { orGone, sessionGone } from '../erasure/erasure.ts';
import type { SessionRecord } from '../records.ts';
import { findSession } from '../session/session.ts';
import type { CommitRecord } from './records.ts';
import { normaliseRemote, rootKey } from './repository-key.ts';

/** Takes facts of commits that were made where a session runs. Telling again changes nothing (L11). */
export async function reportCommits(
  context: Context,
  actor: SecretActor,
  input: ReportCommits & { sessionId: string },
): Promise<ReportedCommits> {
  const { organizationId } = actor;
  const session = await orGone(
    context,
    organizationId,
    input.sessionId,
    findSession(context, organizationId, input.sessionId),
  );
  const { sessionId } = session;
  const repository = await repositoryOf(context, session, input.repoRemote);
  const now = context.clock();
  const commits = input.commits.map((facts, index) => recordOf(organizationId, facts, index, now));
  const accepted = await context.store.commit.report({
    organizationId,
    repository,
    sessionId,
    commits: [...new Map(commits.map((commit) => [commit.sha, commit])).values()],
    rewrites: (input.rewrites ?? [])
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
    await context.store.repository.adopt(session.organizationId, byRoot, remote);
    return remote;
  }
  return session.repository ?? remote ?? session.sessionId;
}

function recordOf(
  organizationId: string,
  facts: CommitFacts,
  index: number,
  receivedAt: number,
): CommitRecord {
  const lines = Buffer.from(facts.addedLines, 'base64');
  if (lines.length % 4 !== 0) {
    throw new DebriefError('validation_error', `commits[${index}].addedLines must hold four bytes a line.`);
  }
  if (lines.length > limits.commitLines * 4) {
    throw new DebriefError(
      'validation_error',
      `commits[${index}].addedLines may hold at most ${limits.commitLines} lines.`,
    );
  }
  const sum = (name: 'added' | 'removed') =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      facts.files.reduce((total, file) => total + file[name], 0),
    );
  return {
    organizationId,
    sha: facts.sha,
    tree: facts.tree,
    parents: JSON.stringify(facts.parents),
    branch: facts.branch ?? null,
    authoredAt: timeOf(facts.authoredAt),
    committedAt: timeOf(facts.committedAt),
    patchId: facts.patchId ?? null,
    subjectHash: facts.subjectHash ?? null,
    fileCount: Math.max(facts.fileCount ?? 0, facts.files.length),
    added: sum('added'),
    removed: sum('removed'),
    lineCount: Math.max(facts.lineCount ?? 0, lines.length / 4),
    trailers: JSON.stringify(facts.trailers ?? []),
    receivedAt,
    files: JSON.stringify(facts.files.map(({ path, added, removed }) => ({ path, added, removed }))),
    lines,
  };
}

const latest = Date.UTC(9999, 11, 31);

/** A commit may state any time: its author's clock wrote it. */
const timeOf = (instant: string): number => {
  const at = Date.parse(instant);
  return Number.isFinite(at) ? Math.min(Math.max(at, 0), latest) : 0;
};
