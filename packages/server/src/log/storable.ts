import { randomBytes } from 'node:crypto';
import { DebriefError } from '@debrief/contract/error';

/** As much as a large event, and nothing that a database could make smaller: a full disk has room for a little. */
export const probeText = (): string => randomBytes(128 * 1024).toString('hex');

/** The row of `settings` that a probe writes and removes. */
export const probeName = 'write_probe';

/**
 * Whether appends can be stored. That is believed until one cannot be; from then on it has to be proved, by the next
 * append or by a probe.
 */
export class Storable {
  #fault: DebriefError | undefined;

  async watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      this.#fault = undefined;
      return result;
    } catch (error) {
      if (error instanceof DebriefError && error.code === 'service_unavailable') this.#fault = error;
      throw error;
    }
  }

  /** Throws while nothing can be stored. The probe writes something, or throws. */
  async check(probe: () => Promise<unknown>): Promise<void> {
    if (!this.#fault) return;
    await probe();
    this.#fault = undefined;
  }
}
