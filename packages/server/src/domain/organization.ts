import { type CreatedOrganization, DebriefError, type Organization } from '@debrief/contract';
import type { Actor, MemberActor } from './actor.ts';
import { record, recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { newId, randomBase62 } from './id.ts';
import { iso } from './present.ts';
import type { OrganizationRecord } from './records.ts';

function presentOrganization(organization: OrganizationRecord): Organization {
  const { slug: _, createdAt, updatedAt, ...rest } = organization;
  return { ...rest, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

/** NFKD → ASCII → `[a-z0-9-]`, at most 48 characters; may come out empty (O4). */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-|-$/g, '');
}

export async function createOrganization(
  context: Context,
  actor: Actor,
  input: { name: string },
): Promise<CreatedOrganization> {
  const taken = () => new DebriefError('already_in_organization', 'You already belong to an organization.');
  if (actor.kind !== 'guest') throw taken();
  const { principal } = actor;
  if (!principal.email) {
    throw new DebriefError(
      'email_required',
      'Your identity provider did not say what your e-mail address is.',
    );
  }
  const now = context.clock();
  const userId = newId('usr');
  const base = slugOf(input.name);
  const organization: OrganizationRecord = {
    organizationId: newId('org'),
    name: input.name,
    slug: base || `org-${randomBase62(8).toLowerCase()}`,
    status: 'active',
    ownerUserId: userId,
    createdAt: now,
    updatedAt: now,
  };
  const owner = {
    organizationId: organization.organizationId,
    userId,
    email: principal.email,
    role: 'owner' as const,
    status: 'active' as const,
    joinedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  for (let attempt = 0; ; attempt++) {
    const outcome = await context.store.organization.create(organization, owner, principal, {
      onlyFirst: context.founders === 'first',
    });
    if (outcome === 'created') break;
    if (outcome === 'has_organization') throw taken();
    if (outcome === 'not_first') {
      throw new DebriefError(
        'insufficient_role',
        'This server has its organization already. Ask one of its admins for an invitation.',
      );
    }
    if (attempt >= 8) throw new Error('no free slug');
    organization.slug = `${(base || 'org').slice(0, 43)}-${randomBase62(4).toLowerCase()}`;
  }
  await record(context, {
    action: 'organization_created',
    organizationId: organization.organizationId,
    actorId: userId,
    targetId: organization.organizationId,
  });
  return { ...presentOrganization(organization), slug: organization.slug };
}

export async function getOrganization(context: Context, actor: MemberActor): Promise<Organization> {
  return presentOrganization(await mine(context, actor));
}

export async function renameOrganization(
  context: Context,
  actor: MemberActor,
  input: { name: string },
): Promise<Organization> {
  await context.store.organization.rename(actor.organizationId, input.name, context.clock());
  await recordDeed(context, actor, 'organization_renamed', actor.organizationId);
  return presentOrganization(await mine(context, actor));
}

async function mine(context: Context, actor: MemberActor): Promise<OrganizationRecord> {
  const organization = await context.store.organization.find(actor.organizationId);
  if (!organization)
    throw new DebriefError('organization_not_found', 'You do not belong to an organization.');
  return organization;
}
