import { DebriefError } from '@debrief/contract';
import type { Home } from '../../home.ts';
import { isMachineKey, readSecret, type Settings, writeSecret } from '../../settings.ts';
import type { Wire } from './wire.ts';

type KeyWire = Pick<Wire, 'exchangeKey'>;
type Machine = Pick<Settings, 'environmentId' | 'machineId'>;

/**
 * Exchanges the organization secret for this machine's own key and keeps that in its place. False where it cannot be:
 * an older server, which has no such keys, or a machine that an older server knows by another id.
 */
export async function getOwnKey(home: Home, wire: KeyWire, machine: Machine): Promise<boolean> {
  const secret = await readSecret(home);
  if (secret === undefined || isMachineKey(secret)) return true;
  // A key that could not be kept would lock the machine out, so the file is written before it is asked for.
  await writeSecret(home, secret);
  const { environmentId, machineId } = machine;
  try {
    const { machineKey } = await wire.exchangeKey({ environmentId, machineId });
    await writeSecret(home, machineKey);
    return true;
  } catch (error) {
    if (error instanceof DebriefError && error.status === 404) return false;
    throw error;
  }
}

/** Another key in place of the one there is; that one works until the new one is used. */
export async function renewOwnKey(home: Home, wire: KeyWire, { environmentId }: Machine): Promise<void> {
  const { machineKey } = await wire.exchangeKey({ environmentId });
  await writeSecret(home, machineKey);
}
