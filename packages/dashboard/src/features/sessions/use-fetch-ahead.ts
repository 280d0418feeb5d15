import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/** So long somebody stays at a row before it is worth asking. */
const dwellMs = 120;

/** `isPressed`: it is about to be opened. */
export type FetchAhead = (sessionId: string, isPressed?: boolean) => void;

/**
 * As one moves along the rows: the first screen of the session one stays at, so that opening it waits for nothing. One
 * at a time, the last one wins; passing over rows asks for none. What was asked for long ago is asked for again when a row
 * is pressed.
 */
export function useFetchAhead(): FetchAhead {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (sessionId, isPressed = false) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => {
          void router.preloadRoute({ to: '/sessions/$sessionId', params: { sessionId } });
        },
        isPressed ? 0 : dwellMs,
      );
    },
    [router],
  );
}
