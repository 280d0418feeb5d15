/** Spans that are kept apart; past them near ones are joined, so that the memory of a session stays bounded. */
const maxSpans = 1000;
const firstJoin = 1000;

/** JSON through and through. */
export interface SavedActiveTime {
  spans: [from: number, to: number][];
  join: number;
  first?: number;
  last?: number;
}

/** When somebody was at work, by the records' own clock: what several lanes did at the same time counts once. */
export class ActiveTime {
  readonly #spans: [from: number, to: number][];
  #join: number;
  #first: number | undefined;
  #last: number | undefined;

  constructor(saved?: SavedActiveTime) {
    this.#spans = saved?.spans.map(([from, to]) => [from, to]) ?? [];
    this.#join = saved?.join ?? firstJoin;
    this.#first = saved?.first;
    this.#last = saved?.last;
  }

  seen(at: number): void {
    if (this.#first === undefined || at < this.#first) this.#first = at;
    if (this.#last === undefined || at > this.#last) this.#last = at;
  }

  add(from: number, to: number): void {
    if (to <= from) return;
    const spans = this.#spans;
    // The first span that ends where this one may join it, or later.
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[1] ?? 0) + this.#join < from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    const joined: [number, number] = [from, to];
    for (
      let span = spans[end];
      span !== undefined && span[0] <= joined[1] + this.#join;
      span = spans[++end]
    ) {
      joined[0] = Math.min(joined[0], span[0]);
      joined[1] = Math.max(joined[1], span[1]);
    }
    spans.splice(low, end - low, joined);
    while (spans.length > maxSpans) this.#coarsen();
  }

  /** When somebody was at work, in order. */
  get spans(): readonly [from: number, to: number][] {
    return this.#spans;
  }

  /** Absent while no record had a time. */
  total(): { activeMs: number; waitingMs: number } | undefined {
    if (this.#first === undefined || this.#last === undefined) return undefined;
    const activeMs = this.#spans.reduce((sum, [from, to]) => sum + to - from, 0);
    return { activeMs, waitingMs: Math.max(0, this.#last - this.#first - activeMs) };
  }

  save(): SavedActiveTime {
    return {
      spans: this.#spans,
      join: this.#join,
      ...(this.#first !== undefined && { first: this.#first }),
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  #coarsen(): void {
    this.#join *= 2;
    const all = this.#spans.splice(0);
    for (const span of all) {
      const last = this.#spans.at(-1);
      if (last && span[0] <= last[1] + this.#join) last[1] = Math.max(last[1], span[1]);
      else this.#spans.push(span);
    }
  }
}
