import type { Change, Listener } from '../domain/session/bell.ts';
import type { Bell } from '../domain/session/log-ports.ts';

function listenTo<L>(all: Map<string, Set<L>>, id: string, listener: L): () => void {
  const listeners = all.get(id) ?? new Set();
  all.set(id, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && all.get(id) === listeners) all.delete(id);
  };
}

/** The bell of a server that is alone: a call to each listener. */
export class LocalBell implements Bell {
  readonly #everything = new Set<Listener>();
  readonly #bySession = new Map<string, Set<Listener>>();
  readonly #byMember = new Map<string, Set<() => void>>();

  ring(change: Change): void {
    this.announce(change, true);
  }

  listen(listener: Listener, sessionId?: string): () => void {
    if (sessionId === undefined) {
      this.#everything.add(listener);
      return () => void this.#everything.delete(listener);
    }
    return listenTo(this.#bySession, sessionId, listener);
  }

  ringMember(userId: string): void {
    for (const listener of [...(this.#byMember.get(userId) ?? [])]) listener();
  }

  listenMember(userId: string, listener: () => void): () => void {
    return listenTo(this.#byMember, userId, listener);
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
    this.#byMember.clear();
  }
}
