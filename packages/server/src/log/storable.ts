import { DebriefError } from '@debrief/contract';

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
