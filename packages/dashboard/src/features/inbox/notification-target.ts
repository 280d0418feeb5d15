import type { Notification } from '@debrief/contract';

/** Where a line leads: to the thread, the session, the machines, or the webhooks. */
export const targetOf = ({
  sessionId,
  threadId,
  reason,
}: Pick<Notification, 'sessionId' | 'threadId'> & { reason?: Notification['reason'] }) =>
  sessionId
    ? {
        to: '/sessions/$sessionId' as const,
        params: { sessionId },
        ...(threadId && { hash: threadId }),
      }
    : { to: reason === 'endpoint' ? ('/webhooks' as const) : ('/environments' as const) };
