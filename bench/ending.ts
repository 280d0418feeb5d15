/** What has to be stopped however a run ends: on its own, by a fault, or because somebody had enough of it. */

const endings = new Set<() => Promise<void>>();

/** Returns the same function, which is called at most once: by whoever is done with it, or at the end. */
export function atEnd(stop: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (endings.delete(once)) await stop();
  };
  endings.add(once);
  return once;
}

/** The last started first: servers before the databases behind them. */
export async function endAll(): Promise<void> {
  for (const stop of [...endings].reverse()) await stop().catch((error) => console.error(error));
}
