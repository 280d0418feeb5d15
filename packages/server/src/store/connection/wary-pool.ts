import pg from 'pg';
import { Patience } from './patience.ts';

/** Short beside the five seconds in which the service has to be back, long beside the time a request takes. */
const moment = 100;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * While the database cannot be reached, one attempt a moment is enough to notice its return. All others fail at once
 * with what that one found, instead of spending the outage, and the machine, on sockets that lead nowhere.
 */
export class WaryPool extends pg.Pool {
  #failure: { error: Error; until: number } | undefined;
  readonly #patience: Patience;

  constructor({
    patience = new Patience(),
    ...options
  }: pg.PoolConfig & { patience?: Patience | undefined }) {
    super(options);
    this.#patience = patience;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    this.options.connectionTimeoutMillis = this.#patience.milliseconds;
    const failure = this.#failure;
    const isTried = failure !== undefined && this.idleCount === 0 && performance.now() < failure.until;
    if (!callback) {
      if (isTried) return Promise.reject(failure.error);
      return super.connect().then(
        (client) => {
          this.#failure = undefined;
          return client;
        },
        (error: Error) => {
          this.#failed(error);
          throw error;
        },
      );
    }
    if (isTried) process.nextTick(callback, failure.error, undefined, () => {});
    else
      super.connect((error, client, release) => {
        if (error) this.#failed(error);
        else this.#failure = undefined;
        callback(error, client, release);
      });
    return undefined;
  }

  #failed(error: Error): void {
    this.#failure = { error, until: performance.now() + moment };
  }
}
