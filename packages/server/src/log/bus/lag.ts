import type { BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import type { Lineage } from './lineage/lineage.ts';

const lookEvery = 1000;

/**
 * How far the database is behind the bus, looked at every second. Told by what earlier looks saw: the clocks of this
 * machine and of the bus need not agree, and may be set while both run (R11).
 */
export class Lag {
  readonly #bus: Bus;
  readonly #store: BusStore;
  readonly #lineage: Pick<Lineage, 'look'>;
  readonly #timer: NodeJS.Timeout;
  /** Up to `last` was there at a look and is not all in the database; none of it is older than `since`. */
  #waiting: { since: number; last: number }[] = [];
  #behind = 0;
  #lookedAt: number | undefined;
  #looking: Promise<void> | undefined;

  constructor({ bus, store, lineage }: { bus: Bus; store: BusStore; lineage: Pick<Lineage, 'look'> }) {
    this.#bus = bus;
    this.#store = store;
    this.#lineage = lineage;
    this.#timer = setInterval(() => {
      this.#looking ??= this.look()
        .catch(() => {})
        .finally(() => {
          this.#looking = undefined;
        });
    }, lookEvery).unref();
  }

  /** Milliseconds since the oldest message that is not in the database; what is not known counts as behind. */
  milliseconds(): number {
    const since = performance.now() - (this.#lookedAt ?? 0);
    return since > 3 * lookEvery ? this.#behind + since : this.#behind;
  }

  async look(): Promise<void> {
    const at = performance.now();
    const judge = this.#lineage.look();
    // In this order: a bus that is behind the position has lost something.
    const position = await this.#store.position();
    const last = await this.#bus.lastSequence();
    judge(position, last);
    if (position) {
      const since = this.#lookedAt ?? at - (await this.#ageAtStart(position.sequence, last));
      if (last > (this.#waiting.at(-1)?.last ?? 0)) this.#waiting.push({ since, last });
      this.#waiting = this.#waiting.filter((waiting) => waiting.last > position.sequence);
    }
    const [oldest] = this.#waiting;
    // Without a position nothing is being written at all.
    this.#behind = position ? (oldest ? at - oldest.since : 0) : Number.POSITIVE_INFINITY;
    this.#lookedAt = at;
  }

  /** What was there before this process has no earlier look to tell by, only the clocks. */
  async #ageAtStart(position: number, last: number): Promise<number> {
    const waiting = position < last ? await this.#bus.message(position + 1) : undefined;
    return waiting ? Math.max(0, Date.now() - waiting.time) : 0;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
