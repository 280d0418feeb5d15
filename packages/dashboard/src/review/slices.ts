/** Work in slices short enough that scrolling and typing never wait for it. */
const sliceMs = 8;

/** Lets the browser draw and react; the scheduler's own way where there is one. */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve, 0));
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
