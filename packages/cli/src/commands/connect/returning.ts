import { DebriefError } from '@debrief/contract';
import type { FormerMachine } from '../../recorder/memory/connection.ts';
import { createWire } from '../../recorder/send/wire.ts';

/**
 * The key of the machine that this one was to the organization of the secret; undefined where it was none, or the
 * server is older than keys. Asks for a key with the id that only the machine knows: the server gives none to one that
 * has its own, and knows nothing of machines of other organizations.
 */
export async function formerKey(
  server: string,
  secret: string,
  machineId: string,
  formers: readonly FormerMachine[],
): Promise<string | undefined> {
  const wire = createWire({ server, secret: async () => secret, timeoutMs: 15_000 });
  for (const { environmentId, key } of formers) {
    if (!key) continue;
    try {
      return (await wire.exchangeKey({ environmentId, machineId })).machineKey;
    } catch (error) {
      if (!(error instanceof DebriefError)) throw error;
      if (error.code === 'machine_key_exists') return key;
      // Another organization's; or revoked, and then it becomes a new machine.
      if (error.status !== 404 && error.code !== 'environment_revoked') throw error;
    }
  }
  return undefined;
}

/** The server does not take the key or the secret, or the machine was revoked. */
export const isRefused = (error: unknown): error is DebriefError =>
  error instanceof DebriefError && (error.status === 401 || error.code === 'environment_revoked');
