/** Work in slices short enough that scrolling and typing never wait for it. */
const sliceMs = 8;

/** Lets the browser react and draw. A timer, not `scheduler.yield`: that would come back before React's own work. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Until what was said last is on screen; not for long where nothing is drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 150);
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

/** Calls `step` until it says false, giving way in between; stops quietly when aborted. */
export async function inSlices(step: () => boolean, signal?: AbortSignal): Promise<void> {
  let until = performance.now() + sliceMs;
  while (!signal?.aborted && step()) {
    if (performance.now() < until) continue;
    await breathe();
    until = performance.now() + sliceMs;
  }
}
