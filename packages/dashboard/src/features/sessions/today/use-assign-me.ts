import type { QueueItem } from '@debrief/contract';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';

/** Asks oneself to review a session of the queue, or takes that back. */
export function useAssignMe(): (item: QueueItem, me: string) => void {
  const queries = useQueryClient();
  return ({ session, attention }, me) => {
    const { sessionId } = session;
    const isMine = attention.some(({ userId, reason }) => userId === me && reason === 'assigned');
    const work = isMine
      ? client.removeReviewer({ sessionId, userId: me })
      : client.assignReviewer({ sessionId, userId: me });
    work
      .then(() => {
        toast(isMine ? 'You are no longer asked to review it.' : 'Assigned to you.');
        return queries.invalidateQueries({ queryKey: keys.reviews });
      })
      .catch(toastError);
  };
}

/** Leaves a session that one holds to others. */
export function usePutBack(): (sessionId: string) => Promise<void> {
  const queries = useQueryClient();
  return async (sessionId) => {
    try {
      const { released } = await client.putBack({ sessionId });
      if (released) toast('Put back: others can take it.');
      await queries.invalidateQueries({ queryKey: keys.reviews });
    } catch (error) {
      toastError(error);
    }
  };
}
