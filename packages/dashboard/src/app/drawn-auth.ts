import type { QueryClient } from '@tanstack/react-query';
import { type AuthState, authState } from '../api/auth.ts';
import { firstScreenCame } from '../api/reading/first-screen.ts';
import { sessionQuery } from '../api/session.ts';
import { sessionInAddress, targetInAddress } from '../features/session/transcript/address.ts';
import { type Observable, observable } from '../observable.ts';

/** Longer than the answers take where the server is near; who is far away sees the frame of the page meanwhile. */
const maxWaitMs = 200;

/**
 * Who is signed in, as far as the page is drawn. A link into a session is drawn when its first answers are there, a
 * moment after somebody is signed in: drawing an empty page first, and then again, takes longer than that moment.
 */
export function drawnAuth(queries: QueryClient): Observable<AuthState> {
  const drawn = observable<AuthState>({ phase: 'starting' });
  let isFirst = true;
  const follow = () => {
    const auth = authState.get();
    const sessionId = isFirst && auth.phase === 'signed-in' ? sessionInAddress() : undefined;
    isFirst &&= auth.phase !== 'signed-in';
    if (sessionId === undefined) drawn.set(auth);
    else void firstAnswers(queries, sessionId).then(() => drawn.set(authState.get()));
  };
  follow();
  authState.subscribe(follow);
  return drawn;
}

const firstAnswers = (queries: QueryClient, sessionId: string): Promise<unknown> =>
  Promise.race([
    // The page finds the session in the cache then.
    Promise.all([
      firstScreenCame(sessionId, targetInAddress().sequence),
      queries.prefetchQuery(sessionQuery(sessionId)),
    ]),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
