/** What a look at a session came to, for as long as the session is as it was looked at. */
interface Looked {
  stamp: string;
  answers: Map<string, unknown>;
  bytes: number;
}

/** As much as is held in memory, of all organizations together. */
const mostBytes = 48 * 1024 * 1024;
/** About what an answer takes beside its text. */
const overhead = 120;

/**
 * Answers of questions about single sessions, so that a page that asks them of thousands again looks only at those that
 * changed. Who may read a session is asked before, every time; what is rewritten has another stamp.
 */
export class Remembered {
  readonly #sessions = new Map<string, Looked>();
  readonly #most: number;
  #bytes = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  /** Undefined: not looked at as it is now. */
  find<Answer>(sessionId: string, stamp: string, question: string): Answer | undefined {
    const looked = this.#sessions.get(sessionId);
    if (!looked) return undefined;
    if (looked.stamp !== stamp) {
      this.#forget(sessionId, looked);
      return undefined;
    }
    // The order is that of use.
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, looked);
    return looked.answers.get(question) as Answer | undefined;
  }

  keep(sessionId: string, stamp: string, question: string, answer: unknown): void {
    const known = this.#sessions.get(sessionId);
    if (known && known.stamp !== stamp) this.#forget(sessionId, known);
    const looked = this.#sessions.get(sessionId) ?? { stamp, answers: new Map(), bytes: 0 };
    if (looked.answers.has(question)) return;
    looked.answers.set(question, answer);
    const bytes = overhead + 2 * (answer === null ? 0 : JSON.stringify(answer).length);
    looked.bytes += bytes;
    this.#bytes += bytes;
    this.#sessions.set(sessionId, looked);
    for (const [oldest, one] of this.#sessions) {
      if (this.#bytes <= this.#most) break;
      this.#forget(oldest, one);
    }
  }

  #forget(sessionId: string, { bytes }: Looked): void {
    this.#sessions.delete(sessionId);
    this.#bytes -= bytes;
  }
}
