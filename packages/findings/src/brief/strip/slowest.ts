/** A call, and how long it took. */
export interface SlowCall {
  sequence: number;
  text: string;
  ms: number;
}

const max = 5;
/** What takes less is not slow. */
const slowMs = 1000;

/** The calls that took longest, the longest first. */
export class Slowest {
  readonly #calls: SlowCall[];

  constructor(saved?: readonly SlowCall[]) {
    this.#calls = saved?.map((call) => ({ ...call })) ?? [];
  }

  consider(call: SlowCall): void {
    const known = this.#calls.findIndex(
      ({ sequence, text }) => sequence === call.sequence && text === call.text,
    );
    if (known >= 0) this.#calls.splice(known, 1);
    if (call.ms < slowMs) return;
    this.#calls.push(call);
    this.#calls.sort((a, b) => b.ms - a.ms || a.sequence - b.sequence);
    this.#calls.length = Math.min(max, this.#calls.length);
  }

  get calls(): readonly SlowCall[] {
    return this.#calls;
  }
}
