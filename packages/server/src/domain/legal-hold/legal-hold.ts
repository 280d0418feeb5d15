import {
  DebriefError,
  type LegalHold,
  type LegalHoldList,
  type LiftLegalHold,
  limits,
  type SetLegalHold,
} from '@debrief/contract';
import { findSession } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import { knownName } from '../review/default-policy.ts';
import { refuseSecrets } from '../review/secret-words.ts';
import type { LegalHoldRecord } from './ports.ts';

const day = 86_400_000;

function stateOf({ liftedAt, until, liftAskedBy }: LegalHoldRecord, now: number): LegalHold['state'] {
  if (liftedAt !== null) return 'lifted';
  if (until <= now) return 'expired';
  return liftAskedBy === null ? 'active' : 'lift_asked';
}

function presentHold(hold: LegalHoldRecord & { sessions: number }, now: number): LegalHold {
  const { organizationId: _, setAt, until, liftAskedAt, liftedAt, ...rest } = hold;
  return present({
    ...rest,
    state: stateOf(hold, now),
    setAt: iso(setAt),
    until: iso(until),
    liftAskedAt: isoOrNone(liftAskedAt),
    liftedAt: isoOrNone(liftedAt),
  });
}

export async function listLegalHolds(context: Context, actor: MemberActor): Promise<LegalHoldList> {
  const now = context.clock();
  const found = await context.store.legalHold.list(actor.organizationId, now, limits.legalHolds);
  return { legalHolds: found.map((hold) => presentHold(hold, now)) };
}

/** One hold as it is listed. */
async function shown(
  context: Context,
  { organizationId }: MemberActor,
  legalHoldId: string,
): Promise<LegalHold> {
  const now = context.clock();
  const found = await context.store.legalHold.list(organizationId, now, limits.legalHolds);
  const hold = found.find((one) => one.legalHoldId === legalHoldId);
  if (!hold) throw notFound();
  return presentHold(hold, now);
}

const notFound = () => new DebriefError('legal_hold_not_found', 'No such legal hold in this organization.');

/** What it keeps, as it is kept: only what is there can be named, but for a repository. */
async function subjectOf(
  context: Context,
  { organizationId }: MemberActor,
  { kind, subject }: SetLegalHold,
): Promise<Pick<LegalHoldRecord, 'subject' | 'label'>> {
  if (kind === 'repository') return { subject: knownName(subject), label: null };
  if (kind === 'session') {
    const { sessionId } = await findSession(context, organizationId, subject);
    return { subject: sessionId, label: null };
  }
  const member = isId('usr', subject) ? await context.store.member.find(organizationId, subject) : undefined;
  if (!member) throw new DebriefError('member_not_found', 'No such member in this organization.');
  return { subject: member.userId, label: member.email };
}

/** At once, by one admin: what is to be kept must not be gone before a second one has time. */
export async function setLegalHold(
  context: Context,
  actor: MemberActor,
  input: SetLegalHold,
): Promise<LegalHold> {
  const now = context.clock();
  const until = Date.parse(input.until);
  if (until < now + day || until > now + limits.legalHoldDays * day)
    throw new DebriefError(
      'validation_error',
      `until has to be a day from now at least, and ${limits.legalHoldDays} days at most.`,
    );
  refuseSecrets(context, { body: input.reason });
  const { organizationId, userId } = actor;
  const hold: LegalHoldRecord = {
    ...{ legalHoldId: newId('lgh'), organizationId, kind: input.kind },
    ...(await subjectOf(context, actor, input)),
    ...{ reason: input.reason, setBy: userId, setAt: now, until },
    ...{ liftAskedBy: null, liftAskedAt: null, liftedBy: null, liftedAt: null },
  };
  const { legalHoldId } = hold;
  const audited = auditRecord(context, {
    ...{ action: 'legal_hold_set', organizationId, actorId: userId, targetId: legalHoldId },
  });
  if (!(await context.store.legalHold.set(hold, limits.legalHolds, audited)))
    throw new DebriefError('limit_reached', `At most ${limits.legalHolds} legal holds are in force at once.`);
  return shown(context, actor, legalHoldId);
}

/** Before its end it takes two admins, neither of them the one whose sessions it keeps. */
export async function liftLegalHold(
  context: Context,
  actor: MemberActor,
  { legalHoldId, agreed }: LiftLegalHold & { legalHoldId: string },
): Promise<LegalHold> {
  const { organizationId, userId } = actor;
  const hold = isId('lgh', legalHoldId)
    ? await context.store.legalHold.find(organizationId, legalHoldId)
    : undefined;
  if (!hold) throw notFound();
  const now = context.clock();
  const isOver = hold.liftedAt !== null || hold.until <= now;
  if (isOver || (!agreed && hold.liftAskedBy === null)) return shown(context, actor, legalHoldId);
  if (agreed && (await isAbout(context, actor, hold)))
    throw new DebriefError('second_admin_needed', 'It keeps your own sessions: two other admins lift it.');
  // Who is no admin any more has not asked.
  const asker =
    hold.liftAskedBy === null ? undefined : await context.store.member.find(organizationId, hold.liftAskedBy);
  const isAsked = asker?.status === 'active' && hasRole(asker.role, 'admin');
  if (agreed && isAsked && asker.userId === userId)
    throw new DebriefError('second_admin_needed', 'You have asked for it: another admin has to agree.');
  const done = !agreed ? 'legal_hold_lift_declined' : isAsked ? 'legal_hold_lifted' : 'legal_hold_lift_asked';
  const asked = {
    liftAskedBy: hold.liftAskedBy,
    liftAskedAt: hold.liftAskedAt,
    liftedBy: userId,
    liftedAt: now,
  };
  const open = { liftedBy: null, liftedAt: null };
  const after =
    done === 'legal_hold_lifted'
      ? asked
      : { ...open, liftAskedBy: agreed ? userId : null, liftAskedAt: agreed ? now : null };
  const audited = auditRecord(context, {
    action: done,
    organizationId,
    actorId: userId,
    targetId: legalHoldId,
  });
  // Somebody else was quicker: the same is decided anew by how it stands now.
  if (!(await context.store.legalHold.change(hold, after, audited)))
    return liftLegalHold(context, actor, { legalHoldId, agreed });
  return shown(context, actor, legalHoldId);
}

async function isAbout(
  context: Context,
  { organizationId, userId }: MemberActor,
  { kind, subject }: LegalHoldRecord,
): Promise<boolean> {
  if (kind === 'member') return subject === userId;
  if (kind !== 'session') return false;
  return (await context.store.session.find(organizationId, subject))?.authorUserId === userId;
}
