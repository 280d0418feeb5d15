import type { BusPosition, BusStore } from '../behind.ts';
import type { Bus } from '../connection.ts';

/**
 * The log on the bus has generations. Each is a stream of its own: `debrief`, then `debrief-2`, `debrief-3`. Another one
 * begins when the bus has lost what the database knows it held: its numbers would be given twice.
 */

/** The stream that the database follows, if it is a generation of the configured one. */
export function streamFollowed(
  configured: string,
  position: Pick<BusPosition, 'stream'> | undefined,
): string {
  const [name = ''] = position?.stream.split(' ') ?? [];
  return generationOf(configured, name) > 1 ? name : configured;
}

export function generationOf(configured: string, stream: string): number {
  const number = stream.startsWith(`${configured}-`) ? stream.slice(configured.length + 1) : '';
  return /^[1-9][0-9]{0,8}$/.test(number) ? Number(number) : 1;
}

/**
 * Begins the next generation: makes its stream and has the database follow that one. The stream before is removed if
 * it is the one that the database followed, since all that is left in it is in the database. False when somebody else
 * was first, or something was written meanwhile.
 */
export async function beginGeneration(
  { bus, store, configured }: { bus: Bus; store: BusStore; configured: string },
  position: BusPosition,
): Promise<boolean> {
  const before = streamFollowed(configured, position);
  let stream: string | undefined;
  for (let next = generationOf(configured, before) + 1; stream === undefined; next++)
    stream = await bus.makeStream(`${configured}-${next}`);
  if (!(await store.replace(position, stream))) return false;
  const { sequence, seen } = position;
  if (seen > sequence) {
    const lossId = `${position.stream} messages`;
    const foundAt = Date.now();
    await store.addLosses([
      { lossId, stream: position.stream, sessionId: '', first: sequence + 1, last: seen, foundAt },
    ]);
  }
  if (position.stream === bus.identity) await bus.removeStream().catch(() => {});
  return true;
}
