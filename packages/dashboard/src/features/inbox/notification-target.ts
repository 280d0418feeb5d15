import type { Notification } from '@debrief/contract';

const pages: Partial<
  Record<Notification['reason'], '/webhooks' | '/organization' | '/my-data' | '/lessons'>
> = {
  endpoint: '/webhooks',
  data_asked: '/organization',
  data_answered: '/my-data',
  lesson_offered: '/lessons',
};

/** Where a line leads: to the thread, the session, or the page it is about. */
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
    : { to: (reason && pages[reason]) ?? ('/environments' as const) };
