import { type AskEnding, DebriefError, type Ending, type EndingAnswer } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { deleteOrganization } from '../erasure/deletion.ts';
import { finishErasures } from '../erasure/erasure.ts';
import { isId, newId } from '../id.ts';
import { refuseKept } from '../legal-hold/refusal.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { EndingRecord } from './ports.ts';

const day = 86_400_000;
const graceDays = 7;

function shown(ending: EndingRecord): Ending {
  const { askedAt, closesAt, withdrawnAt, endedAt, ...rest } = ending;
  return present({
    ...rest,
    state: endedAt !== null ? 'ended' : withdrawnAt !== null ? 'withdrawn' : 'waiting',
    askedAt: iso(askedAt),
    closesAt: iso(closesAt),
    withdrawnAt: isoOrNone(withdrawnAt),
    endedAt: isoOrNone(endedAt),
  }) as Ending;
}

const notFound = () => new DebriefError('ending_not_found', 'No such deletion of an organization.');

function ownersOnly({ role }: MemberActor): void {
  if (role !== 'owner')
    throw new DebriefError('insufficient_role', 'Only an owner deletes the organization.');
}

export async function getEnding({ store }: Context, actor: MemberActor): Promise<EndingAnswer> {
  const ending = await store.ending.open(actor.organizationId);
  return ending ? { ending: shown(ending) } : {};
}

/** For whoever was given its id, also when nobody can sign in any more. */
export async function getEndingReceipt(
  { store }: Context,
  _actor: undefined,
  { endingId }: { endingId: string },
): Promise<Ending> {
  const ending = isId('end', endingId) ? await store.ending.find(endingId) : undefined;
  if (!ending) throw notFound();
  return shown(ending);
}

/** In seven days all of it is deleted; until then only owners get in, and any of them takes it back. */
export async function askEnding(context: Context, actor: MemberActor, { name }: AskEnding): Promise<Ending> {
  ownersOnly(actor);
  const { organizationId, userId } = actor;
  const { store, clock } = context;
  const organization = await store.organization.find(organizationId);
  if (organization?.name !== name)
    throw new DebriefError('validation_error', 'name has to be the name of the organization.');
  const kept = await store.legalHold.keepsAnything(organizationId, clock());
  if (kept !== undefined)
    await refuseKept(context, kept, {
      ...{ what: 'sessions of this organization', organizationId, targetId: organizationId },
      actorId: userId,
    });
  const askedAt = clock();
  const ending = await store.ending.begin(
    {
      ...{ endingId: newId('end'), organizationId, askedBy: userId, askedAt },
      ...{ closesAt: askedAt + graceDays * day, withdrawnBy: null, withdrawnAt: null },
      ...{ sessions: 0, endedAt: null },
    },
    auditRecord(context, {
      ...{ action: 'ending_asked', organizationId, actorId: userId, targetId: organizationId },
    }),
  );
  await ringMembers(context, organizationId);
  return shown(ending);
}

export async function withdrawEnding(context: Context, actor: MemberActor): Promise<Ending> {
  ownersOnly(actor);
  const { organizationId, userId } = actor;
  const audited = auditRecord(context, {
    ...{ action: 'ending_withdrawn', organizationId, actorId: userId, targetId: organizationId },
  });
  const ending = await context.store.ending.withdraw(organizationId, userId, context.clock(), audited);
  if (!ending) throw notFound();
  await ringMembers(context, organizationId);
  return shown(ending);
}

/** Streams ask anew whether their reader is still a member. */
async function ringMembers({ store, bell }: Context, organizationId: string): Promise<void> {
  for (const { userId } of await store.member.list(organizationId)) bell?.ringMember(userId);
}

/**
 * Deletes the organizations whose time has come; killed in between, it goes on. One with a legal hold in force stays, and
 * everybody gets in again: it may last for years.
 */
export async function endOrganizations(context: Context): Promise<void> {
  const { store, clock } = context;
  const due = await store.ending.due(clock());
  for (const ending of due) {
    const { organizationId, askedBy } = ending;
    if ((await store.legalHold.keepsAnything(organizationId, clock())) !== undefined) {
      const refused = auditRecord(context, {
        ...{ action: 'legal_hold_refused', outcome: 'refused', organizationId, targetId: organizationId },
      });
      await store.ending.withdraw(organizationId, null, clock(), refused);
      await ringMembers(context, organizationId);
      continue;
    }
    if (await store.ending.shut(ending, clock())) await deleteOrganization(context, organizationId, askedBy);
  }
  if (due.length > 0) await finishErasures(context);
}
