/** Something that happened over a time: when, where it begins in the record, and how many of its kind it stands for. */
export type Span = [from: number, to: number, sequence: number, count: number];

/** JSON through and through. */
export interface SavedSpanList {
  spans: Span[];
  join: number;
}

const firstJoin = 1000;

/** Spans in the order of time; past `max` near ones are joined, so that what is kept stays bounded. */
export class SpanList {
  readonly #spans: Span[];
  readonly #max: number;
  #join: number;

  constructor(max: number, saved?: SavedSpanList) {
    this.#max = max;
    this.#spans = saved?.spans.map((span) => [...span]) ?? [];
    this.#join = saved?.join ?? 0;
  }

  add(from: number, to: number, sequence: number, count = 1): void {
    const span: Span = [from, Math.max(from, to), sequence, count];
    let at = this.#spans.length;
    while (at > 0 && (this.#spans[at - 1] as Span)[0] > from) at--;
    this.#spans.splice(at, 0, span);
    // With what it overlaps or, once there were too many, with what is near.
    this.#joinAt(at);
    if (at > 0) this.#joinAt(at - 1);
    while (this.#spans.length > this.#max) this.#coarsen();
  }

  /** What began at this time lasts until then; nothing that began there, or its span was joined, and that one lasts. */
  prolong(from: number, to: number): void {
    for (let at = this.#spans.length - 1; at >= 0; at--) {
      const span = this.#spans[at] as Span;
      if (span[0] > from) continue;
      if (span[0] < from && span[1] < from) return;
      span[1] = Math.max(span[1], to);
      this.#joinAt(at);
      return;
    }
  }

  get spans(): readonly Span[] {
    return this.#spans;
  }

  save(): SavedSpanList {
    return { spans: this.#spans, join: this.#join };
  }

  #joinAt(at: number): void {
    const span = this.#spans[at];
    if (!span) return;
    let end = at + 1;
    for (let next = this.#spans[end]; next && isNear(span, next, this.#join); next = this.#spans[++end])
      take(span, next);
    this.#spans.splice(at + 1, end - at - 1);
  }

  #coarsen(): void {
    this.#join = Math.max(firstJoin, 2 * this.#join);
    const all = this.#spans.splice(0);
    for (const span of all) {
      const last = this.#spans.at(-1);
      if (last && isNear(last, span, this.#join)) take(last, span);
      else this.#spans.push(span);
    }
  }
}

/** Two moments are two, unless they had to be joined. */
const isNear = (span: Span, next: Span, join: number): boolean =>
  join > 0 ? next[0] <= span[1] + join : next[0] < span[1];

function take(span: Span, next: Span): void {
  span[1] = Math.max(span[1], next[1]);
  span[2] = Math.min(span[2], next[2]);
  span[3] += next[3];
}
