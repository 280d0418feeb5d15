/**
 * Full jitter: anything from nothing to the ceiling, which doubles from 0.5 s to 5 min. What the
 * server may ask for is bounded in answer.ts.
 */
export function backoff(attempt: number, retryAfterSeconds = 0, random = Math.random): number {
  const ceiling = Math.min(300_000, 500 * 2 ** Math.min(attempt, 20));
  return Math.max(random() * ceiling, retryAfterSeconds * 1000);
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
