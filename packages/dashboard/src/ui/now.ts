import { observable } from '../observable.ts';
import { useObservable } from '../use-observable.ts';

const now = observable(Date.now());
setInterval(() => now.set(Date.now()), 15_000);

/** The time, moving on every fifteen seconds: enough for "4 min ago", little enough to redraw lists. */
export const useNow = (): number => useObservable(now);
