/** Work in slices short enough that scrolling and typing never wait for it. */
const sliceMs = 8;
const urgentSliceMs = 24;

/** Lets the browser react and draw. A timer, not `scheduler.yield`: that would come back before React's own work. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Until what was said last is on screen; not for long where nothing is drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 150);
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

/** The same without the four milliseconds a timer waits at least; for work that somebody is waiting for. */
const giveWay = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Calls `step` until it says false, giving way in between; stops quietly when aborted. */
export async function inSlices(
  step: () => boolean,
  signal?: AbortSignal,
  isUrgent: () => boolean = () => false,
): Promise<void> {
  let until = performance.now() + sliceMs;
  while (!signal?.aborted && step()) {
    if (performance.now() < until) continue;
    await (isUrgent() ? giveWay() : breathe());
    until = performance.now() + (isUrgent() ? urgentSliceMs : sliceMs);
  }
}
