import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../api/keys.ts';
import { takeNext } from '../../api/review/review.ts';
import { toast, toastError } from '../toast/toast.ts';
import { noteTaken, stepAmong, taken } from './taken-sessions.ts';

/** Going through the queue: on to the next session, and back among those that were taken. */
export function useQueue(): { next(current?: string): Promise<void>; previous(current: string): void } {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const open = (sessionId: string) =>
    void navigate({ to: '/sessions/$sessionId', params: { sessionId }, search: {} });
  return {
    async next(current) {
      const known = current === undefined ? undefined : stepAmong(taken.get(), current, 1);
      if (known) {
        open(known);
        return;
      }
      try {
        // What this tab took is passed over: one goes on, and holds it all the same.
        const item = await takeNext(current === undefined ? [] : taken.get());
        void queries.invalidateQueries({ queryKey: keys.reviews });
        if (!item || item.session.sessionId === current) {
          toast('Nothing more waits for a review.');
          void navigate({ to: '/reviews' });
          return;
        }
        noteTaken(item.session.sessionId);
        open(item.session.sessionId);
      } catch (error) {
        toastError(error);
      }
    },
    previous(current) {
      const sessionId = stepAmong(taken.get(), current, -1);
      if (sessionId) open(sessionId);
      else toast('No earlier session was taken from the queue.');
    },
  };
}
