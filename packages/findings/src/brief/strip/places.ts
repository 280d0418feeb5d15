/** JSON through and through. */
export interface SavedPlaces {
  places: TimedEvent[];
  stride: number;
  passed: number;
}

/** Which event was written when. */
export type TimedEvent = [at: number, sequence: number];

const max = 256;

/** Every so many events of the main conversation, so that a time leads to an event near it. */
export class Places {
  #places: TimedEvent[];
  #stride: number;
  #passed: number;

  constructor(saved?: SavedPlaces) {
    this.#places = saved?.places.map(([at, sequence]) => [at, sequence]) ?? [];
    this.#stride = saved?.stride ?? 1;
    this.#passed = saved?.passed ?? 0;
  }

  pass(at: number, sequence: number): void {
    if (this.#passed++ % this.#stride !== 0) return;
    // A clock that was put back does not turn time around.
    this.#places.push([Math.max(at, this.#places.at(-1)?.[0] ?? at), sequence]);
    if (this.#places.length <= max) return;
    this.#places = this.#places.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }

  get places(): readonly TimedEvent[] {
    return this.#places;
  }

  save(): SavedPlaces {
    return { places: this.#places, stride: this.#stride, passed: this.#passed };
  }
}
