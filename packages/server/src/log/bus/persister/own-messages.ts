import { releaseMemory } from '../../../worker/own-memory.ts';
import type { BusEntry } from '../behind.ts';

const maxBytes = 16 * 1024 * 1024;
const maxMessages = 4096;

export interface Run {
  entries: BusEntry[];
  /** Sequence on the bus of the last one. */
  to: number;
  bytes: number;
}

/**
 * What this process published and has not written to the database yet, so that the persister need not ask the bus for
 * it again. Where it is not complete the bus is: another process publishes too, or more waits than there is room for.
 */
export class OwnMessages {
  /** By their sequence on the bus. */
  readonly #entries = new Map<number, BusEntry>();
  #bytes = 0;
  /** Up to and including this sequence everything is written. Undefined while this process does not write. */
  #position: number | undefined;
  #wake = (): void => {};

  /** From now on messages are kept, those after `position`. */
  begin(position: number): void {
    this.end();
    this.#position = position;
  }

  /** Nothing is kept any more. */
  end(): void {
    this.#position = undefined;
    this.#entries.clear();
    this.#bytes = 0;
    this.#wake();
  }

  add(sequence: number, entry: BusEntry): void {
    if (this.#position === undefined || sequence <= this.#position) return;
    // A body shares its memory with others, which would all be kept as long as the last of them. Alone, it can be given
    // back as soon as it is written.
    const body = Buffer.allocUnsafeSlow(entry.body.byteLength);
    body.set(entry.body);
    this.#entries.set(sequence, { ...entry, body });
    this.#bytes += body.byteLength;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes && this.#entries.size <= maxMessages) break;
      this.#drop(oldest);
    }
    this.#wake();
  }

  /** All up to `to` was read from the bus and written; says how many of these messages were its own. */
  skip(to: number): number {
    if (this.#position === undefined) return 0;
    this.#position = to;
    const written = [...this.#entries.keys()].filter((sequence) => sequence <= to);
    for (const sequence of written) this.#drop(sequence);
    return written.length;
  }

  /** The messages that follow the position without a gap; none if the next one is not here. They are not kept. */
  take(max: { messages: number; bytes: number }): Run | undefined {
    const entries: BusEntry[] = [];
    let bytes = 0;
    while (this.#position !== undefined && entries.length < max.messages && bytes < max.bytes) {
      const entry = this.#remove(this.#position + 1);
      if (!entry) break;
      this.#position++;
      entries.push(entry);
      bytes += entry.body.byteLength;
    }
    return entries.length === 0 ? undefined : { entries, to: this.#position as number, bytes };
  }

  /** Resolves when the next message is here, with false after this many milliseconds or at the end. */
  async hasNext(milliseconds: number): Promise<boolean> {
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      this.#wake();
    };
    // After a moment in which the thread did something else, what has arrived meanwhile is heard first.
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    try {
      while (this.#position !== undefined && !isLate) {
        if (this.#entries.has(this.#position + 1)) return true;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  #drop(sequence: number): void {
    const entry = this.#remove(sequence);
    if (entry) releaseMemory(entry.body);
  }

  #remove(sequence: number): BusEntry | undefined {
    const entry = this.#entries.get(sequence);
    if (!entry) return undefined;
    this.#entries.delete(sequence);
    this.#bytes -= entry.body.byteLength;
    return entry;
  }
}
