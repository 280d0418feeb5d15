import type { AgentId, Client } from '@debrief/contract';
import { splitRecord } from '@debrief/transcript';

export interface SentSession {
  agentId: string;
  title?: string;
  records: Iterable<unknown>;
  status?: 'completed' | 'failed' | 'active';
  repoRoot?: string;
  gitBranch?: string;
  externalId?: string;
}

/** A machine that sends what a recorder would. */
export interface Machine {
  environmentId: string;
  send(session: SentSession): Promise<string>;
  append(sessionId: string, records: Iterable<unknown>): Promise<void>;
  open(session: Omit<SentSession, 'records'>): Promise<string>;
}

export async function connectMachine(
  client: Client,
  options: { hostname?: string; displayName?: string; repoRemote?: string } = {},
): Promise<Machine> {
  const { environmentId } = await client.registerEnvironment({
    hostname: options.hostname ?? 'workbench',
    platform: 'linux',
    serviceCliVersion: '0.1.0',
    machineId: options.hostname ?? 'workbench',
    ...(options.displayName && { displayName: options.displayName }),
    ...(options.repoRemote && { repoRemote: options.repoRemote }),
  });
  const installations = new Map<string, string>();

  async function installation(agentId: string): Promise<string> {
    const known = installations.get(agentId);
    if (known) return known;
    const made = await client.registerInstallation({
      environmentId,
      agentId: agentId as AgentId,
      version: '1.2.3',
    });
    installations.set(agentId, made.installationId);
    return made.installationId;
  }

  async function open(session: Omit<SentSession, 'records'>): Promise<string> {
    const { agentId, title, repoRoot, gitBranch, externalId } = session;
    const opened = await client.openSession({
      environmentId,
      agentInstallationId: await installation(agentId),
      agentId: agentId as AgentId,
      ...(title && { title }),
      ...(repoRoot && { repoRoot }),
      ...(gitBranch && { gitBranch }),
      ...(externalId && { externalId }),
    });
    return opened.sessionId;
  }

  async function append(sessionId: string, records: Iterable<unknown>): Promise<void> {
    let batch: { eventType: string; payload: unknown }[] = [];
    let bytes = 0;
    const flush = async () => {
      if (batch.length > 0) await client.appendEvents({ sessionId, events: batch });
      batch = [];
      bytes = 0;
    };
    for (const record of records) {
      for (const event of splitRecord(record)) {
        const size = JSON.stringify(event.payload ?? null).length;
        if (batch.length === 50 || bytes + size > 6_000_000) await flush();
        batch.push(event);
        bytes += size;
      }
    }
    await flush();
  }

  return {
    environmentId,
    open,
    append,
    async send(session) {
      const sessionId = await open(session);
      await append(sessionId, session.records);
      const status = session.status ?? 'completed';
      if (status !== 'active') await client.completeSession({ sessionId, status });
      return sessionId;
    },
  };
}
