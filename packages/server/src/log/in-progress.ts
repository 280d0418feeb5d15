import { DebriefError } from '@debrief/contract/error';
import type { Appended, Batch } from '../domain/session/log-ports.ts';

/** Refuses a second append with a key whose first one is still under way in this process (V13). */
export class InProgress {
  readonly #keys = new Set<string>();

  async guard(batch: Batch, append: () => Promise<Appended>): Promise<Appended> {
    if (batch.key === undefined) return append();
    const key = `${batch.organizationId} ${batch.sessionId} ${batch.key}`;
    if (this.#keys.has(key)) {
      throw new DebriefError('idempotency_in_progress', 'A request with this key is still being handled.', {
        retryAfter: 1,
      });
    }
    this.#keys.add(key);
    try {
      return await append();
    } finally {
      this.#keys.delete(key);
    }
  }
}
