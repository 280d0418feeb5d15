import type { LimitName, RateLimiter } from './rate-limit.ts';

/** Adds what this process counted in a minute and returns what all processes have counted for the same keys. */
export type ExchangeRates = (
  minute: number,
  counted: readonly { key: string; points: number }[],
) => Promise<Map<string, number>>;

interface Known {
  /** What this process has told the others. */
  told: number;
  /** What of the others this process has counted itself. */
  heard: number;
}

const every = 2000;
/** The keys nearest their limit; the rest is far from it on any process. */
const maxKeys = 500;

/**
 * One limit over several processes, without a write a request: each counts by itself and every two seconds, if
 * there was anything to count, they add up. A caller spread over N processes may get through what fits into two
 * seconds more often than the limit says.
 */
export class RateSharing {
  readonly #limiter: RateLimiter;
  readonly #exchange: ExchangeRates;
  readonly #timer: NodeJS.Timeout;
  #minute = 0;
  #known = new Map<string, Known>();
  #running: Promise<void> | undefined;

  constructor(limiter: RateLimiter, exchange: ExchangeRates) {
    this.#limiter = limiter;
    this.#exchange = exchange;
    // From the first call on the limiter notes what it counts.
    limiter.counted(0);
    this.#timer = setInterval(() => {
      this.#running ??= this.share()
        .catch(() => {})
        .finally(() => {
          this.#running = undefined;
        });
    }, every).unref();
  }

  /** While the database is away each process goes on by its own count. */
  async share(now = Date.now()): Promise<void> {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#known.clear();
    }
    const counted = this.#limiter.counted(maxKeys);
    if (counted.length === 0) return;
    const keyOf = ({ name, key }: { name: LimitName; key: string }) => `${name} ${key}`;
    const totals = await this.#exchange(
      minute,
      counted.map((one) => ({ key: keyOf(one), points: one.points })),
    );
    for (const one of counted) {
      const known = this.#known.get(keyOf(one)) ?? { told: 0, heard: 0 };
      known.told += one.points;
      const others = Math.max(0, (totals.get(keyOf(one)) ?? 0) - known.told);
      this.#limiter.add(one.name, one.key, others - known.heard);
      known.heard = others;
      this.#known.set(keyOf(one), known);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
