/**
 * How long a start waits for its database and its bus, in milliseconds: as long as they take to come up when all are
 * started together, or when the machine has much else to do.
 */
export const startPatience = 30_000;

/** What every request waits for: past this the database counts as away (R4). */
const requestPatience = 2000;

/** How long a connection, or an answer, of a remote database is waited for. */
export class Patience {
  #isStarting = false;

  /** That of a start, until requests are served. */
  static ofStart(): Patience {
    const patience = new Patience();
    patience.#isStarting = true;
    return patience;
  }

  get milliseconds(): number {
    return this.#isStarting ? startPatience : requestPatience;
  }

  /** From now on it is requests that wait. */
  serve(): void {
    this.#isStarting = false;
  }
}
