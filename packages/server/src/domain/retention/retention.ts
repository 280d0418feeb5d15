import { DebriefError, type Retention, type RetentionPolicy } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { knownName } from '../review/default-policy.ts';

export async function getRetention(context: Context, { organizationId }: MemberActor): Promise<Retention> {
  const { store, retentionDays } = context;
  return {
    policy: (await store.retention.policy(organizationId)) ?? { repositories: [] },
    ...(retentionDays !== undefined && { serverDays: retentionDays }),
  };
}

/** Counts for what is there, too: housekeeping deletes within the hour what is older. */
export async function setRetention(
  context: Context,
  actor: MemberActor,
  input: RetentionPolicy,
): Promise<Retention> {
  const { organizationId, userId } = actor;
  const policy: RetentionPolicy = {
    ...(input.days !== undefined && { days: input.days }),
    repositories: input.repositories.map(({ repository, days }) => ({
      repository: knownName(repository),
      days,
    })),
  };
  const names = policy.repositories.map(({ repository }) => repository);
  if (new Set(names).size < names.length)
    throw new DebriefError('validation_error', 'repositories names a repository twice.');
  await context.store.retention.set(
    organizationId,
    policy,
    { by: userId, at: context.clock() },
    auditRecord(context, {
      ...{ action: 'retention_changed', organizationId, actorId: userId, targetId: organizationId },
    }),
  );
  return getRetention(context, actor);
}
