import {
  DebriefError,
  type Environment,
  type IssuedKey,
  type MachinePolicy,
  machineKeyPrefix,
} from '@debrief/contract';
import { hasRole, type MemberActor, type SecretActor } from '../actor.ts';
import { record, recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { activeEnvironment, findEnvironment, getEnvironment, ofMachine } from '../environment.ts';
import { newId } from '../id.ts';
import type { EnvironmentRecord } from '../records.ts';
import { digestSecret, makeSecret } from '../secret.ts';

/**
 * With the organization secret: once, and only for who knows the id the machine registered with, which the service
 * tells nobody. What was never used was lost on its way and may be asked for again (K12). With the machine's own key:
 * another one, whose first use makes the one before void.
 */
export async function exchangeKey(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string; machineId?: string },
): Promise<IssuedKey> {
  const { organizationId, environment, secretId } = actor;
  const isRotation = actor.environmentId !== undefined;
  const machine = isRotation
    ? await ofMachine(context, actor, input.environmentId)
    : await findEnvironment(context, organizationId, input.environmentId);
  const { environmentId } = await activeEnvironment(context, organizationId, machine.environmentId);
  const machineKey = makeSecret(environment, machineKeyPrefix);
  const key = {
    secretId: newId('sec'),
    organizationId,
    digest: digestSecret(context.pepper, machineKey),
    environment,
    status: 'active' as const,
    label: null,
    createdBy: secretId,
    createdAt: context.clock(),
    revokedAt: null,
    environmentId,
  };
  const proof = isRotation ? { secretId } : { machineId: input.machineId ?? '' };
  const outcome = await context.store.machineKey.exchange(key, proof);
  if (outcome === undefined) throw notThisMachine();
  if (outcome === 'exists') {
    throw new DebriefError(
      'machine_key_exists',
      'This machine has its key already. One that has lost it registers as a new machine.',
    );
  }
  await record(context, {
    action: isRotation ? 'machine_key_rotated' : 'machine_key_issued',
    organizationId,
    actorId: secretId,
    targetId: environmentId,
  });
  return { environmentId, machineKey };
}

const notThisMachine = () =>
  new DebriefError('environment_not_found', 'No machine of this organization registered with that id.');

export async function rotateKey(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const { environmentId, keyedAt, keyRotationAskedAt } = await ownMachine(
    context,
    actor,
    input.environmentId,
  );
  if (keyedAt !== null && keyRotationAskedAt === null) {
    await context.store.machineKey.askRotation(environmentId, context.clock());
    await recordDeed(context, actor, 'machine_key_rotation_asked', environmentId);
  }
  return getEnvironment(context, actor, input);
}

export async function revokeKey(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const { environmentId } = await ownMachine(context, actor, input.environmentId);
  if (await context.store.machineKey.revoke(environmentId, context.clock())) {
    await recordDeed(context, actor, 'machine_key_revoked', environmentId);
  }
  return getEnvironment(context, actor, input);
}

/** What is for the author of a machine and for admins. */
async function ownMachine(
  context: Context,
  actor: MemberActor,
  environmentId: string,
): Promise<EnvironmentRecord> {
  const environment = await findEnvironment(context, actor.organizationId, environmentId);
  if (environment.authorUserId !== actor.userId && !hasRole(actor.role, 'admin')) {
    throw new DebriefError('not_yours', 'This is for the author of the machine and for admins.');
  }
  return environment;
}

export async function getMachinePolicy(context: Context, actor: MemberActor): Promise<MachinePolicy> {
  return { ownKeyOnly: await context.store.machineKey.isRequired(actor.organizationId) };
}

export async function setMachinePolicy(
  context: Context,
  actor: MemberActor,
  { ownKeyOnly }: MachinePolicy,
): Promise<MachinePolicy> {
  const { organizationId } = actor;
  if (await context.store.machineKey.require(organizationId, ownKeyOnly)) {
    const action = ownKeyOnly ? 'machine_keys_required' : 'machine_keys_not_required';
    await recordDeed(context, actor, action, organizationId);
  }
  return { ownKeyOnly };
}
