import {
  DebriefError,
  type ListSessions,
  limits,
  type RepositoryList,
  type Session,
  type SessionPage,
  type SessionSort,
} from '@debrief/contract';
import { accessOf, figuresWithoutContent, readerOf, withoutContent } from '../access/reader.ts';
import { readableAmong } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { listedSummary } from '../findings/summary.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { ListedSession } from '../records.ts';
import type { AppliedPolicy } from '../review/default-policy.ts';
import { presentStanding } from '../review/standing.ts';
import { type OrderPosition, readSessionFilter, valuesOf } from './filter.ts';
import type { PartlyKept } from './kept-json.ts';
import { listedStatistics } from './statistics.ts';

/**
 * Statistics and findings are as they are kept, instead of being parsed only to be written again. Of a session that the
 * viewer may not read there are the record and what was counted in it.
 */
export function presentListed(
  found: ListedSession,
  viewer: MemberActor,
  policy: AppliedPolicy,
  now: number,
  labels?: readonly string[],
  isReadable = true,
): PartlyKept<Session> {
  const listed = isReadable ? found : listedWithoutContent(found);
  const { foldedTo, figures, high, medium, low, top, material, draw, standing, edits } = listed;
  const { repoRoot, authorUserId } = listed;
  const { installationId, startedAt, endedAt, createdAt, updatedAt, repository } = listed;
  const grown = {
    ...{ material, draw, edits, highFindings: high ?? 0, mediumFindings: medium },
    ...{ repository, repoRoot, authorUserId, endedAt, createdAt },
  };
  // Each field by its name: taking the others out of a record costs more than all that is left to do.
  const shown: PartlyKept<Session> = {
    sessionId: listed.sessionId,
    organizationId: listed.organizationId,
    environmentId: listed.environmentId,
    agentInstallationId: installationId,
    agentId: listed.agentId,
    status: listed.status,
    secretEnvironment: listed.secretEnvironment,
    ...present({
      title: listed.title,
      repoRoot,
      gitBranch: listed.gitBranch,
      repository,
      externalId: listed.externalId,
      continuesSessionId: listed.continuesSessionId,
      authorUserId,
      startedAtSource: listed.startedAtSource,
      endedAt: isoOrNone(endedAt),
    }),
    startedAt: iso(startedAt),
    eventCount: listed.eventCount,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    review: presentStanding(standing, grown, policy, now),
  };
  const access = accessOf(listed, isReadable, now);
  if (access) shown.access = access;
  if (labels) shown.labels = [...labels];
  if (foldedTo !== null && figures !== null)
    shown.statistics = listedStatistics({ foldedTo, figures }, viewer);
  if (high !== null && medium !== null && low !== null && top !== null)
    shown.findings = listedSummary({ high, medium, low, top });
  return shown;
}

const listedWithoutContent = (listed: ListedSession): ListedSession => ({
  ...withoutContent(listed),
  figures: listed.figures && figuresWithoutContent(listed.figures),
});

export async function listSessions(
  context: Context,
  actor: MemberActor,
  input: ListSessions,
): Promise<PartlyKept<SessionPage>> {
  const limit = Math.min(input.limit ?? limits.sessionsPage.default, limits.sessionsPage.max);
  const { cursor, sort = 'startedAt', order = 'desc' } = input;
  // A position is one in this very order: the cursor says which.
  const isDefault = sort === 'startedAt' && order === 'desc';
  const { cursor: _, ...rest } = input;
  const { organizationId } = actor;
  const after =
    isDefault || cursor === undefined
      ? undefined
      : await readPosition(context, organizationId, { cursor, sort, order });
  const policy = await context.store.review.policy(organizationId);
  const now = context.clock();
  const filter = {
    ...readSessionFilter(isDefault ? input : rest),
    review: input.reviewState && { states: valuesOf(input.reviewState), policy, now },
    titlePart: input.q,
    reader: readerOf(actor, now),
  };
  const found = await context.store.session.list(organizationId, {
    ...filter,
    limit: limit + 1,
    ...(!isDefault && { order: { sort, order, after } }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const position = (session: ListedSession) =>
    isDefault
      ? [session.startedAt, session.sessionId]
      : [`${sort}-${order}`, sortKey(session, sort), session.sessionId];
  const totals =
    input.totals === 'true'
      ? await context.store.session.totals(organizationId, { ...filter, before: undefined })
      : undefined;
  const ids = page.map(({ sessionId }) => sessionId);
  const [labels, readable] = await Promise.all([
    context.store.label.of(ids),
    readableAmong(context, actor, page),
  ]);
  return {
    sessions: page.map((session) => {
      const { sessionId } = session;
      return presentListed(session, actor, policy, now, labels.get(sessionId), readable.has(sessionId));
    }),
    nextCursor: found.length > limit && last ? encodeCursor(position(last)) : null,
    ...(totals && { totals }),
  };
}

/** A path may be longer than a cursor: the place in the order of repositories, or authors, is its session alone. */
function sortKey(session: ListedSession, sort: SessionSort): number {
  return sort === 'startedAt' || sort === 'repository' || sort === 'author'
    ? session.startedAt
    : session[sort];
}

async function readPosition(
  context: Context,
  organizationId: string,
  { cursor, sort, order }: { cursor: string; sort: SessionSort; order: 'desc' | 'asc' },
): Promise<OrderPosition> {
  const [found, key, sessionId] = decodeCursor(cursor, ['string', 'number', 'string']) as [
    string,
    number,
    string,
  ];
  if (found !== `${sort}-${order}`) {
    throw new DebriefError('invalid_cursor', 'cursor belongs to another order.');
  }
  if (sort !== 'repository' && sort !== 'author') return { key, sessionId };
  const session = await context.store.session.find(organizationId, sessionId);
  if (!session) throw new DebriefError('invalid_cursor', 'The session this cursor stands at is gone.');
  const group = sort === 'author' ? session.authorUserId : session.repoRoot;
  return { key: session.startedAt, sessionId, group: group ?? '' };
}

const maxRepositories = 500;

export async function listRepositories(context: Context, actor: MemberActor): Promise<RepositoryList> {
  const found = await context.store.session.repositories(actor.organizationId, maxRepositories);
  return {
    repositories: found.map(({ repoRoot, repoRemote, repository, sessions, lastStartedAt }) => ({
      repoRoot,
      repository,
      ...(repoRemote !== null && { repoRemote }),
      sessions,
      lastStartedAt: iso(lastStartedAt),
    })),
  };
}
