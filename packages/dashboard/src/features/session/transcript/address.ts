/** Where in a session somebody is, as the address and the history of the browser say it. */

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

/** Past the router: nothing else depends on it. */
function replace(state: object, hash: string): void {
  const path = location.pathname + location.search + hash;
  History.prototype.replaceState.call(history, { ...history.state, ...state }, '', path);
}

/** Writes the entry that is selected into the address, to be copied or reloaded. */
export const writeSelected = (sequence: number): void => replace({ seen: undefined }, `#${sequence}`);

/** Notes the entry at the top of the screen, for a reload and for the way back. */
export const writeSeen = (sequence: number): void => replace({ seen: sequence }, location.hash);
