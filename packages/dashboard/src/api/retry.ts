import { DebriefError } from '@debrief/contract';
import { isTemporary } from './client.ts';

const maxAttempts = 8;
export const maxRetryMs = 10_000;

/**
 * Asks again while the server restarts, is busy or counts requests by the minute. `onWaiting` says when that happens
 * and when it is over.
 */
export async function withRetries<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask();
      if (attempt > 1) onWaiting(false);
      return answer;
    } catch (error) {
      if (signal.aborted || attempt === maxAttempts || !isTemporary(error)) {
        onWaiting(false);
        throw error;
      }
      onWaiting(true);
      await pause(waitBefore(attempt, error), signal);
    }
  }
}

/** As long as the server says, else twice as long each time. */
const waitBefore = (attempt: number, error: unknown): number =>
  error instanceof DebriefError && error.retryAfter
    ? error.retryAfter * 1000
    : Math.min(maxRetryMs, 250 * 2 ** attempt);

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
