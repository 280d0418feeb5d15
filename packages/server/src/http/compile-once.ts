import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds from one to the next, in which requests are served. */
const rest = 30;
/** The share of that time in which the thread may have been at work: beyond it, it is not quiet. */
const quiet = 0.3;

/**
 * What reads and writes the bodies of a route is compiled once: when it is first needed, or in a quiet moment after the
 * start, whichever comes first. All at once at the start would delay it by a second; only when needed, one request after
 * another of somebody who tries every route would hold everybody up.
 */
export class CompileOnce {
  readonly #waiting: (() => unknown)[] = [];

  later<Compiled>(compile: () => Compiled): () => Compiled {
    let made: { compiled: Compiled } | undefined;
    const get = () => {
      made ??= { compiled: compile() };
      return made.compiled;
    };
    this.#waiting.push(get);
    return get;
  }

  /** Compiles what is left, one after the other, whenever there is little else to do. */
  async inQuiet(signal: AbortSignal, utilization = performance.eventLoopUtilization): Promise<void> {
    while (this.#waiting.length > 0 && !signal.aborted) {
      const before = utilization();
      await pause(rest, undefined, { ref: false });
      if (utilization(before).utilization <= quiet) this.#waiting.shift()?.();
    }
  }
}
