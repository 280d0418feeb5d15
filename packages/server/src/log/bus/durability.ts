import type { Logger } from 'pino';

/** What the server says of itself on its monitoring port. */
interface Varz {
  jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } };
}

/** What an event that the bus acknowledged survives. */
export interface Durability {
  survives: 'crash' | 'power loss' | 'not known';
  why: string;
}

/** `sync_interval: always` exists from 2.10 on; an older server writes to disk every two minutes. */
function knowsSyncAlways(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

/** What an acknowledged event survives: always a crash of the bus, a power loss only with the right settings. */
export async function ackDurability(version: string, monitorUrl: string | undefined): Promise<Durability> {
  if (!knowsSyncAlways(version)) {
    return { survives: 'crash', why: `nats-server ${version} cannot write to disk before it acknowledges` };
  }
  if (monitorUrl === undefined) {
    return { survives: 'not known', why: 'set NATS_MONITOR_URL so that sync_interval can be checked' };
  }
  try {
    const answer = await fetch(new URL('/varz', monitorUrl), { signal: AbortSignal.timeout(2000) });
    const { jetstream } = (await answer.json()) as Varz;
    return jetstream?.config?.sync_always
      ? { survives: 'power loss', why: 'sync_interval is always' }
      : { survives: 'crash', why: 'sync_interval is not "always" in the configuration of the NATS server' };
  } catch (error) {
    return { survives: 'not known', why: `the monitoring port does not answer: ${String(error)}` };
  }
}

export async function logAckDurability(
  nats: string,
  monitorUrl: string | undefined,
  log: Logger,
): Promise<void> {
  const durability = await ackDurability(nats, monitorUrl);
  const text = `an event accepted onto the bus survives: ${durability.survives === 'power loss' ? 'power loss' : `a crash${durability.survives === 'crash' ? ', not power loss' : '; power loss not known'}`}`;
  if (durability.survives === 'power loss') log.info({ ...durability, nats }, text);
  else log.warn({ ...durability, nats }, text);
}
