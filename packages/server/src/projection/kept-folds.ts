/** What a fold takes, as far as it grows with its session. */
interface Measured {
  readonly stateBytes: number;
  /** Characters of the pages it writes to. */
  readonly pageLength: number;
}

/** So many, with so many bytes of states and characters of pages, of which the one at work may have more. */
export const maxKept = { folds: 64, stateBytes: 8 * 1024 * 1024, pageLength: 24 * 1024 * 1024 };

/** Folds in memory, so that a session that goes on need not be read from the database at every step. */
export class KeptFolds<Fold extends Measured> {
  /** The one used longest ago first. */
  readonly #folds = new Map<string, Fold>();

  get size(): number {
    return this.#folds.size;
  }

  get(sessionId: string): Fold | undefined {
    return this.#folds.get(sessionId);
  }

  /** Keeps it as the one used last; those used longest ago make room. */
  keep(sessionId: string, fold: Fold): void {
    this.#folds.delete(sessionId);
    this.#folds.set(sessionId, fold);
    // Added up anew each time: a state grows with every step.
    const folds = [...this.#folds.values()];
    let bytes = folds.reduce((sum, { stateBytes }) => sum + stateBytes, 0);
    let length = folds.reduce((sum, { pageLength }) => sum + pageLength, 0);
    for (const [oldest, { stateBytes, pageLength }] of this.#folds) {
      if (this.#folds.size === 1) break;
      const isTooMuch = bytes > maxKept.stateBytes || length > maxKept.pageLength;
      if (this.#folds.size <= maxKept.folds && !isTooMuch) break;
      this.#folds.delete(oldest);
      bytes -= stateBytes;
      length -= pageLength;
    }
  }

  drop(sessionId: string): void {
    this.#folds.delete(sessionId);
  }

  clear(): void {
    this.#folds.clear();
  }
}
