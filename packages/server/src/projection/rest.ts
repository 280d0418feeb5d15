/** What else the process does: requests take most of the time, sessions arrive, or neither. */
export type Load = 'busy' | 'arriving' | 'quiet';

/**
 * How long the thread rests after a step. While sessions arrive most of a core is left to those who are in a hurry, and
 * nearly all of it while requests take most of the time. Nobody waits for the core when it is quiet, only for the backlog.
 */
export function restAfter(worked: number, load: Load): number {
  if (load === 'busy') return Math.min(5000, 30 * worked);
  if (load === 'arriving') return Math.min(1000, 2 * worked);
  return Math.min(250, worked / 4);
}
