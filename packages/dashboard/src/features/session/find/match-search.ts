import type { FindInSession, FoundMatch, FoundMatches } from '@debrief/contract';
import { pause } from '../../../api/retry.ts';

/** What the server has answered to `q` so far. */
export interface Found {
  q: string;
  matches: FoundMatch[];
  /** Entries that match, also those not asked for yet. */
  total: number;
  /** False while a part of the session has not been searched. */
  isComplete: boolean;
}

interface MatchSearchOptions {
  q: string;
  ask(part: Pick<FindInSession, 'q' | 'limit' | 'after'>): Promise<FoundMatches>;
  onFound(found: Found): void;
  signal: AbortSignal;
  behindMs?: number;
}

const pageSize = 100;

/** The search for one text in one session, page by page. */
export class MatchSearch {
  readonly #options: MatchSearchOptions;
  #found: Found | undefined;
  #cursor: string | null = null;
  #going: Promise<void> | undefined;

  constructor(options: MatchSearchOptions) {
    this.#options = options;
  }

  /** Searches until there is a page of matches or the session has been searched to its end. */
  async run(): Promise<void> {
    const { q, ask, signal, behindMs = 1_000 } = this.#options;
    while (!signal.aborted) {
      const answer = await ask({ q, limit: pageSize });
      this.#take(answer, []);
      // One request of a very long session ends after a while, and the next goes on from there.
      while (!signal.aborted && !this.#isEnough()) await this.#goOn();
      // What the server has not read yet it cannot find: it is asked again until it has.
      if (answer.state !== 'behind') return;
      await pause(behindMs, signal);
    }
  }

  /** Goes on until there is another match or the end. Nothing, once another text was typed. */
  async more(): Promise<Found | undefined> {
    const { signal } = this.#options;
    const known = this.#found?.matches.length;
    try {
      while (!signal.aborted && this.#cursor !== null && this.#found?.matches.length === known)
        await this.#goOn();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return signal.aborted ? undefined : this.#found;
  }

  /** The next part, once for all who want it. */
  #goOn(): Promise<void> {
    this.#going ??= this.#askNext().finally(() => {
      this.#going = undefined;
    });
    return this.#going;
  }

  async #askNext(): Promise<void> {
    if (this.#cursor === null) return;
    const { q, ask } = this.#options;
    const before = this.#found?.matches ?? [];
    this.#take(await ask({ q, limit: pageSize, after: this.#cursor }), before);
  }

  #take({ matches, total, isComplete, nextCursor }: FoundMatches, before: readonly FoundMatch[]): void {
    if (this.#options.signal.aborted) return;
    this.#cursor = nextCursor;
    this.#found = { q: this.#options.q, matches: [...before, ...matches], total, isComplete };
    this.#options.onFound(this.#found);
  }

  #isEnough(): boolean {
    return (
      !this.#found ||
      this.#found.isComplete ||
      this.#cursor === null ||
      this.#found.matches.length >= pageSize
    );
  }
}
