import { setTimeout as sleep } from 'node:timers/promises';

/** Looks again until it is there. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
): Promise<Value> {
  const end = Date.now() + 90_000;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await sleep(100);
  }
}
