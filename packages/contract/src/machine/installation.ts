import { type Static, Type } from 'typebox';
import { AgentId } from '../agent.ts';
import { choice, id, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const InstallationStatus = choice(['active', 'disabled']);

const config = Type.Record(Type.String(), Type.Unknown(), {
  description: `Agent-specific JSON object, at most ${limits.configBytes} bytes; replaced whole.`,
});

const version = text(limits.agentVersion, { min: 1 });

export const Installation = Type.Object({
  installationId: id('`ins_…`'),
  organizationId: id('`org_…`'),
  agentId: Type.String({ description: 'catalog id' }),
  environmentId: Type.Optional(id('`env_…`')),
  version: Type.Optional(Type.String()),
  config: Type.Optional(config),
  status: InstallationStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Installation = Static<typeof Installation>;

export const InstallationList = Type.Object({ installations: Type.Array(Installation) });
export const InstallationAnswer = Type.Object({ installation: Installation });

export const CreateInstallation = Type.Object({
  agentId: AgentId,
  environmentId: Type.Optional(id('`env_…`')),
  version: Type.Optional(version),
  config: Type.Optional(config),
});
export type CreateInstallation = Static<typeof CreateInstallation>;

export const ChangeInstallation = Type.Object({
  version: Type.Optional(version),
  config: Type.Optional(config),
  status: Type.Optional(InstallationStatus),
});
export type ChangeInstallation = Static<typeof ChangeInstallation>;

export const RegisterInstallation = Type.Object({
  agentId: AgentId,
  version: Type.Optional(version),
  config: Type.Optional(config),
});
export type RegisterInstallation = Static<typeof RegisterInstallation>;

export const RegisteredInstallation = Type.Object({
  installationId: id('`ins_…`'),
  installation: Installation,
});
