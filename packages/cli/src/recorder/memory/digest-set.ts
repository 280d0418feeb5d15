/** 64 bits of a keyed digest. */
export interface ShortDigest {
  high: number;
  low: number;
}

/** A set of marks in two numbers each: a million of them take 16 MB and are looked up without making an object. */
export class DigestSet {
  #table = new Uint32Array(2 * 1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(mark: ShortDigest): boolean {
    return this.#size > 0 && this.#table[this.#slotOf(mark) + 1] !== 0;
  }

  /** False when it is in already. */
  add(mark: ShortDigest): boolean {
    if (4 * this.#size >= this.#table.length) this.#grow();
    const slot = this.#slotOf(mark);
    if (this.#table[slot + 1] !== 0) return false;
    this.#table[slot] = mark.high;
    this.#table[slot + 1] = lowOf(mark);
    this.#size++;
    return true;
  }

  /** Where the mark is, or would be. */
  #slotOf(mark: ShortDigest): number {
    const table = this.#table;
    const low = lowOf(mark);
    const last = table.length / 2 - 1;
    let at = (mark.high ^ low) & last;
    while (table[2 * at + 1] !== 0 && (table[2 * at] !== mark.high || table[2 * at + 1] !== low))
      at = (at + 1) & last;
    return 2 * at;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(2 * before.length);
    this.#size = 0;
    for (let at = 0; at < before.length; at += 2)
      if (before[at + 1] !== 0) this.add({ high: before[at] as number, low: before[at + 1] as number });
  }
}

/** Zero means an empty slot. */
const lowOf = ({ low }: ShortDigest): number => low || 1;
