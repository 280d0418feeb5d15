/** So many bytes of events are packed in one go. */
const bytesInOneGo = 128 * 1024;

/**
 * Says when a batch may be packed. Packing a group of large batches takes milliseconds, in which the thread does nothing
 * else and the bus waits for the first of them. So after so many bytes the thread turns to what has arrived: look-ups
 * whose batches can be published, and acknowledgements. A turn after every batch costs as much as it gains
 * (docs/performance.md).
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
