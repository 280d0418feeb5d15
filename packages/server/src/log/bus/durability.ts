import type { Logger } from 'pino';
import type { Bus } from './connection.ts';

/** What the server says of itself on its monitoring port. */
interface Varz {
  jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } };
}

export interface Worth {
  survives: 'crash' | 'power loss' | 'not known';
  why: string;
}

/** `sync_interval: always` exists from 2.10 on; an older server writes to disk every two minutes. */
function knowsSyncAlways(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

/** What an acknowledgement of this bus is worth: a crash of the bus it always survives. */
export async function ackWorth(version: string, monitorUrl: string | undefined): Promise<Worth> {
  if (!knowsSyncAlways(version)) {
    return { survives: 'crash', why: `nats-server ${version} cannot write to disk before it acknowledges` };
  }
  if (monitorUrl === undefined) {
    return { survives: 'not known', why: 'set NATS_MONITOR_URL to have sync_interval looked at' };
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

export async function logAckWorth(bus: Bus, monitorUrl: string | undefined, log: Logger): Promise<void> {
  const worth = await ackWorth(bus.serverVersion, monitorUrl);
  const text = `an event accepted onto the bus survives: ${worth.survives === 'power loss' ? 'power loss' : `a crash${worth.survives === 'crash' ? ', not power loss' : '; power loss not known'}`}`;
  if (worth.survives === 'power loss') log.info({ ...worth, nats: bus.serverVersion }, text);
  else log.warn({ ...worth, nats: bus.serverVersion }, text);
}
