/** A session that waits to be folded. */
export interface Waiting {
  organizationId: string;
  sessionId: string;
}

/** Of all organizations, and of one; a session that does not fit is found by the next look around. */
const max = { sessions: 50_000, ofOne: 10_000 };

/** Sessions that wait to be folded. Organizations take turns, so that many sessions of one hold up no other. */
export class WaitingSessions {
  /** Organization → session → when to look at it. Whose turn it is comes first. */
  readonly #organizations = new Map<string, Map<string, number>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A session that waits already keeps its place. */
  add({ organizationId, sessionId }: Waiting, due: number): void {
    const sessions = this.#organizations.get(organizationId) ?? new Map<string, number>();
    if (sessions.has(sessionId) || sessions.size >= max.ofOne || this.#size >= max.sessions) return;
    this.#organizations.set(organizationId, sessions.set(sessionId, due));
    this.#size++;
  }

  /** The first due session of the organization whose turn it is; that organization goes to the end. */
  take(now: number): Waiting | undefined {
    for (const [organizationId, sessions] of this.#organizations) {
      const sessionId = firstDue(sessions, now);
      if (sessionId === undefined) continue;
      sessions.delete(sessionId);
      this.#size--;
      this.#organizations.delete(organizationId);
      if (sessions.size > 0) this.#organizations.set(organizationId, sessions);
      return { organizationId, sessionId };
    }
    return undefined;
  }

  /** When the next one is due. */
  nextDue(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const sessions of this.#organizations.values()) {
      for (const due of sessions.values()) next = Math.min(next, due);
    }
    return next;
  }
}

/** Long sessions wait longer than those that came after them. */
function firstDue(sessions: ReadonlyMap<string, number>, now: number): string | undefined {
  for (const [sessionId, due] of sessions) if (due <= now) return sessionId;
  return undefined;
}
