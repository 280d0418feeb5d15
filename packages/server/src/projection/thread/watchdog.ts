import { readFileSync } from 'node:fs';

export interface WatchdogOptions {
  /** Processor time, in milliseconds, that the thread may use without a word. */
  patience: number;
  onStuck(): void;
}

const lookEvery = 250;
/** Of the kernel's clock, in which it counts a thread's time: 100 a second wherever Node runs. */
const msPerTick = 10;

/**
 * Watches a thread from outside. A thread that works in turns speaks up several times a second; one that is caught in
 * a single piece of work says nothing. Time counts only as far as the thread got the processor, where the system tells:
 * on a busy machine an innocent thread may wait for seconds.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #timer: NodeJS.Timeout;
  #threadId: number | undefined;
  #heard = false;
  #usedBefore = 0;
  #silentLooks = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), lookEvery).unref();
  }

  /** The thread said something; `threadId` is the number by which the system knows it. */
  heard(threadId?: number): void {
    this.#threadId ??= threadId;
    this.#heard = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const used = this.#threadId === undefined ? undefined : processorTime(this.#threadId);
    if (this.#heard) {
      this.#heard = false;
      this.#silentLooks = 0;
      this.#usedBefore = used ?? 0;
      return;
    }
    this.#silentLooks++;
    const silent = used === undefined ? this.#silentLooks * lookEvery : used - this.#usedBefore;
    if (silent < this.#options.patience) return;
    this.stop();
    this.#options.onStuck();
  }
}

/** Milliseconds that a thread of this process has had the processor; undefined where the system does not tell. */
function processorTime(threadId: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8');
    // The second field is a name in brackets, which may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return undefined;
  }
}
