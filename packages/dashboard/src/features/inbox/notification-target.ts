import type { Notification } from '@debrief/contract';

/** Where a line leads: to the thread, the session, or the machines. */
export const targetOf = ({ sessionId, threadId }: Pick<Notification, 'sessionId' | 'threadId'>) =>
  sessionId
    ? {
        to: '/sessions/$sessionId' as const,
        params: { sessionId },
        ...(threadId && { hash: threadId }),
      }
    : { to: '/environments' as const };
