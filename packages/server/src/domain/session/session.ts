import {
  limits,
  type RenameSession,
  type ReviewStanding,
  type Session,
  type SessionAccess,
  type SessionReview,
  type SessionTitles,
} from '@debrief/contract';
import { figuresWithoutContent, withoutContent } from '../access/reader.ts';
import { accessFor, findSession, mayRead, sessionNotFound, sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { describeEnvironment, findEnvironment } from '../environment.ts';
import type { FindingsSummary } from '../findings/ports.ts';
import { presentSummary } from '../findings/summary.ts';
import { findInstallation, presentInstallation } from '../installation.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { SessionRecord, StatisticsRecord } from '../records.ts';
import { reviewStanding } from '../review/standing.ts';
import { noteReads } from './note-reads.ts';
import { presentStatistics } from './statistics.ts';

export function presentSession(
  session: SessionRecord,
  derived?: {
    statistics: StatisticsRecord | undefined;
    findings: FindingsSummary | undefined;
    review?: ReviewStanding;
    labels?: string[] | undefined;
    access?: SessionAccess | undefined;
    viewer: MemberActor;
  },
): Session {
  const { installationId, heldFor: _, ...rest } = session;
  return present({
    ...rest,
    agentInstallationId: installationId,
    startedAt: iso(session.startedAt),
    endedAt: isoOrNone(session.endedAt),
    createdAt: iso(session.createdAt),
    updatedAt: iso(session.updatedAt),
    statistics: derived?.statistics && presentStatistics(derived.statistics, derived.viewer),
    findings: derived?.findings && presentSummary(derived.findings),
    labels: derived?.labels,
    review: derived?.review,
    access: derived?.access,
  });
}

export async function getSession(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<SessionReview> {
  const session = await findSession(context, actor.organizationId, input.sessionId);
  const environment = await findEnvironment(context, actor.organizationId, session.environmentId);
  const installation = await findInstallation(context, actor.organizationId, session.installationId);
  const found = (await context.store.statistics.find([session.sessionId])).get(session.sessionId);
  const findings = await context.store.judgement.summaries([session.sessionId]);
  const isReadable = await mayRead(context, actor, session);
  // The record is no content; what else is shown of a session is a read.
  if (isReadable) await noteReads(context, actor, [session.sessionId], 'session');
  const figures = found && figuresWithoutContent(found.figures);
  return {
    session: presentSession(isReadable ? session : withoutContent(session), {
      statistics: isReadable || !found || !figures ? found : { ...found, figures },
      access: await accessFor(context, actor, session, isReadable),
      findings: findings.get(session.sessionId),
      review: await reviewStanding(context, session),
      labels: (await context.store.label.of([session.sessionId])).get(session.sessionId),
      viewer: actor,
    }),
    environment: await describeEnvironment(context, environment),
    installation: presentInstallation(installation),
  };
}

/** Whoever reads it may: it is how a session is called, not what is in it. Those it had are kept. */
export async function renameSession(
  context: Context,
  actor: MemberActor,
  input: RenameSession & { sessionId: string },
): Promise<SessionTitles> {
  const session = await sharedSession(context, actor, input.sessionId);
  const { sessionId } = session;
  const derived = (await context.store.statistics.find([sessionId])).get(sessionId);
  const shown = (derived && presentStatistics(derived, actor).title) ?? session.title ?? '';
  const known = await context.store.session.titles(sessionId);
  // What is derived follows a moment later: the last title that was given is the one that counts.
  const current = known.at(-1)?.title ?? shown;
  if (current !== input.title) {
    const given = { title: input.title, givenBy: actor.userId, givenAt: context.clock() };
    const before = { title: shown, givenBy: null, givenAt: session.createdAt };
    const isThere = await context.store.session.rename(session, given, before, limits.keptTitles);
    if (!isThere) throw sessionNotFound();
    await recordDeed(context, actor, 'session_renamed', sessionId);
    context.bell?.ring({ organizationId: actor.organizationId, sessionId });
  }
  return listTitles(context, actor, { sessionId });
}

export async function listTitles(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<SessionTitles> {
  const { sessionId } = await sharedSession(context, actor, input.sessionId);
  const titles = await context.store.session.titles(sessionId);
  return { titles: titles.map((one) => present({ ...one, givenAt: iso(one.givenAt) })) };
}
