import { createHash } from 'node:crypto';
import { DebriefError, type OpenSession, type Session } from '@debrief/contract';
import { heldFromStart } from '../access/policy.ts';
import { findSession } from '../access/session.ts';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { activeEnvironment, ofMachine } from '../environment.ts';
import { newId } from '../id.ts';
import { findInstallation } from '../installation.ts';
import { adoptRepository } from '../link/adoption.ts';
import { repositoryKey, rootKey } from '../link/repository-key.ts';
import type { OpeningKey, SessionRecord } from '../records.ts';
import { titleWithoutRedacted } from '../redaction/again.ts';
import { presentSession } from './session.ts';
import { writableSession } from './writing.ts';

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
  const opened = await newSession(context, actor, body);
  const title = await titleWithoutRedacted(context, actor.organizationId, opened);
  const session = { ...opened, title };
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
  const session = await writableSession(context, actor, first.sessionId);
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
  await adoptRepository(context, organizationId, { from: byRoot, to: repository });
}

async function newSession(context: Context, actor: SecretActor, input: OpenSession): Promise<SessionRecord> {
  const { organizationId } = actor;
  const environment = await ofMachine(context, actor, input.environmentId);
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
  const repository = await repositoryOf(context, organizationId, input);
  const { authorUserId } = environment;
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
    repository,
    externalId: input.externalId ?? null,
    continuesSessionId: input.continuesSessionId ?? null,
    authorUserId,
    startedAt: startOf(input.startedAt, now),
    startedAtSource: input.startedAt === undefined ? null : (input.startedAtSource ?? 'record'),
    endedAt: null,
    eventCount: 0,
    heldFor: await heldFromStart(context, { organizationId, authorUserId, repository }),
    createdAt: now,
    updatedAt: now,
  };
}

/** No session began or ended before. */
export const earliestTime = Date.UTC(2000, 0, 1);
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
