/** What else the process does: requests take most of the time, sessions arrive, or neither. */
export type Load = 'busy' | 'arriving' | 'quiet';

/** Without another word the rush is over, and a while after the last one nobody sends any more. */
const heardFor = 1000;

/** Tells the load by what is said whenever sessions arrive. */
export class Arrivals {
  #busyUntil = 0;
  #arrivingUntil = 0;

  hear(isBusy: boolean, now: number): void {
    this.#arrivingUntil = now + heardFor;
    // A rush has quieter moments: it is over when none was busy for a while.
    if (isBusy) this.#busyUntil = this.#arrivingUntil;
  }

  load(now: number): Load {
    if (now < this.#busyUntil) return 'busy';
    return now < this.#arrivingUntil ? 'arriving' : 'quiet';
  }
}

/**
 * How long the thread rests after a step. While sessions arrive most of a core is left to those who are in a hurry, and
 * nearly all of it while requests take most of the time. Nobody waits for the core when it is quiet, only for the backlog.
 */
export function restAfter(worked: number, load: Load): number {
  if (load === 'busy') return Math.min(5000, 30 * worked);
  if (load === 'arriving') return Math.min(1000, 2 * worked);
  return Math.min(250, worked / 4);
}

const longestWait = 300;

/**
 * How long a session that was rung waits for more to come. To judge it takes longer the longer it is, so a long one
 * gathers more before; but somebody may be reading along, who is never to wait much longer than for a short one.
 */
export const waitFor = (judgedIn: number, least: number): number =>
  Math.max(least, Math.min(longestWait, 20 * judgedIn));

/** How often a rest asks whether it has been long enough. */
const lookEvery = 100;

/** Rests for as long as the load asks for now: a server that was busy when the rest began may be quiet since. */
export async function rest(
  worked: number,
  { load, sleep, stop }: { load(): Load; sleep(milliseconds: number): Promise<void>; stop: AbortSignal },
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const left = begun + restAfter(worked, load()) - performance.now();
    if (left <= 0 || stop.aborted) return;
    await sleep(Math.min(left, lookEvery));
  }
}
