import type { Bell } from '../domain/ports.ts';
import type { Change, Listener } from '../domain/session/bell.ts';

/** The bell of a server that is alone: a call to each listener. */
export class LocalBell implements Bell {
  readonly #everything = new Set<Listener>();
  readonly #bySession = new Map<string, Set<Listener>>();

  ring(change: Change): void {
    this.announce(change, true);
  }

  listen(listener: Listener, sessionId?: string): () => void {
    if (sessionId === undefined) {
      this.#everything.add(listener);
      return () => void this.#everything.delete(listener);
    }
    const listeners = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#bySession.get(sessionId) === listeners) {
        this.#bySession.delete(sessionId);
      }
    };
  }

  announce(change: Change, here: boolean): void {
    const heard = [...this.#everything, ...(this.#bySession.get(change.sessionId) ?? [])];
    for (const listener of heard) {
      try {
        listener(change, here);
      } catch {
        // Whoever rings has stored something and must not fail because somebody else listens badly.
      }
    }
  }

  async stop(): Promise<void> {
    this.#everything.clear();
    this.#bySession.clear();
  }
}
