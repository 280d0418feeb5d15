import type { BusStore } from './jetstream-behind.ts';
import type { Bus } from './jetstream-bus.ts';

const lookEvery = 1000;

/** How far the database is behind the bus, looked at every second. */
export class Lag {
  readonly #bus: Bus;
  readonly #store: BusStore;
  readonly #timer: NodeJS.Timeout;
  #behind = 0;
  #lookedAt = 0;
  #looking: Promise<void> | undefined;

  constructor(bus: Bus, store: BusStore) {
    this.#bus = bus;
    this.#store = store;
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
    const since = Date.now() - this.#lookedAt;
    return since > 3 * lookEvery ? this.#behind + since : this.#behind;
  }

  async look(): Promise<void> {
    const at = Date.now();
    const last = await this.#bus.lastSequence();
    const position = await this.#store.position();
    // Without a position nothing is being written at all.
    let behind = position ? 0 : Number.POSITIVE_INFINITY;
    if (position && position.sequence < last) {
      const waiting = await this.#bus.message(position.sequence + 1);
      behind = waiting ? Math.max(0, at - waiting.time) : 0;
    }
    this.#behind = behind;
    this.#lookedAt = at;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
