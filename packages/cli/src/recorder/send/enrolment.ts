import { hostname, platform } from 'node:os';
import type { AgentId, Platform } from '@debrief/contract';
import { version } from '../../version.ts';
import type { Wire } from './wire.ts';

/** What the server knows this machine and its agents as. */
export interface Enrolment {
  environmentId(): string;
  installationOf(agentId: AgentId, agentVersion?: string): Promise<string>;
  /** The server does not know the environment any more: ask for one again. Never after a revocation. */
  renew(): Promise<void>;
  forget(agentId: AgentId): void;
}

export interface Enrolled {
  environmentId: string;
  machineId: string;
  displayName: string;
  installations: Partial<Record<AgentId, string>>;
}

export async function registerMachine(wire: Wire, machineId: string, displayName: string): Promise<string> {
  const { environmentId } = await wire.registerEnvironment({
    displayName,
    hostname: hostname().slice(0, 255) || 'unknown',
    platform: platform() as Platform,
    serviceCliVersion: version,
    machineId,
  });
  return environmentId;
}

export function createEnrolment(
  wire: Wire,
  enrolled: Enrolled,
  changed: (enrolled: Pick<Enrolled, 'environmentId' | 'installations'>) => Promise<void>,
): Enrolment {
  let { environmentId } = enrolled;
  let installations = { ...enrolled.installations };
  return {
    environmentId: () => environmentId,
    async installationOf(agentId, agentVersion) {
      const known = installations[agentId];
      if (known) return known;
      const { installationId } = await wire.registerInstallation({
        environmentId,
        agentId,
        ...(agentVersion && { version: agentVersion.slice(0, 100) }),
      });
      installations[agentId] = installationId;
      await changed({ environmentId, installations });
      return installationId;
    },
    async renew() {
      environmentId = await registerMachine(wire, enrolled.machineId, enrolled.displayName);
      installations = {};
      await changed({ environmentId, installations });
    },
    forget: (agentId) => void delete installations[agentId],
  };
}
