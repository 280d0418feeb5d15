import { createHash } from 'node:crypto';
import {
  type CompletedSession,
  type CompleteSession,
  DebriefError,
  type ListSessions,
  limits,
  type OpenSession,
  type RepositoryList,
  type ReviewPolicy,
  type ReviewStanding,
  type Session,
  type SessionReview,
  type SessionSort,
  type SessionTotals,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { activeEnvironment, findEnvironment, presentEnvironment } from '../environment.ts';
import type { FindingsSummary } from '../findings/ports.ts';
import { presentSummary, summaryText } from '../findings/summary.ts';
import { isId, newId } from '../id.ts';
import { findInstallation, presentInstallation } from '../installation.ts';
import { repositoryKey, rootKey } from '../link/repository-key.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { ListedSession, OpeningKey, SessionRecord, StatisticsRecord } from '../records.ts';
import { presentStanding, reviewStanding } from '../review/standing.ts';
import { type OrderPosition, readSessionFilter } from './filter.ts';
import { noteReads } from './note-reads.ts';
import { presentStatistics, statisticsText } from './statistics.ts';

export function presentSession(
  session: SessionRecord,
  derived?: {
    statistics: StatisticsRecord | undefined;
    findings: FindingsSummary | undefined;
    review?: ReviewStanding;
    viewer: MemberActor;
  },
): Session {
  const { installationId, ...rest } = session;
  return present({
    ...rest,
    agentInstallationId: installationId,
    startedAt: iso(session.startedAt),
    endedAt: isoOrNone(session.endedAt),
    createdAt: iso(session.createdAt),
    updatedAt: iso(session.updatedAt),
    statistics: derived?.statistics && presentStatistics(derived.statistics, derived.viewer),
    findings: derived?.findings && presentSummary(derived.findings),
    review: derived?.review,
  });
}

/** The statistics are spliced in as the text they are kept as, instead of being parsed only to be written again. */
export function listedText(
  listed: ListedSession,
  viewer: MemberActor,
  policy: ReviewPolicy,
  now: number,
): string {
  const { errors: _, edits, tokens: __, cost: ___, risk: ____, ...rest } = listed;
  const { foldedTo, brief, high, medium, low, top, material, draw, standing, ...session } = rest;
  const grown = { material, draw, edits, highFindings: high ?? 0, repoRoot: session.repoRoot };
  const review = presentStanding(standing, grown, policy, now);
  let text = JSON.stringify({ ...presentSession(session), review }).slice(0, -1);
  if (foldedTo !== null && brief !== null)
    text += `,"statistics":${statisticsText({ foldedTo, brief }, viewer)}`;
  if (high !== null && medium !== null && low !== null && top !== null)
    text += `,"findings":${summaryText({ high, medium, low, top })}`;
  return `${text}}`;
}

/** The same key with the same body gives the first answer again, also after a lost response (S7). */
export async function openSession(
  context: Context,
  actor: SecretActor,
  input: OpenSession & { idempotencyKey?: string },
): Promise<{ sessionId: string; session: Session; replayed: boolean }> {
  const { idempotencyKey, ...body } = input;
  const key = idempotencyKey === undefined ? undefined : openingKey(idempotencyKey, body);
  if (key) {
    const first = await context.store.session.findOpening(actor.organizationId, key.keyHash);
    if (first) return replay(context, actor, first, key.fingerprint);
  }
  const session = await newSession(context, actor, body);
  await adoptRoot(context, session);
  const outcome = await context.store.session.open(session, key);
  // Another request with this key won the race between our look and our write.
  if (outcome !== 'opened') return replay(context, actor, outcome, (key as OpeningKey).fingerprint);
  context.bell?.ring({ organizationId: session.organizationId, sessionId: session.sessionId });
  return { sessionId: session.sessionId, session: presentSession(session), replayed: false };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const openingKey = (key: string, body: OpenSession): OpeningKey => ({
  keyHash: sha256(key),
  fingerprint: fingerprintOf(body),
});

/** Without the remote: a recorder that learns to tell it between two attempts still means the same session. */
const fingerprintOf = ({ repoRemote: _, ...body }: OpenSession): string =>
  sha256(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));

async function replay(
  context: Context,
  actor: SecretActor,
  first: { sessionId: string; fingerprint: string },
  fingerprint: string,
) {
  if (first.fingerprint !== fingerprint) {
    throw new DebriefError('idempotency_key_reused', 'This Idempotency-Key was used for another session.');
  }
  const session = await findSession(context, actor.organizationId, first.sessionId);
  // As it was answered then: just opened, whatever has happened to it since.
  const opened: SessionRecord = {
    ...session,
    status: 'active',
    endedAt: null,
    eventCount: 0,
    updatedAt: session.createdAt,
  };
  return { sessionId: session.sessionId, session: presentSession(opened), replayed: true };
}

/** A session that states no remote is where the last one in the same folder was (L10). */
async function repositoryOf(
  context: Context,
  organizationId: string,
  { environmentId, repoRoot, repoRemote }: OpenSession,
): Promise<string | null> {
  const stated = repositoryKey({
    environmentId,
    repoRoot: repoRoot ?? null,
    repoRemote: repoRemote ?? null,
  });
  if (repoRoot === undefined || stated !== rootKey(environmentId, repoRoot)) return stated;
  return (await context.store.repository.ofRoot(organizationId, environmentId, repoRoot)) ?? stated;
}

/** Sessions of this root that were captured without a remote belong to the same repository (L10). */
async function adoptRoot(context: Context, session: SessionRecord): Promise<void> {
  const { organizationId, environmentId, repoRoot, repository } = session;
  const byRoot = rootKey(environmentId, repoRoot);
  if (byRoot === null || repository === null || repository === byRoot) return;
  await context.store.repository.adopt(organizationId, byRoot, repository);
}

async function newSession(context: Context, actor: SecretActor, input: OpenSession): Promise<SessionRecord> {
  const { organizationId } = actor;
  const environment = await findEnvironment(context, organizationId, input.environmentId);
  const installation = await findInstallation(context, organizationId, input.agentInstallationId);
  if (input.continuesSessionId !== undefined) {
    await findSession(context, organizationId, input.continuesSessionId);
  }
  if (installation.environmentId !== null && installation.environmentId !== environment.environmentId) {
    throw new DebriefError(
      'validation_error',
      `agentInstallationId: ${installation.installationId} belongs to ${installation.environmentId}.`,
    );
  }
  await activeEnvironment(context, organizationId, environment.environmentId);
  if (installation.status === 'disabled') {
    throw new DebriefError('installation_disabled', 'This agent has been disabled by an administrator.');
  }
  const now = context.clock();
  return {
    sessionId: newId('ses'),
    organizationId,
    environmentId: environment.environmentId,
    installationId: installation.installationId,
    agentId: input.agentId ?? installation.agentId,
    status: 'active',
    secretEnvironment: actor.environment,
    title: input.title ?? null,
    repoRoot: input.repoRoot ?? null,
    gitBranch: input.gitBranch ?? null,
    repository: await repositoryOf(context, organizationId, input),
    externalId: input.externalId ?? null,
    continuesSessionId: input.continuesSessionId ?? null,
    authorUserId: environment.authorUserId,
    startedAt: startOf(input.startedAt, now),
    startedAtSource: input.startedAt === undefined ? null : (input.startedAtSource ?? 'record'),
    endedAt: null,
    eventCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}

const earliestTime = Date.UTC(2000, 0, 1);
const day = 86_400_000;
/** How far ahead of ours a machine's clock may be before what it says is an error. */
const clockSkew = 5 * 60_000;

/** Imported history began long before it arrived (S6). A start within the skew ahead of us counts as now. */
function startOf(startedAt: string | undefined, now: number): number {
  if (startedAt === undefined) return now;
  const at = Date.parse(startedAt);
  if (!(at >= earliestTime && at <= now + clockSkew)) {
    throw new DebriefError('validation_error', 'startedAt must lie between 2000-01-01 and now.');
  }
  return Math.min(at, now);
}

/** May precede startedAt, which is our clock: an offline machine uploads later (C4). */
function endOf(context: Context, endedAt: string | undefined): number {
  const now = context.clock();
  if (endedAt === undefined) return now;
  const at = Date.parse(endedAt);
  if (!(at >= earliestTime && at <= now + day)) {
    throw new DebriefError('validation_error', 'endedAt must lie between 2000-01-01 and one day from now.');
  }
  return at;
}

export async function completeSession(
  context: Context,
  actor: SecretActor,
  input: CompleteSession & { sessionId: string },
): Promise<CompletedSession> {
  const endedAt = endOf(context, input.endedAt);
  const { sessionId } = input;
  const closed = isId('ses', sessionId)
    ? await context.log.close({
        organizationId: actor.organizationId,
        sessionId,
        status: input.status ?? 'completed',
        endedAt,
        at: context.clock(),
      })
    : undefined;
  if (!closed) throw sessionNotFound();
  if (closed.now) context.bell?.ring({ organizationId: actor.organizationId, sessionId });
  // A retry gets the first answer; asking for the other outcome is a conflict (C2, C3).
  if (!closed.now && input.status !== undefined && input.status !== closed.status) {
    throw new DebriefError('session_closed', `This session is already ${closed.status}.`);
  }
  return { sessionId, status: closed.status, endedAt: iso(closed.endedAt) };
}

/** A page, its sessions as the JSON text they are sent as. */
export interface SessionTextPage {
  sessions: string[];
  nextCursor: string | null;
  totals?: SessionTotals;
}

export async function listSessions(
  context: Context,
  actor: MemberActor,
  input: ListSessions,
): Promise<SessionTextPage> {
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
    review: input.reviewState && { state: input.reviewState, policy, now },
    titlePart: input.q,
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
  return {
    sessions: page.map((session) => listedText(session, actor, policy, now)),
    nextCursor: found.length > limit && last ? encodeCursor(position(last)) : null,
    ...(totals && { totals }),
  };
}

/** A path may be longer than a cursor: the place in the order of repositories is its session alone. */
function sortKey(session: ListedSession, sort: SessionSort): number {
  if (sort === 'startedAt' || sort === 'repository') return session.startedAt;
  return sort === 'events' ? session.eventCount : session[sort];
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
  if (sort !== 'repository') return { key, sessionId };
  const session = await context.store.session.find(organizationId, sessionId);
  if (!session) throw new DebriefError('invalid_cursor', 'The session this cursor stands at is gone.');
  return { key: session.startedAt, sessionId, repository: session.repoRoot ?? '' };
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

export async function getSession(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<SessionReview> {
  const session = await findSession(context, actor.organizationId, input.sessionId);
  const environment = await findEnvironment(context, actor.organizationId, session.environmentId);
  const installation = await findInstallation(context, actor.organizationId, session.installationId);
  const statistics = await context.store.statistics.find([session.sessionId]);
  const findings = await context.store.judgement.summaries([session.sessionId]);
  await noteReads(context, actor, [session.sessionId], 'session');
  return {
    session: presentSession(session, {
      statistics: statistics.get(session.sessionId),
      findings: findings.get(session.sessionId),
      review: await reviewStanding(context, session),
      viewer: actor,
    }),
    environment: presentEnvironment(environment),
    installation: presentInstallation(installation),
  };
}

export async function findSession(
  context: Context,
  organizationId: string,
  sessionId: string,
): Promise<SessionRecord> {
  const session = isId('ses', sessionId)
    ? await context.store.session.find(organizationId, sessionId)
    : undefined;
  if (!session) throw sessionNotFound();
  return session;
}

export const sessionNotFound = () =>
  new DebriefError('session_not_found', 'No such session in this organization.');
