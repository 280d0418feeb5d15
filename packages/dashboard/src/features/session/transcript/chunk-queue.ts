const maxRequests = 3;

/** Asks for chunks of entries, a few at a time. What is wanted last counts; a chunk under way is not asked for again. */
export class ChunkQueue {
  readonly #fetch: (key: string) => Promise<void>;
  readonly #underWay = new Set<string>();
  #waiting: string[] = [];

  /** `fetch` does not reject. */
  constructor(fetch: (key: string) => Promise<void>) {
    this.#fetch = fetch;
  }

  /** In place of everything that was wanted before and is not under way. */
  want(keys: Iterable<string>): void {
    this.#waiting = [...keys].filter((key) => !this.#underWay.has(key));
    this.#next();
  }

  #next(): void {
    while (this.#underWay.size < maxRequests) {
      const key = this.#waiting.shift();
      if (key === undefined) return;
      this.#underWay.add(key);
      void this.#fetch(key).finally(() => {
        this.#underWay.delete(key);
        this.#next();
      });
    }
  }
}
