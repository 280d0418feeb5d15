/** Where in a session somebody is, as the address and the history of the browser say it. */

/** The session that the address leads to. */
export const sessionInAddress = (): string | undefined =>
  /^\/sessions\/([^/]+)$/.exec(location.pathname)?.[1];

const sequenceIn = (hash: string): number | undefined => {
  const found = /^#(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : undefined;
};

/** `#412` leads to event 412 and selects it; after a reload, or on the way back, what was in view is shown again. */
export function targetInAddress(): { sequence: number | undefined; isSelected: boolean } {
  const linked = sequenceIn(location.hash);
  const seen: unknown = history.state?.seen;
  if (typeof seen === 'number' && seen > 0) return { sequence: seen, isSelected: seen === linked };
  return { sequence: linked, isSelected: linked !== undefined };
}

/**
 * `#t3` leads to thread 3, and so does its id, by which notifications know it; unless something else was in view when
 * the page was left.
 */
export function threadInAddress(): number | string | undefined {
  if (typeof history.state?.seen === 'number') return undefined;
  const found = /^#(?:t(\d{1,4})|(thr_[A-Za-z0-9]{1,64}))$/.exec(location.hash);
  return found ? (found[2] ?? Number(found[1])) : undefined;
}

/** Past the router: nothing else depends on it. */
function replace(state: object, hash: string): void {
  const path = location.pathname + location.search + hash;
  History.prototype.replaceState.call(history, { ...history.state, ...state }, '', path);
}

/** Writes the entry that is selected into the address, to be copied or reloaded. */
export const writeSelected = (sequence: number): void => replace({ seen: undefined }, `#${sequence}`);

/** Writes the thread that was gone to into the address. */
export const writeThread = (number: number): void => replace({ seen: undefined }, `#t${number}`);

/** Notes the entry at the top of the screen, for a reload and for the way back. */
export const writeSeen = (sequence: number): void => replace({ seen: sequence }, location.hash);
