import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** Apart from `observable.ts`, so that signing in can begin before React is there. */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get);
