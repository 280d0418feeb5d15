export type QueueRefusal = 'too many of this caller' | 'no room';

export interface TakenTurn {
  end(): void;
}

interface Waiting {
  caller: string;
  fits(): boolean;
  begin(): void;
}

const longestPause = 200;

/** Lets each caller have a few turns at once, and everybody as many as there is room for; the others wait in order. */
export class TurnQueue {
  readonly #ofOneCaller: number;
  readonly #maxInLine: { ofOneCaller: number; together: number };
  readonly #taken = new Map<string, number>();
  readonly #line = new Set<Waiting>();
  #calling = false;

  constructor(ofOneCaller: number, maxInLine: { ofOneCaller: number; together: number }) {
    this.#ofOneCaller = ofOneCaller;
    this.#maxInLine = maxInLine;
  }

  /** Waits for a turn for so many milliseconds at most; says why there was none. */
  take(caller: string, fits: () => boolean, wait: number): Promise<TakenTurn | QueueRefusal> {
    const why = (): QueueRefusal => (this.#isFree(caller) ? 'no room' : 'too many of this caller');
    if (this.#isFree(caller) && fits()) return Promise.resolve(this.#begin(caller));
    if (this.#line.size >= this.#maxInLine.together) return Promise.resolve('no room');
    if (this.#inLine(caller) >= this.#maxInLine.ofOneCaller)
      return Promise.resolve('too many of this caller');
    const { promise, resolve } = Promise.withResolvers<TakenTurn | QueueRefusal>();
    const timer = setTimeout(() => {
      this.#line.delete(waiting);
      resolve(why());
    }, wait);
    const waiting: Waiting = {
      caller,
      fits,
      begin: () => {
        clearTimeout(timer);
        resolve(this.#begin(caller));
      },
    };
    this.#line.add(waiting);
    this.next();
    return promise;
  }

  /**
   * Calls the first in line who may go. What they do takes the processor, so everybody else gets as much time after it
   * as it took.
   */
  next(): void {
    if (this.#calling || this.#line.size === 0) return;
    this.#calling = true;
    setImmediate(() => {
      const begun = performance.now();
      if (!this.#callOne()) {
        this.#calling = false;
        return;
      }
      setImmediate(() => {
        const took = performance.now() - begun;
        setTimeout(
          () => {
            this.#calling = false;
            this.next();
          },
          Math.min(took, longestPause),
        );
      });
    });
  }

  #callOne(): boolean {
    for (const waiting of this.#line) {
      if (!this.#isFree(waiting.caller)) continue;
      if (!waiting.fits()) return false;
      this.#line.delete(waiting);
      waiting.begin();
      return true;
    }
    return false;
  }

  #inLine(caller: string): number {
    let count = 0;
    for (const waiting of this.#line) if (waiting.caller === caller) count++;
    return count;
  }

  #isFree(caller: string): boolean {
    return (this.#taken.get(caller) ?? 0) < this.#ofOneCaller;
  }

  #begin(caller: string): TakenTurn {
    this.#taken.set(caller, (this.#taken.get(caller) ?? 0) + 1);
    let ended = false;
    return {
      end: () => {
        if (ended) return;
        ended = true;
        const left = (this.#taken.get(caller) ?? 1) - 1;
        if (left > 0) this.#taken.set(caller, left);
        else this.#taken.delete(caller);
        this.next();
      },
    };
  }
}
