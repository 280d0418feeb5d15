import type { ClosedStatus } from '@debrief/contract';
import type { BusMessage } from './connection.ts';

/** Where a session's log ends on the bus. */
export interface Head {
  /** Sequence on the bus of the session's last message; 0 when it has none there. */
  last: number;
  /** Number of the next event. */
  next: number;
  ended: { kind: 'close' | 'erase'; status: ClosedStatus | ''; endedAt: number } | undefined;
}

export function headOf({ sequence, entry }: BusMessage): Head {
  return {
    last: sequence,
    next: entry.first + entry.count,
    ended: entry.kind === 'batch' ? undefined : { ...entry, kind: entry.kind },
  };
}

const maxHeads = 20_000;

/** The heads this process knows of, and a queue for each session so that its own appends never race each other. */
export class Heads {
  readonly #known = new Map<string, Head>();
  readonly #queues = new Map<string, Promise<unknown>>();

  get(sessionId: string): Head | undefined {
    return this.#known.get(sessionId);
  }

  set(sessionId: string, head: Head): void {
    this.#known.delete(sessionId);
    this.#known.set(sessionId, head);
    if (this.#known.size <= maxHeads) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  forget(sessionId: string): void {
    this.#known.delete(sessionId);
  }

  inTurn<Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(sessionId);
    const result = before ? before.then(work, work) : work();
    this.#queues.set(sessionId, result);
    const done = () => {
      if (this.#queues.get(sessionId) === result) this.#queues.delete(sessionId);
    };
    result.then(done, done);
    return result;
  }
}
