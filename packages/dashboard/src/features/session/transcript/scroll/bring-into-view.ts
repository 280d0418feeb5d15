const waitMs = 50;
const giveUpMs = 5_000;
/** How long something has to be in view before it is left alone: rows above it may still take their height. */
const settledMs = 500;

/**
 * Brings what `find` answers into view as soon as it is drawn, and keeps it there until the rows around it have settled.
 * Time in which the browser drew nothing does not count: no row has taken its height in it.
 */
export async function bringIntoView<T>({
  find,
  show,
  isLeft,
  nextTurn = drawnAndWaited,
}: {
  find(): T | undefined;
  /** Says whether it was in view already. */
  show(found: T): boolean;
  /** The reader has gone elsewhere. */
  isLeft(): boolean;
  nextTurn?: (waitMs: number) => Promise<void>;
}): Promise<void> {
  let shownMs = 0;
  for (let waited = 0; waited < giveUpMs && shownMs < settledMs; waited += waitMs) {
    await nextTurn(waitMs);
    if (isLeft()) return;
    const found = find();
    shownMs = found !== undefined && show(found) ? shownMs + waitMs : 0;
  }
}

const drawnAndWaited = (ms: number): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, ms)));
