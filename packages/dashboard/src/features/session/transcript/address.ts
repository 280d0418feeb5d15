/** Where in a session somebody is, as the address and the history of the browser say it. */

/** The session that the address leads to. */
export const sessionInAddress = (): string | undefined =>
  /^\/sessions\/([^/]+)$/.exec(location.pathname)?.[1];

const sequenceIn = (hash: string): number | undefined => {
  const found = /^#(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : undefined;
};

/**
 * The hash that the reader shows. A link in the page changes the address a moment before anybody hears of it; what is
 * noted as seen in that moment belongs to the place before.
 */
let shownHash = '';

/** What was in view when this place of the history was left. */
function seenHere(): number | undefined {
  const { seen, seenAt } = (history.state ?? {}) as { seen?: unknown; seenAt?: unknown };
  return typeof seen === 'number' && seen > 0 && seenAt === location.hash ? seen : undefined;
}

/** `#412` leads to event 412 and selects it; after a reload, or on the way back, what was in view is shown again. */
export function targetInAddress(): { sequence: number | undefined; isSelected: boolean } {
  shownHash = location.hash;
  const linked = sequenceIn(location.hash);
  const seen = seenHere();
  if (seen !== undefined) return { sequence: seen, isSelected: seen === linked };
  return { sequence: linked, isSelected: linked !== undefined };
}

/**
 * `#t3` leads to thread 3, and so does its id, by which notifications know it; unless something else was in view when
 * the page was left.
 */
export function threadInAddress(): number | string | undefined {
  if (seenHere() !== undefined) return undefined;
  const found = /^#(?:t(\d{1,4})|(thr_[A-Za-z0-9]{1,64}))$/.exec(location.hash);
  return found ? (found[2] ?? Number(found[1])) : undefined;
}

/** Past the router: nothing else depends on it. */
function replace(state: { seen: number | undefined; seenAt?: string }, hash: string): void {
  const path = location.pathname + location.search + hash;
  History.prototype.replaceState.call(history, { ...history.state, ...state }, '', path);
}

/** Writes the entry that is selected into the address, to be copied or reloaded. */
export const writeSelected = (sequence: number): void => writeShown(`#${sequence}`);

/** Writes the thread that was gone to into the address. */
export const writeThread = (number: number): void => writeShown(`#t${number}`);

function writeShown(hash: string): void {
  replace({ seen: undefined }, hash);
  shownHash = hash;
}

/** Notes the entry at the top of the screen, for a reload and for the way back. */
export const writeSeen = (sequence: number): void =>
  replace({ seen: sequence, seenAt: shownHash }, location.hash);
