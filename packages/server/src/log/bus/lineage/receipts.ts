import type { BusEntry, BusLoss } from '../behind.ts';

/** What was said to a sender: this message has these events. */
export interface Receipt {
  sequence: number;
  sessionId: string;
  first: number;
  last: number;
  at: number;
}

/** More are not remembered; the database is far behind then, and appends with a key are refused. */
const maxReceipts = 200_000;

/** What this process has acknowledged and the database does not have yet, in the order of the bus. */
export class Receipts {
  #kept: Receipt[] = [];
  /** So many at the beginning are in the database. */
  #done = 0;

  get highest(): number {
    return this.#kept.at(-1)?.sequence ?? 0;
  }

  add(sequence: number, { sessionId, first, count, at }: BusEntry): void {
    const receipt = { sequence, sessionId, first, last: first + count - 1, at };
    // Acknowledgements come in the order of the bus but for a few.
    let place = this.#kept.length;
    while (place > this.#done && (this.#kept[place - 1] as Receipt).sequence > sequence) place--;
    if (place === this.#kept.length) this.#kept.push(receipt);
    else this.#kept.splice(place, 0, receipt);
    if (this.#kept.length - this.#done > maxReceipts) this.#done++;
  }

  /** The database has everything up to this message. */
  persistedTo(sequence: number): void {
    while (this.#done < this.#kept.length && (this.#kept[this.#done] as Receipt).sequence <= sequence)
      this.#done++;
    if (this.#done < 1024 && this.#done < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#done);
    this.#done = 0;
  }

  waiting(): Receipt[] {
    return this.#kept.slice(this.#done);
  }

  /** Those of this message and all later ones are remembered no more. */
  dropFrom(sequence: number): void {
    this.#kept = this.waiting().filter((receipt) => receipt.sequence < sequence);
    this.#done = 0;
  }
}

/**
 * Those whose message is not on the bus any more. A bus that was put back has what it had up to some message, and after
 * it nothing or something else: one look at the middle tells on which side of that message it is.
 */
export async function missing(
  receipts: readonly Receipt[],
  isThere: (receipt: Receipt) => Promise<boolean>,
): Promise<Receipt[]> {
  let low = 0;
  let high = receipts.length;
  while (low < high) {
    // The last one first: mostly nothing is missing.
    const middle = high === receipts.length && low === 0 ? high - 1 : (low + high) >> 1;
    if (await isThere(receipts[middle] as Receipt)) low = middle + 1;
    else high = middle;
  }
  return receipts.slice(low);
}

/** Neighbours in a session are told together. */
export function lossesOf(receipts: readonly Receipt[], stream: string, foundAt: number): BusLoss[] {
  const bySession = Map.groupBy(
    receipts.filter(({ first, last }) => last >= first),
    ({ sessionId }) => sessionId,
  );
  return [...bySession].flatMap(([sessionId, all]) => {
    const ranges: { first: number; last: number }[] = [];
    for (const { first, last } of all.toSorted((a, b) => a.first - b.first)) {
      const before = ranges.at(-1);
      if (before && first === before.last + 1) before.last = last;
      else ranges.push({ first, last });
    }
    return ranges.map(({ first, last }) => ({
      lossId: `${stream} ${sessionId} ${first}-${last} ${foundAt}`,
      ...{ stream, sessionId, first, last, foundAt },
    }));
  });
}
