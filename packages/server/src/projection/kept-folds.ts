/** So many, and so many bytes of their states, of which the one at work may have more. */
export const maxKept = { folds: 64, stateBytes: 8 * 1024 * 1024 };

/** Folds in memory, so that a session that goes on need not be read from the database at every step. */
export class KeptFolds<Fold extends { readonly stateBytes: number }> {
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
    let bytes = [...this.#folds.values()].reduce((sum, { stateBytes }) => sum + stateBytes, 0);
    for (const [oldest, { stateBytes }] of this.#folds) {
      if (this.#folds.size === 1) break;
      if (this.#folds.size <= maxKept.folds && bytes <= maxKept.stateBytes) break;
      this.#folds.delete(oldest);
      bytes -= stateBytes;
    }
  }

  drop(sessionId: string): void {
    this.#folds.delete(sessionId);
  }
}
