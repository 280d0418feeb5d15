import type { Batch } from '../spool/batch.ts';

/** How long an agent waits before it tries again after the server said that an admin disabled it. */
const disabledMs = 600_000;

/**
 * Which batches wait, which sessions are being sent, and when sending may go on. It sends nothing itself.
 * A session is sent by one lane at a time, so its batches stay in order.
 */
export class UploadQueue {
  readonly #waiting = new Map<string, Batch[]>();
  readonly #running = new Set<string>();
  readonly #disabledUntil = new Map<string, number>();
  readonly #lanes: number;
  #failures = 0;
  #closedUntil = 0;

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  add(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const queue = this.#waiting.get(batch.session);
      if (queue) queue.push(batch);
      else this.#waiting.set(batch.session, [batch]);
    }
  }

  /** The next batch of a session; a session without any is forgotten. */
  first(session: string): Batch | undefined {
    const batch = this.#waiting.get(session)?.[0];
    if (!batch) this.#waiting.delete(session);
    return batch;
  }

  forget(session: string): void {
    this.#waiting.delete(session);
  }

  /** The first batch of the session is stored on the server: the next one may follow, in every lane. */
  sent(session: string): void {
    this.#waiting.get(session)?.shift();
    this.#failures = 0;
  }

  /** A session for a free lane; the caller calls `release` when it is done with it. */
  claim(): string | undefined {
    if (this.isClosed() || this.#running.size >= this.lanes()) return undefined;
    for (const session of this.#waiting.keys()) {
      if (this.#running.has(session) || this.#isDisabled(session)) continue;
      this.#running.add(session);
      return session;
    }
    return undefined;
  }

  release(session: string): void {
    this.#running.delete(session);
  }

  /** After a failure one lane tries; the others follow once it got through. */
  lanes(): number {
    return this.#failures > 0 ? Math.min(1, this.#lanes) : this.#lanes;
  }

  /** Closes every lane for the time `delay` gives for this many failures in a row; returns until when. */
  fail(delay: (failures: number) => number): number {
    this.#closedUntil = Date.now() + delay(this.#failures++);
    return this.#closedUntil;
  }

  isClosed(): boolean {
    return this.#closedUntil > Date.now();
  }

  /** How long until the lanes open again, in ms. */
  closedFor(): number {
    return Math.max(0, this.#closedUntil - Date.now());
  }

  /** An admin disabled the agent: its sessions wait, those of others do not. */
  disable(agentId: string): number {
    this.#disabledUntil.set(agentId, Date.now() + disabledMs);
    return disabledMs;
  }

  disabledAgents(): string[] {
    return [...this.#disabledUntil.keys()].filter((agentId) => this.#isDisabled(`${agentId}/`));
  }

  #isDisabled(session: string): boolean {
    const agentId = session.slice(0, session.indexOf('/'));
    const until = this.#disabledUntil.get(agentId);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    this.#disabledUntil.delete(agentId);
    return false;
  }

  isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Nothing is being sent and nothing could be: sessions of disabled agents do not count. */
  isDrained(): boolean {
    if (this.isBusy()) return false;
    for (const session of this.#waiting.keys()) if (!this.#isDisabled(session)) return false;
    return true;
  }

  /** How many batches wait. */
  size(): number {
    let sum = 0;
    for (const queue of this.#waiting.values()) sum += queue.length;
    return sum;
  }
}
