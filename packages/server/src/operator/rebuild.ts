import type { Config } from '../config.ts';
import { type Progress, percentOf } from '../projection/model/tables.ts';
import { Projector } from '../projection/thread/projector.ts';
import type { ProjectionWiring } from '../projection-thread.ts';
import type { Storage } from '../storage.ts';

/**
 * Derives everything that this version has not derived yet, together with the servers of this version, if any run;
 * `anew` throws away first what it has derived. Beside servers of an older version it touches nothing of theirs.
 */
export async function rebuild(
  { config, storage, tell }: { config: Config; storage: Storage; tell(line: string): void },
  anew: boolean,
): Promise<void> {
  if (anew) await storage.resetDerived();
  const before = await storage.rebuildProgress();
  if (before.left === 0) return tell('Everything is derived: there is nothing to rebuild.');
  tell(`${before.left} of ${before.total} sessions are to be derived.`);
  const whole = Promise.withResolvers<void>();
  const projector = new Projector({
    thread: new URL('../projection-thread.ts', import.meta.url),
    wiring: { database: config.database, ownPrices: config.ownPrices } satisfies ProjectionWiring,
    bell: storage.bell,
    rebuildThreads: config.rebuildThreads,
    onFault: (fault, sessionId) => tell(`${sessionId ?? 'A fault'}: ${fault}`),
    onSetAside: ({ sessionId, reason }) => tell(`${sessionId} was set aside: ${reason}`),
    onProgress: steps(tell, whole.resolve),
  });
  const stop = () =>
    whole.reject(new Error('Stopped; what was derived stays, and the next run goes on from there.'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  try {
    await whole.promise;
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop);
    await projector.stop();
  }
  tell('Everything is derived.');
}

/** Says every tenth of the way, and calls at its end. */
function steps(tell: (line: string) => void, onWhole: () => void): (progress: Progress) => void {
  let told = 0;
  return (progress) => {
    const tenth = Math.floor(percentOf(progress) / 10);
    if (tenth > told && progress.left > 0) tell(`${percentOf(progress)} %`);
    told = Math.max(told, tenth);
    if (progress.left === 0) onWhole();
  };
}
