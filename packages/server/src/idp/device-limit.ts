import type { Clock } from '../domain/ports.ts';
import { Refusal } from './pages/form.ts';

/** A code lives so long, so this many are waiting at most. */
const windowMs = 10 * 60_000;
const most = { network: 20, all: 1000 };

/**
 * Anybody may ask for a device code, and each is a row in the database until it expires. So few of them are given out:
 * a person needs one, and nobody fills the database with them (P9).
 */
export function createDeviceLimit(clock: Clock): (network: string) => void {
  let asked: { network: string; at: number }[] = [];
  return (network) => {
    const now = clock();
    asked = asked.filter(({ at }) => at > now - windowMs);
    const own = asked.filter((one) => one.network === network);
    const [first] = own.length >= most.network ? own : asked.length >= most.all ? asked : [];
    if (first) {
      const seconds = Math.ceil((first.at + windowMs - now) / 1000);
      throw new Refusal(429, 'Too many codes', 'Wait until the earlier ones have expired.', seconds);
    }
    asked.push({ network, at: now });
  };
}
