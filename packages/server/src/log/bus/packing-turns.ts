/** So many bytes of events are packed in one go. */
const bytesInOneGo = 128 * 1024;

/**
 * Says when a batch may be packed. To pack a group of large batches takes milliseconds, in which the thread does nothing
 * else and the bus waits for the first of them. So between two of a group the thread now and then turns to what has
 * arrived: look-ups whose batches can be published, and acknowledgements. After every batch would cost more than it
 * gains (docs/performance.md, Looking for the next gain).
 */
export class PackingTurns {
  #last: Promise<void> = Promise.resolve();
  #bytes = 0;

  /** Resolves when a batch of this length may be packed. */
  take(bytes: number): Promise<void> {
    const turn = this.#last;
    this.#bytes += bytes;
    if (this.#bytes >= bytesInOneGo) {
      this.#bytes = 0;
      this.#last = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    }
    return turn;
  }
}
