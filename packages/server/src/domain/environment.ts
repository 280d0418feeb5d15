import { DebriefError, type Environment, type RegisterEnvironment } from '@debrief/contract';
import type { MemberActor, SecretActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { isId, newId } from './id.ts';
import { keyRequired, otherKind } from './machine/wall.ts';
import { iso, isoOrNone, present } from './present.ts';
import type { CredentialRecord, EnvironmentRecord } from './records.ts';
import { toldWords } from './redaction/again.ts';

/** `key`: the newest one of the machine, if it has one of its own. */
export function presentEnvironment(environment: EnvironmentRecord, key?: CredentialRecord): Environment {
  const { machineId: _, keyedAt, keyRotationAskedAt, secretEnvironment: __, ...rest } = environment;
  return present({
    ...rest,
    key:
      keyedAt === null
        ? undefined
        : present({
            status: key?.status ?? ('revoked' as const),
            issuedAt: iso(key?.createdAt ?? keyedAt),
            lastUsedAt: isoOrNone(key?.lastUsedAt ?? null),
            rotationAskedAt: isoOrNone(keyRotationAskedAt),
          }),
    lastSeenAt: iso(environment.lastSeenAt),
    createdAt: iso(environment.createdAt),
    updatedAt: iso(environment.updatedAt),
  });
}

/** The same of one machine, which is asked for its key only if it has one. */
export async function describeEnvironment(
  context: Context,
  environment: EnvironmentRecord,
): Promise<Environment> {
  const { organizationId, environmentId, keyedAt } = environment;
  if (keyedAt === null) return presentEnvironment(environment);
  const keys = await context.store.machineKey.list(organizationId, environmentId);
  return presentEnvironment(environment, keys.get(environmentId));
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
  // With its own key a machine is the one it is, whatever it says about itself.
  const own = actor.environmentId && (await ofMachine(context, actor, actor.environmentId));
  if (own && own.status === 'revoked') throw revoked();
  const environment = await context.store.environment.register({
    environmentId: own ? own.environmentId : newId('env'),
    organizationId: actor.organizationId,
    machineId: own ? own.machineId : (input.machineId ?? null),
    secretEnvironment: actor.environment,
    keyedAt: own ? own.keyedAt : null,
    keyRotationAskedAt: null,
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
  return {
    environmentId: environment.environmentId,
    environment: await describeEnvironment(context, environment),
  };
}

export async function beat(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string; serviceCliVersion?: string; redactedRevision?: string },
): Promise<{ environmentId: string; lastSeenAt: string }> {
  const environment = await ofMachine(context, actor, input.environmentId);
  if (environment.status === 'revoked') throw revoked();
  const lastSeenAt = await context.store.environment.beat(
    environment.environmentId,
    context.clock(),
    input.serviceCliVersion,
  );
  if (lastSeenAt === undefined) throw revoked();
  const redacted = await toldWords(context, actor, input.redactedRevision);
  return {
    environmentId: environment.environmentId,
    lastSeenAt: iso(lastSeenAt),
    ...(actor.environmentId && environment.keyRotationAskedAt !== null && { rotateKey: true }),
    ...(redacted && { redacted }),
  };
}

export async function listEnvironments(
  context: Context,
  actor: MemberActor,
): Promise<{ environments: Environment[] }> {
  const environments = await context.store.environment.list(actor.organizationId);
  const keys = await context.store.machineKey.list(actor.organizationId);
  return {
    environments: environments.map((one) => presentEnvironment(one, keys.get(one.environmentId))),
  };
}

export async function getEnvironment(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const environment = await findEnvironment(context, actor.organizationId, input.environmentId);
  return { environment: await describeEnvironment(context, environment) };
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
  if (!environment) throw environmentNotFound();
  return environment;
}

const environmentNotFound = () =>
  new DebriefError('environment_not_found', 'No such environment in this organization.');

/**
 * The machine a request is about, for who may speak for it: its own key, or, as long as it has none, a secret (K11).
 * Once somebody is its author, only one of the kind it registered with (K8).
 */
export async function ofMachine(
  context: Context,
  actor: SecretActor,
  environmentId: string,
): Promise<EnvironmentRecord> {
  if (actor.environmentId !== undefined && actor.environmentId !== environmentId) throw environmentNotFound();
  const environment = await findEnvironment(context, actor.organizationId, environmentId);
  if (actor.environmentId !== undefined) return environment;
  if (environment.keyedAt !== null) throw keyRequired();
  const { authorUserId, secretEnvironment } = environment;
  if (authorUserId !== null && secretEnvironment !== actor.environment) throw otherKind();
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
