import {
  type ChangeInstallation,
  type CreateInstallation,
  DebriefError,
  type Installation,
  limits,
  type RegisterInstallation,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { activeEnvironment, ofMachine } from './environment.ts';
import { isId, newId } from './id.ts';
import { depthOf } from './json.ts';
import { iso, present } from './present.ts';
import type { InstallationRecord } from './records.ts';

export const presentInstallation = (installation: InstallationRecord): Installation =>
  present({
    ...installation,
    config: installation.config === null ? undefined : JSON.parse(installation.config),
    createdAt: iso(installation.createdAt),
    updatedAt: iso(installation.updatedAt),
  });

function configText(context: Context, config: Record<string, unknown> | undefined): string | undefined {
  if (config === undefined) return undefined;
  if (depthOf(config, limits.configDepth) > limits.configDepth) {
    throw new DebriefError(
      'validation_error',
      `config may be nested at most ${limits.configDepth} levels deep.`,
    );
  }
  const text = JSON.stringify(context.redact(config));
  if (Buffer.byteLength(text) > limits.configBytes) {
    throw new DebriefError('validation_error', `config may take at most ${limits.configBytes} bytes.`);
  }
  return text;
}

function newInstallation(
  context: Context,
  organizationId: string,
  environmentId: string | null,
  input: RegisterInstallation,
): InstallationRecord {
  const now = context.clock();
  return {
    installationId: newId('ins'),
    organizationId,
    agentId: input.agentId,
    environmentId,
    version: input.version ?? null,
    config: configText(context, input.config) ?? null,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
}

export async function listInstallations(
  context: Context,
  actor: MemberActor,
): Promise<{ installations: Installation[] }> {
  const installations = await context.store.installation.list(actor.organizationId);
  return { installations: installations.map(presentInstallation) };
}

export async function createInstallation(
  context: Context,
  actor: MemberActor,
  input: CreateInstallation,
): Promise<{ installation: Installation }> {
  const { environmentId } = input;
  const installation = newInstallation(context, actor.organizationId, environmentId ?? null, input);
  if (environmentId !== undefined) await activeEnvironment(context, actor.organizationId, environmentId);
  if (!(await context.store.installation.add(installation))) {
    throw new DebriefError('installation_exists', 'This agent is already installed in that environment.');
  }
  await recordDeed(context, actor, 'installation_created', installation.installationId);
  return { installation: presentInstallation(installation) };
}

export async function changeInstallation(
  context: Context,
  actor: MemberActor,
  input: ChangeInstallation & { installationId: string },
): Promise<{ installation: Installation }> {
  const config = configText(context, input.config);
  const before = await findInstallation(context, actor.organizationId, input.installationId);
  const changes = {
    ...(input.version !== undefined && { version: input.version }),
    ...(config !== undefined && { config }),
    ...(input.status !== undefined && { status: input.status }),
  };
  const differs = Object.entries(changes).some(
    ([name, value]) => before[name as keyof typeof before] !== value,
  );
  if (!differs) return { installation: presentInstallation(before) };
  await context.store.installation.change(before.installationId, changes, context.clock());
  await recordDeed(context, actor, 'installation_changed', before.installationId);
  const after = await findInstallation(context, actor.organizationId, before.installationId);
  return { installation: presentInstallation(after) };
}

/** Upsert from the command line. An administrator's `disabled` survives it (I2). */
export async function registerInstallation(
  context: Context,
  actor: SecretActor,
  input: RegisterInstallation & { environmentId: string },
): Promise<{ installationId: string; installation: Installation }> {
  const fresh = newInstallation(context, actor.organizationId, input.environmentId, input);
  await ofMachine(context, actor, input.environmentId);
  await activeEnvironment(context, actor.organizationId, input.environmentId);
  const installation = await context.store.installation.register(fresh);
  return { installationId: installation.installationId, installation: presentInstallation(installation) };
}

export async function findInstallation(
  context: Context,
  organizationId: string,
  installationId: string,
): Promise<InstallationRecord> {
  const installation = isId('ins', installationId)
    ? await context.store.installation.find(organizationId, installationId)
    : undefined;
  if (!installation) {
    throw new DebriefError('installation_not_found', 'No such agent installation in this organization.');
  }
  return installation;
}
