import { DebriefError, type Environment, type RegisterEnvironment } from '@debrief/contract';
import type { MemberActor, SecretActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { isId, newId } from './id.ts';
import { iso, present } from './present.ts';
import type { EnvironmentRecord } from './records.ts';

export function presentEnvironment(environment: EnvironmentRecord): Environment {
  const { machineId: _, ...rest } = environment;
  return present({
    ...rest,
    lastSeenAt: iso(environment.lastSeenAt),
    createdAt: iso(environment.createdAt),
    updatedAt: iso(environment.updatedAt),
  });
}

/** A remote is kept without the user and token some people put into it (E3). */
export function withoutUserinfo(remote: string): string {
  return remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}

export async function registerEnvironment(
  context: Context,
  actor: SecretActor,
  input: RegisterEnvironment,
): Promise<{ environmentId: string; environment: Environment }> {
  const now = context.clock();
  const environment = await context.store.environment.register({
    environmentId: newId('env'),
    organizationId: actor.organizationId,
    machineId: input.machineId ?? null,
    displayName: input.displayName ?? null,
    hostname: input.hostname,
    platform: input.platform,
    repoRoot: input.repoRoot ?? null,
    repoRemote: input.repoRemote === undefined ? null : withoutUserinfo(input.repoRemote),
    gitBranch: input.gitBranch ?? null,
    serviceCliVersion: input.serviceCliVersion,
    status: 'active',
    authorUserId: null,
    lastSeenAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return { environmentId: environment.environmentId, environment: presentEnvironment(environment) };
}

export async function beat(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string; serviceCliVersion?: string },
): Promise<{ environmentId: string; lastSeenAt: string }> {
  const environment = await activeEnvironment(context, actor.organizationId, input.environmentId);
  const lastSeenAt = await context.store.environment.beat(
    environment.environmentId,
    context.clock(),
    input.serviceCliVersion,
  );
  if (lastSeenAt === undefined) throw revoked();
  return { environmentId: environment.environmentId, lastSeenAt: iso(lastSeenAt) };
}

export async function listEnvironments(
  context: Context,
  actor: MemberActor,
): Promise<{ environments: Environment[] }> {
  const environments = await context.store.environment.list(actor.organizationId);
  return { environments: environments.map(presentEnvironment) };
}

export async function getEnvironment(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const environment = await findEnvironment(context, actor.organizationId, input.environmentId);
  return { environment: presentEnvironment(environment) };
}

export async function revokeEnvironment(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const before = await findEnvironment(context, actor.organizationId, input.environmentId);
  if (before.status === 'active') {
    await context.store.environment.revoke(before.environmentId, context.clock());
    await recordDeed(context, actor, 'environment_revoked', before.environmentId);
  }
  return getEnvironment(context, actor, input);
}

export async function findEnvironment(
  context: Context,
  organizationId: string,
  environmentId: string,
): Promise<EnvironmentRecord> {
  const environment = isId('env', environmentId)
    ? await context.store.environment.find(organizationId, environmentId)
    : undefined;
  if (!environment) {
    throw new DebriefError('environment_not_found', 'No such environment in this organization.');
  }
  return environment;
}

/** A revoked environment takes no heartbeat, no agent and no new session (E8). */
export async function activeEnvironment(
  context: Context,
  organizationId: string,
  environmentId: string,
): Promise<EnvironmentRecord> {
  const environment = await findEnvironment(context, organizationId, environmentId);
  if (environment.status === 'revoked') throw revoked();
  return environment;
}

const revoked = () =>
  new DebriefError('environment_revoked', 'This environment has been revoked by an administrator.');
